// Lines through points as paths: straight, or smooth without overshooting between two points. Pure.

export type Points = readonly (readonly [x: number, y: number])[];

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** From point to point. Empty for no points. */
export function straight(points: Points, digits = 1): string {
  return points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${round(x, digits)},${round(y, digits)}`).join('');
}

/**
 * A cubic through points from left to right that rises and falls only where they do (Steffen, Astronomy and Astrophysics 239, 1990):
 * between two points it never leaves the stretch between their heights.
 */
export function smooth(points: Points, digits = 1): string {
  if (points.length < 3) return straight(points, digits);
  const widths = points.slice(1).map(([x], i) => x - points[i]![0]);
  const slopes = points.slice(1).map(([, y], i) => (widths[i] === 0 ? 0 : (y - points[i]![1]) / widths[i]!));
  const tangents = points.map((_, i) => {
    const [before, after] = [slopes[i - 1], slopes[i]];
    if (before === undefined || after === undefined) return Number.NaN;
    const level = (before * widths[i]! + after * widths[i - 1]!) / (widths[i - 1]! + widths[i]!);
    return (Math.sign(before) + Math.sign(after)) * Math.min(Math.abs(before), Math.abs(after), Math.abs(level) / 2) || 0;
  });
  const last = points.length - 1;
  tangents[0] = (3 * slopes[0]! - tangents[1]!) / 2;
  tangents[last] = (3 * slopes[last - 1]! - tangents[last - 1]!) / 2;
  const place = (x: number, y: number): string => `${round(x, digits)},${round(y, digits)}`;
  return `M${place(...points[0]!)}${widths.map((width, i) => {
    const [[x0, y0], [x1, y1]] = [points[i]!, points[i + 1]!];
    const third = width / 3;
    return `C${place(x0 + third, y0 + third * tangents[i]!)},${place(x1 - third, y1 - third * tangents[i + 1]!)},${place(x1, y1)}`;
  }).join('')}`;
}
