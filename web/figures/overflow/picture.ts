// The chart drawn from its layout.
import type { TemplateResult } from 'lit';
import type { Params } from '../../state/params.ts';
import { divisorChart } from '../divisor_picture.ts';
import type { ChartLayout } from './layout.ts';

const classOf = (id: string): string => (id.startsWith('axis') ? 'dk-axis-number' : id === 'current' ? 'dk-hue' : id.startsWith('context') ? 'dk-context-label' : '');

export const chartPicture = (layout: ChartLayout, marks: Params | undefined, spoken: string): TemplateResult => divisorChart(layout, marks, spoken, classOf);
