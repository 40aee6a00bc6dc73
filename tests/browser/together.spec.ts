import { FIGURES } from '../../web/figures/registry.ts';
import { expect, test } from './support/page_test.ts';

const names = Object.keys(FIGURES);

for (const width of [390, 1280]) {
  test(`figures that share the page do not style one another, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    for (const figure of names) {
      await page.locator(figure).scrollIntoViewIfNeeded();
      await page.locator(`${figure} > .dk-figure`).waitFor();
    }
    const faults = await page.evaluate((names) => names.flatMap((name) => {
      const figure = document.querySelector(name);
      if (!figure) return [`${name} is missing`];
      const box = figure.getBoundingClientRect();
      const outside = [...figure.querySelectorAll('svg, table, button, input, p')].filter((one) => {
        const { left, right, width: wide } = one.getBoundingClientRect();
        return wide > 1 && (right > box.right + 45 || left < box.left - 45);
      });
      const tall = [...figure.querySelectorAll('.dk-chip, .dk-button')].filter((one) => one.getBoundingClientRect().height > 64);
      return [...outside.map((one) => `${name}: ${one.tagName} outside`), ...tall.map((one) => `${name}: ${one.textContent} too tall`)];
    }), names);
    expect(faults).toEqual([]);
  });
}

test('a link to a figure further down lands on it, though its program was not there yet', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/#figure-saturation');
  await page.locator('dk-saturation > .dk-figure').waitFor();
  await expect(page.locator('dk-saturation .dk-title')).toBeInViewport();
});

test('while a slider is dragged its figure only grows, and a sentence with variables is as high as one without', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/en/#figure-dot-product');
  const figure = page.locator('dk-dot-product');
  await expect(figure).toHaveAttribute('data-settled', '');
  const slider = figure.locator('input[type=range][name=dk]');
  await slider.scrollIntoViewIfNeeded();
  const box = (await slider.boundingBox())!;
  const y = box.y + box.height / 2;
  const heights: number[] = [];
  const sentences: number[] = [];
  await page.mouse.move(box.x + box.width / 2, y);
  await page.mouse.down();
  for (let i = 0; i <= 24; i += 1) {
    await page.mouse.move(box.x + 12 + ((i * 7) % 25) / 24 * (box.width - 24), y);
    await page.waitForTimeout(60);
    heights.push(await figure.evaluate((one: HTMLElement) => one.offsetHeight));
    sentences.push(await figure.evaluate((one) => {
      const sentence = one.querySelector('.dk-caption')!;
      return sentence.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(sentence).lineHeight);
    }));
  }
  expect(heights).toEqual([...heights].sort((a, b) => a - b));
  for (const lines of sentences) expect(lines).toBeCloseTo(Math.round(lines), 1);
  await page.mouse.up();
  await expect.poll(() => figure.evaluate((one: HTMLElement) => one.style.minHeight)).toBe('');
});

test('a figure that is seen before its size is told does not draw while sizes are told', async ({ page }) => {
  // WebKit tells at once what is in view, other engines after the sizes.
  await page.addInitScript(() => {
    const told: string[] = [];
    addEventListener('error', ({ message }) => told.push(message));
    Object.assign(globalThis, {
      told,
      IntersectionObserver: class extends IntersectionObserver {
        constructor(seen: IntersectionObserverCallback, options?: IntersectionObserverInit) {
          super(seen, options);
          this.observe = (target) => {
            super.observe(target);
            seen([{ target, isIntersecting: true } as unknown as IntersectionObserverEntry], this);
          };
        }
      },
    });
  });
  await page.goto('/en/');
  for (const name of names) await page.locator(`${name} > .dk-figure`).waitFor();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await page.evaluate(() => (globalThis as unknown as { told: string[] }).told)).toEqual([]);
});
