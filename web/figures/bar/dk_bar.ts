// <dk-bar>: d_k, the divisor and n of the page's own state within reach everywhere, once the opening figure is past.
// Read-outs (data-name): zone · alpha (wide only).
import { LitElement, nothing, type TemplateResult } from 'lit';
import { actionsOf, type Actions } from '../controls/actions.ts';
import { onServices, pageServices, type Services } from '../services.ts';
import { barView, type Tab } from './view.ts';
import '../figure.css';
import './bar.css';

/** From here on everything has room in one row. The style sheet says the same. */
const WIDE = '(min-width: 1000px)';

export class DkBar extends LitElement {
  #services: Services | undefined;
  #actions: Actions | undefined;
  #stops: (() => void)[] = [];
  #tab: Tab = 'divisor';
  #wide = matchMedia(WIDE);
  #past = false;
  /** What the reader must be past before the bar comes. */
  opening: Element | null = null;

  override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.setAttribute('role', 'region');
    const redraw = (): void => this.requestUpdate();
    this.#wide.addEventListener('change', redraw);
    this.#stops.push(() => this.#wide.removeEventListener('change', redraw), onServices(() => this.#attach()));
    if (this.opening) {
      const seen = new IntersectionObserver((entries) => this.#see(entries.at(-1)));
      seen.observe(this.opening);
      this.#stops.push(() => seen.disconnect());
    }
    this.#attach();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of this.#stops.splice(0)) stop();
  }

  #see(entry: IntersectionObserverEntry | undefined): void {
    this.#past = entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.bottom <= 0;
    this.toggleAttribute('data-shown', this.#past);
    this.requestUpdate();
  }

  #attach(): void {
    const services = pageServices();
    if (!services || services === this.#services) return;
    this.#services = services;
    this.#actions = actionsOf(services.store);
    this.setAttribute('aria-label', services.strings.text('bar.spoken'));
    this.#stops.push(services.store.subscribe(() => this.requestUpdate()));
    this.requestUpdate();
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.#past || !this.#services || !this.#actions) return nothing;
    const { store, strings } = this.#services;
    return barView(
      {
        uid: 'dk-bar', params: store.params, wide: this.#wide.matches, tab: this.#tab,
        choose: (tab) => {
          this.#tab = tab;
          this.requestUpdate();
        },
      },
      this.#actions,
      strings,
    );
  }
}

if (!customElements.get('dk-bar')) customElements.define('dk-bar', DkBar);

/** Puts the bar on the page; it comes when what opens the page is past. In the order of the tab key it follows the text. */
export function startBar(page: Document): void {
  const bar = page.createElement('dk-bar') as DkBar;
  bar.opening = page.querySelector('dk-opening') ?? page.querySelector('main > .head');
  page.querySelector('main')?.after(bar);
}
