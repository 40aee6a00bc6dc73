// The divisor's slider where no chart lies above it: zone words, track, thumb, leaders to the five chips, and the field.
import { html, nothing, svg, type TemplateResult } from 'lit';
import { chartLabel } from '../chart.ts';
import { AXIS, placeZoneWords, xOf, zoneSpans } from '../divisor_axis.ts';
import { divisorFoot, divisorMarks, divisorRange, markLeaders, type DivisorControl } from './divisor.ts';

const WORDS = 16;
const TRACK = 44;
const HEIGHT = 89;

export function divisorTrack(control: Omit<DivisorControl, 'octaves'>, width: number): TemplateResult {
  const c: DivisorControl = { ...control, octaves: AXIS };
  const zones = zoneSpans(c.params.keyCount, width);
  const x = xOf(2 ** c.position, width);
  return html`<div class="dk-drawing" style="--track: ${TRACK}px">
      <svg class="dk-picture" width=${width} height=${HEIGHT} viewBox="0 0 ${width} ${HEIGHT}" aria-hidden="true">
        ${zones.map(({ zone, from, to }) => svg`<path class="dk-track dk-zone-${zone}" d=${`M${from.toFixed(2)} ${TRACK}H${to.toFixed(2)}`} />`)}
        ${width > 0 ? markLeaders(c.params, { width, from: TRACK + 7, to: HEIGHT, xOf: (alpha) => xOf(alpha, width) }) : nothing}
        <path class="dk-plumb" d=${`M${x.toFixed(2)} ${TRACK - 18}V${TRACK}`} />
        ${placeZoneWords(zones, x, WORDS, width, c.strings).map((one) => chartLabel(one, `dk-zone-${one.zone}`))}
      </svg>
      ${divisorRange(c)}
    </div>
    ${divisorMarks(c)}${divisorFoot(c)}`;
}
