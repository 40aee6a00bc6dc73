// One list of scenarios for the three engines. Each gets a browser of its own.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { startServer } from '../../../script/static_server.mjs';
import { FIGURES } from '../../../web/figures/registry.ts';
import { POLICY, startForeign } from '../support/foreign.ts';
import { dist, languages } from '../support/page_test.ts';
import { call, type Engine, type Key, type Tab } from './engine.ts';
import { differences, expected } from './expected.ts';
import { play } from './monkey.ts';
import { asked, click, focusSlider, otherChoices, shown, shownScript, sliders, spoken, type Shown } from './page.ts';

export interface Scenario {
  title: string;
  /** Engines whose driver or rules cannot do it, and why. */
  not?: Partial<Record<Engine['name'], string>>;
  /** Milliseconds after which it is given up, if half an hour is not enough. */
  patience?: number;
  run(tab: Tab, site: string): Promise<void>;
}

const FIGURE_TAGS = Object.keys(FIGURES);
/** What must be pressed before a figure has its numbers. */
const FIRST_PRESS: Record<string, string> = { 'dk-training': '[data-action=run]', 'dk-claims': '[data-action=run]', 'dk-inspector': '[data-action=sample]' };

const value = ({ readOuts }: Shown, name: string): number => Number(readOuts.find(([one]) => one === name)?.[1] ?? Number.NaN);

let compared = 0;

/** Holds every digit that a figure shows against the engine under Node, in the state that the address tells; it may tell it a moment later. */
async function sameAsNode(tab: Tab, tag: string): Promise<void> {
  let found: string[] = [];
  for (let i = 0; i < 30; i += 1) {
    const now = await shown(tab, tag);
    found = differences(now.readOuts, await expected(tag, now.search)).map((one) => `${tag} ${now.search} ${one}`);
    if (found.length === 0) {
      expect(now.readOuts.length, `${tag} shows numbers`).toBeGreaterThan(0);
      compared += now.readOuts.length;
      return;
    }
    await new Promise((done) => setTimeout(done, 200));
  }
  expect(found).toEqual([]);
}

async function everyControl(tab: Tab, site: string, tag: string): Promise<void> {
  await tab.go(`${site}/en/`);
  await tab.run('new Promise((done) => { const look = () => (document.querySelector("dk-opening[data-settled]") ? done() : setTimeout(look, 50)); look(); })');
  const first = FIRST_PRESS[tag];
  if (first) {
    await tab.run(call((which: string) => document.querySelector(which)?.scrollIntoView({ block: 'start', behavior: 'instant' }), tag));
    await tab.run(call((which: string) => new Promise<void>((done) => {
      const look = (): void => (document.querySelector(which) ? done() : void setTimeout(look, 50));
      look();
    }), `${tag} ${first}`));
    await click(tab, `${tag} ${first}`);
  }
  await sameAsNode(tab, tag);
  const rerun = async (): Promise<void> => {
    if (tag === 'dk-training') await click(tab, `${tag} ${first ?? ''}`);
  };
  const count = await sliders(tab, tag);
  for (let i = 0; i < count; i += 1) {
    const before = await focusSlider(tab, tag, i).then(() => spoken(tab, tag, i));
    const keys: Key[] = ['ArrowRight', 'ArrowRight', 'PageUp'];
    for (const key of keys) await tab.press(key);
    if ((await spoken(tab, tag, i)) === before) for (const key of ['ArrowLeft', 'PageDown'] as const) await tab.press(key);
    expect(await spoken(tab, tag, i), `slider ${i} of ${tag} follows the keys`).not.toBe(before);
    await rerun();
    await sameAsNode(tab, tag);
  }
  for (const choice of await otherChoices(tab, tag)) {
    await click(tab, choice);
    await rerun();
    await sameAsNode(tab, tag);
  }
}

const figureScenarios: Scenario[] = FIGURE_TAGS.map((tag) => ({
  title: `${tag}: moved by every control, each digit is the engine’s under Node`,
  run: (tab, site) => everyControl(tab, site, tag),
}));

