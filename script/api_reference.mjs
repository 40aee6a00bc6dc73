// Writes docs/api_cpp.md and docs/api_npm.md from the headers' contracts and the protocol's types: `node script/api_reference.mjs`.
// tests/web/api.test.ts holds both pages against the sources.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file) => readFileSync(join(root, file), 'utf8');

/** The fields of a contract, in their order; empty ones are left out. */
export const FIELDS = ['Shapes', 'Units', 'Requires', 'Errors', 'Accuracy', 'Edge', 'Cost', 'Source'];
const FIELD = new RegExp(`(?:^|(?<= · ))(${FIELDS.join('|')}): `, 'gm');

/** A contract's parts: its first sentence with the lines up to the first field, and the fields in the order in which they stand. */
export function contractOf(comment) {
  const text = comment.join('\n');
  const starts = [...text.matchAll(FIELD)];
  const sentence = text.slice(0, starts[0]?.index ?? text.length).trim().replace(/ ·$/, '');
  const fields = starts.map((start, i) => ({
    name: start[1],
    text: text.slice(start.index + start[0].length, starts[i + 1]?.index ?? text.length).trim().replace(/ ·$/, '').replace(/\s*\n\s*/g, ' '),
  }));
  return { sentence, fields };
}

/** The declarations of a header that stand in namespace attn itself: each with its comment; one without a comment of its own shares that of the line before. */
export function declarationsOf(header) {
  const lines = read(header).split('\n');
  const found = [];
  let comment = [];
  for (let i = 0; i < lines.length; ++i) {
    const line = lines[i];
    if (line.startsWith('///')) {
      if (!lines[i - 1].startsWith('///')) comment = [];
      comment.push(line.replace(/^\/\/\/ ?/, ''));
    } else if (line === '') {
      comment = [];
    } else if (/^[A-Za-z]/.test(line) && !/^(namespace|using|public|private)\b/.test(line)) {
      let text = line;
      while (!/[;{}]$/.test(text.replace(/\s*\/\/.*$/, '')) && i + 1 < lines.length) text += `\n${lines[++i]}`;
      const code = text.replace(/\s*\/\/.*$/gm, '').replace(/\s*\{[\s\S]*$/, '').replace(/;$/, '').trim();
      const isFunction = /\)( const)?$/.test(code) && !/^(enum|struct|class|inline constexpr \w+ k)/.test(code.replace(/^template <[^\n]*>\n/, ''));
      const last = found.at(-1);
      const shared = comment.length === 0 && last?.end === i - text.split('\n').length;
      found.push({ name: isFunction ? /([\w~]+)\(/.exec(code.replace(/^template <[^\n]*>\n/, ''))?.[1] : /(\w+)\s*(:[^:].*)?$/.exec(code)?.[1], code, isFunction, comment: shared ? last.comment : comment, end: i });
      if (/\{$/.test(text)) while (i + 1 < lines.length && !/^\}/.test(lines[i + 1])) ++i;
      if (found.at(-1)) found.at(-1).end = i;
      comment = shared ? comment : [];
    }
  }
  return found;
}

export const headers = () => readdirSync(join(root, 'src/core')).filter((file) => file.endsWith('.h')).sort().map((file) => `src/core/${file}`);

/** The protocol's files, each with the operations that it types and its source without imports and without that list. */
export function protocols() {
  const files = readdirSync(join(root, 'web/engine')).filter((file) => /^protocol.*\.ts$/.test(file)).sort();
  return files.map((file) => {
    const text = read(`web/engine/${file}`);
    const list = /export interface \w+Operations \{\n([\s\S]*?)\n\}/.exec(text);
    const source = text.replace(/^\/\/.*\n/gm, '').replace(/^import .*\n/gm, '').replace(/(\/\*\*[^\n]*\n)?export interface \w*Operations[\s\S]*?\}\n/g, '').replace(/^export type OperationName.*\n/m, '').replace(/\n{3,}/g, '\n\n').trim();
    return { file: `web/engine/${file}`, about: /^\/\/ (.*)/.exec(text)[1], names: [...(list?.[1] ?? '').matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name), source };
  });
}

/** Operations by their name in JavaScript, with the file of their binding and the function in src/core that has the same name; lists have none. */
export function operations() {
  const functions = new Set(headers().flatMap((header) => declarationsOf(header).filter(({ isFunction }) => isFunction).map(({ name }) => name)));
  const bindings = readdirSync(join(root, 'src/bindings')).filter((file) => file.endsWith('.cpp')).map((file) => `src/bindings/${file}`);
  return protocols().flatMap(({ names }) => names).map((name) => {
    const core = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return { name, core: functions.has(core) ? core : undefined, binding: bindings.find((file) => read(file).includes(`"${name}"`)) };
  });
}

/** Markdown would read these as HTML or as emphasis. */
const plain = (text) => text.replace(/[<>|*[\]]/g, '\\$&');
const link = (file) => `[${plain(file.replace(/^(src|web)\//, ''))}](../${file})`;
const MADE = '<!-- Made by script/api_reference.mjs from the sources; change those, then run it. -->';

