// A small static server for web/dist: right types, no cache, nothing outside the folder.
// Used by script/serve and by the browser tests: `startServer(folder, port)` answers {origin, close}.
import { createReadStream, realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

const types = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css',
  '.wasm': 'application/wasm', '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png',
  '.woff2': 'font/woff2', '.xml': 'application/xml', '.txt': 'text/plain; charset=utf-8', '.ico': 'image/x-icon',
};

/** Finds the file behind an address, or null: a folder's own page is its index.html. */
async function fileFor(folder, address) {
  let path;
  try {
    path = decodeURIComponent(new URL(address, 'http://localhost').pathname);
  } catch {
    return null;
  }
  if (path.includes('\0')) return null;
  const file = normalize(join(folder, path));
  if (file !== folder && !file.startsWith(folder + sep)) return null;
  const found = await stat(file).catch(() => null);
  if (found?.isDirectory()) return path.endsWith('/') ? fileFor(folder, `${path}index.html`) : { redirect: `${path}/` };
  return found?.isFile() ? { file, size: found.size, changed: found.mtimeMs } : null;
}

/** The .br or .gz beside a file (npm run pack), where the browser takes it and it is not older than the file. */
async function packedBeside({ file, size, changed }, accepted) {
  for (const [ending, encoding] of [['.br', 'br'], ['.gz', 'gzip']]) {
    if (!new RegExp(`\\b${encoding}\\b`).test(accepted)) continue;
    const found = await stat(file + ending).catch(() => null);
    if (found?.isFile() && found.mtimeMs >= changed) return { file: file + ending, size: found.size, encoding };
  }
  return { file, size, encoding: undefined };
}

async function answer(folder, request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405).end();
    return;
  }
  const target = await fileFor(folder, request.url ?? '/');
  if (target === null) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found\n');
  } else if (target.redirect !== undefined) {
    const query = new URL(request.url, 'http://localhost').search;
    response.writeHead(301, { location: target.redirect + query }).end();
  } else {
    const packed = await packedBeside(target, request.headers['accept-encoding'] ?? '');
    response.writeHead(200, {
      'content-type': types[extname(target.file)] ?? 'application/octet-stream',
      'content-length': packed.size, ...(packed.encoding ? { 'content-encoding': packed.encoding } : {}), vary: 'accept-encoding', 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff',
    });
    if (request.method === 'HEAD') response.end();
    else createReadStream(packed.file).pipe(response);
  }
}

/** Serves `folder` on loopback at the first free port from `port` on (0: any free one). */
export function startServer(folder, port = 0) {
  const root = realpathSync(folder);
  const server = createServer((request, response) => {
    answer(root, request, response).catch(() => response.destroy());
  });
  return new Promise((resolve, reject) => {
    const last = port + 100;
    const listen = (candidate) => {
      server.once('error', (error) => {
        if (error.code === 'EADDRINUSE' && port !== 0 && candidate < last) listen(candidate + 1);
        else reject(error);
      });
      server.listen(candidate, '127.0.0.1', () => {
        server.removeAllListeners('error');
        resolve({
          origin: `http://127.0.0.1:${server.address().port}`,
          close: () => new Promise((done) => { server.close(done); server.closeAllConnections(); }),
        });
      });
    };
    listen(port);
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , folder = 'web/dist', port = '8080'] = process.argv;
  const wanted = Number(port);
  if (!Number.isInteger(wanted) || wanted < 0 || wanted > 65535) {
    console.error(`The port must be a whole number from 0 to 65535, not "${port}".`);
    process.exit(1);
  }
  const { origin } = await startServer(folder, wanted);
  console.log(`繁體中文  ${origin}/\n简体中文  ${origin}/zh-hans/\nEnglish   ${origin}/en/`);
}
