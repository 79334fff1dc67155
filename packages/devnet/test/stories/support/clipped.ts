/** What of a part of the page is cut off: text wider than its place, and what reaches out of the part itself. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { User } from './stage.ts';

/** @returns the texts of the elements that are not seen whole */
export const clippedIn = (place: Locator): Promise<string[]> =>
  place.evaluate((part) => {
    const { left, right } = part.getBoundingClientRect();
    return [part, ...part.querySelectorAll('*')]
      .filter((one) => one.getClientRects().length > 0 && !one.classList.contains('sr-only'))
      .filter((one) => !(one instanceof SVGElement) && one.closest('.sr-only') === null)
      .filter((one) => {
        const box = one.getBoundingClientRect();
        const style = getComputedStyle(one);
        const cuts = style.overflowX !== 'visible' && one.scrollWidth > one.clientWidth;
        return cuts || box.right > right + 1 || box.left < left - 1;
      })
      .map((one) => `${one.tagName} ${one.textContent}`);
  });

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** At the desk and on the phone, light and dark: a picture each, and nothing of the part is cut off. */
export async function nothingClipped(
  { page, shot, sees }: User,
  name: string,
  part: string,
  view?: 'book' | 'trade' | 'orders',
): Promise<void> {
  const before = page.viewportSize();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    if (view !== undefined && size.width < 1024) await sees(`view-${view}`).click();
    for (const theme of ['light', 'dark']) {
      await page.evaluate((chosen) => {
        document.documentElement.dataset['theme'] = chosen;
      }, theme);
      await shot(`${name}-${size.width}-${theme}`);
    }
    const places = sees(part);
    for (let at = 0; at < (await places.count()); at += 1)
      if (await places.nth(at).isVisible())
        expect(await clippedIn(places.nth(at)), `${name} ${size.width}`).toEqual([]);
  }
  if (before !== null) await page.setViewportSize(before);
}
