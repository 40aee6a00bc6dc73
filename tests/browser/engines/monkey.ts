// A monkey at the page: actions by a seed, the same in every engine. After each, the figure is right or says what is wrong with a way out.
import { FIGURES } from '../../../web/figures/registry.ts';
import { call, type Tab } from './engine.ts';
import { differences, expected } from './expected.ts';
import { shown } from './page.ts';

export interface Played {
  actions: number;
  /** Read-outs that were held against Node's. */
  compared: number;
  /** Sentences about what is wrong that were met, by code. */
  told: Record<string, number>;
  faults: string[];
}

interface Turn {
  faults: string[];
  told: string[];
  last: string;
}

/** So many actions in the page, from a state of the generator on. */
const turn = (tags: string[], seed: number, actions: number): string => call(async (names: string[], start: number, count: number): Promise<Turn> => {
  let a = start;
  const next = (): number => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <Kind>(all: ArrayLike<Kind>): Kind | undefined => all[Math.floor(next() * all.length)];
  const typed = ['', '0', '-1', '1e400', 'NaN', '٣', '7.5', '1e-9', '4096', '<img src=x onerror=alert(1)>', '=1+1', '99999999999999999999', '½', '1 2 3', '64', '8'];
  const keys = ['ArrowRight', 'ArrowLeft', 'PageUp', 'PageDown', 'Home', 'End', 'Enter', 'Escape', ' ', 'x'];
  const faults: string[] = [];
  const told: string[] = [];
  const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
  const frame = (): Promise<void> => Promise.race([new Promise<void>((done) => requestAnimationFrame(() => done())), pause(200)]);
  const seenError = (event: ErrorEvent | PromiseRejectionEvent): void => void faults.push(`uncaught: ${'reason' in event ? String(event.reason) : event.message}`);
  addEventListener('error', seenError);
  addEventListener('unhandledrejection', seenError);
  let last = '';
  for (let i = 0; i < count && faults.length < 10; i += 1) {
    // One engine serves all figures: a survey or a race that was set off is mostly stopped again before the next move.
    if (next() < 0.9) document.querySelectorAll<HTMLButtonElement>('[data-action=stop]:not([disabled])').forEach((stop) => stop.click());
    // And sometimes it begins again: else all figures would soon have their largest sizes for good, which cost seconds an action.
    if (next() < 0.1) document.querySelector<HTMLElement>('.dk-foot > button:not([disabled])')?.click();
    // As readers do, it mostly stays with a figure for a while: its states go deeper, and a jump through the page costs more than all else.
    const stays = last !== '' && next() < 0.6;
    const tag = stays ? last : pick(names) ?? '';
    const figure = document.querySelector<HTMLElement>(tag);
    if (!figure) continue;
    last = tag;
    if (!stays) {
      if (next() < 0.5) figure.scrollIntoView({ block: 'start', behavior: 'instant' });
      else scrollTo({ top: next() * document.documentElement.scrollHeight, behavior: 'instant' });
      figure.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    }
    for (let k = 0; k < 50 && !figure.querySelector(':scope > .dk-figure'); k += 1) await pause(50);
    const root = figure.querySelector(':scope > .dk-figure') ?? figure;
    const kind = next();
    let what = '';
    if (kind < 0.4) {
      const range = pick(root.querySelectorAll<HTMLInputElement>('input[type=range]:not([disabled])'));
      const first = next();
      // Many keys and long vectors cost seconds: seldom, so that there is time for more.
      const where = range?.name === 'keys' || range?.name === 'dk' ? first * next() : first;
      if (range) {
        what = `slider ${range.name} ${where}`;
        const steps = 1 + Math.floor(next() * 4);
        for (let s = 1; s <= steps; s += 1) {
          range.value = String(Number(range.min) + ((where * s) / steps) * (Number(range.max) - Number(range.min)));
          range.dispatchEvent(new Event('input', { bubbles: true }));
        }
        if (next() < 0.8) range.dispatchEvent(new Event('change', { bubbles: true }));
      }
    } else if (kind < 0.55) {
      const one = pick(root.querySelectorAll<HTMLElement>('input, button, [tabindex="0"], textarea'));
      const key = pick(keys) ?? 'x';
      what = `key ${key}`;
      one?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      one?.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true }));
    } else if (kind < 0.7) {
      const field = pick(root.querySelectorAll<HTMLInputElement>('input:not([type=range]):not([type=checkbox]):not([type=radio]):not([type=file]), textarea'));
      const text = pick(typed) ?? '';
      what = `typed ${text}`;
      if (field) {
        field.value = text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        field.dispatchEvent(new Event('change', { bubbles: true }));
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
        field.dispatchEvent(new FocusEvent('blur'));
      }
    } else {
      const button = pick([...root.querySelectorAll<HTMLElement>('button:not([disabled]), summary, input[type=checkbox], input[type=radio]')].filter((one) => !one.closest('dialog, .dk-share-row') && !one.matches('[data-save], [data-action=save], [type=file]')));
      what = `pressed ${button?.outerHTML.slice(0, 80) ?? ''}`;
      button?.click();
    }
    // Off the screen nothing is asked, so what was touched is brought back before it is looked at.
    await frame();
    await frame();
    const until = Date.now() + 60_000;
    for (;;) {
      const box = figure.getBoundingClientRect();
      if (box.bottom < 0 || box.top > innerHeight) figure.scrollIntoView({ block: 'start', behavior: 'instant' });
      const error = figure.querySelector<HTMLElement>('.dk-error');
      if (figure.hasAttribute('data-settled')) break;
      if (error) {
        // What is wrong with a reader's file is told above the place for another one.
        if (error.innerText.trim() === '' || !(error.querySelector('button') || error.dataset['problem'])) faults.push(`${tag} ${location.search}: an error without a sentence or a way out after ${what}`);
        else told.push(error.dataset['code'] ?? error.dataset['problem'] ?? '');
        break;
      }
      // A race, a survey or a measurement goes on until it is done or stopped.
      const stop = figure.querySelector<HTMLButtonElement>('[data-action=stop]:not([disabled])');
      if (stop || figure.querySelector('[data-action=run], [data-action=sample]')) {
        if (stop && next() < 0.5) stop.click();
        break;
      }
      if (Date.now() > until) {
        faults.push(`${tag} ${location.search}: neither settled nor said what is wrong within a minute after ${what}`);
        break;
      }
      await pause(20);
    }
    // A notice quotes what was typed, and what is wrong with a reader's numbers names them: that may be the word NaN.
    const text = [...figure.querySelectorAll<HTMLElement>('[data-notice], .dk-error[data-problem]')].reduce((rest, { innerText }) => rest.replace(innerText, ''), figure.innerText);
    if (tag !== 'dk-overflow' && /NaN|Infinity|undefined|\[object|[−-]?∞\.|null,/.test(text.replace(/float16 to infinity/g, ''))) faults.push(`${tag} ${location.search}: ${/.{0,60}(NaN|Infinity|undefined|\[object).{0,40}/.exec(text)?.[0] ?? 'a number that is none'} after ${what}`);
    const bad = [...figure.querySelectorAll<HTMLElement>('[data-value]')].filter((one) => /^(NaN|undefined|null|\[object)/.test(one.dataset['value'] ?? ''));
    if (tag !== 'dk-overflow' && bad.length > 0) faults.push(`${tag} ${location.search}: ${bad[0]!.dataset['name'] ?? ''} = ${bad[0]!.dataset['value'] ?? ''} after ${what}`);
    if (document.querySelector('img[src=x]')) faults.push(`${tag}: markup that was typed stands in the page`);
  }
  removeEventListener('error', seenError);
  removeEventListener('unhandledrejection', seenError);
  return { faults, told, last };
}, tags, seed, actions);

