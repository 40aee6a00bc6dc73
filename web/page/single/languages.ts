// One file, three languages: `?lang=en` puts that language's page in place of the first one, before anything else starts.
const tag = new URLSearchParams(location.search).get('lang') ?? document.documentElement.lang;
const chosen = document.querySelector<HTMLTemplateElement>(`template[data-page="${CSS.escape(tag)}"]`);

if (chosen) {
  // Formulas stand in the first page only (build/single_file.mjs).
  const formulas = document.querySelectorAll('.katex');
  const page = chosen.content.cloneNode(true) as DocumentFragment;
  for (const place of page.querySelectorAll<HTMLElement>('[data-formula]')) place.replaceWith(formulas[Number(place.dataset['formula'])]?.cloneNode(true) ?? '');
  document.documentElement.lang = tag;
  document.title = chosen.dataset['title'] ?? document.title;
  document.querySelector('[data-page-body]')?.replaceChildren(page);
}
for (const link of document.querySelectorAll<HTMLAnchorElement>('a.language')) link.setAttribute('href', `?lang=${link.hreflang}`);
if (chosen) for (const link of document.querySelectorAll<HTMLAnchorElement>('main a[href^="?"]')) link.setAttribute('href', (link.getAttribute('href') ?? '').replace('?', `?lang=${tag}&`));
