/** The balance of a token on the bridge's page: what there is now, as long as the page is open. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BRC20, BRIDGER, BTC, MRC20, RUNE, assets } from '../fake/bridge/bridge.ts';
import { bridgePage, connect, press, words } from '../fake/bridge/page.tsx';

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

it('of MRC-20 it is what blocks have, in whole tokens on the wire; the picker says what it is', async () => {
  let balance = '1000.5';
  page.answers['/bridge/assetList'] = () => assets([BTC, RUNE, MRC20]);
  page.answers['/book/common/mrc20/address/balance-list'] = () => ({
    list: [
      {
        ...{ assetId: `mrc20:${MRC20.originTokenId}`, mrc20Id: MRC20.originTokenId, tick: 'MOSS', tag: '' },
        ...{ balance, unsafeBalance: '70', decimals: '3' },
      },
    ],
    ...{ taggedBy: null, at: { height: 500, hash: '0'.repeat(64) } },
  });
  connect();
  await page.open('/bridge/moss');
  await vi.waitFor(() => expect(words('bridge')).toContain('Balance 1,000.5'), { timeout: 8_000 });
  balance = '400';
  await vi.advanceTimersByTimeAsync(11_000);
  await vi.waitFor(() => expect(words('bridge')).toContain('Balance 400'), { timeout: 3_000 });
  await press('bridge-asset-btc');
  expect(words('bridge-assets')).toContain('MRC-20');
});

it('of BRC-20 it is what is in transfer inscriptions and what is not, together', async () => {
  let availableBalance = '1000';
  page.answers['/bridge/assetList'] = () => assets([BTC, RUNE, BRC20]);
  page.answers[`/book/brc20/address/${BRIDGER.address}/ordi`] = () => ({
    ...{ token: 'ordi', assetId: `brc20:${BRC20.originTokenId}`, decimals: 18, availableBalance },
    ...{ transferBalance: '0.5', transferBalanceList: [], at: { height: 500, hash: '0'.repeat(64) } },
  });
  connect();
  await page.open('/bridge/ordi');
  await vi.waitFor(() => expect(words('bridge')).toContain('Balance 1,000.5'), { timeout: 8_000 });
  availableBalance = '400';
  await vi.advanceTimersByTimeAsync(11_000);
  await vi.waitFor(() => expect(words('bridge')).toContain('Balance 400.5'), { timeout: 3_000 });
});