/** A copy of the site whose server can be taken away. */
async function ownHost(): Promise<{ origin: string; close(): Promise<void>; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'sqrt-dk-'));
  cpSync(dist, folder, { recursive: true });
  const server = await startServer(folder);
  return { origin: server.origin, close: server.close, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export const scenarios: Scenario[] = [
  {
    title: 'every language loads, computes and asks nobody but its own origin',
    run: async (tab, site) => {
      for (const { tag, path } of languages) {
        await tab.go(`${site}${path}#saturation`);
        expect(await tab.run('document.documentElement.lang')).toBe(tag);
        expect(differences((await shown(tab, 'dk-saturation')).readOuts, await expected('dk-saturation', ''))).toEqual([]);
        expect((await asked(tab)).filter((address) => !address.startsWith(`${site}/`) && !/^(data|blob):/.test(address))).toEqual([]);
      }
    },
  },
  ...figureScenarios,
  {
    title: 'case 27: without SIMD the scalar module gives the same digits',
    run: async (tab, site) => {
      await tab.go(`${site}/en/?simd=off&dk=300&divisor=3&keys=77&seed=12#saturation`);
      expect(differences((await shown(tab, 'dk-saturation')).readOuts, await expected('dk-saturation', '?dk=300&divisor=3&keys=77&seed=12'))).toEqual([]);
      await tab.go(`${site}/en/?dk=300&divisor=3&keys=77&seed=12#saturation`);
      expect(differences((await shown(tab, 'dk-saturation')).readOuts, await expected('dk-saturation', '?dk=300&divisor=3&keys=77&seed=12'))).toEqual([]);
    },
  },
  {
    title: 'a shared address survives a reload, and Back and Forward go between states',
    run: async (tab, site) => {
      await tab.go(`${site}/en/?dk=256&divisor=1#saturation`);
      const first = await shown(tab, 'dk-saturation');
      expect(value(first, 'sigma')).toBe(16);
      await tab.reload();
      expect(await shown(tab, 'dk-saturation')).toEqual(first);
      await click(tab, '#faq a[href^="?dk=300"]');
      expect(value(await shown(tab, 'dk-saturation'), 'sigma')).toBe(Math.sqrt(300) / 300);
      await tab.back();
      await sameState(tab, '?dk=256&divisor=1');
      expect((await shown(tab, 'dk-saturation')).readOuts).toEqual(first.readOuts);
      await tab.forward();
      await sameState(tab, '?dk=300&divisor=dk');
      expect(value(await shown(tab, 'dk-saturation'), 'sigma')).toBe(Math.sqrt(300) / 300);
    },
  },
  {
    title: 'case 31, case 35: three embeds and a sandboxed frame live under a strict policy, independent, at their heights, with no request to a third origin',
    run: async (tab) => {
      const foreign = await startForeign();
      try {
        await tab.go(foreign.page(`
<dk-saturation id="one" dk="512" divisor="1" keys="64" lang="en"></dk-saturation><dk-saturation id="two" dk="16" lang="zh-TW"></dk-saturation><dk-gradient id="three" of="key" lang="en"></dk-gradient>
<iframe id="frame" src="${foreign.site}/embed/saturation.html?dk=128&divisor=1&lang=en" sandbox="allow-scripts" style="width: 100%; height: 300px; border: 0"></iframe><script src="${foreign.site}/embed.js" async></script>`, `default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src HOST; ${POLICY}`));
        await tab.run('customElements.whenDefined("dk-saturation").then(() => true)');
        expect(differences((await shown(tab, '#one')).readOuts, await expected('dk-saturation', '?dk=512&divisor=1&keys=64'))).toEqual([]);
        expect(differences((await shown(tab, '#two')).readOuts, await expected('dk-saturation', '?dk=16'))).toEqual([]);
        expect(differences((await shown(tab, '#three')).readOuts, await expected('dk-gradient', '?gradient.of=key'))).toEqual([]);
        await tab.run(call(() => document.querySelector('#frame')?.scrollIntoView({ block: 'start', behavior: 'instant' })));
        const inFrame = await tab.inFrame<Shown>('#frame', shownScript('dk-saturation'));
        expect(differences(inFrame.readOuts, await expected('dk-saturation', '?dk=128&divisor=1'))).toEqual([]);
        const inner = () => tab.inFrame<number>('#frame', 'Math.ceil(document.documentElement.getBoundingClientRect().height)');
        await expect.poll(async () => (await tab.run<number>('document.querySelector("#frame").getBoundingClientRect().height')) - (await inner()), { timeout: 20_000 }).toBe(0);
        expect(await inner()).toBeGreaterThan(600);
        await tab.run(call(() => document.querySelector('#one')?.shadowRoot?.querySelector<HTMLElement>('[data-mark=root]')?.click()));
        expect(differences((await shown(tab, '#one')).readOuts, await expected('dk-saturation', '?dk=512&keys=64'))).toEqual([]);
        expect(differences((await shown(tab, '#two')).readOuts, await expected('dk-saturation', '?dk=16'))).toEqual([]);
        const strangers = (addresses: string[]): string[] => addresses.filter((address) => ![foreign.site, foreign.origin].some((known) => address.startsWith(`${known}/`)) && !/^(data|blob):/.test(address));
        expect(strangers(await asked(tab))).toEqual([]);
        expect(strangers(await tab.inFrame<string[]>('#frame', 'performance.getEntriesByType("resource").map(({ name }) => name)'))).toEqual([]);
      } finally {
        await foreign.close();
      }
    },
  },
  {
    title: 'case 26: a host that forbids workers still gets its figures, one that forbids WebAssembly gets a sentence and the author’s link',
    run: async (tab) => {
      const foreign = await startForeign();
      try {
        const body = `<dk-saturation id="one" dk="512" divisor="1" lang="en"><a class="kept" href="https://example.org/">elsewhere</a></dk-saturation><script src="${foreign.site}/embed.js" async></script>`;
        await tab.go(foreign.page(body, "script-src HOST 'wasm-unsafe-eval'; worker-src 'none'"));
        expect(differences((await shown(tab, '#one')).readOuts, await expected('dk-saturation', '?dk=512&divisor=1'))).toEqual([]);
        await tab.go(foreign.page(body, 'script-src HOST; worker-src blob:'));
        await expect.poll(() => tab.run('document.querySelector("#one")?.shadowRoot?.querySelector(".dk-error")?.dataset.code ?? ""'), { timeout: 60_000 }).toBe('no_webassembly');
        expect(await tab.run('document.querySelector("#one .kept").getClientRects().length')).toBeGreaterThan(0);
      } finally {
        await foreign.close();
      }
    },
  },
  {
    title: 'case 25: the single file opens from a disk, and every figure computes',
    not: { webkit: 'MiniBrowser under automation opens no file: addresses' },
    run: async (tab) => {
      await tab.go(`${pathToFileURL(join(dist, 'sqrt-dk.html')).href}?lang=en&dk=256&divisor=1`);
      for (const tag of FIGURE_TAGS) {
        const first = FIRST_PRESS[tag];
        if (tag === 'dk-claims') continue; // a minute of measurements: it has its own scenario
        if (first) {
          await tab.run(call((which: string, press: string) => new Promise<void>((done) => {
            document.querySelector(which)?.scrollIntoView({ block: 'start', behavior: 'instant' });
            const look = (): void => {
              const button = document.querySelector<HTMLElement>(press);
              if (!button) return void setTimeout(look, 50);
              button.click();
              done();
            };
            look();
          }), tag, `${tag} ${first}`));
        }
        const now = await shown(tab, tag);
        expect(differences(now.readOuts, await expected(tag, '?dk=256&divisor=1')).map((one) => `${tag} ${one}`)).toEqual([]);
      }
    },
  },
  {
    title: 'after one visit the site opens and computes with its server gone',
    run: async (tab) => {
      const host = await ownHost();
      try {
        await tab.go(`${host.origin}/en/#saturation`);
        await shown(tab, 'dk-saturation');
        await tab.run('navigator.serviceWorker.ready.then(() => true)');
        await host.close();
        await tab.go(`${host.origin}/en/?dk=512&divisor=1#saturation`);
        expect(differences((await shown(tab, 'dk-saturation')).readOuts, await expected('dk-saturation', '?dk=512&divisor=1'))).toEqual([]);
      } finally {
        await host.close().catch(() => {});
        host.remove();
      }
    },
  },
];

/** How often the monkey acts in each engine; SQRT_DK_MONKEY says otherwise. */
const ACTIONS = Number(process.env['SQRT_DK_MONKEY'] ?? 10_000);
/** Where it begins, a multiple of the pieces: to go on, or to set one piece off again. */
const FROM = Number(process.env['SQRT_DK_MONKEY_FROM'] ?? 0);
/** So many on one page; the next piece has a seed of its own and begins with a new page, so that a fault can be set off again by its piece alone. */
const PIECE = 500;

scenarios.push({
  title: `${ACTIONS} actions of a seeded monkey leave every figure right, or saying what is wrong`,
  patience: 10_800_000,
  run: async (tab, site) => {
    for (let at = FROM; at < ACTIONS; at += PIECE) {
      // Every other piece on a phone.
      await (at % (2 * PIECE) === 0 ? tab.size(1280, 900) : tab.size(390, 844));
      const { actions, compared: held, told, faults } = await play(tab, site, 20170612 + at, Math.min(PIECE, ACTIONS - at));
      console.log(`from ${at} on ${actions} actions, ${held} read-outs as under Node, told: ${JSON.stringify(told)}`);
      expect(faults, `seed ${20170612 + at}`).toEqual([]);
    }
  },
});

async function sameState(tab: Tab, search: string): Promise<void> {
  await expect.poll(() => tab.run('location.search'), { timeout: 10_000 }).toBe(search);
}

/** How many read-outs were held against Node's so far. */
export const comparedSoFar = (): number => compared;
