import { html } from 'lit';

/** Done: a ring and a tick, 20 × 20. It always stands beside a word. */
export const TICK = html`<svg class="dk-tick" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><circle cx="10" cy="10" r="8" /><path d="M6.2 10.4l2.6 2.6 5-5.8" /></svg>`;
