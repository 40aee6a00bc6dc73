// What every figure's model has in common: the figure gives it (FigureElement.common), and so does the build for still pictures.
export interface FigureModel {
  /** Unique on the page. */
  uid: string;
  number: string | null;
  width: number;
  /** Whether the numbers of a chart may hang outside the figure, at right. */
  roomAtRight: boolean;
  waiting: boolean;
  moving: boolean;
  /** The last final state in words, for whoever listens. */
  said: string;
  shows(control: string): boolean;
  /** Whether the table of numbers is open; closed, it isn't drawn. */
  tableOpen: boolean;
  showTable(open: boolean): void;
  /** Whether there is nothing to reset. */
  untouched: boolean;
  /** Above the picture: what was corrected, what went wrong. */
  notes: unknown;
  newSample(): void;
  reset(): void;
}
