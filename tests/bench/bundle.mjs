// Bundles one file of this folder with what it imports, with the page's own bundler.
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

export async function bundle(name) {
  const fromWeb = createRequire(new URL('../../web/package.json', import.meta.url));
  const { rolldown } = await import(pathToFileURL(fromWeb.resolve('rolldown')).href);
  const built = await rolldown({ input: fileURLToPath(new URL(name, import.meta.url)), platform: 'browser', logLevel: 'silent' });
  const { output } = await built.generate({ format: 'es' });
  return output[0].code;
}
