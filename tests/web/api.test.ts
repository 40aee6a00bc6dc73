// Every public C++ function says what it promises, in one order; the pages of docs/ that show it are what the sources say now.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FIELDS, PAGES, contractOf, declarationsOf, headers, operations } from '../../script/api_reference.mjs';
import { path } from './support/content.ts';

const functions = headers().flatMap((header) => declarationsOf(header).filter(({ isFunction }) => isFunction).map((one) => ({ ...one, header, contract: contractOf(one.comment) })));
const where = ({ header, name, code }: (typeof functions)[number]): string => `${header}: ${name ?? code}`;

describe('contracts of src/core', () => {
  it('are many, and every function has one that begins with a sentence', () => {
    expect(functions.length).toBeGreaterThan(100);
    expect(functions.filter(({ contract }) => !/^[A-Z]/.test(contract.sentence)).map(where)).toEqual([]);
  });

  it('name their fields in the one order, each once', () => {
    const places = (names: string[]): number[] => names.map((name) => FIELDS.indexOf(name));
    expect(functions.filter(({ contract }) => places(contract.fields.map(({ name }) => name)).some((place, i, all) => i > 0 && place <= all[i - 1]!)).map(where)).toEqual([]);
    // A field's name outside the form "Name: text" would be read as prose.
    expect(functions.filter(({ comment }) => comment.some((line) => new RegExp(`^ +(${FIELDS.join('|')})\\b[: ]`).test(line))).map(where)).toEqual([]);
  });

  it('say what can go wrong wherever something can', () => {
    const fallible = functions.filter(({ code }) => /^(template <[^\n]*>\n)?(Result<|Failure )/.test(code));
    expect(fallible.length).toBeGreaterThan(30);
    expect(fallible.filter(({ contract }) => !contract.fields.some(({ name }) => name === 'Errors')).map(where)).toEqual([]);
  });
});

describe('the reference pages', () => {
  it.each(Object.entries(PAGES))('%s is what script/api_reference.mjs makes of the sources', (file, page) => {
    expect(readFileSync(path(file), 'utf8'), 'run: node script/api_reference.mjs').toBe(page());
  });

  it('every operation of the page’s engine is bound, and has a function of its own name or is a list', () => {
    const all = operations();
    expect(all.length).toBeGreaterThan(25);
    expect(all.filter(({ binding }) => !binding)).toEqual([]);
    expect(all.filter(({ core }) => !core).map(({ name }) => name)).toEqual(['claimList', 'modelList']);
  });
});
