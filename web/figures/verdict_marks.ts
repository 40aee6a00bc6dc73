// The shapes of verdicts, 20 × 20, in the colour of the text: ink and a shape, never a hue. They always stand beside a word.
import type { Verdict } from '../engine/protocol_claims.ts';

export interface VerdictMark {
  /** A path that is filled. */
  fill?: string;
  /** A path that is drawn, 1.6 wide unless said. */
  line?: string;
  width?: number;
  dashes?: string;
}

const RING = 'M4.4 10a5.6 5.6 0 1 0 11.2 0a5.6 5.6 0 1 0-11.2 0z';

export const VERDICT_MARKS: Readonly<Record<Verdict, VerdictMark>> = {
  holds: { fill: 'M4 10a6 6 0 1 0 12 0a6 6 0 1 0-12 0z' },
  conditional: { line: RING, fill: 'M10 4.4a5.6 5.6 0 0 1 0 11.2z' },
  imprecise: { line: RING, dashes: '2.6 1.8' },
  partly: { line: `${RING}M6.2 13.8l7.6-7.6` },
  wrong: { line: 'M5 5l10 10M15 5L5 15', width: 2 },
};
