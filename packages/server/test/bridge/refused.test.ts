/** What comes in and fits no order: too little, too much, another amount, twice, late, without an order. It is refused, shown to whoever paid, and goes back. */
import { callApi } from '@rialto/devnet';
import type { BridgeUser } from '@rialto/devnet/mvc';
import { idOfTerms } from '@rialto/devnet/mvc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf, until } from '../world.ts';
import { bridgeWorld, expectBalanced } from './bridge-world.ts';
import type { BridgeWorld } from './bridge-world.ts';

let here: BridgeWorld;
let user: BridgeUser;

beforeAll(async () => {
  here = await bridgeWorld();
  user = await here.user(
    'payer',
    Array.from({ length: 12 }, () => 400_000n),
  );
  // Tokens to redeem with.
  await here.finish(await user.mint('btc', 300_000n));
});
afterAll(() => here.world.stop());

const depositsOf = async (who: BridgeUser) =>
  (await callApi(here.world.origin, 'bridgeDeposits', { query: { address: who.btc.address } })).list;

async function refusedDeposit(txid: string) {
  await until(
    async () => (await depositsOf(user)).some((one) => one.txid === txid && one.state === 'refused'),
    `${txid} is refused`,
  );
  const one = (await depositsOf(user)).find((deposit) => deposit.txid === txid);
  if (one === undefined) throw new Error('a deposit');
  return one;
}

const refund = (deposit: string) => callApi(here.world.origin, 'bridgeRefund', { body: { deposit } });

describe('a mint', () => {
  it('without an order: shown to its payer, and refunded less the network’s part once its terms are there, once', async () => {
    const amount = 50_000n;
    const terms = await user.terms('btc', 'mint', amount + 1_000n);
    const txid = await user.pay('btc', 'mint', amount, idOfTerms(terms));
    await here.mineBtc();
    const unknown = await refusedDeposit(txid);
    // Its terms may name somebody else than who paid.
    expect(unknown).toMatchObject({ reason: 'bridge-order-unknown', refundable: '0' });
    expect(await refusalOf(refund(unknown.deposit))).toBe('bridge-deposit-waits');
    await callApi(here.world.origin, 'bridgeRestore', { body: { terms } });
    await until(
      async () => (await refusedDeposit(txid)).reason === 'bridge-amount-differs',
      'its order is known',
    );
    const one = await refusedDeposit(txid);
    expect(one.refundable).toBe((amount - 2_000n).toString());
    const first = await refund(one.deposit);
    expect(first.out).toBe((amount - 2_000n).toString());
    expect(await refund(one.deposit)).toEqual(first);
    await here.mineBtc(2);
    await until(
      async () => (await depositsOf(user)).find(({ txid: id }) => id === txid)?.state === 'refunded',
      'refunded',
    );
    expect(await here.world.chain.node.rpc('gettxout', [first.txid, 0])).toMatchObject({
      value: Number(amount - 2_000n) / 1e8,
    });
    await expectBalanced(here);
  });

  it('paid twice: the first is paid out, the second refused and refunded', async () => {
    const amount = 60_000n;
    const id = await user.mint('btc', amount);
    await here.untilState(id, 'paid');
    await here.mineBtc();
    const again = await user.pay('btc', 'mint', amount, id);
    await here.mineBtc();
    await here.untilState(id, 'paid-out');
    await until(async () => (await here.order(id)).deposits.length === 2, 'both are shown');
    await until(async () => (await here.order(id)).deposits[1]?.state === 'refused', 'the second is refused');
    const second = (await here.order(id)).deposits.find(({ txid }) => txid === again);
    expect(second?.reason).toBe('bridge-paid-before');
    await refund(second?.deposit ?? '');
    await here.finish(id);
    await here.mineBtc(2);
    await until(async () => (await here.order(id)).deposits[1]?.state === 'refunded', 'and refunded');
    await expectBalanced(here);
  });

  it('paid three times, and both others asked back at once: each by a fee coin of its own', async () => {
    const id = await user.mint('btc', 45_000n);
    await here.finish(id);
    for (const amount of [46_000n, 47_000n]) await user.pay('btc', 'mint', amount, id);
    await here.mineBtc();
    const states = async () => (await here.order(id)).deposits.slice(1).map(({ state }) => state);
    await until(async () => (await states()).join() === 'refused,refused', 'both are refused');
    const [, ...others] = (await here.order(id)).deposits;
    const back = await Promise.all(others.map(({ deposit }) => refund(deposit)));
    const waiting = await here.world.chain.rpc('getrawmempool', []);
    expect(waiting).toEqual(expect.arrayContaining(back.map(({ txid }) => txid)));
    await here.mineBtc(2);
    await until(async () => (await states()).join() === 'refunded,refunded', 'both are back');
    await expectBalanced(here);
  });

  it('of dust with the id of somebody’s order, before his: his is paid out all the same', async () => {
    const id = await user.order(await user.terms('btc', 'mint', 50_000n));
    await user.pay('btc', 'mint', 1_000n, id);
    await here.mineBtc();
    await here.untilState(id, 'refused');
    await user.pay('btc', 'mint', 50_000n, id);
    await here.mineBtc();
    const view = await here.untilState(id, 'paid-out');
    expect(view.deposits.map(({ amount, reason, refundable }) => [amount, reason, refundable])).toEqual([
      ['50000', '', '0'],
      ['1000', 'bridge-amount-differs', '0'],
    ]);
    await here.finish(id);
    await expectBalanced(here);
  });

  it('of another amount than its order names', async () => {
    const terms = await user.terms('btc', 'mint', 70_000n);
    const id = await user.order(terms);
    expect(id).toBe(idOfTerms(terms));
    await user.pay('btc', 'mint', 71_000n, id);
    await here.mineBtc();
    const view = await here.untilState(id, 'refused');
    expect(view.deposits[0]?.reason).toBe('bridge-amount-differs');
    const { out } = await refund(view.deposits[0]?.deposit ?? '');
    expect(out).toBe('69000');
  });

  it('under the minimum, over the maximum, and less than the least, of an order that takes whatever comes', async () => {
    await here.world.fund(user.btc, [60_000_000n]);
    for (const [amount, reason] of [
      [5_000n, 'bridge-under-minimum'],
      [30_000n, 'bridge-terms-differ'],
      [50_000_001n, 'bridge-over-maximum'],
    ] as const) {
      const terms = await user.terms('btc', 'mint', 30_000n, {
        amount: 'any',
        ...(reason === 'bridge-terms-differ' ? { least: '29000' } : { least: '0' }),
      });
      await callApi(here.world.origin, 'bridgeRestore', { body: { terms } });
      const id = idOfTerms(terms);
      await user.pay('btc', 'mint', amount, id);
      await here.mineBtc();
      const view = await here.untilState(id, 'refused');
      expect(view.deposits[0]?.reason).toBe(reason);
    }
  });

  it('late, of an order the database never had: it is shown again, and paid out', async () => {
    const terms = await user.terms('btc', 'mint', 40_000n, { expires: 1 });
    const id = idOfTerms(terms);
    const txid = await user.pay('btc', 'mint', 40_000n, id);
    await here.mineBtc();
    await refusedDeposit(txid);
    await callApi(here.world.origin, 'bridgeRestore', { body: { terms } });
    await here.untilState(id, 'paid-out');
    await here.finish(id);
  });
});

