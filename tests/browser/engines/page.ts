// What scenarios do inside a page: functions that go into any of the three engines as text, so each stands for itself.
import { call, type Tab } from './engine.ts';
import type { ReadOuts } from './expected.ts';

export interface Shown {
  search: string;
  readOuts: ReadOuts;
}

/** Brings a figure to the screen, waits until its digits are final, and answers them with the state that they are of. */
export const shown = (tab: Tab, selector: string): Promise<Shown> => tab.run(shownScript(selector));

export const shownScript = (selector: string): string => call((which: string) => new Promise<Shown>((done, fail) => {
  const until = Date.now() + 120_000;
  const still = () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
  const look = async (): Promise<void> => {
    const figure = document.querySelector<HTMLElement>(which);
    const root = figure?.shadowRoot ?? figure;
    const box = figure?.getBoundingClientRect();
    if (figure && box && (box.bottom < 0 || box.top > innerHeight)) figure.scrollIntoView({ block: 'start', behavior: 'instant' });
    await still();
    const wrong = root?.querySelector<HTMLElement>('.dk-error');
    if (wrong) return fail(new Error(`${which} ${location.search}: ${wrong.dataset['code'] ?? ''} ${wrong.innerText}`));
    if (!figure?.hasAttribute('data-settled') || !root) {
      if (Date.now() > until) return fail(new Error(`${which} does not settle: ${root?.textContent?.slice(0, 300) ?? 'not there'}`));
      return void setTimeout(() => void look(), 50);
    }
    const all = [...root.querySelectorAll<HTMLElement>('[data-name][data-value]')].filter((one) => !one.closest('.fallback'));
    done({ search: location.search, readOuts: all.map((one) => [one.dataset['name'] ?? '', one.dataset['value'] ?? '']) });
  };
  void look();
}), selector);

/** How many sliders a figure has. */
export const sliders = (tab: Tab, tag: string): Promise<number> => tab.run(call((which: string) => document.querySelectorAll(`${which} input[type=range]`).length, tag));

export const focusSlider = (tab: Tab, tag: string, index: number): Promise<void> => tab.run(call((which: string, at: number) => {
  const range = document.querySelectorAll<HTMLElement>(`${which} input[type=range]`)[at];
  range?.scrollIntoView({ block: 'center', behavior: 'instant' });
  range?.focus();
}, tag, index));

/** What a slider's value is called by a screen reader. */
export const spoken = (tab: Tab, tag: string, index: number): Promise<string> =>
  tab.run(call((which: string, at: number) => document.querySelectorAll(`${which} input[type=range]`)[at]?.getAttribute('aria-valuetext') ?? '', tag, index));

/** Presses one thing in a figure. */
export const click = (tab: Tab, selector: string): Promise<boolean> => tab.run(call((which: string) => {
  const found = document.querySelector<HTMLElement>(which);
  found?.click();
  return found !== null;
}, selector));

/** Of each group of choices, and of the divisor's marks, one that is not in force. */
export const otherChoices = (tab: Tab, tag: string): Promise<string[]> => tab.run(call((which: string) => {
  const figure = document.querySelector(which);
  if (!figure) return [];
  const free = (all: NodeListOf<Element>): Element | undefined => [...all].filter((one) => one.getAttribute('aria-pressed') !== 'true' && !one.hasAttribute('disabled')).at(-1);
  const groups = [...figure.querySelectorAll('[data-control]')].filter((group) => group.querySelector(':scope > [data-choice]')).map((group) => {
    const other = free(group.querySelectorAll(':scope > [data-choice]'));
    return other && `${which} [data-control="${group.getAttribute('data-control') ?? ''}"] > [data-choice="${other.getAttribute('data-choice') ?? ''}"]`;
  });
  const mark = free(figure.querySelectorAll('[data-mark]'));
  return [...groups, mark && `${which} [data-mark="${mark.getAttribute('data-mark') ?? ''}"]`].filter((one) => one !== undefined);
}, tag));

/** What the page has asked the network for, and what its policy refused. */
export const WATCH = `window.refused = []; document.addEventListener('securitypolicyviolation', (event) => window.refused.push(event.blockedURI + ' ' + event.violatedDirective));`;
export const asked = (tab: Tab): Promise<string[]> => tab.run('performance.getEntriesByType("resource").map(({ name }) => name)');
