// What a figure must show in a state, by the same query, the same view and the engine under Node: no browser has a hand in it.
import { nodeClient } from '../../../web/engine/node_engine.ts';
import { stillOf } from '../../../web/figures/still.ts';
import { STILLS } from '../../../web/figures/stills.ts';
import { readQuery } from '../../../web/state/url.ts';
import { stringsIn } from '../../web/support/content.ts';
import { render } from '../../web/support/render.ts';
import { wasm } from '../support/page_test.ts';

/** Every read-out: name and full value, as `data-name` and `data-value` have them. */
export type ReadOuts = [name: string, value: string][];

let engine: ReturnType<typeof nodeClient> | undefined;
const strings = stringsIn('en');
const known = new Map<string, Promise<ReadOuts>>();

/** The read-outs of a figure for the state that an address holds. */
export function expected(tag: string, search: string): Promise<ReadOuts> {
  const key = `${tag} ${search}`;
  let found = known.get(key);
  if (!found) known.set(key, (found = draw(tag, search)));
  return found;
}

async function draw(tag: string, search: string): Promise<ReadOuts> {
  const still = STILLS[tag];
  if (!still) throw new Error(`${tag} cannot be drawn without a browser`);
  const { params, options } = readQuery(search);
  const name = tag.slice('dk-'.length);
  // With its table, which may stand open in the page.
  const shown = { ...stillOf('u', '1'), shows: () => true, tableOpen: true };
  return readOutsOf(render(await still(await (engine ??= nodeClient(wasm)), strings, shown, { params, option: (option) => options[`${name}.${option}`] ?? null })));
}

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}=(?:"([^"]*)"|([^\\s>]*))`).exec(tag);
  return found ? (found[1] ?? found[2]) : undefined;
};

function readOutsOf(markup: string): ReadOuts {
  return [...markup.matchAll(/<[a-z][^>]*\sdata-name=[^>]*>/g)].flatMap(([tag]) => {
    const [name, value] = [attribute(tag, 'data-name'), attribute(tag, 'data-value')];
    return name === undefined || value === undefined ? [] : [[name, value] as [string, string]];
  });
}

/** What a browser shows and Node doesn't: a value that differs, or a read-out that the view without a browser doesn't have. */
export function differences(shown: ReadOuts, node: ReadOuts): string[] {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of node) values.set(name, (values.get(name) ?? new Set()).add(value));
  return shown.flatMap(([name, value]) => {
    const there = values.get(name);
    return there?.has(value) ? [] : [`${name}: ${value}, under Node ${there ? [...there].join(' or ') : 'not there'}`];
  });
}
