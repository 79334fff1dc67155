/** Orders of the bridge in lists: in progress, history, what is kept and restored. */
import { expect, it, vi } from 'vitest';
import type { BridgeOrderView } from '@rialto/contract';
import { makeTerms } from '../../src/flows/bridge/bridge-terms.ts';
import { termsFileText } from '../../src/flows/bridge/terms-file.ts';
import { router } from '../../src/routes.tsx';
import { keepTerms, keptTerms } from '../../src/terms-store.ts';
import {
  BRC20,
  BRIDGER,
  BTC,
  MRC20,
  RUNE,
  assets,
  deposit,
  intentOf,
  order,
  whole,
} from '../fake/bridge/bridge.ts';
import { historyOf } from '../fake/bridge/answers.ts';
import { all, at, bridgePage, connect, press, seen, words } from '../fake/bridge/page.tsx';

const page = bridgePage();
const OWNER = { net: 'regtest', address: BRIDGER.address };

type Deposit = BridgeOrderView['deposits'][number];
const BEEF: NonNullable<Deposit['exit']> = {
  ...{ kind: 'payout', txid: 'b'.repeat(64), out: '498700', height: 3, confirmations: 40 },
  ...{ raw: 'beef', check: 'cafe', made: [] },
};

it('the history has both directions of a token, a tab for each kind', async () => {
  const rows = [
    order({ orderId: '1'.repeat(32), createdAt: 1_780_000_000_000 }),
    order({ orderId: '2'.repeat(32), direction: 'redeem', state: 'done', createdAt: 1_780_000_900_000 }),
    order({ orderId: '3'.repeat(32), asset: 'fern', amount: '700100', out: '698700', state: 'done' }),
    order({ orderId: '4'.repeat(32), asset: 'moss', amount: '700100', out: '698700', state: 'done' }),
    order({
      orderId: '5'.repeat(32),
      asset: 'ordi',
      amount: `${whole(7n)}`,
      out: `${whole(6n)}`,
      state: 'done',
    }),
  ];
  page.answers['/bridge/assetList'] = () => assets([BTC, RUNE, MRC20, BRC20]);
  page.answers['/bridge/queryTransactionsByAddress'] = historyOf(rows);
  connect();
  await page.open('/bridge');
  const history = () =>
    [
      ...document.querySelectorAll<HTMLElement>('[data-testid="bridge-history"] [data-testid="bridge-row"]'),
    ].map((row) => row.textContent);
  await vi.waitFor(() => expect(history()).toHaveLength(2), { timeout: 5_000 });
  expect(history()[0]).toContain('0.005 wBTC to 0.004987 BTC');
  expect(history()[0]).toContain('MVC to Bitcoin');
  expect(history()[1]).toContain('2 of 3 confirmations');
  await press('bridge-tab-Runes');
  await vi.waitFor(() => expect(history().join()).toContain('7.001 PLAINFERN to 6.987 wFERN'));
  await press('bridge-tab-BRC-20');
  await vi.waitFor(() => expect(history().join()).toContain('7 ORDI to 6 wORDI'));
  await press('bridge-tab-MRC-20');
  await vi.waitFor(() => expect(history().join()).toContain('700.1 MOSS to 698.7 wMOSS'));
});

it('a row says what holds its order up, and how it stands again once nothing does', async () => {
  let held = order({ waits: 'signer' });
  page.answers['/bridge/queryTransactionsByAddress'] = (asked) => historyOf([held])(asked);
  page.answers['/bridge/order'] = () => held;
  connect();
  await page.open('/bridge');
  const state = () => words('bridge-row-state');
  await vi.waitFor(() => expect(state()).toBe('Waiting for the signer'), { timeout: 5_000 });
  for (const [waits, said] of [
    ['paused', 'Paused'],
    ['lot', 'Waiting for its inscription'],
    [null, '2 of 3 confirmations'],
  ] as const) {
    held = order({ waits });
    await vi.waitFor(() => expect(state()).toBe(said), { timeout: 5_000 });
  }
});

it('a row of what went back says how much did', async () => {
  const exit = { kind: 'refund' as const, txid: 'b'.repeat(64), out: '499700', height: 5, confirmations: 1 };
  const back = deposit({ state: 'refunded', exit: { ...exit, raw: 'beef', check: null, made: [] } });
  page.answers['/bridge/queryTransactionsByAddress'] = historyOf([
    order({ state: 'refunded', deposits: [back] }),
  ]);
  connect();
  await page.open('/bridge');
  await vi.waitFor(() => expect(words('bridge-history')).toContain('0.005 BTC, sent back: 0.004997'), {
    timeout: 5_000,
  });
});

