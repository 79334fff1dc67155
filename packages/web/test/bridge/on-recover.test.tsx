/** What the Recover page has of the bridge: deposits without an order, and orders that nobody knows. */
import { expect, it, vi } from 'vitest';
import { MARKETS } from '@rialto/market';
import { saveCredential } from '../../src/data/calls/credentials.ts';
import { makeTerms } from '../../src/flows/bridge/bridge-terms.ts';
import { keepTerms } from '../../src/terms-store.ts';
import { BRIDGER, deposit, intentOf } from '../fake/bridge/bridge.ts';
import { No } from '../fake/bridge/answers.ts';
import { at, bridgePage, connect, press, seen, words } from '../fake/bridge/page.tsx';

const page = bridgePage();
const OWNER = { net: 'regtest', address: BRIDGER.address };
const HASH = '0'.repeat(64);

it('Recover lists what was paid in without an order, and orders that nobody knows any more', async () => {
  const { terms, orderId } = makeTerms(intentOf('mint', 500_000n));
  keepTerms(OWNER, { terms, orderId, at: Date.now() });
  const lost = {
    ...deposit({ state: 'refused', reason: 'bridge-order-unknown' }),
    ...{ asset: 'btc', direction: 'mint' as const, orderId: null },
  };
  page.answers['/bridge/deposits'] = ({ query }) => ({
    list: query.get('address') === BRIDGER.address ? [lost] : [],
    at: { height: 1, hash: HASH },
  });
  page.answers['/bridge/order'] = () => new No('bridge-order-unknown', 'There is no such order.');
  page.answers['/bridge/refund'] = () => new No('bridge-deposit-waits', 'Too young.');
  connect();
  await page.open('/recover');
  const row = await seen('own-deposit');
  expect(row.textContent).toContain('0.005BTC');
  await vi.waitFor(() => expect(row.textContent).toContain('There is no such order.'));
  await press('bridge-take-back');
  await vi.waitFor(() => expect(words('toast')).toContain('Too young.'));
  expect((await seen('own-kept-order')).querySelector('a')?.getAttribute('href')).toBe(
    `/bridge/btc#${orderId}`,
  );
});

it('what went back from Recover is shown with its amount and its transaction', async () => {
  const exit = { kind: 'refund' as const, txid: 'b'.repeat(64), out: '499700', height: 5, confirmations: 1 };
  const back = {
    ...deposit({ state: 'refunded', exit: { ...exit, raw: 'beef', check: null, made: [] } }),
    ...{ asset: 'btc', direction: 'mint' as const, orderId: null },
  };
  page.answers['/bridge/deposits'] = ({ query }) => ({
    list: query.get('address') === BRIDGER.address ? [back] : [],
    at: { height: 1, hash: HASH },
  });
  connect();
  await page.open('/recover');
  const row = await seen('own-deposit-back');
  await vi.waitFor(() => expect(row.textContent).toContain('Sent back: 0.004997BTC'));
  expect(row.querySelector('a')?.getAttribute('href')).toBe(`/tx/${exit.txid}`);
});

it('whoever has an order that nobody knows is not told that there is nothing to recover', async () => {
  const { address, publicKey } = BRIDGER;
  page.answers['/book/common/own/list'] = () => ({
    ...{ transactions: [], unfinished: [], mixed: [], shares: [] },
    at: { height: 1, hash: HASH },
  });
  for (const { name } of MARKETS)
    page.answers[`/book/${name}/order-v2/orders/user/${address}`] = () => ({ results: [], total: 0 });
  connect();
  saveCredential({ address, publicKey, signature: 's', expiresAt: Date.now() + 1e9 });
  await page.open('/recover');
  await seen('recover-nothing');
  await page.open('/changelog');
  const { terms, orderId } = makeTerms(intentOf('mint', 500_000n));
  keepTerms(OWNER, { terms, orderId, at: Date.now() });
  await page.open('/recover');
  await seen('own-kept-order');
  await vi.waitFor(() => expect(at('recover-nothing')).toBeNull());
  expect(words('recover')).toContain('Bridge orders that the exchange does not know 1');
});