describe('a redeem', () => {
  it('of another amount than its order goes back as tokens, less the network’s part', async () => {
    const amount = 50_000n;
    const before = here.held(user, here.btc);
    const terms = await user.terms('btc', 'redeem', amount + 1_000n);
    await callApi(here.world.origin, 'bridgeRestore', { body: { terms } });
    await user.pay('btc', 'redeem', amount, idOfTerms(terms));
    await here.mineMvc(2);
    const list = async () =>
      (
        await callApi(here.world.origin, 'bridgeDeposits', {
          query: { address: (await import('@rialto/mvc')).mvcAddress(user.mvc.hash, 'regtest') },
        })
      ).list;
    await until(async () => (await list()).some(({ state }) => state === 'refused'), 'refused');
    const [one] = await list();
    expect(one).toMatchObject({ direction: 'redeem', reason: 'bridge-amount-differs' });
    await refund(one?.deposit ?? '');
    await here.mineMvc(2);
    await until(async () => (await list())[0]?.state === 'refunded', 'refunded');
    expect(here.held(user, here.btc)).toBe(before - 3_000n);
    await expectBalanced(here);
  });
});

describe('an order is refused', () => {
  const order = async (change: Parameters<BridgeUser['terms']>[3], amount = 50_000n) =>
    refusalOf(user.order(await user.terms('btc', 'mint', amount, change)));
  it('under the minimum, over the maximum, when more is asked than comes out, when it is late, with a receiver of the wrong chain', async () => {
    expect(await order({}, 19_999n)).toBe('bridge-under-minimum');
    expect(await order({}, 50_000_001n)).toBe('bridge-over-maximum');
    expect(await order({ least: '50000' })).toBe('bridge-terms-differ');
    expect(await order({ expires: 1 })).toBe('bridge-expired');
    expect(await order({ receiver: `0014${'ab'.repeat(20)}` })).toBe('wrong-address-type');
    expect(await order({ refund: here.btc.keys.lockedScript })).toBe('not-yours');
  });

  it('while the asset is stopped, and goes on when it is resumed', async () => {
    await here.command('stop', 'btc');
    expect(await order({})).toBe('bridge-paused');
    await here.command('resume', 'btc');
    await until(async () => (await user.asset('btc')).paused === null, 'open');
    expect(await user.order(await user.terms('btc', 'mint', 50_000n))).toHaveLength(32);
  });

  it('as a mint alone where mints are stopped: what people hold is redeemed to the end', async () => {
    await here.command('stop', 'btc', '--mints');
    expect(await order({})).toBe('bridge-mints-stopped');
    expect(await user.asset('btc')).toMatchObject({
      isEnableMint: false,
      isEnableRedeem: true,
      paused: null,
    });
    expect((await here.finish(await user.redeem('btc', 50_000n))).state).toBe('done');
    await here.command('resume', 'btc');
    expect(await user.order(await user.terms('btc', 'mint', 50_000n))).toHaveLength(32);
  });
});
