// The page of one figure in a frame: its query becomes the figure's attributes; its height goes to the page around it.
// Runs before embed.js. Works in a sandbox that allows scripts and nothing else.

const figure = document.querySelector<HTMLElement>('[data-figure]');

function readAddress(element: HTMLElement): void {
  const own = `${element.localName.slice('dk-'.length)}.`;
  for (const [key, text] of new URLSearchParams(location.search)) {
    const name = key.startsWith(own) ? key.slice(own.length) : key;
    if (!/^[a-z][a-z0-9-]*$/.test(name) || /^(id|class|style|slot|on.*|data-.*|is|hidden|group|number)$/.test(name) || text.length > 2000) continue;
    element.setAttribute(name, text);
  }
  const { lang } = element;
  if (lang) document.documentElement.lang = lang;
}

/** Tells the page around of every new height: in this project's form, and in the one that Embedly (and so Medium and others) understand. */
function tellHeight(): void {
  if (parent === window) return;
  let told = 0;
  const tell = (): void => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    if (height === told || height === 0) return;
    told = height;
    parent.postMessage({ type: 'sqrt-dk:height', figure: figure?.localName, height }, '*');
    parent.postMessage(JSON.stringify({ src: location.href, context: 'iframe.resize', height }), '*');
  };
  new ResizeObserver(tell).observe(document.documentElement);
  tell();
}

if (figure) readAddress(figure);
tellHeight();
