// The service worker: after one visit the site works without a network. Pages come from the network first, so that nothing is ever stale;
// hashed files never change, so they come from the cache. VERSION and FILES are put in by the build.
const [VERSION, FILES] = [/* version */ '', /* files */ []];
const SCOPE = self.registration.scope;
const PREFIX = `sqrt-dk ${SCOPE} `;
const NAME = PREFIX + VERSION;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(NAME).then(async (cache) => {
    const fresh = FILES.map((file) => new Request(SCOPE + file, { cache: /^assets\//.test(file) ? 'default' : 'reload' }));
    await cache.addAll(fresh);
  }));
});

// A new worker waits until the pages of the old one are closed, so none loses its files; then the old cache goes.
self.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)))));
});

/** A page's address without query and fragment; index.html is its folder. */
const pageOf = (address) => address.replace(/[?#].*$/, '').replace(/\/index\.html$/, '/');

async function page(address) {
  const cache = await caches.open(NAME);
  const key = pageOf(address);
  try {
    const answer = await fetch(address, { cache: 'no-cache', credentials: 'same-origin' });
    if (answer.redirected) return Response.redirect(answer.url + new URL(address).hash, 302);
    if (answer.ok && answer.type === 'basic') await cache.put(key, answer.clone());
    return answer;
  } catch (reason) {
    const kept = await cache.match(key);
    if (kept) return kept;
    if (await cache.match(`${key}/`)) return Response.redirect(`${key}/${new URL(address).search}`, 302);
    throw reason;
  }
}

async function file(request) {
  const cache = await caches.open(NAME);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.type === 'basic') await cache.put(request.url, answer.clone());
  return answer;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(SCOPE)) return;
  const path = request.url.slice(SCOPE.length);
  // A frame of an embed, the single file, the scripts for other people's pages: as if there were no worker.
  if (request.mode === 'navigate') {
    if (/^(|zh-hans\/?|en\/?)((?<=^|\/)practice\/?)?(index\.html)?([?#].*)?$/.test(path)) event.respondWith(page(request.url));
  } else if (/^assets\/(?!embed-)/.test(path)) event.respondWith(file(request));
});
