// A challenge in sentences: its task with its own numbers, how far there is to go, what a solution's numbers are. Pure.
import { divisorOf, sigmaOf, zoneLimits } from '../../state/params.ts';
import { variable, type Piece } from '../math.ts';
import type { Strings } from '../strings.ts';
import { ROOT_C } from './controls.ts';
import { bound, valueText } from './gauge.ts';
import { patched, startOf } from './list.ts';
import { isIn, isMet, type Challenge, type Judged, type Reading } from './types.ts';

/** What the sentences of a challenge may name: its start, its targets, and the numbers of its solution. */
export function valuesOf(challenge: Challenge, strings: Strings): Record<string, Piece> {
  const start = startOf(challenge);
  const end = challenge.solution.reduce(patched, start);
  const ends = challenge.targets.slice(0, 2).flatMap((target, i) => {
    const after = i === 0 ? '' : '-2';
    return [[`low${after}`, bound(target, target.low ?? 0, strings)], [`high${after}`, bound(target, target.high ?? 0, strings)]] as const;
  });
  return {
    rho: variable('ρ'), ...ROOT_C, headDim: String(start.params.headDim), keyCount: strings.count(start.params.keyCount), ...Object.fromEntries(ends),
    answer: strings.short(divisorOf(end.params), 4), 'answer-keys': strings.count(end.params.keyCount), 'answer-dim': String(end.params.headDim), 'answer-rho': strings.short(end.options.rho),
    'answer-sigma': strings.fixed(sigmaOf(end.params), 2), threshold: strings.fixed(zoneLimits(end.params.keyCount).saturated, 2),
  };
}

/** Where a sentence is heard or stands alone. */
const PLAIN = { dk: 'd_k', rootdk: '√d_k' };

/** Within a tenth of the way: a nudge is left. */
const NEAR = 0.1;

function isNear(reading: Reading): boolean {
  const { value, low, high, from, to, log } = reading;
  const edge = low !== undefined && value < low ? low : high ?? low ?? 0;
  return Math.abs(log ? Math.log(value / edge) / Math.log(to / from) : (value - edge) / (to - from)) < NEAR;
}

/** How far there is to go, reading by reading; or that the challenge is met. */
export function distanceWords(judged: Judged, challenge: Challenge, strings: Strings): string {
  if (isMet(judged)) return strings.text('challenge.met');
  const away = judged.readings.filter((reading) => !isIn(reading));
  const next = judged.steps?.find(({ done }) => !done);
  if (away.length === 0) return next ? strings.text('challenge.next', { step: strings.text(`challenge.${challenge.id}.step.${next.key}`, PLAIN) }) : strings.text('challenge.met');
  return away.map((reading) => {
    const tooLow = reading.low !== undefined && reading.value < reading.low;
    const values = { name: strings.text(`challenge.gauge.${reading.name}`), value: valueText(reading, strings), low: bound(reading, reading.low ?? 0, strings), high: bound(reading, reading.high ?? 0, strings) };
    return strings.text(tooLow ? 'challenge.low' : 'challenge.high', values) + (isNear(reading) ? strings.text('challenge.near') : '');
  }).join('');
}
