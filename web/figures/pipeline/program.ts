import { markValue } from '../../state/params.ts';
import type { EngineMatrix } from '../../engine/protocol_attention.ts';
import type { ProgramData } from '../share/program.ts';
import { allowed, at } from './query.ts';
import type { AnsweredPipeline } from './view.ts';

const rowsOf = (matrix: EngineMatrix): number[][] => Array.from({ length: matrix.rows }, (_, i) => Array.from({ length: matrix.columns }, (__, j) => at(matrix, i, j)));

/** The figure's matrices, and the one divisor that comes to the same as where and how it divides. */
export function pipelineProgram({ options, headCount, result }: AnsweredPipeline): ProgramData {
  const root = Math.sqrt(options.width);
  const divisors: Readonly<Record<typeof options.divide, number>> = {
    root, both: root, folded: root, none: 1, one: Math.sqrt(root), rootmodel: markValue('rootmodel', { headDim: options.width, headCount }),
  };
  return { kind: 'attention', query: rowsOf(result.query), key: rowsOf(result.key), value: rowsOf(result.value), allow: allowed(options), divisor: divisors[options.divide] };
}
