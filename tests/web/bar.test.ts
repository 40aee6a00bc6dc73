import { describe, expect, it } from 'vitest';
import { barView, TABS, type BarModel } from '../../web/figures/bar/view.ts';
import type { Actions } from '../../web/figures/controls/actions.ts';
import { DEFAULTS, type Params } from '../../web/state/params.ts';
import { languages, stringsIn } from './support/content.ts';
import { datum, render, visibleText } from './support/render.ts';

const still: Actions = { now: () => DEFAULTS, move() {}, choose() {}, rest() {}, type() {}, reset() {} };
const model = (params: Partial<Params>, more: Partial<BarModel> = {}): BarModel => ({ uid: 'bar', params: { ...DEFAULTS, ...params }, wide: true, tab: 'divisor', choose() {}, ...more });
const drawn = (one: BarModel, language: (typeof languages)[number] = 'zh-Hant'): string => render(barView(one, still, stringsIn(language)));

describe('the bar', () => {
  it('has d_k, the divisor, α, n and the state in one row where there is room', () => {
    const markup = drawn(model({ divisor: '1', keyCount: 512 }));
    for (const name of ['dk', 'divisor', 'keys']) expect(markup).toContain(`name=${name}`.replace('name=divisor', 'name="divisor"'));
    expect(datum(markup, 'alpha')).toMatchObject({ value: '0.125' });
    expect(visibleText(markup)).toMatch(/太小$/);
  });
  it('has one track and four tabs on a phone, and the tab in force owns the track', () => {
    for (const tab of TABS) {
      const markup = drawn(model({}, { wide: false, tab }));
      expect(markup.match(/data-tab=/g)).toHaveLength(4);
      expect(markup.match(/type="range"/g) ?? []).toHaveLength(tab === 'state' ? 0 : 1);
      expect(markup).toContain(`data-tab=${tab} aria-pressed=true`);
    }
  });
  it.each([[{ divisor: '1' }, 'small'], [{}, 'ok'], [{ divisor: 'dk' }, 'large']] as const)('says of %o that it is %s, by the spread and its limits', (params, zone) => {
    for (const language of languages) {
      const markup = drawn(model(params, { wide: false, tab: 'state' }), language);
      expect(datum(markup, 'zone')).toMatchObject({ value: zone });
      expect(visibleText(markup)).toContain(zone === 'small' ? '2.04' : '0.46');
    }
  });
  it('speaks the divisor as a number and as a multiple of the root', () => {
    expect(drawn(model({ divisor: 4 }), 'en')).toContain('aria-valuetext=4.00, 0.5 times √64');
  });
  it('shows no number that is not finite at the ends of every range', () => {
    for (const params of [{ headDim: 4096, divisor: 1e-6, keyCount: 4096 }, { headDim: 1, divisor: 1e6, keyCount: 2 }]) {
      for (const wide of [true, false]) expect(drawn(model(params, { wide, tab: 'state' }))).not.toMatch(/NaN|Infinity|∞|undefined/);
    }
  });
});
