// The W3C's validator (needs Java) on every built page.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, languages, test } from '../support/page_test.ts';

const jar = fileURLToPath(new URL('../../audit/node_modules/vnu-jar/build/dist/vnu.jar', import.meta.url));

/** The validator ends with 1 where it finds something, and says it as JSON either way. */
function validate(addresses: string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    execFile('java', ['-jar', jar, '--format', 'json', '--stdout', ...addresses], { maxBuffer: 2 ** 26 }, (error, out) => {
      try {
        const { messages } = JSON.parse(out) as { messages: { type: string; subType?: string; url: string; lastLine: number; message: string; extract?: string }[] };
        resolve(messages.map(({ type, subType, url, lastLine, message, extract }) => `${type} ${subType ?? ''} ${url.split('/').slice(-2).join('/')}:${lastLine} ${message} ${extract ?? ''}`));
      } catch {
        reject(error ?? new Error(out));
      }
    });
  });
}

test('vnu finds nothing in any language, nor in the gallery', async ({ origin }) => {
  test.setTimeout(300_000);
  const said = await validate([...languages.map(({ path }) => path), '/gallery/'].map((path) => origin + path));
  expect([...new Set(said)]).toEqual([]);
});
