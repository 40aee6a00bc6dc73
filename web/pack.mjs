// Puts .br and .gz beside every file of web/dist that packs well, for hosts that serve them: `npm run --prefix web pack`.
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const PACKED = /\.(html|js|css|wasm|svg|json|xml|txt)$/;
const [br, gz] = [promisify(brotliCompress), promisify(gzip)];

export async function packFolder(folder) {
  const names = await readdir(folder, { recursive: true });
  for (const name of names.filter((one) => /\.(br|gz)$/.test(one))) await rm(join(folder, name));
  for (const name of names.filter((one) => PACKED.test(one))) {
    const file = join(folder, name);
    const bytes = await readFile(file);
    if (bytes.length < 1024) continue;
    const window = Math.min(24, Math.max(16, Math.ceil(Math.log2(bytes.length))));
    const [small, gzipped] = await Promise.all([br(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: window, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }), gz(bytes, { level: 9 })]);
    await writeFile(`${file}.br`, small);
    await writeFile(`${file}.gz`, gzipped);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await packFolder(process.argv[2] ?? fileURLToPath(new URL('./dist', import.meta.url)));
