/** Takes and cancels of MRC-20 lots, mined and read back from the ledgers. */
import { afterEach, describe, expect, it } from 'vitest';
import { outpoint, sats, writeTransaction, PLAIN_DEPLOY } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import {
  acceptCancel,
  acceptReveal,
  buildCancel,
  planCancel,
  planMrc20Deploy,
  planMrc20Transfer,
  planTake,
  verifyAskWitness,
} from '../../src/index.ts';
import { lockPin } from '../../src/inscribe/pin-script.ts';
import { body } from '../tx/forge.ts';
import { World, transaction } from '../ledger-world.ts';
import { complete, offerOf, operator, platformPad, service } from './market.ts';
import type { Offer } from './market.ts';
import { mrc20On, user, refusalOf, walletSigns } from '../people.ts';

const kinds = ['p2wpkh', 'p2tr'] as const;
describe.each(kinds)('MRC-20 lots of a %s seller, through the ledgers', (kind) => {
  const seller = user('ann', kind);
  const buyer = user('bob', kind === 'p2tr' ? 'p2wpkh' : 'p2tr');
  const world = new World();
  const request = () => ({
    payer: { script: seller.script, key: seller.key, coins: world.fund(seller, 60_000n) },
    revealKey: new Uint8Array(32).fill(8),
    feeRateSatVb: 2,
  });
  const settled = (plan: Parameters<typeof acceptReveal>[0]): Coin[] => {
    const [commit, reveal] = [plan.commit, plan.reveal].map((one) =>
      walletSigns(one.psbt, seller, one.toSign),
    );
    if (commit === undefined || reveal === undefined) throw new Error('two steps');
    const done = acceptReveal(plan, { commit, reveal });
    world.mine(done.commit.raw, done.reveal.raw);
    return transaction(done.reveal.raw).outputs.map((_, vout) =>
      world.coin(outpoint(done.reveal.txid, vout)),
    );
  };
  const deploy = {
    ...PLAIN_DEPLOY,
    display: 'Sold',
    decimals: 1,
    amountPerMint: 10n,
    mintCount: 100n,
    premineCount: 50n,
  };
  const token = planMrc20Deploy({ ...request(), deploy, destination: seller.script, isTaken: false });
  const [, premine] = settled(token);
  const [holding] = premine?.assets ?? [];
  if (premine === undefined || holding?.kind !== 'mrc20') throw new Error('no premine');
  const sends = [1000n, 1500n, 500n].map((units) => ({
    asset: holding.asset,
    script: seller.script,
    amount: units as typeof holding.amount,
  }));
  const lots = settled(planMrc20Transfer({ ...request(), coins: [premine], sends })).slice(2);
  const pay = (offers: readonly Offer[]) => {
    const pad = world.fund(operator, 600n)[0] ?? platformPad;
    return planTake({
      lots: offers.map(({ lot: sold, ask }) => ({ coin: sold, ...ask })),
      buyerScript: buyer.script,
      buyerKey: buyer.key,
      feeRateSatVb: 3,
      buyerCoins: world.fund(buyer, 90_000n, 40_000n),
      pads: { platform: pad },
      serviceFee: { script: service.script, value: sats(2000n) },
    });
  };
  const bought = (offers: readonly Offer[]): Coin[] => {
    const done = complete(pay(offers), offers, buyer);
    world.mine(done.raw);
    return transaction(done.raw).outputs.map((_, vout) => world.coin(outpoint(done.txid, vout)));
  };

  afterEach(() => {
    expect(world.odd(), 'tokens that cannot be listed').toEqual([]);
  });

  it('are taken: the ledger has all tokens on the buyer’s coin and none anywhere else', () => {
    const offers = lots.slice(0, 2).map((one, at) => offerOf(seller, one, 20_000n + BigInt(at)));
    const [tokens, ...others] = bought(offers);
    expect(tokens).toMatchObject({ script: buyer.script, value: 546n });
    expect(tokens?.assets).toEqual([{ ...holding, amount: 2500n }]);
    expect(others.flatMap((one) => one.assets)).toEqual([]);
    expect(others.map((one) => one.value).slice(0, 2)).toEqual([20_000n, 20_001n]);
  });

  it('are cancelled: the coin is the owner’s again, still a lot, and the old signature is of no coin', () => {
    const [, , third] = lots;
    if (third === undefined) throw new Error('three lots');
    const { ask } = offerOf(seller, third, 20_000n);
    const plan = planCancel({
      lot: third,
      coins: world.fund(seller, 30_000n),
      feeRateSatVb: 2,
      ownerScript: seller.script,
      ownerKey: seller.key,
    });
    const built = buildCancel(plan);
    const done = acceptCancel(plan, walletSigns(built.psbt, seller, built.toSign));
    world.mine(done.raw);
    const home = world.coin(outpoint(done.txid, 0));
    expect(home).toMatchObject({ script: seller.script, value: third.value, assets: third.assets });
    expect(verifyAskWitness(ask, home)).toBe(false);
    expect(refusalOf(() => offerOf(seller, home, 30_000n))).toBe('accepted');
    const mixed = { ...third, assets: [...third.assets, mrc20On('X', 1n)] };
    expect(refusalOf(() => planCancel({ ...plan, lot: mixed, coins: [], feeRateSatVb: 2 }))).toBe(
      'lot-mixed',
    );
  });

  it('are taken with the receipt of the mint that made them, which goes with them', () => {
    // A minter who names no output has the tokens on the PIN's own.
    const words = { operation: 'create' as const, path: '/ft/mrc20/mint', contentType: 'application/json' };
    const lock = lockPin(seller.key.subarray(1), {
      ...words,
      body: new TextEncoder().encode(JSON.stringify({ id: token.pin })),
    });
    const signature = new Uint8Array(64);
    const spent = (coins: readonly Coin[], value: bigint, witness: readonly Uint8Array[]): Coin => {
      const { inputs, ...rest } = body(coins, [{ value: sats(value), script: seller.script }]);
      const raw = writeTransaction({ ...rest, inputs: inputs.map((input) => ({ ...input, witness })) });
      world.mine(raw);
      return world.coin(outpoint(transaction(raw).txid, 0));
    };
    const commit = spent(world.fund(seller, 5000n), 3000n, [signature]);
    const minted = spent([commit], 800n, [signature, lock.leaf, lock.controlBlock]);
    expect(minted.assets).toMatchObject([
      { kind: 'pin', path: words.path },
      { kind: 'mrc20', amount: 100n },
    ]);
    const [tokens, ...others] = bought([offerOf(seller, minted, 20_000n)]);
    expect(tokens).toMatchObject({ script: buyer.script, value: 1400n });
    expect(tokens?.assets).toMatchObject([{ kind: 'pin' }, { kind: 'mrc20', amount: 100n }]);
    expect(others.flatMap((one) => one.assets)).toEqual([]);
  });
});
