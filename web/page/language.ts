/** Makes the links to the other languages carry the reader's state and place: the query and the fragment of this very moment. */
export function startLanguage(links: Iterable<HTMLAnchorElement>, flushAddress: () => void): void {
  for (const link of links) {
    const bare = link.getAttribute('href') ?? '';
    // In the single file a language is part of the query itself.
    const own = /^\?lang=([\w-]+)$/.exec(bare)?.[1];
    const carry = () => {
      flushAddress();
      const query = new URLSearchParams(location.search);
      if (own !== undefined) query.set('lang', own);
      link.setAttribute('href', (own === undefined ? bare + location.search : `?${query}`) + location.hash);
    };
    // A click, a new tab, a copied address: each is preceded by one of these.
    for (const event of ['pointerenter', 'pointerdown', 'focus', 'click']) link.addEventListener(event, carry);
  }
}
