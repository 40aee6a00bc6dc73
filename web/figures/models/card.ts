// The chosen rule in words: what it divides by, where, what else bounds its logits, and where that was read.
import { html, nothing, type TemplateResult } from 'lit';
import { numberField } from '../controls/number_field.ts';
import { rich, root, variable, type Piece } from '../math.ts';
import { datum } from '../parts.ts';
import type { Strings } from '../strings.ts';
import { layoutBest, layoutCap } from './bounds.ts';
import { boundPicture } from './picture.ts';
import { MODELS_OPTIONS, type ModelsResult, type PlacedModel } from './query.ts';

export interface CardActions {
  layer(value: number): void;
  scale(value: number): void;
  typed(name: 'layer' | 'scale', text: string): void;
}

export const chosenOf = (result: ModelsResult): PlacedModel => result.rows.find(({ model }) => model.name === result.request.model)!;

const WQ = html`<span class="dk-var-sub">${variable('W')}<sub><i>Q</i></sub></span>`;
/** The root that a model with a fixed divisor takes: √144. */
const fixedRoot = ({ scaling }: PlacedModel): TemplateResult => {
  const square = String(Math.round(scaling.divisor ** 2));
  return root(square, `√${square}`);
};

const strong = (piece: Piece): TemplateResult => html`<b>${piece}</b>`;

/** The rule's own number: a layer, an extension s, a learned g. */
function ownNumber({ model, scaling }: PlacedModel, result: ModelsResult, actions: CardActions, strings: Strings): TemplateResult | typeof nothing {
  if (!model.own) return nothing;
  const { own, least = 1 } = model;
  const layer = own === 'layer';
  const name = layer ? 'layer' : 'scale';
  const published = result.request.scale === 0;
  const value = layer ? result.request.layer : scaling.scale;
  const { max } = MODELS_OPTIONS[name];
  const inside = (next: number): number => Math.min(max, Math.max(least, next));
  const set = layer ? actions.layer : actions.scale;
  return html`<div class="dk-control-head dk-own">
    <span class="dk-gloss">${rich(strings, `models.own.${own}`)}${!layer && published ? html` <span class="dk-usual">${strings.text('models.usual')}</span>` : nothing}</span>
    ${numberField({
      name, label: strings.text('param.field', { name: strings.text(`models.own.${own}.plain`) }), shown: strings.short(value, 4), whole: layer,
      commit: (text) => actions.typed(name, text),
      step: (direction) => set(inside(layer ? value + direction : Number((value * 1.1 ** direction).toPrecision(3)))),
    })}
  </div>`;
}

function facts(placed: PlacedModel, result: ModelsResult, strings: Strings): TemplateResult {
  const { model, scaling } = placed;
  const { headDim, layer } = result.request;
  const size = scaling.headDim || headDim;
  const values = {
    layer: String(layer), wq: WQ, cap: strings.short(scaling.softCap), k: variable('k'),
    bound: datum({ name: 'logit-bound', value: scaling.logitBound }, strong(strings.short(scaling.logitBound))),
  };
  return html`<dl class="dk-facts">
    <div><dt>${strings.text('models.fact.value')}</dt><dd>${rich(strings, scaling.headDim > 0 ? 'models.value.fixed' : 'models.value', {
      divisor: datum({ name: 'model-divisor', value: scaling.divisor }, strong(strings.short(scaling.divisor, 4))), alphaValue: datum({ name: 'model-alpha', value: scaling.alpha }, strong(strings.short(scaling.alpha))), headDim: datum({ name: 'model-dk', value: size }, String(size)),
    })}</dd></div>
    <div><dt>${strings.text('models.fact.place')}</dt><dd>${rich(strings, `models.place.${model.place}`, values)}</dd></div>
    <div><dt>${strings.text('models.fact.bound')}</dt><dd>${rich(strings, `models.bound.${model.bound}`, values)}</dd></div>
  </dl>`;
}

function bound(placed: PlacedModel, result: ModelsResult, width: number, strings: Strings): TemplateResult | typeof nothing {
  const { scaling } = placed;
  const plot = 150;
  if (result.softCap) {
    const spoken = strings.text('models.cap.spoken', { cap: strings.short(scaling.softCap), one: strings.short(result.softCap.slope[16]!, 2), two: strings.short(result.softCap.slope[32]!, 2), three: strings.short(result.softCap.slope[48]!, 2) });
    return html`<p class="dk-panel-title"><span>${rich(strings, 'models.cap', { cap: strings.short(scaling.softCap) })}</span></p>${boundPicture(layoutCap(scaling, result.softCap, width, plot, strings), 'cap', spoken)}<p class="dk-note">${rich(strings, 'models.cap.note')}</p>`;
  }
  if (result.best) {
    const { headDim, keyCount } = result.request;
    const values = { headDim: String(scaling.headDim || headDim), keyCount: String(keyCount), best: datum({ name: 'best-weight', value: result.best.here.weight[0]! }, strings.exact(result.best.here.weight[0]!, 3)) };
    const spoken = strings.text('models.best.spoken', { alpha: strings.short(scaling.alpha), best: strings.exact(result.best.here.weight[0]!, 3), headDim: values.headDim, keyCount: values.keyCount });
    return html`<p class="dk-panel-title"><span>${rich(strings, 'models.best', values)}</span></p>${boundPicture(layoutBest(scaling, result.best, width, plot, strings), 'best', spoken)}<p class="dk-note">${rich(strings, 'models.best.note', values)}</p>`;
  }
  return nothing;
}

export function card(result: ModelsResult, width: number, uid: string, actions: CardActions, strings: Strings): TemplateResult {
  const placed = chosenOf(result);
  const { name, url } = placed.model;
  const values = { k: variable('k'), wq: WQ, fixedroot: fixedRoot(placed) };
  return html`<div class="dk-card" role="group" aria-labelledby="${uid}-card">
    <p class="dk-card-name" id="${uid}-card">${strings.text(`models.${name}.name`)}</p>
    <p class="dk-card-rule">${rich(strings, `models.${name}.rule`, values)}</p>
    ${ownNumber(placed, result, actions, strings)}
    ${facts(placed, result, strings)}
    <p class="dk-card-why">${rich(strings, `models.${name}.why`, values)}</p>
    ${bound(placed, result, width, strings)}
    <p class="dk-note dk-card-source">${strings.text(`models.${name}.source`)}${url ? html` <a href=${url} rel="noreferrer">${strings.text('models.source')}</a>` : nothing}</p>
  </div>`;
}
