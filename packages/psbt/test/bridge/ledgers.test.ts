/** Payments and exits before the whole ledger: what the templates say they do is what every index will find. */
import { outpoint } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import {
  acceptPlanned,
  bridgeIdIn,
  planBridgePayment,
  planBridgePayout,
  signBridgePayout,
} from '../../src/index.ts';
import { World, transaction } from '../ledger-world.ts';
import { user, walletSigns } from '../people.ts';
import { runeLots } from '../rune-world.ts';
import { FEES, ID, LOCKED, OTHER_ID, RATE, payerOf } from './bridges.ts';

const unitsOn = ({ assets }: Coin): readonly string[] =>
  assets.map((one) => (one.kind === 'rune' ? `${one.asset} ${one.amount}` : one.kind));

describe('a rune through the bridge and back', () => {
  const world = new World();
  const who = payerOf('p2tr');
  const receiver = user('gets it back', 'p2wpkh').script;
  const { lots, held } = runeLots(world, who, [5_000n]);
  const { asset } = held;

  const plan = planBridgePayment({
    payer: { script: who.script, key: who.key, coins: world.fund(who, 60_000n) },
    ...{ pays: asset, coins: lots, amount: 4_000n, bridge: LOCKED.script.script, id: ID, feeRateSatVb: RATE },
  });
  const paid = acceptPlanned(plan, walletSigns(plan.psbt, who, plan.toSign));
  world.mine(paid.raw);

  it('is locked, and what the payer kept is his', () => {
    expect(bridgeIdIn(transaction(paid.raw))).toBe(ID);
    expect(unitsOn(world.coin(outpoint(paid.txid, 1)))).toEqual([`${asset} 4000`]);
    expect(unitsOn(world.coin(outpoint(paid.txid, 0)))).toEqual([`${asset} 1000`]);
  });

  it('leaves in parts, and in full, and never burns', () => {
    const exit = (lockedCoins: readonly Coin[], amount: bigint, id: string) => {
      const made = planBridgePayout({
        ...{ pays: asset, locked: LOCKED.script, lockedCoins, fees: FEES.script, receiver, amount, id },
        ...{ feeCoins: world.fund(FEES.who, 30_000n), feeRateSatVb: RATE },
      });
      const done = signBridgePayout(made, LOCKED.who.secret, FEES.who.secret);
      world.mine(done.raw);
      return [0, 1, 3].map((vout) => world.coin(outpoint(done.txid, vout)));
    };
    const [first, change, fees] = exit([world.coin(outpoint(paid.txid, 1))], 1_500n, OTHER_ID);
    expect([first, change, fees].map((one) => unitsOn(one as Coin))).toEqual([
      [`${asset} 1500`],
      [`${asset} 2500`],
      [],
    ]);
    const [last, empty] = exit([change as Coin], 2_500n, ID);
    expect([last, empty].map((one) => unitsOn(one as Coin))).toEqual([[`${asset} 2500`], []]);
    expect(empty?.value).toBe(change?.value);
  });
});
