import { expect, languages, test } from './support/page_test.ts';

for (const { tag, path } of languages) {
  test(`every sign of every formula in ${tag} comes from the fonts that the page brings, though they hold only what it needs`, async ({ page }) => {
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    const session = await page.context().newCDPSession(page);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { root } = await session.send('DOM.getDocument', { depth: 0 });
    const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: '.katex-html' });
    expect(nodeIds.length).toBeGreaterThan(50);
    const strangers = new Set<string>();
    let looked = 0;
    for (const nodeId of nodeIds) {
      // A still picture's formula may have gone with it.
      const seen = await Promise.all([session.send('CSS.getPlatformFontsForNode', { nodeId }), session.send('DOM.getOuterHTML', { nodeId })]).catch(() => undefined);
      if (!seen) continue;
      const [{ fonts }, { outerHTML }] = seen;
      looked += 1;
      // Words in a formula have the text's face.
      if (/\p{Script=Han}/u.test(outerHTML)) continue;
      for (const { familyName, isCustomFont } of fonts) if (!isCustomFont) strangers.add(`${familyName}: ${outerHTML.replace(/<[^>]*>/g, '')}`);
    }
    expect([...strangers]).toEqual([]);
    expect(looked).toBeGreaterThan(50);
  });
}
