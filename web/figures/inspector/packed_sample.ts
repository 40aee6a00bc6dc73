// In scripts that carry all they need in place of sample.ts.
import { unpacked } from '../../engine/embedded.ts';

export async function sampleBlob(): Promise<Blob> {
  const { default: text } = await import('virtual:inspector-sample');
  return new Blob([await unpacked(text)]);
}
