/** The judge: what a spend of a lock is, and whether it keeps the ticket, from transaction, coins and ticket alone. */
import { describe, expect, it } from 'vitest';
import { amount, isFlaw, readTransaction, sats } from '@rialto/protocols';
import type { Coin, CoinAsset, Transaction, TxOutput } from '@rialto/protocols';
import {
  acceptCancelLocks,
  buildCancelLocks,
  fillDraft,
  finishCancelLocks,
  isOwnAct,
  judgeFill,
  judgeTime,
  planCancelLocks,
  signCancelLocks,
  tradeSpend,
} from '../../src/index.ts';
import type { LockedCoin, Verdict } from '../../src/index.ts';
import { bodyOf, coinsOf, transactionOf } from '../../src/draft/draft.ts';
import { lockWitness } from '../../src/lock/half.ts';
import { FILL_SIGHASHES } from '../../src/lock/promise.ts';
import { body } from '../tx/forge.ts';
import { coin, mrc20On, plainAsset, transferAsset, walletSigns } from '../people.ts';
import {
  FLOWS,
  MANNERS,
  assetOf,
  bidder,
  exchange,
  exitOf,
  fillPlan,
  filled,
  lockedBy,
  lotFor,
  promiseOf,
  sellerOf,
  tokensOn,
} from './bidders.ts';
import { leafSignature } from './leaf-signature.ts';

function read(raw: Uint8Array): Transaction {
  const tx = readTransaction(raw);
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
}