it('the history opens with the kind of what is shown', async () => {
  const rows = [order({ asset: 'fern', amount: '700100', out: '698700', state: 'done' })];
  page.answers['/bridge/queryTransactionsByAddress'] = historyOf(rows);
  connect();
  await page.open('/bridge/fern');
  await vi.waitFor(() => expect(words('bridge-history')).toContain('7.001 PLAINFERN'), { timeout: 5_000 });
  await page.open('/bridge/btc');
  await vi.waitFor(() => expect(words('bridge-history')).toContain('No orders yet.'), { timeout: 5_000 });
});

it('an order that moves on is the same in both lists at once', async () => {
  let moving = order({ state: 'paid', deposits: [deposit({ state: 'paid' })] });
  page.answers['/bridge/queryTransactionsByAddress'] = (asked) => historyOf([moving])(asked);
  page.answers['/bridge/order'] = () => moving;
  connect();
  await page.open('/bridge');
  await vi.waitFor(() => expect(words('bridge-live')).toContain('waiting for a block'), { timeout: 5_000 });
  await vi.waitFor(() => expect(words('bridge-history')).toContain('waiting for a block'));
  moving = order();
  await vi.waitFor(() => expect(words('bridge-live')).toContain('2 of 3'), { timeout: 2_500 });
  // Long before it would be asked for again by itself.
  await vi.waitFor(() => expect(words('bridge-history')).toContain('2 of 3'));
});

it('a long history is read on', async () => {
  const rows = Array.from({ length: 25 }, (_, one) =>
    order({ orderId: one.toString(16).padStart(32, '0'), state: 'done', createdAt: 1_780_000_000_000 - one }),
  );
  page.answers['/bridge/queryTransactionsByAddress'] = historyOf(rows);
  connect();
  await page.open('/bridge');
  await vi.waitFor(() => expect(all('bridge-row')).toHaveLength(20), { timeout: 5_000 });
  await press('bridge-more');
  await vi.waitFor(() => expect(all('bridge-row')).toHaveLength(25), { timeout: 5_000 });
  expect(at('bridge-more')).toBeNull();
});

it('one that the exchange does not know is restored with the terms this browser keeps', async () => {
  const { terms, orderId } = makeTerms(intentOf('mint', 500_000n));
  keepTerms(OWNER, { terms, orderId, at: Date.now() });
  let restored: unknown;
  page.answers['/bridge/restore'] = ({ body }) => {
    restored = body;
    page.answers['/bridge/order'] = () => order({ orderId });
    return { orderId };
  };
  connect();
  await page.open('/bridge');
  await seen('bridge-lost');
  await press('bridge-restore');
  await vi.waitFor(() => expect(words('bridge-live')).toContain('2 of 3 confirmations'), { timeout: 5_000 });
  expect(restored).toEqual({ terms });
  expect(keptTerms(OWNER)).toHaveLength(1);
});

it('one that expired unpaid is put away by its owner', async () => {
  const { terms, orderId } = makeTerms(intentOf('mint', 500_000n));
  keepTerms(OWNER, { terms, orderId, at: Date.now() });
  page.answers['/bridge/order'] = () => order({ orderId, state: 'expired', deposits: [] });
  connect();
  await page.open('/bridge');
  await press('bridge-put-away');
  await vi.waitFor(() => expect(at('bridge-live')).toBeNull());
  expect(keptTerms(OWNER)).toEqual([]);
});

it.each<[string, Deposit[]]>([
  ['without a deposit', []],
  ['with a transaction that is none', [deposit({ state: 'done', exit: BEEF })]],
])('the terms of one that is done by the exchange’s word alone stay, %s', async (_, deposits) => {
  const { terms, orderId } = makeTerms(intentOf('mint', 500_000n));
  keepTerms(OWNER, { terms, orderId, at: Date.now() });
  page.answers['/bridge/order'] = () => order({ orderId, state: 'done', deposits });
  connect();
  await page.open('/bridge');
  await seen('bridge-put-away');
  expect(keptTerms(OWNER)).toHaveLength(1);
  await press('bridge-put-away');
  await vi.waitFor(() => expect(keptTerms(OWNER)).toEqual([]));
});

async function chosen(text: string): Promise<void> {
  const input = await seen('bridge-terms-file');
  Object.defineProperty(input, 'files', { configurable: true, value: [new File([text], 'terms.json')] });
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

it('a file of terms brings an order to this browser; one that was changed does not', async () => {
  const made = makeTerms(intentOf('mint', 500_000n));
  page.answers['/bridge/restore'] = () => ({ orderId: made.orderId });
  page.answers['/bridge/order'] = () => order({ orderId: made.orderId });
  connect();
  await page.open('/bridge');
  await chosen(termsFileText(made).replace('500000', '900000'));
  await vi.waitFor(() => expect(words('toast')).toContain('The terms in this file were changed'));
  expect(page.asked).not.toContain('/bridge/restore');
  await chosen(termsFileText(made));
  await vi.waitFor(() => expect(router.state.location.href).toBe(`/bridge/btc#${made.orderId}`));
  expect(keptTerms(OWNER)[0]).toMatchObject(made);
});
