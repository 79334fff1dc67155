/** BRC-20 on the bridge's page: the whole balance, what one payment can move of it, and the way to a lot that is missing. */
import { describe, expect, it, vi } from 'vitest';
import { labelOf, lotWanted, mostOf } from '../../src/screens/bridge/bridge-form.ts';
import type { BridgeNow } from '../../src/screens/bridge/bridge-form.ts';
import { lotSizes } from '../../src/screens/bridge/lots.ts';
import { BRC20, BRIDGER, BTC, assets, whole } from '../fake/bridge/bridge.ts';
import { No } from '../fake/bridge/answers.ts';
import { all, at, bridgePage, buttons, connect, press, seen, type, words } from '../fake/bridge/page.tsx';

const page = bridgePage();
const DEPLOY = `brc20:${BRC20.originTokenId}`;
const MAKE = `/orderbook/brc20/btc-ordi?asset=${encodeURIComponent(DEPLOY)}&side=sell`;

interface Lot {
  readonly amount: string;
  readonly confirmations?: number;
  readonly orderId?: string;
}

/** What he has: so much in no lot, and these. */
function holding(available: string, lots: readonly Lot[], assetId = DEPLOY): void {
  page.answers['/bridge/assetList'] = () => assets([BTC, BRC20]);
  const list = lots.map((lot, at) => ({
    ...{ inscriptionId: `${'8'.repeat(64)}i${at}`, inscriptionNumber: '7', outValue: '546' },
    ...{ outpoint: `${'8'.repeat(64)}:${at}`, confirmations: 3, ...lot },
  }));
  page.answers[`/book/brc20/address/${BRIDGER.address}/ordi`] = () => ({
    ...{ token: 'ordi', assetId, decimals: 18, availableBalance: available },
    transferBalance: lots.reduce((sum, { amount }) => sum + Number(amount), 0).toString(),
    ...{ transferBalanceList: list, at: { height: 500, hash: '0'.repeat(64) } },
  });
}

const button = (label: string): Promise<void> =>
  vi.waitFor(() => expect(words('bridge-button')).toBe(label), { timeout: 8_000 });
const opened = async (): Promise<void> => {
  connect();
  await page.open('/bridge/ordi');
  await button('Enter an amount');
  // The balance has come.
  await seen('bridge-lots');
};
const sizes = () => all('bridge-lot').map(({ textContent }) => textContent);

it('the balance is all of it; Max is the largest transfer inscription, and each is one press away', async () => {
  const lots = [{ amount: '5' }, { amount: '10.5' }, { amount: '5' }, { amount: '901' }];
  holding('1000', [...lots, { amount: '60', orderId: 'o1' }, { amount: '70', confirmations: 0 }]);
  await opened();
  expect(words('bridge')).toContain('Balance 2,051.5');
  expect(sizes()).toEqual(['10.5', '5']);
  await press('bridge-amount-max');
  expect(at('bridge-amount')).toHaveProperty('value', '10.5');
  all('bridge-lot')[1]?.click();
  await vi.waitFor(() => expect(at('bridge-amount')).toHaveProperty('value', '5'));
  await button('Review');
  await press('bridge-button');
  await seen('bridge-review');
  expect(at('bridge-problems')).toBeNull();
});

it('an amount that no transfer inscription has says so before anything is asked, and where one is made', async () => {
  holding('1000', [{ amount: '5' }, { amount: '60', orderId: 'o1' }, { amount: '70', confirmations: 0 }]);
  await opened();
  type('bridge-amount', '6');
  await button('No transfer inscription of this amount');
  expect(words('bridge-lot-wanted')).toBe(
    'You have no transfer inscription of exactly this amount. Make one first.',
  );
  expect(at('bridge-lot-wanted')?.querySelector('a')?.getAttribute('href')).toBe(`${MAKE}&make=%226%22`);
  // One that is listed is promised to somebody.
  type('bridge-amount', '60');
  await vi.waitFor(() => expect(at('bridge-lot-wanted')).not.toBeNull());
  type('bridge-amount', '70');
  await button('Waiting for a block');
  expect(words('bridge-lot-wanted')).toBe('Your transfer inscription of this amount waits for its block.');
  type('bridge-amount', '2000');
  await button('Check the amount');
  expect(at('bridge-lot-wanted')).toBeNull();
  await press('bridge-flip');
  expect(at('bridge-lots')).toBeNull();
});

