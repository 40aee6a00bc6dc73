// Labels are placed by rule: each has a list of places in order of liking, and takes the first where it meets nothing.

export type Anchor = 'start' | 'middle' | 'end';

export interface Place {
  x: number;
  /** Baseline. */
  y: number;
  anchor: Anchor;
}

export interface Label extends Place {
  id: string;
  text: string;
  size: number;
  bold: boolean;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What a label should rather not lie on: points of curves, dots, lines, from left to right; `weight` says how much rather. */
export interface Obstacle {
  points: readonly (readonly [x: number, y: number])[];
  weight: number;
}

/** Estimates a text's width, a little generously, so that the rule works where there is no browser. */
export function textWidth(text: string, size: number, bold = false): number {
  let ems = 0;
  for (const char of text) {
    if (/[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/u.test(char)) ems += 1;
    else if (/[\s.,·:;'|!()\[\]il]/u.test(char)) ems += 0.3;
    else if (/[fjrt]/u.test(char)) ems += 0.4;
    else if (/[mwMW%√]/u.test(char)) ems += 0.9;
    else if (/[A-Z]/u.test(char)) ems += 0.65;
    else ems += 0.58;
  }
  return ems * size * (bold ? 1.05 : 1.01);
}

export function boxOf(label: Pick<Label, 'x' | 'y' | 'anchor' | 'text' | 'size' | 'bold'>): Box {
  const width = textWidth(label.text, label.size, label.bold);
  const left = label.anchor === 'start' ? label.x : label.anchor === 'end' ? label.x - width : label.x - width / 2;
  return { left, top: label.y - 0.82 * label.size, right: left + width, bottom: label.y + 0.24 * label.size };
}

export function overlap(a: Box, b: Box, margin = 0): boolean {
  return a.left < b.right + margin && b.left < a.right + margin && a.top < b.bottom + margin && b.top < a.bottom + margin;
}

export interface LabelWish {
  id: string;
  text: string;
  size: number;
  bold?: boolean;
  places: readonly Place[];
  /** Left out rather than laid over another label or hung over the edge. */
  optional?: boolean;
}

const MARGIN = 2;

/** Places labels in the order given; earlier ones never move for later ones. */
export function placeLabels(wishes: readonly LabelWish[], obstacles: readonly Obstacle[], bounds: Box, taken: readonly Box[] = []): Label[] {
  const labels: Label[] = [];
  const boxes: Box[] = [...taken];
  for (const wish of wishes) {
    let best: { label: Label; box: Box; cost: number } | undefined;
    wish.places.forEach((place, order) => {
      const label: Label = { id: wish.id, text: wish.text, size: wish.size, bold: wish.bold ?? false, ...place };
      const box = boxOf(label);
      const liking = order * 3;
      if (best && liking >= best.cost) return;
      const cost = liking + costOf(box, boxes, obstacles, bounds);
      if (!best || cost < best.cost) best = { label, box, cost };
    });
    if (!best || (wish.optional && best.cost >= FORBIDDEN / 2)) continue;
    labels.push(best.label);
    boxes.push(best.box);
  }
  return labels;
}

const FORBIDDEN = 1e6;

function costOf(box: Box, boxes: readonly Box[], obstacles: readonly Obstacle[], bounds: Box): number {
  let cost = 0;
  for (const other of boxes) if (overlap(box, other, MARGIN)) cost += FORBIDDEN;
  const outside = Math.max(0, bounds.left - box.left) + Math.max(0, box.right - bounds.right) + Math.max(0, bounds.top - box.top) + Math.max(0, box.bottom - bounds.bottom);
  if (outside > 0) cost += FORBIDDEN / 2 + outside;
  for (const { points, weight } of obstacles) {
    let hits = 0;
    for (let i = firstRightOf(points, box.left - 2); i < points.length; ++i) {
      const [x, y] = points[i]!;
      if (x >= box.right + 2) break;
      if (y > box.top - 3 && y < box.bottom + 3) ++hits;
    }
    if (hits > 0) cost += weight * (4 + hits);
  }
  return cost;
}

/** The index of the first point at or right of x. */
function firstRightOf(points: Obstacle['points'], x: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle]![0] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Points along a polyline, close enough that no label slips between two of them. */
export function alongLine(line: readonly (readonly [number, number])[], step = 3): [number, number][] {
  const points: [number, number][] = [];
  for (let i = 1; i < line.length; ++i) {
    const [x0, y0] = line[i - 1]!;
    const [x1, y1] = line[i]!;
    const pieces = Math.max(1, Math.ceil(Math.hypot(x1 - x0, y1 - y0) / step));
    for (let j = 0; j <= pieces; ++j) points.push([x0 + ((x1 - x0) * j) / pieces, y0 + ((y1 - y0) * j) / pieces]);
  }
  return points;
}
