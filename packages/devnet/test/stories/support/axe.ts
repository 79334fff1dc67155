/** WCAG 2.2 AA by axe, on a page as it stands. Evaluated past the page's own policy, as an extension would be. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const OPTIONS = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  rules: { 'target-size': { enabled: true } },
};

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Colours on their way from one to another have no contrast of their own: what ends is at its end before it is looked at. */
const AT_REST = `for (let round = 0; round < 50; round += 1) {
  const moving = document.getAnimations().filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime));
  if (moving.length === 0) break;
  for (const one of moving) one.finish();
}`;

/** What is wrong, a line for each rule; nothing when all is well. */
export async function violations(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: source });
  await session.send('Runtime.evaluate', { expression: AT_REST });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run(document, ${JSON.stringify(OPTIONS)}).then((found) => found.violations)`,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  const found = result.value as readonly Violation[];
  return found.map(({ id, nodes }) => {
    const places = nodes.map((node) => `${node.html.slice(0, 140)} ${node.failureSummary ?? ''}`);
    return `${id}: ${places.join(' | ')}`;
  });
}
