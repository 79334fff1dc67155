/** A page looked at in both sizes and both themes: nothing is wider than the phone, and nothing is in the way of those who cannot see it. */
import { expect } from 'vitest';
import { violations } from './axe.ts';
import type { User } from './stage.ts';

export async function looks(user: User, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await user.page.evaluate((chosen) => {
      document.documentElement.dataset['theme'] = chosen;
    }, theme);
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await user.page.setViewportSize({ width, height });
      await user.shot(`${name}-${theme}-${width}`);
      const wide = await user.page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, name).toBeLessThanOrEqual(width);
      expect(await violations(user.page), `${name}, ${theme}`).toEqual([]);
    }
  }
}
