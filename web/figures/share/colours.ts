const known = new Map<string, string>();
let pixel: CanvasRenderingContext2D | null | undefined;

/** Any colour that CSS knows (oklab, color-mix …) as one that every SVG program knows; `none` where nothing is seen. */
export function colourOf(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === 'none' || trimmed === 'transparent') return 'none';
  const before = known.get(trimmed);
  if (before !== undefined) return before;
  pixel ??= Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
  if (!pixel) return trimmed;
  pixel.clearRect(0, 0, 1, 1);
  pixel.fillStyle = 'rgb(0 0 0 / 0)';
  pixel.fillStyle = trimmed;
  pixel.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = pixel.getImageData(0, 0, 1, 1).data;
  const written = alpha === 0 ? 'none' : alpha === 255 ? `#${[red, green, blue].map((one) => one.toString(16).padStart(2, '0')).join('')}` : `rgba(${red},${green},${blue},${Number((alpha / 255).toFixed(3))})`;
  known.set(trimmed, written);
  return written;
}
