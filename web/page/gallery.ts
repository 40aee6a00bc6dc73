// The gallery: every figure in its interesting states, live; ?lang, ?theme and ?width choose how, ?only one figure (`saturation`).
import './styles.ts';
import './gallery.css';
import { GALLERY, type GalleryState } from '../figures/gallery.ts';
import { DEFAULTS, RANGES, writeParams } from '../state/params.ts';
import { startPageFigures } from './page_figures.ts';

const root = document.documentElement;
const query = new URLSearchParams(location.search);
const form = document.querySelector<HTMLFormElement>('.gallery-choices');
const main = document.querySelector('main');

const apply: Readonly<Record<string, (value: string) => void>> = {
  lang: (value) => (root.lang = value),
  theme: (value) => (value === 'auto' ? delete root.dataset['theme'] : (root.dataset['theme'] = value)),
  width: (value) => main?.style.setProperty('--gallery-width', `${value}px`),
};

for (const select of form?.querySelectorAll('select') ?? []) {
  const given = query.get(select.name);
  if ([...select.options].some(({ value }) => value === given)) select.value = given ?? '';
  apply[select.name]?.(select.value);
  select.addEventListener('change', () => {
    query.set(select.name, select.value);
    // Sentences are fetched for one language; the others change in place.
    if (select.name === 'lang') location.search = query.toString();
    else {
      history.replaceState(null, '', `?${query.toString()}`);
      apply[select.name]?.(select.value);
    }
  });
}

/** Every attribute is written out, so that each figure has a state of its own. */
function attributesOf({ params, options }: GalleryState): [string, string][] {
  return [[RANGES.seed.name, String(DEFAULTS.seed)], ...writeParams({ ...DEFAULTS, ...params }), ...Object.entries(options ?? {})];
}

/** Presses once what the state needs, as soon as it is drawn. */
function pressOnce(figure: Element, selector: string): void {
  const watch = new MutationObserver(() => {
    const button = figure.querySelector<HTMLButtonElement>(selector);
    if (!button) return;
    watch.disconnect();
    button.click();
  });
  watch.observe(figure, { childList: true, subtree: true });
}

function show(tag: string, name: string, state: GalleryState): HTMLElement {
  const item = document.createElement('article');
  item.id = `${tag.slice('dk-'.length)}-${name}`;
  const label = document.createElement('p');
  label.lang = 'en';
  label.className = 'gallery-state';
  const figure = document.createElement(tag);
  figure.className = 'figure';
  for (const [key, value] of attributesOf(state)) figure.setAttribute(key, value);
  label.textContent = `${name} · ${attributesOf(state).map(([key, value]) => `${key}=${value}`).join(' ')}`;
  if (state.press) pressOnce(figure, state.press);
  item.append(label, figure);
  return item;
}

const only = query.get('only');
for (const [tag, states] of Object.entries<Readonly<Record<string, GalleryState>>>(GALLERY)) {
  if (only !== null && tag !== `dk-${only}`) continue;
  const heading = Object.assign(document.createElement('h2'), { textContent: tag, lang: 'en' });
  main?.append(heading, ...Object.entries(states).map(([name, state]) => show(tag, name, state)));
}

if (only !== null && !(`dk-${only}` in GALLERY)) main?.append(`No figure dk-${only}. There are: ${Object.keys(GALLERY).join(', ')}.`);

void startPageFigures((figure) => figure.append('This figure’s program did not arrive.'));
