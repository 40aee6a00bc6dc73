import address from './sample.safetensors?url';

/** The sample comes from where the page comes from. */
export async function sampleBlob(): Promise<Blob> {
  const response = await fetch(new URL(address, document.baseURI));
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.blob();
}
