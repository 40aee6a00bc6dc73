// <dk-opening>: the same row of scores of 16 keys, and one slider that takes its weights from one key's own to everybody's share.
// Read-outs (data-name): max-weight · effective-keys · strongest-key · divisor · zone. Attributes: dk, divisor, alpha, seed (a state of its own), controls, number.
// It has its own 16 keys: the page's n does not enter.
import type { TemplateResult } from 'lit';
import type { AttentionRow, AttentionRowRequest } from '../../engine/protocol.ts';
import { alphaOf, noticeName, type Notice, type Params } from '../../state/params.ts';
import { answered, type Asked } from '../asking.ts';
import type { Actions } from '../controls/actions.ts';
import { FigureElement } from '../figure_element.ts';
import type { Services } from '../services.ts';
import { queryRow, queryStrip, rowKey, runRow, runStrip, stripKey } from './query.ts';
import { openingSentence, openingView } from './view.ts';
import './opening.css';

const USED_PARAMS = ['dk', 'divisor', 'alpha', 'heads', 'seed'];

export class DkOpening extends FigureElement {
  static override readonly figureName = 'opening';
  static override readonly ofRows = true;

  #row = this.asking<Asked<AttentionRowRequest, Params>, AttentionRow>({ key: ({ request }) => rowKey(request), run: ({ engine }, { request }) => runRow(engine, request) });
  #strip = this.asking<AttentionRowRequest[], Float32Array[]>({ key: stripKey, run: ({ engine }, requests) => runStrip(engine, requests) });

  protected override ask({ store: { params } }: Services): void {
    this.#row.ask({ request: queryRow(params), params });
    this.#strip.ask(queryStrip(params));
  }

  protected override isSettled(): boolean {
    return this.#row.settled && this.#strip.settled;
  }

  protected override crossing(): number | undefined {
    return this.services && Math.log2(alphaOf(this.services.store.params));
  }

  /** Only of what this figure uses. */
  protected override tells(notice: Notice): boolean {
    return USED_PARAMS.includes(noticeName(notice));
  }

  protected override draw(services: Services, actions: Actions): TemplateResult {
    const { params } = services.store;
    const row = answered(this.#row.last);
    // Said once the digits are final, not at every step of a drag.
    if (this.settled && row) this.said = openingSentence(row.params, row.result, services.strings);
    return openingView(
      { ...this.common(services, actions), params, logAlpha: this.crossed(Math.log2(alphaOf(params))), row, strip: this.#strip.last?.result },
      actions,
      services.strings,
    );
  }
}

if (!customElements.get('dk-opening')) customElements.define('dk-opening', DkOpening);
