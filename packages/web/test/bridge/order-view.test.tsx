/** One order of the bridge as its owner follows it: each state in words, both transactions, what it waits for, the way back. */
import { expect, it, vi } from 'vitest';
import type { BridgeOrderView } from '@rialto/contract';
import { PAYOUT, deposit, order } from '../fake/bridge/bridge.ts';
import { all, at, bridgePage, connect, press, seen, words } from '../fake/bridge/page.tsx';

const page = bridgePage();
const ID = order().orderId;
const HASH = '0'.repeat(64);

type Deposit = BridgeOrderView['deposits'][number];
const exitOf = (more: Partial<NonNullable<Deposit['exit']>> = {}): NonNullable<Deposit['exit']> => ({
  ...{ kind: 'payout', txid: PAYOUT, out: '498700', height: null, confirmations: 0, raw: 'beef' },
  ...{ check: 'cafe', made: [], ...more },
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

it.each<['mint' | 'redeem', string]>([
  ['mint', '1 of 10'],
  ['redeem', '1 of 3'],
])('the payout of a %s is as deep as its own chain asks for: %s', async (direction, count) => {
  const exit = exitOf({ height: 3, confirmations: 1, out: '498700' });
  await looked(order({ direction, state: 'paid-out', deposits: [deposit({ state: 'paid-out', exit })] }));
  expect(words('bridge-deposit')).toContain(`Confirmations${count}`);
  expect(words('bridge-order-view')).toContain('It is final once it has all its confirmations.');
});

it('one that was handed in is not called unpaid', async () => {
  const payment = { txid: PAYOUT, raw: 'f00d', check: null };
  await looked(order({ state: 'awaiting-payment', deposits: [], payment }));
  expect(words('bridge-order-state')).toBe('Submitted');
  expect(words('bridge-steps')).toContain('Waiting until a node sees the payment');
  expect(words('bridge-order-view')).not.toContain('No node has seen');
});

it('one that is paused does not call its money safe', async () => {
  await looked(order({ waits: 'paused' }));
  expect(words('bridge-waits')).toBe('The bridge of this asset is paused. What was paid in waits.');
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
  expect(words('bridge-deposit')).toContain(
    'You get back 0.004997BTC. The bridge keeps 0.000003BTC for the network fee.',
  );
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
  await vi.waitFor(() => expect(words('bridge-order-view')).toContain('It can’t be refunded now'));
  expect(at('bridge-take-back')).toBeNull();
});
