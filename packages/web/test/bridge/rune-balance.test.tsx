/** The balance of a rune on the bridge's page: what there is now, as long as the page is open. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bridgePage, connect, words } from '../fake/bridge/page.tsx';

const page = bridgePage();
const BALANCE = '/book/common/runes/address/balance-list';

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

it('what was paid, or came back, is in the balance without a reload', async () => {
  let amount = '100000000';
  page.answers[BALANCE] = () => ({
    confirmed: [{ runeid: '100:1', spacedRune: 'PLAINFERN', amount, symbol: '', divisibility: 5 }],
    ...{ unconfirmed: [], at: { height: 500, hash: '0'.repeat(64) } },
  });
  connect();
  await page.open('/bridge/fern');
  await vi.waitFor(() => expect(words('bridge')).toContain('Balance 1,000'), { timeout: 8_000 });
  amount = '50000000';
  await vi.advanceTimersByTimeAsync(11_000);
  await vi.waitFor(() => expect(words('bridge')).toContain('Balance 500'), { timeout: 3_000 });
});
