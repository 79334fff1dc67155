/** A random run of the bridge beside a plain model of it: what came in, and what has to go out for it. */
import { ApiRefusal, callApi } from '@rialto/devnet';
import { idOfTerms } from '@rialto/devnet/mvc';
import type { BridgeUser } from '@rialto/devnet/mvc';
import { bridgeQuote, refundOf } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { bytesToHex } from '@rialto/protocols';
import fc from 'fast-check';
import { expect } from 'vitest';
import { until } from '../world.ts';
import { BTC_ASSET, expectBalanced } from './bridge-world.ts';
import type { BridgeWorld } from './bridge-world.ts';

const AMOUNTS = [20_000n, 45_000n, 60_000n, 120_000n, 1_100_000n] as const;

const steps = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('mint' as const), amount: fc.constantFrom(...AMOUNTS) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('redeem' as const), amount: fc.constantFrom(...AMOUNTS) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('stray' as const), amount: fc.constantFrom(...AMOUNTS) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('twice' as const), amount: fc.constantFrom(...AMOUNTS) }),
  },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('blocks' as const), amount: fc.constant(0n) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('undo' as const), amount: fc.constant(0n) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('restart' as const), amount: fc.constant(0n) }) },
);

const feeOf = ({ ppm, constant, network }: typeof BTC_ASSET.fees.mint) => ({
  ...{ ppm: BigInt(ppm), constant: BigInt(constant), network: BigInt(network) },
});
const TERMS: Pick<BridgeAsset, 'trim' | 'minimum' | 'origin' | 'fees'> = {
  ...{ trim: 0, minimum: BigInt(BTC_ASSET.minimum), origin: { network: 'BTC' } },
  fees: { mint: feeOf(BTC_ASSET.fees.mint), redeem: feeOf(BTC_ASSET.fees.redeem) },
};

interface Model {
  /** By order, and what leaves for it. */
  readonly orders: Map<string, bigint>;
  readonly refunds: Set<string>;
  /** Sat that are locked, and wrapped units with people, once all is done. */
  locked: bigint;
  wrapped: bigint;
}

export async function runBridgeModel(
  here: BridgeWorld,
  { seed, steps: count }: { readonly seed: number; readonly steps: number },
): Promise<{ readonly orders: number }> {
  const user = await here.user(
    `random ${seed}`,
    Array.from({ length: 20 }, () => 1_500_000n),
  );
  const model: Model = { orders: new Map(), refunds: new Set(), locked: 0n, wrapped: 0n };
  await mint(here, user, model, 600_000n);
  for (const id of model.orders.keys()) await here.finish(id);
  for (const step of fc.sample(steps, { seed, numRuns: count })) {
    await perform(here, user, model, step);
    await expectBalanced(here);
  }
  await finishAll(here, user, model);
  return { orders: model.orders.size };
}

async function mint(here: BridgeWorld, user: BridgeUser, model: Model, amount: bigint): Promise<string> {
  const id = await user.mint('btc', amount);
  const { out } = bridgeQuote(TERMS, 'mint', amount);
  model.orders.set(id, out);
  model.locked += amount;
  model.wrapped += out;
  await here.untilState(id, 'paid');
  return id;
}

async function perform(
  here: BridgeWorld,
  user: BridgeUser,
  model: Model,
  { act, amount }: { readonly act: string; readonly amount: bigint },
): Promise<void> {
  switch (act) {
    case 'mint':
      await mint(here, user, model, amount);
      return;
    case 'redeem': {
      // A wallet spends what blocks have.
      await blocks(here);
      if (here.held(user, here.btc) < amount) return;
      const { out } = bridgeQuote(TERMS, 'redeem', amount);
      if (out < 546n) return;
      model.orders.set(await user.redeem('btc', amount), out);
      model.wrapped -= amount;
      model.locked -= out;
      return;
    }
    case 'stray': {
      // Of another order than what is paid.
      const terms = await user.terms('btc', 'mint', amount + 1_000n);
      await callApi(here.world.origin, 'bridgeRestore', { body: { terms } });
      await paidBesides(here, user, model, { amount, id: idOfTerms(terms) });
      return;
    }
    case 'twice': {
      const id = await mint(here, user, model, amount);
      await here.mineBtc();
      await paidBesides(here, user, model, { amount, id });
      return;
    }
    case 'undo':
      here.mvc.chain.takeBack(1);
      await here.mineMvc();
      return;
    case 'restart':
      await here.world.exchange.server.restart();
      await here.world.exchange.ready();
      return;
    default:
      await blocks(here);
  }
}

async function blocks(here: BridgeWorld): Promise<void> {
  await here.mineBtc();
  await here.mineMvc();
}

/** What comes in and is nobody's: it is refunded in the end. */
async function paidBesides(
  here: BridgeWorld,
  user: BridgeUser,
  model: Model,
  { amount, id }: { readonly amount: bigint; readonly id: string },
): Promise<void> {
  model.refunds.add(await user.pay('btc', 'mint', amount, id));
  // The network's part stays.
  model.locked += amount - refundOf(TERMS, 'mint', amount);
  await here.mineBtc();
}

/** Asked again after a block as long as the coins that pay for it are all on their way. */
async function refunded(here: BridgeWorld, deposit: string): Promise<void> {
  for (let left = 10; ; left -= 1)
    try {
      await callApi(here.world.origin, 'bridgeRefund', { body: { deposit } });
      return;
    } catch (error) {
      if (!(error instanceof ApiRefusal) || error.refusal !== 'insufficient-funds' || left === 0) throw error;
      await blocks(here);
    }
}

async function finishAll(here: BridgeWorld, user: BridgeUser, model: Model): Promise<void> {
  const { origin } = here.world;
  for (let rounds = 0; rounds < 6; rounds += 1) await blocks(here);
  const { address } = user.btc;
  const deposits = async () => (await callApi(origin, 'bridgeDeposits', { query: { address } })).list;
  await until(
    async () =>
      (await deposits()).filter(({ txid }) => model.refunds.has(txid)).length === model.refunds.size,
    'all that fits no order is shown',
  );
  for (const { deposit, txid } of await deposits())
    if (model.refunds.has(txid)) await refunded(here, deposit);
  for (const [id, out] of model.orders) {
    const done = await here.finish(id);
    expect(done.deposits[0]?.exit, id).toMatchObject({ kind: 'payout', out: out.toString() });
  }
  for (let rounds = 0; rounds < 3; rounds += 1) await blocks(here);
  await until(async () => (await deposits()).every(({ state }) => state === 'refunded'), 'all is refunded');
  await until(async () => (await here.reserve('btc')).owed === '0', 'nothing is owed');
  expect(here.held(user, here.btc)).toBe(model.wrapped);
  expect(await here.reserve('btc')).toMatchObject({
    ...{ locked: model.locked.toString(), wrapped: model.wrapped.toString(), owed: '0', holds: true },
  });
  expect(bytesToHex(user.btc.script)).toMatch(/^0014/);
}
