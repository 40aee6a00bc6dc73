// The inspector's side that has the files: opens them, cuts them into heads, and steps through one head's measuring after another. Runs in a
// worker, or in the page where workers are refused, and in the tests.
import { HeadReader, headsOf, type Head, type Layout } from './heads.ts';
import { chosenRows, measureHead, type Answer, type Ask, type Measured, type Numbers, type Settings } from './measure.ts';
import { openFiles, openPasted, type NamedBlob, type Opened, type Progress } from './open.ts';
import { findPairs, type Found, type Pair } from './pairs.ts';
import { InspectionProblem } from './problem.ts';
import type { Tensor } from './tensor.ts';

export type Source = { files: readonly NamedBlob[] } | { text: string; name: string };

export interface Catalogue {
  /** Names the opened source in later calls. */
  source: number;
  tensors: { name: string; shape: readonly number[]; dtype: Tensor['dtype'] }[];
  found: Found;
  divisor: number | undefined;
  notes: Opened['notes'];
}

export interface HeadName {
  label: string;
  headDim: number | undefined;
  rows: number;
  keys: number;
}

export type Step = { kind: 'ask'; run: number; ask: Ask } | ({ kind: 'measured' } & Measured);

export interface Inspector {
  open(source: Source, progress?: Progress): Promise<Catalogue>;
  /** The heads of these pairs, in this layout. */
  plan(source: number, pairs: readonly Pair[], layout: Layout): Promise<HeadName[]>;
  /** Begins a head of the plan, by its number. */
  begin(source: number, head: number, settings: Settings): Promise<Step>;
  /** Hands in what the engine answered. */
  answer(run: number, answer: Answer): Promise<Step>;
  /** Gives up a run that will not be answered. */
  leave(run: number): Promise<void>;
  /** Lets go of a source. */
  close(source: number): Promise<void>;
}

interface OpenSource {
  tensors: Tensor[];
  heads: Head[];
  reader: HeadReader;
}

export class Session implements Inspector {
  #next = 1;
  #sources = new Map<number, OpenSource>();
  #runs = new Map<number, Generator<Ask, Measured, Answer>>();

  async open(source: Source, progress?: Progress): Promise<Catalogue> {
    const opened = 'files' in source ? await openFiles(source.files, progress) : await openPasted(source.name, source.text);
    const id = this.#next++;
    this.#sources.set(id, { tensors: opened.tensors, heads: [], reader: new HeadReader() });
    return { source: id, tensors: opened.tensors.map(({ name, shape, dtype }) => ({ name, shape, dtype })), found: findPairs(opened.tensors), divisor: opened.divisor, notes: opened.notes };
  }

  async plan(source: number, pairs: readonly Pair[], layout: Layout): Promise<HeadName[]> {
    const opened = this.#source(source);
    const heads = headsOf(opened.tensors, pairs, layout);
    opened.heads = heads;
    opened.reader = new HeadReader();
    return heads.map(({ label, headDim, rows, keys }) => ({ label, headDim, rows, keys }));
  }

  async begin(source: number, index: number, settings: Settings): Promise<Step> {
    const { heads, reader } = this.#source(source);
    const head = heads[index];
    if (!head) throw new InspectionProblem('choose');
    const run = this.#next++;
    this.#runs.set(run, measureHead(await numbersOf(head, reader), settings));
    return this.#step(run, (generator) => generator.next());
  }

  async answer(run: number, answer: Answer): Promise<Step> {
    return this.#step(run, (generator) => generator.next(answer));
  }

  async leave(run: number): Promise<void> {
    this.#runs.delete(run);
  }

  async close(source: number): Promise<void> {
    this.#sources.delete(source);
  }

  #source(id: number): OpenSource {
    const source = this.#sources.get(id);
    if (!source) throw new InspectionProblem('choose');
    return source;
  }

  #step(run: number, advance: (generator: Generator<Ask, Measured, Answer>) => IteratorResult<Ask, Measured>): Step {
    const generator = this.#runs.get(run);
    if (!generator) throw new InspectionProblem('choose');
    try {
      const { done, value } = advance(generator);
      if (!done) return { kind: 'ask', run, ask: value };
      this.#runs.delete(run);
      return { kind: 'measured', ...value };
    } catch (reason) {
      this.#runs.delete(run);
      throw reason;
    }
  }
}

async function numbersOf(head: Head, reader: HeadReader): Promise<Numbers> {
  const { label, rows, keys, headDim } = head;
  const chosen = chosenRows(rows, keys);
  const rest = { label, rows: chosen, rowCount: chosen?.length ?? rows, rowsOfHead: rows, keys };
  if ('logits' in head) {
    const logits = await reader.rows(head.logits, head.head, chosen);
    checkFinite(logits, keys, head.logits.tensor.name, label, chosen, true);
    return { ...rest, data: { logits } };
  }
  const width = headDim ?? 1;
  const query = await reader.rows(head.query, head.queryHead, chosen);
  const key = await reader.rows(head.key, head.keyHead, undefined);
  checkFinite(query, width, head.query.tensor.name, label, chosen, false);
  checkFinite(key, width, head.key.tensor.name, label, undefined, false);
  return { ...rest, data: { query, key, headDim: width } };
}

/** −∞ among logits masks a key. */
function checkFinite(values: Float32Array, width: number, tensor: string, head: string, rows: readonly number[] | undefined, masks: boolean): void {
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i]!;
    if (Number.isFinite(value) || (masks && value === Number.NEGATIVE_INFINITY)) continue;
    const row = Math.floor(i / width);
    throw new InspectionProblem('not_finite', { tensor, head, row: rows?.[row] ?? row, column: i % width, value: Number.isNaN(value) ? 'NaN' : value > 0 ? '∞' : '−∞' });
  }
}
