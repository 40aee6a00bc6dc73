// The program of a figure that shows the sample's rows.
import { divisorOf } from '../../state/params.ts';
import type { Services } from '../services.ts';
import type { ProgramData } from './program.ts';

/** The scores of the sample's first row, as the engine draws them. */
export async function rowProgram({ engine, store }: Services): Promise<ProgramData> {
  const { headDim, keyCount, seed } = store.params;
  const divisor = divisorOf(store.params);
  const { scores } = await engine.call('attentionRow', { headDim, keyCount, seed, divisor, row: 0 });
  return { kind: 'row', scores: [...scores], divisor };
}
