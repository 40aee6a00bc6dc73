// The geometry of the strip: one row a rule, its dot where its α is, its name beside it. Pure; a test checks that no two labels meet.
import type { ModelRule } from '../../engine/protocol_models.ts';
import { zoneOf, type Zone } from '../../state/params.ts';
import { AXIS, CHIPS_BELOW, TRACK_BELOW, WORDS_BELOW, octaveTicks, placeZoneWords, xOf, zoneSpans, type Tick, type ZoneLabel, type ZoneSpan } from '../divisor_axis.ts';
import { textWidth, type Label } from '../labels.ts';
import type { Strings } from '../strings.ts';
import { IDEAS, type Idea, type ModelsResult, type PlacedModel } from './query.ts';

export interface StripRow {
  name: ModelRule;
  /** Top of the row, which is also the top of its button. */
  top: number;
  y: number;
  x: number;
  zone: Zone;
  chosen: boolean;
  bounded: boolean;
  /** Beyond the axis: the dot stands at its end, and a chevron says so. */
  beyond: 'left' | 'right' | undefined;
  /** From the other end of what the rule runs through to the dot. */
  range: string;
  label: Label;
}

export interface StripLayout {
  width: number;
  height: number;
  top: number;
  bottom: number;
  track: number;
  rowHeight: number;
  zones: readonly ZoneSpan[];
  ticks: Tick[];
  headings: (Label & { idea: Idea })[];
  rows: StripRow[];
  /** The reader's own divisor: a line from the slider through all rows. */
  current: { x: number; zone: Zone };
  zoneWords: ZoneLabel[];
}

const TOP = 26;
const HEADING = 34;
const SIZE = 14;
const REACH = 14;

/** "Gemma 2 27B · ≤ 50": the name, and the bound where there is one. */
export function rowText({ model, scaling }: PlacedModel, strings: Strings): string {
  const name = strings.text(`models.${model.name}.name`);
  return scaling.logitBound > 0 ? strings.text('models.row.bounded', { name, bound: strings.short(scaling.logitBound) }) : name;
}

export function layoutStrip(result: ModelsResult, now: { alpha: number; keyCount: number }, size: { width: number; rowHeight: number }, strings: Strings): StripLayout {
  const { width, rowHeight } = size;
  const headings: StripLayout['headings'] = [];
  const rows: StripRow[] = [];
  let y = TOP;
  for (const idea of IDEAS) {
    const heading = strings.text(`models.idea.${idea}`);
    headings.push({ id: `idea-${idea}`, idea, text: heading, size: 13, bold: true, x: 8, y: y + HEADING - 9, anchor: 'start' });
    y += HEADING;
    for (const placed of result.rows.filter(({ model }) => model.idea === idea)) {
      rows.push(rowOf(placed, { top: y, rowHeight, width, keyCount: now.keyCount, chosen: placed.model.name === result.request.model }, strings));
      y += rowHeight;
    }
  }
  const bottom = y + 6;
  const zones = zoneSpans(now.keyCount, width);
  const x = xOf(now.alpha, width);
  return {
    width, rowHeight, top: TOP, bottom, track: bottom + TRACK_BELOW, height: bottom + CHIPS_BELOW, zones, ticks: octaveTicks(width, 'α'), headings, rows,
    current: { x, zone: zoneOf(1 / now.alpha, now.keyCount) },
    zoneWords: placeZoneWords(zones, x, bottom + WORDS_BELOW, width, strings),
  };
}

function rowOf(placed: PlacedModel, at: { top: number; rowHeight: number; width: number; keyCount: number; chosen: boolean }, strings: Strings): StripRow {
  const { model, scaling, until } = placed;
  const { top, rowHeight, width, keyCount, chosen } = at;
  const y = top + rowHeight / 2;
  const x = xOf(scaling.alpha, width);
  const other = until === undefined ? x : xOf(until, width);
  const log = Math.log2(scaling.alpha);
  const right = Math.max(x, other) + REACH;
  const left = Math.min(x, other) - REACH;
  // On the narrowest phones the bound is left to the card.
  const room = Math.max(width - 2 - right, left - 2);
  const text = [rowText(placed, strings), strings.text(`models.${model.name}.name`)].find((one, i) => i > 0 || textWidth(one, SIZE, chosen) <= room)!;
  const wide = textWidth(text, SIZE, chosen);
  // Beside the dot: away from where the rule runs to, else where the name crosses no line; on the other side where there is no room.
  const middle = width / 2;
  const fits = { start: right + wide <= width - 2, end: left - wide >= 2 };
  const crosses = x < middle - 1 && right + wide > middle - 4;
  const wished = other > x || (other === x && crosses) ? 'end' : 'start';
  const anchor = fits[wished] ? wished : fits.start ? 'start' : fits.end ? 'end' : wished;
  return {
    name: model.name, top, y, x, zone: zoneOf(1 / scaling.alpha, keyCount), chosen, bounded: scaling.logitBound > 0,
    beyond: log > AXIS ? 'right' : log < -AXIS ? 'left' : undefined,
    range: other === x ? '' : `M${other.toFixed(1)} ${y}H${x.toFixed(1)}M${other.toFixed(1)} ${y - 4}v8`,
    label: { id: `model-${model.name}`, text, size: SIZE, bold: chosen, x: anchor === 'start' ? right : left, y: y + 5, anchor },
  };
}
