// markdownlint over the files named: `node markdown.mjs [--fix] FILE…`. Prose keeps its own line breaks, and HTML where Markdown has no word for it.
import { readFileSync, writeFileSync } from 'node:fs';
import { applyFixes } from 'markdownlint';
import { lint } from 'markdownlint/promise';

const files = process.argv.slice(2).filter((one) => one !== '--fix');
const config = { default: true, MD013: false, MD033: false, MD046: false, MD060: false };
/** The article's sections begin at the level that their place gives them, link to one another, and have blocks and measured numbers of their own. */
const prose = { ...config, MD001: false, MD041: false, MD051: false, MD055: false, MD056: false };

let problems = 0;
for (const file of files) {
  const rules = file.startsWith('web/content/') ? prose : config;
  const look = async (text) => (await lint({ strings: { text }, config: rules })).text;
  const text = readFileSync(file, 'utf8');
  let found = await look(text);
  if (process.argv.includes('--fix') && found.some(({ fixInfo }) => fixInfo)) {
    const fixed = applyFixes(text, found);
    writeFileSync(file, fixed);
    found = await look(fixed);
  }
  for (const { lineNumber, ruleNames, ruleDescription, errorDetail, errorContext } of found) console.log(`${file}:${lineNumber} ${ruleNames.join('/')} ${ruleDescription} ${errorDetail ?? ''} ${errorContext ?? ''}`);
  problems += found.length;
}
process.exitCode = problems ? 1 : 0;