function contractText(comment) {
  const { sentence, fields } = contractOf(comment);
  const [first, ...formula] = sentence.split('\n');
  return [plain([first, ...formula.filter((line) => !line.startsWith('  '))].join(' ')), formula.filter((line) => line.startsWith('  ')).map((line) => `> ${plain(line.trim())}`).join('\n'),
    fields.map(({ name, text }) => `* ${name}: ${plain(text)}`).join('\n')].filter(Boolean).join('\n\n');
}

export function cppPage() {
  const all = headers().map((header) => ({ header, functions: declarationsOf(header).filter(({ isFunction }) => isFunction) }));
  const called = new Map(operations().filter(({ core }) => core).map(({ name, core }) => [core, name]));
  const parts = [MADE, '# The C++ headers', `Every function of the engine says in its header what it promises: one sentence, the formula, then ${FIELDS.join(' · ')}, in this order, fields with nothing to say left out.
A function whose name stands in the first part can be called from JavaScript, too ([the npm package](api_npm.md)); \`Result<T>\` is a value or a status with the name of the argument
([core/status.h](../src/core/status.h)). Nothing throws, prints or allocates before sizes are checked.`, `To call it: include the header, compile with C++20 and the flags of \`attn_flags\` in [CMakeLists.txt](../CMakeLists.txt), link \`attn_core\`.
[examples/weights.cpp](examples/weights.cpp) does so:`, `<!-- runnable -->
\`\`\`sh
cmake --preset native > /dev/null && cmake --build --preset native --target attn_core
g++ -std=c++20 -O1 -ffp-contract=off -DEIGEN_DONT_VECTORIZE -DEIGEN_MPL2_ONLY -Isrc -isystem /usr/include/eigen3 docs/examples/weights.cpp build/native/libattn_core.a -o build/weights
build/weights
\`\`\``, '## Operations'];
  for (const { header, functions } of all) {
    for (const { name, code, comment } of functions.filter(({ name: one }) => called.has(one))) {
      parts.push(`### ${name}`, `${link(header)}; in JavaScript \`${called.get(name)}\``, `\`\`\`cpp\n${code};\n\`\`\``, contractText(comment));
    }
  }
  parts.push('## What they are made of');
  for (const { header, functions } of all) {
    const rest = functions.filter(({ name }) => name && !called.has(name));
    if (rest.length > 0) parts.push(`### ${header.replace('src/', '')}`, `${link(header)}`, [...new Set(rest.map(({ name, comment }) => `* \`${name}\`: ${plain(contractOf(comment).sentence.split('\n').filter((line) => !line.startsWith('  ')).join(' '))}`))].join('\n'));
  }
  return `${parts.join('\n\n')}\n`;
}

export function npmPage() {
  const byName = new Map(operations().map((one) => [one.name, one]));
  const parts = [MADE, '# The npm package', `\`npm run --prefix web package\` makes it in \`web/dist-package\`; it needs no bundler's settings and no files to serve: the WebAssembly modules are inside.`,
    `\`\`\`js
import { createEngine, EngineError } from 'sqrt-dk';   // a browser, or Node 20 and later
const engine = createEngine();
const { maxWeight } = await engine.call('saturationTheory', { headDim: 512, keyCount: 64, divisors: Float64Array.of(1, Math.sqrt(512)) });
engine.dispose();                                      // ends its worker
\`\`\``, `\`createEngine({ simd: 'off' })\` takes the scalar module: the same digits, slower. A call answers with arrays copied out once, or rejects with an
\`EngineError\` whose \`code\` is one of the names in [engine/errors.ts](../web/engine/errors.ts) and whose \`detail\` names the argument. In a browser the engine runs in a worker where the page's policy allows one
([embedding.md](embedding.md)). \`import 'sqrt-dk/elements'\` defines every figure as an element and exports \`elementNames\` and \`defined\`.`,
    'What each operation computes, requires and costs is its C++ function\'s contract; the types below are the whole of what goes in and comes out.', '| | |\n|---|---|\n| `engine.call(operation, request)` | a promise of the operation\'s result |\n| `engine.info()` | a promise of version, SIMD or not, and the names of the statuses |\n| `engine.dispose()` | ends the worker; a later call opens a new one |'];
  for (const { file, about, names, source } of protocols()) {
    parts.push(`## ${file.replace('web/engine/', '').replace('.ts', '')}`, `${plain(about)} ${link(file)}`);
    if (names.length > 0) parts.push(names.map((name) => { const { core, binding } = byName.get(name); return `* \`${name}\`: ${core ? `[${plain(core)}](api_cpp.md#${core})` : link(binding)}`; }).join('\n'));
    parts.push(`\`\`\`ts\n${source}\n\`\`\``);
  }
  return `${parts.join('\n\n')}\n`;
}

/** Where each page stands. */
export const PAGES = { 'docs/api_cpp.md': cppPage, 'docs/api_npm.md': npmPage };

// `--check` only tells which page the sources have left behind.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, page] of Object.entries(PAGES)) {
    if (!process.argv.includes('--check')) writeFileSync(join(root, file), page());
    else if (readFileSync(join(root, file), 'utf8') !== page()) {
      console.error(`${file} is not what the sources say: node script/api_reference.mjs`);
      process.exitCode = 1;
    }
  }
}
