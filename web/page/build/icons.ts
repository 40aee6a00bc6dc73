// Line drawings of the page, 20 × 20, in the colour of the text. They always stand beside a word, so they are hidden from screen readers.
import { VERDICT_MARKS, type VerdictMark } from '../../figures/verdict_marks.ts';

const icon = (name: string, body: string) =>
  `<svg class="icon icon-${name}" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">${body}</svg>`;

const line = 'fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"';

export const beatIcons = {
  said: icon('said', `<path ${line} d="M8.2 4.5C5.2 5.6 3.4 8 3.4 11.4v3a1.6 1.6 0 0 0 1.6 1.6h1.6a1.6 1.6 0 0 0 1.6-1.6v-1.8a1.6 1.6 0 0 0-1.6-1.6H3.6M17 4.5c-3 1.1-4.8 3.5-4.8 6.9v3a1.6 1.6 0 0 0 1.6 1.6h1.6a1.6 1.6 0 0 0 1.6-1.6v-1.8a1.6 1.6 0 0 0-1.6-1.6h-3"/>`),
  measure: icon('measure', `<path ${line} d="m2.3 13.4 11.1-11.1 4.3 4.3L6.6 17.7zM5.6 10.1l2 2M8.3 7.4l1.4 1.4M11 4.7l2 2"/>`),
  found: icon('found', `<path ${line} d="M2.5 17.2h15M5 17V9.5M8.4 17V4.5M11.7 17v-5M15 17V7.5"/>`),
};

const verdict = ({ fill, line: drawn, width = 1.6, dashes }: VerdictMark): string =>
  icon('verdict', (drawn ? `<path fill="none" stroke="currentColor" stroke-width="${width}"${dashes ? ` stroke-dasharray="${dashes}"` : ' stroke-linecap="round"'} d="${drawn}"/>` : '') + (fill ? `<path fill="currentColor" d="${fill}"/>` : ''));

/** Verdicts are ink and a shape, never a hue; the article's words for them stand in page.json. */
export const verdictIcons = {
  true: verdict(VERDICT_MARKS.holds),
  conditional: verdict(VERDICT_MARKS.conditional),
  imprecise: verdict(VERDICT_MARKS.imprecise),
  partly: verdict(VERDICT_MARKS.partly),
  false: verdict(VERDICT_MARKS.wrong),
};

export type Beat = keyof typeof beatIcons;
export type Verdict = keyof typeof verdictIcons;

export const themeIcon = icon('theme', '<circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor"/>');

/** √ drawn: a sign that stretches with what stands under it, and a bar that is the radicand's own border. */
export const radical = (spoken: string) =>
  `<span class="radical" role="img" aria-label="${spoken}"><svg viewBox="0 0 30 60" preserveAspectRatio="none" aria-hidden="true" focusable="false">` +
  '<path d="M1 37 7 33 15.5 58 29 1.2" fill="none" stroke="currentColor" stroke-width="3" stroke-linejoin="miter" vector-effect="non-scaling-stroke"/></svg>' +
  '<span class="radicand" aria-hidden="true"><i>d</i><sub><i>k</i></sub></span></span>';
