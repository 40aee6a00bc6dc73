// The W3C's validator (needs Java) on every built page.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dist, expect, languages, test } from '../support/page_test.ts';

const jar = fileURLToPath(new URL('../../audit/node_modules/vnu-jar/build/dist/vnu.jar', import.meta.url));

/** The validator ends with 1 where it finds something, and says it as JSON either way. */
function validate(files: string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    execFile('java', ['-jar', jar, '--format', 'json', '--stdout', ...files], { maxBuffer: 2 ** 26 }, (error, out) => {
      try {
        const { messages } = JSON.parse(out) as { messages: { type: string; subType?: string; url: string; lastLine: number; message: string; extract?: string }[] };
        resolve(messages.map(({ type, subType, url, lastLine, message, extract }) => `${type} ${subType ?? ''} ${url.split('/').slice(-2).join('/')}:${lastLine} ${message} ${extract ?? ''}`));
      } catch {
        reject(error ?? new Error(out));
      }
    });
  });
}

test('vnu finds nothing in any language, nor in the gallery', async () => {
  test.setTimeout(300_000);
  const said = await validate([...languages.map(({ path }) => path), 'gallery'].map((path) => join(dist, path, 'index.html')));
  // role=list on a list is no fault: WebKit forgets that a list without marks is one.
  const known = ['Resource violates Content Security Policy', 'The “list” role is unnecessary for element “ol”'];
  // It reads files, which have no origin that 'self' could be, and refuses servers of this machine.
  expect([...new Set(said)].filter((one) => !known.some((remark) => one.includes(remark)))).toEqual([]);
});
