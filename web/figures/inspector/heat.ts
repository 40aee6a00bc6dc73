// The heat map's points as colours: one ink, in 256 steps of cover, so that paper shows through.
import { shadeOf, type Picture } from '../../inspector/shades.ts';

export type Ink = readonly [red: number, green: number, blue: number];

/** Reads `rgb(31, 29, 26)`, as computed styles have it. */
export function inkOf(colour: string): Ink {
  const [red = 0, green = 0, blue = 0] = (/\(([^)]*)\)/.exec(colour)?.[1] ?? '').split(/[\s,/]+/).map(Number);
  return [red, green, blue];
}

/** Four bytes a point. What no query sees stays clear. */
export function paint({ weights }: Picture, keys: number, [red, green, blue]: Ink, into: Uint8ClampedArray): void {
  const table = Array.from({ length: 256 }, (_, cover) => [red, green, blue, cover] as const);
  weights.forEach((weight, i) => into.set(table[shadeOf(weight, keys)]!, 4 * i));
}

export function paintCanvas(canvas: HTMLCanvasElement, picture: Picture, keys: number): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  canvas.width = picture.columns;
  canvas.height = picture.rows;
  const image = context.createImageData(picture.columns, picture.rows);
  paint(picture, keys, inkOf(getComputedStyle(canvas).color), image.data);
  context.putImageData(image, 0, 0);
}