it('without any there is no Max', async () => {
  holding('1000', []);
  await opened();
  expect(words('bridge')).toContain('Balance 1,000');
  expect(at('bridge-amount-max')).toBeNull();
  expect(at('bridge-make-lot')?.getAttribute('href')).toBe(MAKE);
});

it('the balance of another token is none of this one', async () => {
  holding('1000', [{ amount: '5' }], `brc20:${'9'.repeat(64)}i0`);
  connect();
  await page.open('/bridge/ordi');
  await vi.waitFor(() => expect(page.asked).toContain(`/book/brc20/address/${BRIDGER.address}/ordi`));
  await button('Enter an amount');
  type('bridge-amount', '5');
  await button('Getting your balance');
  expect(words('bridge')).not.toContain('Balance 1,0');
  expect(at('bridge-lots')).toBeNull();
});

it('where the exchange finds no such lot the review says what to do; nothing is called split', async () => {
  holding('1000', [{ amount: '5' }]);
  page.answers['/bridge/createPrepayOrderMintBrc20'] = () =>
    new No('bridge-lots-differ', 'Your coins do not add up. Split one of them first.');
  await opened();
  type('bridge-amount', '5');
  await button('Review');
  await press('bridge-button');
  await seen('bridge-stopped');
  expect(words('bridge-stopped')).toContain('You have no transfer inscription of exactly this amount.');
  expect(words('bridge-stopped')).not.toContain('Split');
  expect(at('bridge-stopped')?.querySelector('a')?.getAttribute('href')).toBe(`${MAKE}&make=%225%22`);
  expect(buttons('bridge-stopped')).toEqual(['Close', 'Try again']);
});

it('the picker says what it is', async () => {
  holding('1000', []);
  await opened();
  await press('bridge-asset-btc');
  expect(words('bridge-assets')).toContain('BRC-20');
});

describe('as rules', () => {
  const lots = { ready: [whole(5n), whole(9n), whole(9n), whole(901n), 1n], waiting: [whole(70n)] };
  const now = (text: string, more: Partial<BridgeNow> = {}): BridgeNow => ({
    ...{ user: 'metalet', account: 'known', asset: BRC20, feeRate: 2, form: { direction: 'mint', text } },
    holdings: {
      ...{ onBitcoin: whole(2_000n), bitcoinCoins: [], lots, onMvc: whole(50n), tokenCoins: 1 },
      ...{ space: 300_000n, spaceCoins: 1 },
    },
    ...more,
  });

  it('only sizes that one order takes are offered, each once', () =>
    expect(lotSizes(BRC20, lots)).toEqual([whole(9n), whole(5n)]));

  it('most is the largest of them; of what comes back from MVC it is all there is', () => {
    const { holdings } = now('');
    expect(mostOf({ direction: 'mint', text: '' }, BRC20, holdings, 2)).toBe(whole(9n));
    expect(mostOf({ direction: 'redeem', text: '' }, BRC20, holdings, 2)).toBe(whole(50n));
    expect(
      mostOf({ direction: 'mint', text: '' }, BRC20, { ...holdings, lots: undefined }, 2),
    ).toBeUndefined();
  });

  it.each<[string, ReturnType<typeof lotWanted>]>([
    ['9', undefined],
    ['8', 'none'],
    ['70', 'waits'],
    ['', undefined],
    ['0.5', undefined],
    ['901', undefined],
  ])('%s: %s', (text, wanted) => expect(lotWanted(now(text))).toBe(wanted));

  it('a redeem wants none', () => {
    const redeem = now('8', { form: { direction: 'redeem', text: '8' } });
    expect(lotWanted(redeem)).toBeUndefined();
    expect(labelOf(redeem)).toMatchObject({ act: 'go' });
  });
});
