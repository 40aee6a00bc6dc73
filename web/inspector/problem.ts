// What can be wrong with a file. Each code has a sentence in content/<language>/figures/inspector-report.json, which says what and where.

export const PROBLEMS = [
  /* any file */
  'empty_file', 'file_too_large', 'unreadable', 'unknown_format', 'other_format', 'no_tensors', 'too_many_files',
  /* .npy */
  'npy_magic', 'npy_version', 'npy_header', 'npy_objects', 'npy_dtype', 'npy_short', 'npy_surplus', 'fortran_too_large',
  /* .safetensors */
  'safetensors_length', 'safetensors_header', 'safetensors_entry', 'safetensors_offsets', 'safetensors_bytes', 'safetensors_dtypes',
  /* text */
  'not_text', 'csv_text', 'csv_empty_cell', 'csv_ragged', 'csv_line', 'csv_too_many', 'json_syntax', 'json_too_large', 'json_content', 'json_ragged', 'json_not_a_number',
  /* tensors and heads */
  'empty_tensor', 'tensor_too_large', 'shape_dimensions', 'shape_widths', 'shape_heads', 'shape_split', 'weights_not_vectors', 'no_partner', 'choose', 'dimension_too_large', 'too_many_keys',
  'not_finite', 'no_visible_key', 'scores_overflow', 'divisor',
  /* the page itself (its sentence is in inspector.json) */
  'part_missing',
] as const;
export type ProblemCode = (typeof PROBLEMS)[number];

/** Values of the sentence's placeholders. */
export type ProblemValues = Readonly<Record<string, string | number>>;

export class InspectionProblem extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly values: ProblemValues = {},
  ) {
    super(`${code} ${JSON.stringify(values)}`);
    this.name = 'InspectionProblem';
  }
}

/** A piece of a file as it may stand in a sentence: no line breaks, no control characters, not long. */
export function excerpt(text: string, most = 24): string {
  const plain = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  const letters = [...plain];
  return letters.length > most ? `${letters.slice(0, most).join('')}…` : plain;
}
