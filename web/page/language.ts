/** Makes the links to the other languages carry the reader's state and place: the query and the fragment of this very moment. */
export function startLanguage(links: Iterable<HTMLAnchorElement>, flushAddress: () => void): void {
  for (const link of links) {
    const bare = link.getAttribute('href') ?? '';
    const carry = () => {
      flushAddress();
      link.setAttribute('href', bare + location.search + location.hash);
    };
    // A click, a new tab, a copied address: each is preceded by one of these.
    for (const event of ['pointerenter', 'pointerdown', 'focus', 'click']) link.addEventListener(event, carry);
  }
}