describe.each(MANNERS)('spends of a lock of %s', (manner) => {
  const who = bidder(manner);
  const seller = sellerOf('p2tr');

  /** What our key and the stored promise could make of the lock: any transaction that has the token coin at the lock's index. */
  function forgedFill(
    locked: LockedCoin,
    coins: readonly Coin[],
    outputs: readonly TxOutput[],
    at = 0,
  ): Transaction {
    const tx = body(coins, outputs);
    const kind = tradeSpend(locked.lock, FILL_SIGHASHES);
    const ours = leafSignature({ tx, coins }, at, kind, exchange, manner === 'p2wpkh' ? 1 : 0);
    const witness = lockWitness(kind, locked.lock, { user: promiseOf(who, locked), exchange: ours });
    const inputs = tx.inputs.map((input, index) => (index === at ? { ...input, witness } : input));
    return transactionOf({ ...tx, inputs });
  }

  it.each(FLOWS)('%s: a fill that was made as it should keeps the ticket, signed or not yet', (flow) => {
    const locked = lockedBy(who, { asset: assetOf(flow) });
    const plan = fillPlan({ flow, seller, locked });
    const coins = coinsOf(fillDraft(plan));
    const kept: Verdict = { spend: 'fill', kept: true };
    expect(judgeFill(locked, read(filled(plan, who, seller).raw), coins)).toEqual(kept);
    expect(judgeFill(locked, transactionOf(bodyOf(fillDraft(plan))), coins.toReversed())).toEqual(kept);
  });

  it('exit and cooperative cancel are the user’s own', () => {
    const locked = lockedBy(who);
    expect(judgeFill(locked, read(exitOf(who, locked).raw), [locked.coin])).toEqual({
      spend: 'exit',
      kept: true,
    });
    const plan = planCancelLocks({ locks: [locked], feeRateSatVb: 2 });
    const built = buildCancelLocks(plan);
    const user = acceptCancelLocks(plan, walletSigns(built.psbt, who.signer, built.toSign));
    const ours = signCancelLocks(plan, built.unsigned, exchange.secret);
    const done = finishCancelLocks(plan, { user, exchange: ours });
    expect(judgeFill(locked, read(done.raw), [locked.coin])).toEqual({ spend: 'cancel', kept: true });
  });

  it('what its user signed whole is his own act; a promise, another transaction and another’s are not', () => {
    const locked = lockedBy(who);
    const plan = planCancelLocks({ locks: [locked], feeRateSatVb: 2 });
    const built = buildCancelLocks(plan);
    const [signature = new Uint8Array()] = acceptCancelLocks(
      plan,
      walletSigns(built.psbt, who.signer, built.toSign),
    );
    const tx = read(built.unsigned);
    const coins = [locked.coin];
    expect(isOwnAct(locked, tx, { coins, signature })).toBe(true);
    expect(isOwnAct(locked, { ...tx, locktime: 1 }, { coins, signature })).toBe(false);
    expect(isOwnAct(locked, tx, { coins, signature: promiseOf(who, locked) })).toBe(false);
    expect(isOwnAct(locked, tx, { coins, signature: new Uint8Array(64) })).toBe(false);
    expect(isOwnAct(locked, tx, { coins: [], signature })).toBe(false);
  });

  it('a ticket that is not the coin’s is told as that', () => {
    const locked = lockedBy(who);
    const cheaper = lockedBy(who, { asset: assetOf('brc20') });
    const coins = [locked.coin, coin('bait', seller, 600n, [])];
    const tx = forgedFill(locked, coins, [{ value: sats(546n), script: who.wallet.script }]);
    const { lock } = cheaper;
    expect(judgeFill({ lock, coin: locked.coin }, tx, coins)).toMatchObject({
      kept: false,
      why: 'other-ticket',
    });
  });

  it.each(FLOWS)(
    '%s: forged with our key and the stored promise, it is found by what the bidder gets',
    (flow) => {
      const locked = lockedBy(who, { asset: assetOf(flow) });
      const token = { value: sats(546n), script: who.wallet.script };
      const thief = { value: sats(18_000n), script: seller.script };
      const verdict = (
        assets: readonly CoinAsset[],
        outputs = [token, thief],
        more: readonly Coin[] = [],
      ): Verdict => {
        const coins = [locked.coin, coin('bait', seller, 600n, assets), ...more];
        return judgeFill(locked, forgedFill(locked, coins, outputs), coins);
      };
      const forged = (detail: string): Verdict => ({
        spend: 'fill',
        kept: false,
        why: 'other-tokens',
        detail,
      });
      expect(verdict([])).toEqual(forged('0 of 100'));
      expect(verdict([mrc20On('JACK', 100n)])).toEqual(forged('0 of 100'));
      expect(verdict([plainAsset('thing')])).toEqual(forged('0 of 100'));
      if (flow === 'brc20') {
        // In front of the lot's sats the lock's own fill the token coin: the transfer goes to the thief.
        expect(verdict([transferAsset('sold', 100n)])).toEqual(forged('0 of 100'));
      } else {
        for (const units of [99n, 101n, 1n])
          expect(verdict([tokensOn(flow, units)])).toEqual(forged(`${units} of 100`));
        expect(verdict([tokensOn(flow, 100n)])).toEqual({ spend: 'fill', kept: true });
      }
      const alone = [locked.coin];
      expect(judgeFill(locked, forgedFill(locked, alone, [token, thief]), alone)).toEqual({
        spend: 'fill',
        kept: false,
        why: 'other-inputs',
        detail: '1 inputs',
      });
      expect(verdict([], [token, thief], [coin('more', seller, 900n)])).toMatchObject({
        why: 'other-inputs',
      });
    },
  );

  it('a rune that a message sends past the bidder, or burns, is not kept', () => {
    const locked = lockedBy(who, { asset: assetOf('rune') });
    const coins = [locked.coin, lotFor('rune', seller)];
    const token = { value: sats(546n), script: who.wallet.script };
    const thief = { value: sats(18_000n), script: seller.script };
    const said = (...payload: number[]): Verdict => {
      const script = Uint8Array.of(0x6a, 0x5d, payload.length, ...payload);
      const outputs = [token, thief, { value: sats(0n), script }];
      return judgeFill(locked, forgedFill(locked, coins, outputs), coins);
    };
    const POINTER = 22;
    expect(said(POINTER, 0)).toEqual({ spend: 'fill', kept: true });
    expect(said(POINTER, 1)).toMatchObject({ why: 'other-tokens', detail: '0 of 100' });
    // Block 900,001 as a varint, transaction 1: one unit goes to the thief.
    expect(said(0, 0xa1, 0xf7, 0x36, 1, 1, 1)).toMatchObject({ detail: '99 of 100' });
    // A cenotaph: a varint without an end burns all.
    expect(said(0x80)).toMatchObject({ kept: false, detail: '0 of 100' });
  });

  it('the bidder’s own tokens count for nothing, and one lot does not fill two locks', () => {
    const locked = lockedBy(who);
    const token = { value: sats(546n), script: who.wallet.script };
    const own = coin('own', who.wallet, 600n, [mrc20On('MAN', 100n)]);
    const coins = [locked.coin, own];
    expect(judgeFill(locked, forgedFill(locked, coins, [token]), coins)).toMatchObject({
      detail: '0 of 100',
    });
    const second = lockedBy(who, { expiry: 5 });
    const three = [locked.coin, second.coin, coin('lot', seller, 600n, [mrc20On('MAN', 100n)])];
    const both = forgedFill(locked, three, [token, token]);
    for (const one of [locked, second])
      expect(judgeFill(one, both, three)).toMatchObject({ why: 'other-inputs' });
  });

  it('a fill that was signed from the expiry on is not kept; what is the user’s own, and what is forged, stays as it is', () => {
    const expiry = 900;
    const { lock } = lockedBy(who, { expiry });
    const fill: Verdict = { spend: 'fill', kept: true };
    expect(judgeTime(fill, lock, expiry - 1)).toEqual(fill);
    for (const height of [expiry, expiry + 7])
      expect(judgeTime(fill, lock, height)).toEqual({
        spend: 'fill',
        kept: false,
        why: 'after-expiry',
        detail: `signed at height ${height}, expiry ${expiry}`,
      });
    const others: Verdict[] = [
      { spend: 'exit', kept: true },
      { spend: 'cancel', kept: true },
      { spend: 'fill', kept: false, why: 'other-tokens', detail: '0 of 100' },
    ];
    for (const other of others) expect(judgeTime(other, lock, expiry)).toEqual(other);
  });

  it('where nobody can say what happens it is not kept', () => {
    const locked = lockedBy(who);
    const token = { value: sats(546n), script: who.wallet.script };
    const lot = coin('lot', seller, 600n, [mrc20On('MAN', 100n)]);
    const tx = forgedFill(locked, [locked.coin, lot], [token]);
    expect(judgeFill(locked, tx, [locked.coin])).toEqual({
      spend: 'fill',
      kept: false,
      why: 'unclear',
      detail: 'coin-unknown',
    });
    const other = lockedBy(who, { amount: amount(5n) });
    expect(() => judgeFill(other, tx, [locked.coin, lot])).toThrow(
      'invariant: the transaction spends the lock',
    );
  });
});