/** Figures whose numbers are those of the address as soon as they are settled. */
const COMPARED = ['dk-dot-product', 'dk-gradient', 'dk-invariance', 'dk-models', 'dk-opening', 'dk-overflow', 'dk-saturation'];

/** Plays, and after every turn holds what the last figure shows against Node. */
export async function play(tab: Tab, site: string, seed: number, actions: number, perTurn = 50): Promise<Played> {
  const tags = Object.keys(FIGURES);
  const played: Played = { actions: 0, compared: 0, told: {}, faults: [] };
  await tab.go(`${site}/en/`);
  await shown(tab, 'dk-opening');
  for (let at = 0; at < actions && played.faults.length === 0; at += perTurn) {
    const { faults, told } = await tab.run<Turn>(turn(tags, (seed + Math.imul(at, 0x9e3779b1)) | 0, Math.min(perTurn, actions - at)));
    played.actions = Math.min(actions, at + perTurn);
    played.faults.push(...faults);
    for (const code of told) played.told[code] = (played.told[code] ?? 0) + 1;
    const tag = COMPARED[(at / perTurn) % COMPARED.length]!;
    const wrong = await compareOne(tab, tag);
    if (typeof wrong === 'number') played.compared += wrong;
    else played.faults.push(...wrong);
  }
  return played;
}

async function compareOne(tab: Tab, tag: string): Promise<number | string[]> {
  let wrong: string[] = [];
  // The address may follow a second later.
  for (let i = 0; i < 25; i += 1) {
    const now = await shown(tab, tag).catch((reason: unknown) => String(reason));
    // What it cannot compute it has said.
    if (typeof now === 'string') return / \?\S*: \w+ /.test(now) || /: \w+_\w+ /.test(now) ? 0 : [now];
    wrong = differences(now.readOuts, await expected(tag, now.search)).map((one) => `${tag} ${now.search} ${one}`);
    if (wrong.length === 0) return now.readOuts.length;
    await new Promise((done) => setTimeout(done, 200));
  }
  return wrong;
}
