/** The cooperative cancel: all locks of one user come home in one transaction, which both sign whole. */
import { describe, expect, it } from 'vitest';
import { sats, virtualSize } from '@rialto/protocols';
import {
  acceptCancelLocks,
  buildCancelLocks,
  feeOf,
  finishCancelLocks,
  lockCoin,
  planCancelLocks,
  readPsbt,
  signCancelLocks,
  tradeSpend,
} from '../../src/index.ts';
import type { CancelLocksPlan, LockedCoin } from '../../src/index.ts';
import { transactionOf } from '../../src/draft/draft.ts';
import { SIGHASH_BYTES, edit } from '../tx/forge.ts';
import { plainAsset, refusalOf, walletSigns } from '../people.ts';
import { isFlaw, readTransaction } from '@rialto/protocols';
import { MANNERS, bareLock, bidder, exchange, fundingOf, ladder, promiseOf } from './bidders.ts';
import type { Bidder } from './bidders.ts';
import { leafSignature } from './leaf-signature.ts';

function lockedOf(who: Bidder, count: number): LockedCoin[] {
  const locks = ladder(who, Array(count).fill({}));
  const funding = fundingOf(who, locks);
  return locks.map((lock, at) => ({ lock, coin: lockCoin(funding, at + 1) }));
}

describe.each(MANNERS)('the cancel of locks of %s', (manner) => {
  const who = bidder(manner);
  const locks = lockedOf(who, 3);
  const plan = planCancelLocks({ locks, feeRateSatVb: 4 });
  const built = buildCancelLocks(plan);
  const signed = walletSigns(built.psbt, who.signer, built.toSign);
  const user = acceptCancelLocks(plan, signed);
  const ours = signCancelLocks(plan, built.unsigned, exchange.secret);
  const done = finishCancelLocks(plan, { user, exchange: ours });

  it('works: everything less the network fee, in one output to the user', () => {
    const tx = readTransaction(done.raw);
    if (isFlaw(tx)) throw new Error(tx.flaw);
    expect(tx.outputs).toEqual([{ value: 60_000n - built.fee, script: who.wallet.script }]);
    expect(tx.inputs).toHaveLength(3);
    expect(built.fee).toBe(feeOf(built.vsize, 4));
    expect(built.vsize - virtualSize(tx)).toBeGreaterThanOrEqual(0);
    expect(built.vsize - virtualSize(tx)).toBeLessThanOrEqual(3);
    expect(built.toSign).toEqual([0, 1, 2].map((index) => ({ index, sighash: manner === 'p2wpkh' ? 1 : 0 })));
    expect(transactionOf(tx).txid).toBe(done.txid);
  });

  it('asserts: the user signs every lock, whole, and this transaction', () => {
    const accept = (psbt: Uint8Array): string => refusalOf(() => acceptCancelLocks(plan, psbt));
    expect(accept(built.psbt)).toBe('signature-missing');
    expect(accept(walletSigns(built.psbt, who.signer, built.toSign.slice(1)))).toBe('not-finalized');
    const dearer = buildCancelLocks(planCancelLocks({ locks, feeRateSatVb: 5 }));
    expect(accept(walletSigns(dearer.psbt, who.signer, dearer.toSign))).toBe('psbt-changed');
    const [first] = locks;
    if (first === undefined) throw new Error('a lock');
    const kind = tradeSpend(first.lock, { user: [...SIGHASH_BYTES], exchange: [] });
    const spending = { tx: readPsbt(built.psbt).tx, coins: locks.map(({ coin }) => coin) };
    for (const sighash of SIGHASH_BYTES) {
      const signature = leafSignature(spending, 0, kind, who.signer, sighash);
      const psbt = edit(signed, ({ inputs: [input] }) => {
        const [[name] = []] = input?.tapScriptSig ?? [];
        if (name === undefined)
          Object.assign(input ?? {}, { partialSig: [[first.lock.ticket.key, signature]] });
        else Object.assign(input ?? {}, { tapScriptSig: [[name, signature]] });
      });
      const isWhole = sighash === 1 || (sighash === 0 && manner !== 'p2wpkh');
      expect(accept(psbt), `${sighash}`).toBe(isWhole ? 'accepted' : 'sighash-not-allowed');
    }
  });

  it('asserts: the exchange signs these bytes, with the key of the ticket', () => {
    const less = { ...plan, refund: sats(plan.refund - 1n) };
    expect(refusalOf(() => signCancelLocks(less, built.unsigned, exchange.secret))).toBe('psbt-changed');
    const fewer = planCancelLocks({ locks: locks.slice(1), feeRateSatVb: 4 });
    expect(refusalOf(() => signCancelLocks(fewer, built.unsigned, exchange.secret))).toBe('psbt-changed');
    expect(() => signCancelLocks(plan, built.unsigned, who.signer.secret)).toThrow(
      'invariant: the key is the exchange’s',
    );
  });

  it('asserts: a plan is one user’s locks, each once, 1 to 12, with something left', () => {
    const planned = (chosen: readonly LockedCoin[], feeRateSatVb = 4): string =>
      refusalOf(() => planCancelLocks({ locks: chosen, feeRateSatVb }));
    const [first, second] = locks;
    if (first === undefined || second === undefined) throw new Error('locks');
    expect(planned([])).toBe('bad-request');
    expect(planned([first, first])).toBe('duplicate-input');
    expect(planned([first, ...lockedOf(bidder(manner, 'else'), 1)])).toBe('not-yours');
    expect(planned([{ lock: first.lock, coin: second.coin }])).toBe('script-not-allowed');
    expect(planned([{ ...first, coin: { ...first.coin, assets: [plainAsset('token')] } }])).toBe('lot-mixed');
    expect(planned([first], 200)).toBe('too-small');
    const many = Array.from({ length: 13 }, (_, at) => {
      const one = bareLock(who, sats(20_000n + BigInt(at)));
      return {
        ...one,
        coin: { ...one.coin, outpoint: `${at.toString().padStart(64, '0')}:1` as typeof one.coin.outpoint },
      };
    });
    expect(planned(many.slice(1))).toBe('accepted');
    expect(planned(many)).toBe('bad-request');
  });

  it('the assertion fires: with a promise, or a foreign signature, no cancel leaves', () => {
    const finish = (
      parts: Partial<Parameters<typeof finishCancelLocks>[1]>,
      over: Partial<CancelLocksPlan> = {},
    ) => {
      finishCancelLocks({ ...plan, ...over }, { user, exchange: ours, ...parts });
    };
    const promises = locks.map((locked) => promiseOf(who, locked));
    expect(() => finish({})).not.toThrow();
    expect(() => finish({ user: promises })).toThrow('invariant: input 0 (owner) is signed');
    expect(() => finish({ user: ours, exchange: user })).toThrow('invariant: input 0 (owner) is signed');
    expect(() => finish({ user: user.toReversed() })).toThrow('invariant: input 0 (owner) is signed');
    expect(() => finish({ exchange: ours.slice(1) })).toThrow('invariant: lock 2 is signed by both');
    expect(() => finish({}, { refund: sats(1000n) })).toThrow('invariant: input 0 (owner) is signed');
  });
});
