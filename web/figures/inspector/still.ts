import { readOptions } from '../../state/options.ts';
import { Session } from '../../inspector/session.ts';
import { STANDARD, type StillFigure } from '../still.ts';
import { measureAll, type JobReport } from './job.ts';
import { OPTION_TABLE } from './options.ts';
import { askFloat16 } from './theory.ts';
import { inspectorView, type InspectorActions } from './view.ts';

const nothing = (): void => {};
const NO_ACTIONS: InspectorActions = { files: nothing, paste: nothing, sample: nothing, stop: nothing, drag: nothing, choose: nothing, change: nothing, typeDivisor: nothing, select: nothing, sort: nothing, more: nothing, save: nothing };

/** The sample's report: without scripts there is no file of the reader's. */
export const stillInspector: StillFigure = async (engine, strings, still, { option } = STANDARD) => {
  // Only the build gets here, and the page's own types know no file system.
  const { readFile } = (await import(/* @vite-ignore */ `node:${'fs/promises'}`)) as { readFile(path: URL): Promise<Uint8Array<ArrayBuffer>> };
  const bytes = await readFile(new URL('./sample.safetensors', import.meta.url));
  const inspector = new Session();
  const catalogue = await inspector.open({ files: [{ name: 'sample.safetensors', blob: new Blob([bytes]) }] });
  const options = readOptions(OPTION_TABLE, option).values;
  let report: JobReport | undefined;
  await measureAll({ inspector, engine, catalogue, choice: 'all', options, told: (_done, _of, now) => ((report = now), true) });
  const loaded = report && { name: 'sample.safetensors', catalogue, choice: 'all' as const, heads: report.heads, selected: report.first, picture: undefined };
  return inspectorView({ ...still, options, phase: 'done', progress: { of: 0, done: 0 }, problem: undefined, dragging: false, loaded, float16: await askFloat16(engine), sort: { by: 'label', descending: false }, most: 100, shows: (control) => control === 'heads' }, NO_ACTIONS, strings);
};
