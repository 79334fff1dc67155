/** Orders of the bridge as their owner follows them: each state in words, both transactions, the way back, what is kept and restored; reserves. */
import { expect, it, vi } from 'vitest';
import type { BridgeOrderView, BridgeReserve } from '@rialto/contract';
import { makeTerms } from '../../src/flows/bridge/bridge-terms.ts';
import { termsFileText } from '../../src/flows/bridge/terms-file.ts';
import { router } from '../../src/routes.tsx';
import { keepTerms, keptTerms } from '../../src/terms-store.ts';
import { BRIDGER, BTC, PAYOUT, RUNE, deposit, intentOf, order } from '../fake/bridge.ts';
import { No, all, at, bridgePage, connect, historyOf, press, seen, words } from '../fake/bridge-page.tsx';

const page = bridgePage();
const OWNER = { net: 'regtest', address: BRIDGER.address };
const ID = order().orderId;
const HASH = '0'.repeat(64);

type Deposit = BridgeOrderView['deposits'][number];
const exitOf = (more: Partial<NonNullable<Deposit['exit']>> = {}): NonNullable<Deposit['exit']> => ({
  ...{ kind: 'payout', txid: PAYOUT, out: '498700', height: null, confirmations: 0, raw: 'beef' },
  ...{ check: 'cafe', ...more },
});

async function looked(one: BridgeOrderView): Promise<void> {
  page.answers['/bridge/order'] = () => one;
  connect();
  await page.open(`/bridge/btc#${one.orderId}`);
  await seen('bridge-order-view');
}

const steps = (): readonly (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>('[data-step]')].map(({ dataset }) => dataset['is']);

const NOW = 'now';
it.each<[string, Partial<BridgeOrderView>, number]>([
  ['Not paid yet', { state: 'awaiting-payment', deposits: [] }, 0],
  ['Paid, waiting for a block', { state: 'paid', deposits: [deposit({ state: 'paid' })] }, 1],
  ['2 of 3 confirmations', {}, 1],
  ['3 of 3 confirmations', { deposits: [deposit({ confirmations: 5 })] }, 2],
  ['Being paid out', { state: 'paying', deposits: [deposit({ state: 'paying', exit: exitOf() })] }, 3],
  ['Paid out, waiting for its blocks', { state: 'paid-out', deposits: [deposit({ exit: exitOf() })] }, 4],
  ['Payment gone', { state: 'gone', deposits: [deposit({ state: 'gone' })] }, 0],
])('%s: so far it is', async (state, more, behind) => {
  await looked(order(more));
  expect(words('bridge-order-state')).toBe(state);
  expect(steps().indexOf(NOW)).toBe(behind);
  expect(steps().filter((is) => is === 'behind')).toHaveLength(behind);
});

it('names both transactions, each on the page of its chain, and their bytes while no block has them', async () => {
  await looked(order({ state: 'paid-out', deposits: [deposit({ state: 'paid-out', exit: exitOf() })] }));
  const links = [...(at('bridge-deposit')?.querySelectorAll('a') ?? [])].map((one) =>
    one.getAttribute('href'),
  );
  expect(links).toEqual([`/tx/${deposit().txid}`, `/mvc/tx/${PAYOUT}`]);
  const titles = [...document.querySelectorAll<HTMLElement>('[title]')].map(({ title }) => title);
  expect(titles).toContain('cafe\nbeef');
});

it('of a redeem lead the other way', async () => {
  const exit = exitOf({ height: 3, confirmations: 2, check: null });
  await looked(order({ direction: 'redeem', state: 'done', deposits: [deposit({ state: 'done', exit })] }));
  const links = [...(at('bridge-deposit')?.querySelectorAll('a') ?? [])].map((one) =>
    one.getAttribute('href'),
  );
  expect(links).toEqual([`/mvc/tx/${deposit().txid}`, `/tx/${PAYOUT}`]);
  expect(document.querySelector('[title="beef"]')).toBeNull();
});

it.each<[NonNullable<BridgeOrderView['waits']>, string]>([
  ['exposure', 'Too much is being paid out for young MVC deposits. The payout waits.'],
  ['fees', 'The payout waits for lower network fees.'],
  ['short', 'The bridge doesn’t have enough confirmed coins at the moment. The payout waits.'],
  ['standing-still', 'MVC has had no block for hours. The payout waits for the next one.'],
])('says that it waits: %s', async (waits, told) => {
  await looked(order({ waits }));
  expect(words('bridge-waits')).toBe(told);
});

