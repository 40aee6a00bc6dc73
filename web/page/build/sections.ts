/** A section of the article: its fragment in the address (the same in every language), its printed number, its heading's level. */
export interface Section {
  id: string;
  number: string;
  level: 2 | 3;
}

const section = (id: string, number: string): Section => ({ id, number, level: number.split('.').length === 3 ? 3 : 2 });

/** The article's order. Each has a file <id>.md in every language and a short title in page.json. */
export const sections: readonly Section[] = [
  section('introduction', '1'),
  section('attention', '2'),
  section('scaling', '3'),
  section('saturation', '3.1'),
  section('stability', '3.2'),
  section('invariance', '3.3'),
  section('statistics', '3.4'),
  section('divisors', '4'),
  section('larger', '4.1'),
  section('larger-gradients', '4.1.1'),
  section('smaller', '4.2'),
  section('smaller-gradients', '4.2.1'),
  section('summary', '5'),
  section('closing', '6'),
  section('faq', ''),
  section('references', ''),
];
