// The common part of a figure's model, where nothing is special: whoever looks at a view gives the rest.
import { vi } from 'vitest';
import type { FigureModel } from '../../../web/figures/figure_model.ts';

export const COMMON: FigureModel = {
  uid: 'dk1', number: '1', width: 1080, roomAtRight: false, waiting: false, moving: false, said: '', shows: () => true,
  tableOpen: true, showTable: vi.fn(), untouched: true, notes: undefined, newSample: vi.fn(), reset: vi.fn(),
};
