// The last line of every figure: share this moment, embed, export. What they open is fetched when it is wanted.
import { html, nothing, type TemplateResult } from 'lit';
import type { Services } from '../services.ts';
import type { SharedFigure } from './shared.ts';

interface Sharing extends HTMLElement {
  readonly shared: SharedFigure;
}

const ICONS = {
  link: 'M8.2 11.8a3.2 3.2 0 0 0 4.6 0l3-3a3.2 3.2 0 0 0-4.6-4.6l-1 1M11.8 8.2a3.2 3.2 0 0 0-4.6 0l-3 3a3.2 3.2 0 0 0 4.6 4.6l1-1',
  script: 'M6.8 5.5 2.5 10l4.3 4.5M13.2 5.5l4.3 4.5-4.3 4.5',
  export: 'M10 3v9.5M6.2 9 10 12.8 13.8 9M3.5 16.5h13',
} as const;

export type ShareTab = 'link' | 'script' | 'iframe' | 'markdown' | 'export';

export function shareRow(figure: Sharing, services: Services): TemplateResult | typeof nothing {
  if (!services.site) return nothing;
  const { strings } = services;
  const open = async (event: Event, tab: ShareTab): Promise<void> => {
    const button = event.currentTarget as HTMLElement;
    const { openDialog } = await import('./dialog.ts');
    openDialog(figure.shared, services, tab, button);
  };
  const button = (tab: keyof typeof ICONS, label: string): TemplateResult =>
    html`<button type="button" class="dk-quiet" data-share=${tab} aria-haspopup="dialog" @click=${(event: Event) => open(event, tab)}>
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><path d=${ICONS[tab]} /></svg>${label}
    </button>`;
  return html`<div class="dk-share-row">
    ${button('link', strings.text('share.now'))}${button('script', strings.text('share.embed'))}${button('export', strings.text('share.export'))}
  </div>`;
}
