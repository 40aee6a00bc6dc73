// ln and exp from +, −, ×, ÷ alone, by the method of src/core/elementary.cpp: browsers' own differ from one another in the last digit.
const LN2_HIGH = 0.6931471803691238; // 33 bits: exact times an exponent
const LN2_REST = 1.9082149292705877e-10;
const INVERSE_LN2 = 1.4426950408889634;

const bits = new DataView(new ArrayBuffer(8));

/** ln x for x > 0, within one unit of the last digit. */
export function log(x: number): number {
  if (!(x > 0) || x === Number.POSITIVE_INFINITY) return x === 0 ? Number.NEGATIVE_INFINITY : x > 0 ? x : Number.NaN;
  // x = 2^k (1 + f), 1 + f within [√½, √2).
  const small = x < 2.2250738585072014e-308;
  bits.setFloat64(0, small ? x * 2 ** 54 : x);
  const high = bits.getUint32(0);
  let k = (high >>> 20) - (small ? 1077 : 1023);
  bits.setUint32(0, (high & 0xfffff) | 0x3ff00000);
  let m = bits.getFloat64(0);
  if (m >= Math.SQRT2) {
    m *= 0.5;
    k += 1;
  }
  // With s = f/(2 + f): ln(1 + f) = f − f²/2 + s·(f²/2 + 2s²(1/3 + s²/5 + …)), s² ≤ 0.0295.
  const f = m - 1;
  const s = f / (2 + f);
  const w = s * s;
  let tail = 1 / 25;
  for (let odd = 23; odd >= 3; odd -= 2) tail = tail * w + 1 / odd;
  const half = 0.5 * f * f;
  return k * LN2_HIGH - (half - (s * (half + 2 * w * tail) + k * LN2_REST) - f);
}

/** e^x within one unit of the last digit, for results that are normal numbers; 0 and ∞ beyond. */
export function exp(x: number): number {
  if (!(x > -708)) return Number.isNaN(x) ? x : 0;
  if (x > 709) return Number.POSITIVE_INFINITY;
  const k = Math.floor(x * INVERSE_LN2 + 0.5);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_REST;
  const t = high - low;
  // (e^t − 1 − t)/t² by Taylor, |t| ≤ 0.347.
  let p = 1;
  for (let n = 17; n >= 3; n -= 1) p = 1 + (p * t) / n;
  bits.setUint32(0, (k + 1022) << 20);
  bits.setUint32(4, 0);
  return (1 + (t + (high - t - low + 0.5 * t * t * p))) * 2 * bits.getFloat64(0);
}
