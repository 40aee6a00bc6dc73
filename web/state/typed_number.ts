/**
 * Reads a number as people type it: full-width digits of an input method, the typographic minus, spaces, thousands (`1,000`), a decimal comma
 * (`0,5`), powers of ten (`2 × 10⁻⁵`, as the page itself writes them). NaN for anything else.
 */
export function typedNumber(text: string): number {
  const scientific = text.replace(/\s*[×x]?\s*10([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)\s*$/u, (_whole, power: string) => `e${power.normalize('NFKC')}`).replace(/^e/, '1e');
  const trimmed = scientific.normalize('NFKC').replace(/[\u2212\u2012\u2013]/g, '-').replaceAll('、', ',').trim().replace(/^([+-])\s+/, '$1');
  // Spaces part thousands; elsewhere they part two numbers.
  const plain = /^[+-]?\d{1,3}(\s\d{3})+([.,]\d+)?$/.test(trimmed) ? trimmed.replace(/\s/g, '') : trimmed;
  if (/^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(plain)) return Number(plain.replaceAll(',', ''));
  const point = plain.replace(/^([+-]?\d+),(\d+)$/, '$1.$2');
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$|^[+-]?Infinity$/i.test(point) ? Number(point) : Number.NaN;
}
