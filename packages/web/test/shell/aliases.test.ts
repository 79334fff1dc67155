/** Other addresses of pages lead to them with pair, query and hash: Metalet links to one of them. */
import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { router } from '../../src/routes.tsx';

/** Where a visit at an address ends. */
async function landed(at: string, end: string): Promise<void> {
  const history = createMemoryHistory({ initialEntries: [at] });
  const visit = createRouter({ routeTree: router.routeTree, history });
  void visit.load();
  await expect.poll(() => visit.history.location.href, { message: at }).toBe(end);
}

it.each([
  ['/swap', '/swap/brc20'],
  ['/swap?clear=1', '/swap/brc20?clear=1'],
  ['/swap?address=bc1qme&clear=1#top', '/swap/brc20?address=bc1qme&clear=1#top'],
  ['/pool?action=release', '/recover?action=release'],
  ['/whitelist?clear=1', '/?clear=1'],
  ['/add', '/swap-pools/brc20/add'],
  ['/add?clear=1', '/swap-pools/brc20/add?clear=1'],
  ['/add/btc-opal', '/swap-pools/brc20/btc-opal/add'],
  ['/add/btc-opal?address=bc1qme', '/swap-pools/brc20/btc-opal/add?address=bc1qme'],
  ['/add/btc-%E5%B8%81%2F', '/swap-pools/brc20/btc-%E5%B8%81%2F/add'],
])('%s leads to %s', async (at, end) => {
  await landed(at, end);
});
