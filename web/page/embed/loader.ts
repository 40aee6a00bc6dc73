// embed.js: finds the figures of a page, and fetches their program when the first one nears the screen. Running it again does nothing.
import { languageAt } from './language.ts';
import type { Parts } from './parts.ts';

/** Made at build: file names of the parts (relative to this script), element names, sentences by language, the version. */
declare const __PARTS__: Readonly<Record<string, string>>;
declare const __TAGS__: readonly string[];
declare const __FAILED__: Readonly<Record<string, string>>;
declare const __VERSION__: string;

/** How far from the screen the first figure may be when the program is fetched. */
const NEAR = '800px';

function start(): void {
  const own = document.currentScript as HTMLScriptElement | null;
  // A script that was put in by another one (a module, a bundler) has no currentScript; then it is looked for.
  const address = own?.src || document.querySelector<HTMLScriptElement>('script[src*="embed.js"]')?.src || document.baseURI;
  const root = new URL('.', address).href;

  const waiting = new Map<string, { promise: Promise<unknown>; resolve(value: unknown): void }>();
  const load = (name: string): Promise<unknown> => {
    const known = waiting.get(name);
    if (known) return known.promise;
    let resolve: (value: unknown) => void = () => {};
    const promise = new Promise<unknown>((done, refuse) => {
      resolve = done;
      const script = document.createElement('script');
      script.src = root + (__PARTS__[name] ?? name);
      script.async = true;
      // A page in another encoding must not read ours in it.
      script.charset = 'utf-8';
      if (own?.nonce) script.nonce = own.nonce;
      script.onload = () => {
        script.remove();
        // A part that has not put anything by now is not ours, or of another version.
        setTimeout(() => refuse(new Error(`${name} is empty`)));
      };
      script.onerror = () => {
        waiting.delete(name);
        script.remove();
        refuse(new Error(`${script.src} did not load`));
      };
      document.head.append(script);
    });
    waiting.set(name, { promise, resolve });
    return promise;
  };
  const put = (name: string, value: unknown): void => {
    const known = waiting.get(name);
    if (known) known.resolve(value);
    else waiting.set(name, { promise: Promise.resolve(value), resolve: () => {} });
  };
  const parts: Parts = { version: __VERSION__, root, load, put };
  Object.defineProperty(globalThis, 'sqrtDk', { value: parts, enumerable: false });

  const tags = __TAGS__.join();
  const seen = new Set<Element>();
  const watch = (): void => {
    for (const figure of document.querySelectorAll(tags)) {
      if (seen.has(figure)) continue;
      seen.add(figure);
      near.observe(figure);
    }
  };
  const near = new IntersectionObserver((entries) => {
    const come = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target);
    if (come.length === 0) return;
    // Once the program is here, the elements look after themselves.
    near.disconnect();
    added.disconnect();
    const all = [load('figures'), ...new Set(come.map((figure) => load(`strings-${languageAt(figure)}`)))];
    Promise.all(all).catch(() => {
      for (const figure of document.querySelectorAll<HTMLElement>(tags)) tell(figure);
      // Another try is due when the network is back.
      addEventListener('online', () => void load('figures'), { once: true });
    });
  }, { rootMargin: NEAR });
  // Frames with our pages tell their heights; only a frame that is really on this page, and of our site, is listened to.
  addEventListener('message', ({ data, source }: MessageEvent<{ type?: unknown; height?: unknown } | null>) => {
    const height = data?.type === 'sqrt-dk:height' ? data.height : undefined;
    if (typeof height !== 'number' || !(height > 0 && height < 20_000)) return;
    for (const frame of document.querySelectorAll('iframe')) if (frame.contentWindow === source && frame.src.startsWith(root)) frame.style.height = `${height}px`;
  });
  const added = new MutationObserver(watch);
  added.observe(document, { childList: true, subtree: true });
  watch();
}

/** Says under the author's own link or picture why there is nothing more. */
function tell(figure: HTMLElement): void {
  if (figure.shadowRoot?.querySelector('.dk-figure')) return;
  const root = figure.shadowRoot ?? figure.attachShadow({ mode: 'open' });
  const sentence = document.createElement('p');
  sentence.setAttribute('role', 'alert');
  sentence.textContent = __FAILED__[languageAt(figure)] ?? '';
  root.replaceChildren(document.createElement('slot'), sentence);
}

if (!globalThis.sqrtDk) start();