it('the payment that no chain has yet can be sent elsewhere', async () => {
  await looked(
    order({ state: 'awaiting-payment', deposits: [], payment: { txid: PAYOUT, raw: 'f00d', check: null } }),
  );
  expect(document.querySelector('[title="f00d"]')?.textContent).toBe('The raw transaction');
});

it('one that was refused says why, and is taken back with a press', async () => {
  let state: Deposit['state'] = 'refused';
  const refused = (): BridgeOrderView =>
    order({ state, deposits: [deposit({ state, reason: 'bridge-amount-differs' })] });
  page.answers['/bridge/order'] = refused;
  let asked: unknown;
  page.answers['/bridge/refund'] = ({ body }) => {
    asked = body;
    state = 'refunding';
    return { txid: PAYOUT, out: '499700' };
  };
  connect();
  await page.open(`/bridge/btc#${ID}`);
  await seen('bridge-order-view');
  expect(words('bridge-reason')).toBe('This is not the amount of the order.');
  expect(words('bridge-deposit')).toContain('You get back 0.004997BTC; 0.000003BTC go to the network.');
  await press('bridge-take-back');
  await vi.waitFor(() => expect(asked).toEqual({ deposit: deposit().deposit }));
  await vi.waitFor(() => expect(words('bridge-order-state')).toBe('On its way back'), { timeout: 5_000 });
  expect(at('bridge-take-back')).toBeNull();
});

it('what nobody can give back says so; what came on top has its own way back', async () => {
  await looked(
    order({
      deposits: [
        deposit(),
        deposit({ deposit: `btc:${HASH}:1`, state: 'refused', reason: 'bridge-paid-before' }),
      ],
    }),
  );
  expect(words('bridge-order-view')).toContain('Paid on top');
  expect(all('bridge-deposit')).toHaveLength(2);
  expect(all('bridge-take-back')).toHaveLength(1);
  await looked(
    order({ orderId: '9'.repeat(32), deposits: [deposit({ state: 'refused', refundable: '0' })] }),
  );
  await vi.waitFor(() => expect(words('bridge-order-view')).toContain('It can’t be refunded here'));
  expect(at('bridge-take-back')).toBeNull();
});

it('the history has both directions of a token; what is not bridged yet says so', async () => {
  const rows = [
    order({ orderId: '1'.repeat(32), createdAt: 1_780_000_000_000 }),
    order({ orderId: '2'.repeat(32), direction: 'redeem', state: 'done', createdAt: 1_780_000_900_000 }),
    order({ orderId: '3'.repeat(32), asset: 'fern', amount: '700100', out: '698700', state: 'done' }),
  ];
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
  expect(words('bridge-history')).toContain('BRC-20 is not bridged yet.');
  await press('bridge-tab-MRC-20');
  expect(words('bridge-history')).toContain('MRC-20 is not bridged yet.');
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

const reserve = (asset: typeof BTC, more: Partial<BridgeReserve> = {}): BridgeReserve => ({
  ...{ asset: asset.asset, symbol: asset.originSymbol, decimals: asset.decimals },
  ...{ trimDecimals: asset.trimDecimals, locked: '125000000', wrapped: '120000000', owed: '4500000' },
  ...{ difference: '500000', holds: true, paused: null, supply: '1', codehash: asset.targetTokenCodeHash },
  ...{ genesis: asset.targetTokenGenesis, lockedScript: asset.lockedScript, stockHash: asset.inletHash },
  ...{ inletHash: asset.inletHash, coins: [], tokens: [], strays: [], statement: 'said', signature: 'ab' },
  ...more,
});

it('the reserves show sums, blocks, strays, the signature, a break, and the command', async () => {
  const short = { holds: false, difference: '-1200', strays: [`btc:${HASH}:1`], signature: '' };
  page.answers['/bridge/reserves'] = () => ({
    reserves: [reserve(BTC), reserve(RUNE, short)],
    btc: { height: 850_000, hash: HASH },
    mvc: { height: 90_001, hash: HASH },
  });
  await page.open('/bridge');
  await vi.waitFor(() => expect(all('bridge-reserve')).toHaveLength(2), { timeout: 5_000 });
  const [good, bad] = all('bridge-reserve').map(({ textContent }) => textContent);
  for (const part of ['Covered', '1.25BTC', '1.2BTC', '0.045BTC', '0.005BTC', 'Signed with the key'])
    expect(good).toContain(part);
  for (const part of ['Not covered', '−0.012PLAINFERN', '1 deposit waits for the operator', 'Not signed'])
    expect(bad).toContain(part);
  expect(words('bridge-blocks')).toBe('Checked at block 850,000 of Bitcoin and 90,001 of MVC');
  expect(words('bridge-reserves')).toContain(`npm run reserves -- ${window.location.origin}`);
});

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
