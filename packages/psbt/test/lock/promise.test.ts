/** The promise: it holds for one lock, towards one coin, at either index of a fill, and for nothing else. */
import { describe, expect, it } from 'vitest';
import { amount, bytesToHex, sats } from '@rialto/protocols';
import type { Coin, TransactionBody } from '@rialto/protocols';
import {
  acceptExit,
  acceptPromise,
  buildExit,
  buildPromise,
  exitSpend,
  lockCoin,
  readPsbt,
  tradeSpend,
  verifyPromise,
} from '../../src/index.ts';
import type { ToSign } from '../../src/index.ts';
import { placeOf } from '../../src/lock/half.ts';
import { inputVerifies } from '../../src/tx/signature.ts';
import { SIGHASH_BYTES, body, edit } from '../tx/forge.ts';
import type { Raw } from '../tx/forge.ts';
import { point, refusalOf, walletSigns } from '../people.ts';
import { MANNERS, bidder, exchange, fundingOf, ladder, lockedBy, promiseOf } from './bidders.ts';
import { leafSignature } from './leaf-signature.ts';

const ANY = { user: [...SIGHASH_BYTES], exchange: [...SIGHASH_BYTES] };

describe.each(MANNERS)('the promise of %s', (manner) => {
  const who = bidder(manner);
  const stranger = bidder(manner, 'stranger');
  const { lock, coin } = lockedBy(who);
  const built = buildPromise(lock, coin);
  const signed = walletSigns(built.psbt, who.signer, built.toSign);
  const promise = acceptPromise(lock, coin, signed);
  const accept = (psbt: Uint8Array): string => refusalOf(() => acceptPromise(lock, coin, psbt));
  const edited = (change: (input: Raw['inputs'][number]) => void): string =>
    accept(edit(signed, ({ inputs: [input] }) => (input === undefined ? undefined : change(input))));

  it('works: the wallet signs the one leaf or script it is shown, and what it signed verifies again', () => {
    expect(built.toSign).toEqual([{ index: 0, sighash: 0x83 }] satisfies ToSign[]);
    expect(promise.at(-1)).toBe(0x83);
    expect(verifyPromise(lock, coin, promise)).toBe(true);
    const { tx } = readPsbt(built.psbt);
    expect(tx.inputs).toHaveLength(1);
    expect(tx.inputs[0]?.sequence).toBe(0xfffffffd);
    expect(tx.outputs).toEqual([{ value: 546n, script: who.wallet.script }]);
  });

  it('the PSBT names exactly one leaf, the key nobody has, and no more of the tree', () => {
    edit(built.psbt, ({ inputs: [input] }) => {
      const {
        tapLeafScript = [],
        tapInternalKey,
        tapMerkleRoot,
        tapBip32Derivation,
        witnessScript,
      } = input ?? {};
      expect([tapMerkleRoot, tapBip32Derivation]).toEqual([undefined, undefined]);
      expect(input?.sighashType).toBe(0x83);
      if (manner === 'p2wpkh') {
        expect([tapLeafScript.length, tapInternalKey, witnessScript?.length]).toEqual([0, undefined, 112]);
        return;
      }
      expect(tapLeafScript).toHaveLength(1);
      expect(witnessScript).toBeUndefined();
      expect(bytesToHex(tapInternalKey ?? new Uint8Array())).toMatch(/^50929b74/);
    });
  });

  it('asserts: another sighash, another key, another transaction, no signature', () => {
    const item = { kind: tradeSpend(lock, ANY), key: lock.ticket.key };
    const spending = { tx: readPsbt(built.psbt).tx, coins: [coin] };
    const put = (signature: Uint8Array, key = lock.ticket.key): string =>
      edited((input) => {
        const [[name] = []] = input.tapScriptSig ?? [];
        if (name !== undefined)
          Object.assign(input, { tapScriptSig: [[{ ...name, pubKey: key }, signature]] });
        else Object.assign(input, { partialSig: [[key, signature]] });
      });
    for (const sighash of SIGHASH_BYTES)
      expect(put(leafSignature(spending, 0, item.kind, who.signer, sighash)), `${sighash}`).toBe(
        sighash === 0x83 ? 'accepted' : 'sighash-not-allowed',
      );
    expect(put(leafSignature(spending, 0, item.kind, stranger.signer, 0x83))).toBe('signature-invalid');
    expect(put(leafSignature(spending, 0, item.kind, exchange, 0x83))).toBe('signature-invalid');
    expect(put(promise, stranger.key)).toBe('signer-missing');
    const elsewhere = { ...spending.tx, outputs: [{ value: sats(546n), script: stranger.wallet.script }] };
    expect(put(leafSignature({ ...spending, tx: elsewhere }, 0, item.kind, who.signer, 0x83))).toBe(
      'signature-invalid',
    );
    expect(accept(built.psbt)).toBe('signature-missing');
    const other = lockedBy(who, { expiry: 3001 });
    const otherPsbt = buildPromise(other.lock, other.coin);
    expect(accept(walletSigns(otherPsbt.psbt, who.signer, otherPsbt.toSign))).toBe('psbt-changed');
  });

  it('holds at index 0 and at index 1, in a transaction of anybody, and only with its own coin behind it', () => {
    const kind = tradeSpend(lock, ANY);
    const lot: Coin = { ...coin, outpoint: point('lot'), script: stranger.wallet.script };
    const token = { value: sats(546n), script: who.wallet.script };
    const other = { value: sats(9000n), script: stranger.wallet.script };
    const holds = (tx: TransactionBody, coins: readonly Coin[], index: number): boolean => {
      const theirs = leafSignature({ tx, coins }, index, kind, exchange, manner === 'p2wpkh' ? 1 : 0);
      const witness = kind.stack.map((one) => {
        if (one.item === 'bytes') return one.bytes;
        return one.item === 'signature' && one.key === lock.ticket.key ? promise : theirs;
      });
      const rest = kind.path.path === 'leaf' ? [kind.path.leaf, kind.path.controlBlock] : [];
      const script = kind.path.path === 'witness-script' ? [kind.path.witnessScript] : [];
      return inputVerifies({ tx, coins, index }, kind, [...witness, ...rest, ...script]);
    };
    expect(holds(body([coin, lot], [token, other]), [coin, lot], 0)).toBe(true);
    expect(holds(body([lot, coin], [other, token]), [lot, coin], 1)).toBe(true);
    expect(holds(body([coin, lot], [other, token]), [coin, lot], 0)).toBe(false);
    expect(holds(body([lot, coin], [token, other]), [lot, coin], 1)).toBe(false);
    expect(holds(body([coin], [{ ...token, value: sats(545n) }]), [coin], 0)).toBe(false);
    // Bit 31 is part of what is signed: with the blocks of the exit in its sequence it holds no more.
    for (const sequence of [0xffffffff, 0x80000000, 144, 0])
      expect(holds(body([coin], [token], sequence), [coin], 0), `${sequence}`).toBe(false);
    expect(holds({ ...body([coin], [token]), version: 1 }, [coin], 0)).toBe(false);
    expect(holds({ ...body([coin], [token]), locktime: 1 }, [coin], 0)).toBe(false);
  });

  it('is not the signature of the exit, nor the exit’s that of the promise', () => {
    const exit = buildExit(lock, coin);
    const exited = walletSigns(exit.psbt, who.signer, exit.toSign);
    expect(refusalOf(() => acceptExit(lock, coin, exited))).toBe('accepted');
    expect(refusalOf(() => acceptExit(lock, coin, signed))).toBe('psbt-changed');
    expect(accept(exited)).toBe('psbt-changed');
    // The promise shown in the late branch, with every sequence that branch could have.
    const kind = exitSpend(lock, [0x83]);
    const token = { value: sats(546n), script: who.wallet.script };
    for (const sequence of [144, 145, 0xfffffffd]) {
      const shown = kind.stack.map((one) => (one.item === 'bytes' ? one.bytes : promise));
      const path = kind.path.path === 'leaf' ? [kind.path.leaf, kind.path.controlBlock] : [];
      const script = kind.path.path === 'witness-script' ? [kind.path.witnessScript] : [];
      const at = { tx: body([coin], [token], sequence), coins: [coin], index: 0 };
      const late = { ...kind, delay: sequence };
      const holds = inputVerifies(at, late, [...shown, ...path, ...script]);
      // P2WSH signs for both branches: there the sequence with bit 31, which no CSV lets pass, is what keeps them apart.
      expect(holds).toBe(manner === 'p2wpkh' && sequence === 0xfffffffd);
    }
  });

  it('is good for one lock: no other of the same funding, no other funding, no other ticket', () => {
    const locks = ladder(who, [{}, {}, {}]);
    const plan = fundingOf(who, locks);
    const all = locks.map((one, at) => ({ lock: one, coin: lockCoin(plan, at + 1) }));
    const promises = all.map((one) => promiseOf(who, one));
    all.forEach((one, at) => {
      promises.forEach((two, from) => {
        expect(verifyPromise(one.lock, one.coin, two)).toBe(at === from);
      });
    });
    const again = { ...coin, outpoint: point('another funding', 1) };
    expect(verifyPromise(lock, again, promise)).toBe(false);
    const dearer = lockedBy(who, { amount: amount(101n) });
    expect(verifyPromise(dearer.lock, { ...dearer.coin, outpoint: coin.outpoint }, promise)).toBe(false);
    expect(verifyPromise(lock, coin, promise.slice(0, -1))).toBe(false);
    expect(verifyPromise(lock, coin, new Uint8Array(0))).toBe(false);
  });

  it('the assertion fires: only a key of the lock has a place in it, only the ticket’s coin a promise', () => {
    const kind = tradeSpend(lock, ANY);
    expect(placeOf(kind, lock.ticket.key).key).toEqual(lock.ticket.key);
    expect(() => placeOf(kind, stranger.key)).toThrow('invariant: the key is one of the lock’s');
    const cheaper = { ...lock, ticket: { ...lock.ticket, price: sats(1n) } };
    expect(refusalOf(() => buildPromise(cheaper, coin))).toBe('amount-differs');
  });
});
