/**
 * Reads a number as people type it: full-width digits of an input method, the typographic minus, spaces, thousands (`1,000`), a decimal comma
 * (`0,5`), powers of ten (`2 × 10⁻⁵`, as the page itself writes them). NaN for anything else.
 */
export function typedNumber(text: string): number {
  const scientific = text.replace(/\s*[×x]?\s*10([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)\s*$/u, (_whole, power: string) => `e${power.normalize('NFKC')}`).replace(/^e/, '1e');
  const plain = scientific.normalize('NFKC').replace(/[\u2212\u2012\u2013]/g, '-').replace(/\s+/g, '').replaceAll('、', ',');
  if (plain === '') return Number.NaN;
  if (/^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(plain)) return Number(plain.replaceAll(',', ''));
  return Number(plain.replace(/^([+-]?\d+),(\d+)$/, '$1.$2'));
}
