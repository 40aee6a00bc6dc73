// Where labels may stand: lists of places round a point, beside it, or along a curve, in order of liking. For placeLabels.
import { boxOf, type Anchor, type Box, type Place } from './labels.ts';

export const placeAt = (x: number, y: number, anchor: Anchor): Place => ({ x, y, anchor });

/** Round a large dot: below left and above right first, further away where those are taken. */
export function placesRound(x: number, y: number): Place[] {
  return [
    placeAt(x + 13, y - 10, 'start'), placeAt(x - 12, y - 12, 'end'), placeAt(x - 12, y + 24, 'end'), placeAt(x + 13, y + 24, 'start'), placeAt(x + 13, y + 5, 'start'), placeAt(x - 13, y + 5, 'end'),
    placeAt(x, y - 16, 'middle'), placeAt(x + 13, y - 30, 'start'), placeAt(x - 13, y - 30, 'end'), placeAt(x + 13, y - 50, 'start'), placeAt(x - 13, y - 50, 'end'),
    placeAt(x + 10, y + 44, 'start'), placeAt(x - 10, y + 44, 'end'), placeAt(x + 10, y + 64, 'start'), placeAt(x - 10, y + 64, 'end'), placeAt(x + 10, y + 90, 'start'), placeAt(x - 10, y + 90, 'end'),
  ];
}

/** Beside and over a curve's points, those nearest to `height` (a screen y) first. */
export function placesAlong(points: readonly (readonly [number, number])[], options: { width: number; height: number; side: 'right' | 'left' }): Place[] {
  const { width, height, side } = options;
  return points
    .filter(([x], i) => i % 2 === 0 && x > 14 && x < width - 14)
    .flatMap(([x, y]) => {
      const above = placeAt(x + 9, y - 5, 'start');
      const below = placeAt(x - 8, y + 13, 'end');
      const over = placeAt(x, y - 8, 'middle');
      const under = placeAt(x, y + 18, 'middle');
      return side === 'right' ? [above, over, under, below] : [below, above, over, under];
    })
    .sort((a, b) => Math.abs(a.y - height) - Math.abs(b.y - height));
}

/** Only the places where a text of this size stays within bounds. */
export function placesWithin(places: readonly Place[], text: { text: string; size: number; bold: boolean }, bounds: Box): Place[] {
  const at0 = boxOf({ x: 0, y: 0, anchor: 'start', ...text });
  const wide = at0.right - at0.left;
  return places.filter(({ x, y, anchor }) => {
    const left = anchor === 'start' ? x : anchor === 'end' ? x - wide : x - wide / 2;
    return left >= bounds.left && left + wide <= bounds.right && y + at0.top >= bounds.top && y + at0.bottom <= bounds.bottom;
  });
}
