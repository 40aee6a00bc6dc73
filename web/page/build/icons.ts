// Line drawings of the page, 20 × 20, in the colour of the text. They always stand beside a word, so they are hidden from screen readers.

const icon = (name: string, body: string) =>
  `<svg class="icon icon-${name}" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">${body}</svg>`;

const line = 'fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"';

export const beatIcons = {
  said: icon('said', `<path ${line} d="M8.2 4.5C5.2 5.6 3.4 8 3.4 11.4v3a1.6 1.6 0 0 0 1.6 1.6h1.6a1.6 1.6 0 0 0 1.6-1.6v-1.8a1.6 1.6 0 0 0-1.6-1.6H3.6M17 4.5c-3 1.1-4.8 3.5-4.8 6.9v3a1.6 1.6 0 0 0 1.6 1.6h1.6a1.6 1.6 0 0 0 1.6-1.6v-1.8a1.6 1.6 0 0 0-1.6-1.6h-3"/>`),
  measure: icon('measure', `<path ${line} d="m2.3 13.4 11.1-11.1 4.3 4.3L6.6 17.7zM5.6 10.1l2 2M8.3 7.4l1.4 1.4M11 4.7l2 2"/>`),
  found: icon('found', `<path ${line} d="M2.5 17.2h15M5 17V9.5M8.4 17V4.5M11.7 17v-5M15 17V7.5"/>`),
};

/** Verdicts are ink and a shape, never a hue. */
export const verdictIcons = {
  true: icon('verdict', '<circle cx="10" cy="10" r="6" fill="currentColor"/>'),
  conditional: icon('verdict', '<circle cx="10" cy="10" r="5.6" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M10 4.4a5.6 5.6 0 0 1 0 11.2z" fill="currentColor"/>'),
  imprecise: icon('verdict', '<circle cx="10" cy="10" r="5.6" fill="none" stroke="currentColor" stroke-width="1.6" stroke-dasharray="2.6 1.8"/>'),
  partly: icon('verdict', '<circle cx="10" cy="10" r="5.6" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="m6.2 13.8 7.6-7.6" stroke="currentColor" stroke-width="1.6"/>'),
  false: icon('verdict', '<path d="m5 5 10 10M15 5 5 15" stroke="currentColor" stroke-width="2" stroke-linecap="round"/>'),
};

export type Beat = keyof typeof beatIcons;
export type Verdict = keyof typeof verdictIcons;

export const themeIcon = icon('theme', '<circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor"/>');

/** √ drawn: a sign that stretches with what stands under it, and a bar that is the radicand's own border. */
export const radical = (spoken: string) =>
  `<span class="radical" role="img" aria-label="${spoken}"><svg viewBox="0 0 30 60" preserveAspectRatio="none" aria-hidden="true" focusable="false">` +
  '<path d="M1 37 7 33 15.5 58 29 1.2" fill="none" stroke="currentColor" stroke-width="3" stroke-linejoin="miter" vector-effect="non-scaling-stroke"/></svg>' +
  '<span class="radicand" aria-hidden="true"><i>d</i><sub><i>k</i></sub></span></span>';
