/** The exit of a lock of sats: final, its user's alone, and good after its blocks only. */
import { describe, expect, it } from 'vitest';
import { bytesToHex, isFlaw, outpoint, readTransaction, sats, writeTransaction } from '@rialto/protocols';
import type { Transaction, TransactionBody } from '@rialto/protocols';
import {
  EXIT_FEE,
  acceptExit,
  asMade,
  buildExit,
  effects,
  exitSpend,
  partyOf,
  pureVerifier,
  readPsbt,
  verifyExit,
} from '../../src/index.ts';
import type { Verifier } from '../../src/index.ts';
import { SIGHASH_BYTES, body, edit } from '../tx/forge.ts';
import { plainAsset, refusalOf, walletSigns } from '../people.ts';
import { MANNERS, bidder, exchange, exitOf, lockedBy } from './bidders.ts';
import { leafSignature } from './leaf-signature.ts';

function read(raw: Uint8Array): Transaction {
  const tx = readTransaction(raw);
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
}

describe.each(MANNERS)('the exit of %s', (manner) => {
  const who = bidder(manner);
  const { lock, coin } = lockedBy(who);
  const built = buildExit(lock, coin);
  const signed = walletSigns(built.psbt, who.signer, built.toSign);
  const exit = acceptExit(lock, coin, signed);
  const kind = exitSpend(lock, SIGHASH_BYTES);

  /** The exit with a witness signed by whoever it is, over whatever it is. */
  function signedAs(
    tx: TransactionBody,
    sighash = 0x83,
    signer: { secret: Uint8Array } = who.signer,
  ): Uint8Array {
    const signature = leafSignature({ tx, coins: [coin] }, 0, kind, signer, sighash);
    const witness = (read(exit.raw).inputs[0]?.witness ?? []).with(0, signature);
    return writeTransaction({ ...tx, inputs: tx.inputs.map((input) => ({ ...input, witness })) });
  }

  it('works: the lock less its fee, to the user, after the ticket’s blocks', () => {
    expect(built.toSign).toEqual([{ index: 0, sighash: 0x83 }]);
    const tx = read(exit.raw);
    expect(tx.txid).toBe(exit.txid);
    expect(tx.inputs[0]?.sequence).toBe(144);
    expect(tx.outputs).toEqual([{ value: 20_000n - EXIT_FEE, script: who.wallet.script }]);
    expect(verifyExit(lock, coin, exit.raw)).toBe(true);
    expect(exitOf(who, { lock, coin }).txid).toBe(exit.txid);
  });

  it('says in words what it does, to anybody who has the coin', () => {
    const tx = read(exit.raw);
    const done = effects(tx, [{ ...coin, height: 7 }], asMade(tx, [coin]));
    expect(done.fee).toBe(EXIT_FEE);
    expect(partyOf(done, who.wallet.script)).toMatchObject({ satsIn: 0n, satsOut: 18_500n });
  });

  it('asserts: what is stored is this exit, signed by the user with 0x83', () => {
    const { tx } = readPsbt(built.psbt);
    const verifies = (raw: Uint8Array): boolean => verifyExit(lock, coin, raw);
    expect(verifies(signedAs(tx))).toBe(true);
    for (const sighash of SIGHASH_BYTES)
      expect(verifies(signedAs(tx, sighash)), `${sighash}`).toBe(sighash === 0x83);
    expect(verifies(signedAs(tx, 0x83, exchange))).toBe(false);
    expect(verifies(signedAs({ ...tx, version: 1 }))).toBe(false);
    expect(verifies(signedAs({ ...tx, locktime: 1 }))).toBe(false);
    const [output] = tx.outputs;
    if (output === undefined) throw new Error('an output');
    expect(verifies(signedAs({ ...tx, outputs: [{ ...output, value: sats(18_501n) }] }))).toBe(false);
    expect(verifies(signedAs({ ...tx, outputs: [{ ...output, script: exchange.script }] }))).toBe(false);
    expect(verifies(signedAs({ ...tx, outputs: [output, output] }))).toBe(false);
    for (const sequence of [143, 145, 0, 0xfffffffd, 0x80000090])
      expect(verifies(signedAs(body([coin], [output], sequence))), `${sequence}`).toBe(false);
    expect(verifies(Uint8Array.of(...exit.raw, 0))).toBe(false);
    expect(verifies(exit.raw.slice(1))).toBe(false);
    expect(verifies(writeTransaction(tx))).toBe(false);
  });

  it('asserts: a PSBT that was changed, signed otherwise, or not at all', () => {
    const accept = (psbt: Uint8Array): string => refusalOf(() => acceptExit(lock, coin, psbt));
    expect(accept(built.psbt)).toBe('signature-missing');
    for (const outputs of [[{ value: sats(1000n), script: who.wallet.script }], []])
      expect(
        accept(
          edit(signed, ({ global: { unsignedTx } }) => {
            Object.assign(unsignedTx ?? {}, {
              outputs: outputs.map(({ value, script }) => ({ amount: value, script })),
            });
          }),
        ),
      ).toMatch(/^psbt-/);
    const { tx } = readPsbt(built.psbt);
    const put = (signature: Uint8Array): Uint8Array =>
      edit(signed, ({ inputs: [input] }) => {
        const [[name] = []] = input?.tapScriptSig ?? [];
        if (name === undefined) Object.assign(input ?? {}, { partialSig: [[lock.ticket.key, signature]] });
        else Object.assign(input ?? {}, { tapScriptSig: [[name, signature]] });
      });
    for (const sighash of SIGHASH_BYTES)
      expect(accept(put(leafSignature({ tx, coins: [coin] }, 0, kind, who.signer, sighash)))).toBe(
        sighash === 0x83 ? 'accepted' : 'sighash-not-allowed',
      );
  });

  it('is of one lock: another place, value or funding has another', () => {
    const other = lockedBy(who, { price: sats(20_001n) });
    expect(verifyExit(other.lock, other.coin, exit.raw)).toBe(false);
    const moved = { ...coin, outpoint: outpoint(exit.txid, 1) };
    expect(verifyExit(lock, moved, exit.raw)).toBe(false);
    expect(refusalOf(() => buildExit(lock, { ...coin, assets: [plainAsset('token')] }))).toBe('lot-mixed');
    expect(refusalOf(() => buildExit(other.lock, coin))).toBe('script-not-allowed');
  });

  it('the assertion fires: no exit leaves that does not verify', () => {
    let asked = 0;
    const once: Verifier = {
      ecdsa: (...check) => (asked++ === 0 ? pureVerifier.ecdsa(...check) : false),
      schnorr: (...check) => (asked++ === 0 ? pureVerifier.schnorr(...check) : false),
    };
    expect(() => acceptExit(lock, coin, signed, once)).toThrow('invariant: input 0 (owner) is signed');
    expect(bytesToHex(acceptExit(lock, coin, signed).raw)).toBe(bytesToHex(exit.raw));
  });
});
