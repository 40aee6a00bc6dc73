// <dk-opening>: the same row of scores of 16 keys, and one slider that takes its weights from one key's own to everybody's share.
// Read-outs (data-name): max-weight · effective-keys · strongest-key · divisor · zone. Attributes: dk, divisor, alpha, seed (a state of its own), controls, number.
// It has its own 16 keys: the page's n does not enter.
import type { TemplateResult } from 'lit';
import type { AttentionRow, AttentionRowRequest } from '../../engine/protocol.ts';
import { alphaOf, noticeName, type Notice, type Params } from '../../state/params.ts';
import type { Actions } from '../controls/actions.ts';
import { FigureElement } from '../figure_element.ts';
import type { Services } from '../services.ts';
import { queryRow, queryStrip, rowKey, runRow, runStrip, stripKey } from './query.ts';
import { openingSentence, openingView } from './view.ts';
import './opening.css';

const USED_PARAMS = ['dk', 'divisor', 'alpha', 'heads', 'seed'];

export class DkOpening extends FigureElement {
  static override readonly figureName = 'opening';

  #row: { params: Params; result: AttentionRow } | undefined;
  #strip: Float32Array[] | undefined;
  #tableOpen = false;
  #said = '';
  #wanted = { row: '', strip: '' };
  #shown = { row: '', strip: '' };

  #rowLane = this.lane<{ request: AttentionRowRequest; params: Params }, AttentionRow>({
    key: ({ request }) => rowKey(request),
    run: ({ engine }, { request }) => runRow(engine, request),
    done: ({ request: { request, params }, result }) => {
      this.#row = { params, result };
      this.#shown.row = rowKey(request);
    },
  });

  #stripLane = this.lane<AttentionRowRequest[], Float32Array[]>({
    key: stripKey,
    run: ({ engine }, requests) => runStrip(engine, requests),
    done: ({ request, result }) => {
      this.#strip = result;
      this.#shown.strip = stripKey(request);
    },
  });

  protected override ask({ store: { params } }: Services): void {
    const row = queryRow(params);
    const strip = queryStrip(params);
    this.#wanted = { row: rowKey(row), strip: stripKey(strip) };
    this.#rowLane.ask({ request: row, params });
    this.#stripLane.ask(strip);
  }

  protected override isSettled(): boolean {
    return this.#wanted.row !== '' && this.#wanted.row === this.#shown.row && this.#wanted.strip === this.#shown.strip;
  }

  protected override crossing(): number | undefined {
    return this.services && Math.log2(alphaOf(this.services.store.params));
  }

  /** Only of what this figure uses. */
  protected override tells(notice: Notice): boolean {
    return USED_PARAMS.includes(noticeName(notice));
  }

  protected override draw({ store, strings, ...services }: Services, actions: Actions): TemplateResult {
    const { params } = store;
    // Said once the digits are final, not at every step of a drag.
    if (this.settled && this.#row) this.#said = openingSentence(this.#row.params, this.#row.result, strings);
    return openingView(
      {
        uid: this.uid, number: this.getAttribute('number'), params, logAlpha: this.crossed(Math.log2(alphaOf(params))),
        row: this.#row, strip: this.#strip, width: this.width, moving: store.moving, said: this.#said,
        waiting: this.waiting || this.error !== undefined,
        shows: (control) => this.shows(control),
        tableOpen: this.#tableOpen,
        untouched: this.untouched,
        showTable: (open) => {
          this.#tableOpen = open;
          this.requestUpdate();
        },
        notes: this.notes({ store, strings, ...services }),
        reset: () => this.resetAll(),
      },
      actions,
      strings,
    );
  }
}

if (!customElements.get('dk-opening')) customElements.define('dk-opening', DkOpening);
