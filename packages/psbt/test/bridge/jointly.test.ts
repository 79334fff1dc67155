/** An exit on Bitcoin that several keys sign one after the other: whole with the last, and none of them signs for what it has not planned. */
import { describe, expect, it } from 'vitest';
import { isFlaw, readTransaction, writeTransaction } from '@rialto/protocols';
import type { CoinAsset } from '@rialto/protocols';
import {
  asMade,
  beginBridgePayout,
  bridgePayoutVsize,
  effects,
  inputVerifies,
  joinBridgePayout,
  partyOf,
} from '../../src/index.ts';
import type { BridgePayout } from '../../src/index.ts';
import { coinsOf } from '../../src/draft/draft.ts';
import { transaction } from '../ledger-world.ts';
import { refusalOf, user } from '../people.ts';
import { FEES, RUNE, SEVERAL, lockedCoin, ofSeveral, payout, traded } from './bridges.ts';

const RECEIVER = user('is paid by several', 'p2tr').script;

function planned(count: number, pays: 'sats' | typeof RUNE = 'sats', feeRateSatVb = 2): BridgePayout {
  const { script } = ofSeveral(count);
  const coin = (name: string, value: bigint, assets: readonly CoinAsset[] = []) => ({
    ...lockedCoin(name, value, assets),
    script: script.script,
  });
  const lockedCoins =
    pays === 'sats'
      ? [coin('a', 30_000n), coin('b', 40_000n)]
      : [coin('a', 546n, [traded(30_000n)]), coin('b', 700n, [traded(40_000n)])];
  return payout({ pays, locked: script, lockedCoins, receiver: RECEIVER, feeRateSatVb });
}

const secretAt = (at: number): Uint8Array => SEVERAL[at]?.secret ?? new Uint8Array();
const begun = (plan: BridgePayout): Uint8Array => beginBridgePayout(plan, secretAt(0), FEES.who.secret);
const joined = (plan: BridgePayout, before: Uint8Array, at: number): Uint8Array =>
  joinBridgePayout(plan, before, secretAt(at));

/** With one item of one witness exchanged. */
function tampered(raw: Uint8Array, input: number, item: number, bytes: Uint8Array): Uint8Array {
  const tx = readTransaction(raw);
  if (isFlaw(tx)) throw new Error(tx.flaw);
  const inputs = tx.inputs.map((one, at) =>
    at === input ? { ...one, witness: one.witness.map((was, index) => (index === item ? bytes : was)) } : one,
  );
  return writeTransaction({ ...tx, inputs });
}

describe.each([2, 3])('of %i keys', (count) => {
  it.each(['sats', RUNE] as const)('all sign %s, and it is whole with the last', (pays) => {
    const plan = planned(count, pays);
    let raw = begun(plan);
    for (let at = 1; at < count; at += 1) {
      expect(areSigned(plan, raw)).toBe(false);
      raw = joined(plan, raw, at);
    }
    expect(areSigned(plan, raw)).toBe(true);
    const tx = transaction(raw);
    expect(tx.txid).toBe(plan.txid);
    const coins = coinsOf(plan.draft);
    const does = effects(tx, coins, asMade(tx, coins));
    const locked = partyOf(does, plan.locked.script);
    if (pays === 'sats') expect(locked.satsIn - locked.satsOut).toBe(40_000n);
    else expect(locked.satsIn).toBe(locked.satsOut);
    expect(tx.weight).toBeLessThanOrEqual(4 * plan.vsize);
    const shape = { pays, receiver: RECEIVER, lockedCoins: 2, feeCoins: 1, signers: count };
    expect(plan.vsize).toBeLessThanOrEqual(bridgePayoutVsize(shape));
    expect(plan.vsize).toBeGreaterThan(bridgePayoutVsize(shape) - 40);
  });
});

const areSigned = ({ draft }: BridgePayout, raw: Uint8Array): boolean => {
  const tx = transaction(raw);
  return draft.inputs.every(({ kind }, index) =>
    inputVerifies({ tx, coins: coinsOf(draft), index }, kind, tx.inputs[index]?.witness ?? []),
  );
};

describe('nobody signs', () => {
  const plan = planned(3);
  const [none, zeros] = [new Uint8Array(0), new Uint8Array(64)];

  it('out of turn', () => {
    expect(() => beginBridgePayout(plan, secretAt(1), FEES.who.secret)).toThrow('first');
    expect(refusalOf(() => joined(plan, begun(plan), 2))).toBe('signature-missing');
    expect(() => joinBridgePayout(plan, begun(plan), FEES.who.secret)).toThrow();
  });

  it('another transaction than planned', () => {
    expect(refusalOf(() => joined(plan, begun(planned(3, 'sats', 3)), 1))).toBe('psbt-changed');
    expect(refusalOf(() => joined(plan, Uint8Array.of(0), 1))).toBe('psbt-changed');
  });

  // In the witness the last key's signature is the first item.
  it.each([
    ['a locked coin has none', 1, 2, none],
    ['a locked coin has a wrong one', 0, 2, zeros],
    ['the fees have none', 2, 0, none],
    ['the fees have a wrong one', 2, 0, zeros],
  ])('where of those before it %s', (_, input, item, bytes) => {
    expect(refusalOf(() => joined(plan, tampered(begun(plan), input, item, bytes), 1))).toBe(
      'signature-missing',
    );
  });

  it('and what is in the place of a key after it is left out', () => {
    const raw = joined(plan, tampered(begun(plan), 0, 0, zeros), 1);
    expect(raw).toEqual(joined(plan, begun(plan), 1));
  });
});
