// <dk-models>: where the rules of real models stand on the divisor's axis. Choosing one takes the reader's divisor (and d_k) there.
// Read-outs (data-name): model-divisor · model-alpha · model-dk · logit-bound · best-weight · near-root, and alpha-<rule> in the table.
// Attributes: dk, divisor, alpha, keys (a state of its own), controls (divisor dk keys), number. Options (attributes, and address keys behind
// `models.`): model = one of modelList · layer = 1 … 1000 · scale = the rule's own number (0: the published or usual one).
import type { TemplateResult } from 'lit';
import type { ModelRule } from '../../engine/protocol_models.ts';
import { alphaOf, type Notice } from '../../state/params.ts';
import { typedNumber } from '../../state/typed_number.ts';
import type { Actions } from '../controls/actions.ts';
import { FigureElement } from '../figure_element.ts';
import type { Services } from '../services.ts';
import { heard } from './caption.ts';
import { MODELS_OPTIONS, modelOf, modelsKey, paramsOf, queryModels, runModels, type ModelsOptions, type ModelsRequest, type ModelsResult } from './query.ts';
import { modelsView, type ModelsActions } from './view.ts';
import './models.css';

export class DkModels extends FigureElement<typeof MODELS_OPTIONS> {
  static override readonly figureName = 'models';
  static override readonly ofRows = true;
  static override readonly optionTable = MODELS_OPTIONS;

  #saidOf = '';
  #models = this.asking<ModelsRequest, ModelsResult>({ key: modelsKey, run: ({ engine }, request) => runModels(engine, request) });

  protected override ask({ store }: Services): void {
    this.#models.ask(queryModels(store.params, this.options));
  }

  protected override isSettled(): boolean {
    return this.#models.settled;
  }

  protected override crossing(): number | undefined {
    return this.services && Math.log2(alphaOf(this.services.store.params));
  }

  /** Takes a rule, and the reader's controls to where it stands. */
  async #choose({ engine, store }: Services, actions: Actions, patch: Partial<ModelsOptions>, notices: Notice[] = []): Promise<void> {
    const options = { ...this.options, ...patch };
    const { headDim, keyCount, layer, scale } = queryModels(store.params, options);
    const model = modelOf(options.model);
    try {
      const scaling = await engine.call('modelRule', { name: model.name, headDim, keyCount, layer, scale });
      this.setOptions(patch);
      actions.choose(paramsOf({ model, scaling }));
      if (notices.length > 0) store.set({}, { notices });
    } catch (reason) {
      this.fail(reason);
      this.requestUpdate();
    }
  }

  #own(services: Services, actions: Actions): ModelsActions {
    const { store } = services;
    const set = (patch: Partial<ModelsOptions>, notices?: Notice[]): void => void this.#choose(services, actions, patch, notices);
    return {
      choose: (name: ModelRule) => set({ model: name, scale: 0 }),
      layer: (layer) => set({ layer }),
      scale: (scale) => set({ scale }),
      typed: (name, text) => {
        const typed = typedNumber(text);
        // What can't be read leaves the number as it was, and says so.
        if (Number.isNaN(typed)) return store.set({}, { notices: [{ kind: 'not_a_number', param: name, given: text.trim().slice(0, 40), used: '' }] });
        const { min, max } = MODELS_OPTIONS[name];
        const least = Math.max(min, modelOf(this.options.model).least ?? 0);
        const inside = Math.min(max, Math.max(least, name === 'layer' ? Math.round(typed) : typed));
        set({ [name]: inside }, inside === typed ? [] : [{ kind: Math.round(typed) === inside ? 'rounded' : 'clamped', param: name, given: text.trim().slice(0, 40), used: String(inside) }]);
      },
    };
  }

  protected override draw(services: Services, actions: Actions): TemplateResult {
    const { store, strings } = services;
    const { params } = store;
    const result = this.#models.last?.result;
    // Told when another rule is chosen, not while a thumb moves.
    const choice = `${this.options.model} ${this.options.layer} ${this.options.scale}`;
    if (this.settled && result && this.#saidOf !== choice) {
      if (this.#saidOf !== '') this.said = heard(result, params, strings);
      this.#saidOf = choice;
    }
    return modelsView({ ...this.common(services, actions), params, logAlpha: this.crossed(Math.log2(alphaOf(params))), result }, actions, this.#own(services, actions), strings);
  }
}

if (!customElements.get('dk-models')) customElements.define('dk-models', DkModels);
