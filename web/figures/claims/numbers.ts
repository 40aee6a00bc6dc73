// A claim's numbers as they are shown: no digits beyond the error; theory with as many as the measurement beside it.
import type { ClaimMeasurement } from '../../engine/protocol_claims.ts';
import type { Strings } from '../strings.ts';

const MOST_DECIMALS = 6;

export interface ShownNumber {
  value: string;
  /** Absent where the number is exact or counted. */
  error: string | undefined;
  /** Absent where no law is known. */
  theory: string | undefined;
}

const exact = (value: number, strings: Strings): string => (Number.isInteger(value) && Math.abs(value) < 1e6 ? strings.count(value) : strings.short(value));

export function shownNumber({ values, errors, theory }: ClaimMeasurement, index: number, strings: Strings): ShownNumber {
  const [value, error, law] = [values[index]!, errors[index]!, theory[index]!];
  if (error === 0) return { value: exact(value, strings), error: undefined, theory: Number.isNaN(law) ? undefined : exact(law, strings) };
  const shown = strings.measured(value, error, MOST_DECIMALS);
  const decimals = shown.value.split('.')[1]?.length ?? 0;
  return { ...shown, theory: Number.isNaN(law) ? undefined : Number.isInteger(law) ? exact(law, strings) : strings.fixed(law, decimals) };
}
