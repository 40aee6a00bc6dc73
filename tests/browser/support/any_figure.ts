import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

/** What a test does with one figure of the page, whichever it is. */
export class Figure {
  readonly element: Locator;

  constructor(
    readonly page: Page,
    readonly tag: string,
    /** The fragment of its section. */
    readonly section: string,
  ) {
    this.element = page.locator(tag);
  }

  async open(query = '', path = '/'): Promise<void> {
    await this.page.goto(`${path}${query}#${this.section}`);
    await this.settled();
  }

  /** Waits until the digits are final for the state that the figure has now. */
  async settled(): Promise<void> {
    await this.element.scrollIntoViewIfNeeded();
    // Two frames, so that a change made just now has reached the figure and taken the mark away.
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await expect(this.element).toHaveAttribute('data-settled', '', { timeout: 15_000 });
  }

  choice = (control: string, value: string): Locator => this.element.locator(`[data-control=${control}] [data-choice="${value}"]`);
  slider = (name: string): Locator => this.element.locator(`input[type=range][name=${name}]`);
  mark = (name: string): Locator => this.element.locator(`[data-mark="${name}"]`);

  async choose(control: string, value: string): Promise<void> {
    await this.choice(control, value).click();
    await this.settled();
  }

  /** Every datum by name, as the attributes have it. */
  async data(): Promise<Record<string, { value: string; error?: string; theory?: string }>> {
    await this.settled();
    return Object.fromEntries(await this.element.locator('[data-name][data-value]').evaluateAll((all) => all.map((one) => {
      const { name = '', value = '', error, theory } = (one as HTMLElement).dataset;
      return [name, { value, ...(error === undefined ? {} : { error }), ...(theory === undefined ? {} : { theory }) }] as const;
    })));
  }

  async number(name: string): Promise<number> {
    const found = (await this.data())[name];
    if (!found) throw new Error(`${this.tag} shows no ${name}`);
    return Number(found.value);
  }

  async axe(): Promise<string[]> {
    const { violations } = await new AxeBuilder({ page: this.page }).include(this.tag).analyze();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(' · ')}`);
  }

  /** Buttons, fields and sliders that a thumb would miss. */
  tooSmall = (): Promise<string[]> =>
    this.element.locator('button:visible, input:visible, summary:visible').evaluateAll((all) => all.filter((one) => {
      const { width, height } = one.getBoundingClientRect();
      // A slider's mark reaches beyond its box (controls.css), and a field's line is as high as its label's.
      return !one.matches('.dk-mark, .dk-field') && (width < 44 || height < 44);
    }).map((one) => `${one.outerHTML.slice(0, 90)} ${one.getBoundingClientRect().width} × ${one.getBoundingClientRect().height}`));

  async scrollsSideways(): Promise<boolean> {
    return this.page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  }
}
