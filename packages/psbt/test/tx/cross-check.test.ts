/** A cross-check: bitcoinjs-lib and bip322-js compute the same digests, sizes and signatures. */
import * as bitcoin from 'bitcoinjs-lib';
import { Signer, Verifier } from 'bip322-js';
import { WIF } from '@scure/btc-signer';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { taprootTweakPrivKey, taprootTweakPubkey } from '@scure/btc-signer/utils.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { bytesToHex, sats, virtualSize, readTransaction, isFlaw, writeBase } from '@rialto/protocols';
import {
  acceptAsk,
  acceptTake,
  buildAsk,
  buildTake,
  publicKeyOf,
  scriptToAddress,
  verifyLogin,
} from '../../src/index.ts';
import type { ToSign } from '../../src/index.ts';
import { digestV0, digestV1 } from '../../src/tx/digest.ts';
import { SIGHASH_BYTES, body } from './forge.ts';
import { complete, offer, planFor } from '../trade/market.ts';
import { coin, lot, user } from '../people.ts';
import type { User } from '../people.ts';

const kinds = ['p2wpkh', 'p2tr'] as const;

beforeAll(() => {
  bitcoin.initEccLib({
    isXOnlyPoint: (point) => secp256k1.utils.isValidPublicKey(Uint8Array.of(2, ...point), true),
    xOnlyPointAddTweak: (point, tweak) => {
      const base = secp256k1.Point.fromBytes(Uint8Array.of(2, ...point));
      const sum = base.add(secp256k1.Point.BASE.multiply(BigInt(`0x${bytesToHex(tweak)}`)));
      if (sum.is0()) return null;
      const bytes = sum.toBytes(true);
      return { parity: bytes[0] === 3 ? 1 : 0, xOnlyPubkey: bytes.slice(1) };
    },
  });
});

/** bitcoinjs-lib as the wallet: UniSat, OKX and others sign through it. */
function bitcoinjsSigns(psbt: Uint8Array, who: User, toSign: readonly ToSign[]): Uint8Array {
  const parsed = bitcoin.Psbt.fromBuffer(psbt);
  for (const { index, sighash } of toSign) {
    if (who.kind === 'p2wpkh') {
      const sign = (hash: Uint8Array) => secp256k1.sign(hash, who.secret, { prehash: false });
      parsed.signInput(index, { publicKey: who.key, sign }, [sighash]);
    } else {
      const [outputKey] = taprootTweakPubkey(who.key.slice(1), new Uint8Array());
      const tweaked = taprootTweakPrivKey(who.secret);
      const signSchnorr = (hash: Uint8Array) => schnorr.sign(hash, tweaked);
      const publicKey = Uint8Array.of(2, ...outputKey);
      parsed.signTaprootInput(index, { publicKey, signSchnorr, sign: signSchnorr }, undefined, [sighash]);
    }
  }
  return parsed.toBuffer();
}

describe('bitcoinjs-lib', () => {
  it('computes the same digests for every sighash byte on random transactions', () => {
    const people = kinds.map((kind) => user('ann', kind));
    const shape = fc.record({
      values: fc.array(fc.bigInt({ min: 546n, max: 10n ** 12n }), { minLength: 1, maxLength: 5 }),
      outs: fc.array(fc.bigInt({ min: 0n, max: 10n ** 10n }), { minLength: 1, maxLength: 5 }),
      sighash: fc.constantFrom(...SIGHASH_BYTES),
      sequence: fc.constantFrom(0xfffffffd, 0xffffffff, 144),
    });
    fc.assert(
      fc.property(shape, ({ values, outs, sighash, sequence }) => {
        for (const who of people) {
          const coins = values.map((value, at) => coin(`c${at}`, who, value));
          const outputs = outs.map((value) => ({ value: sats(value), script: who.script }));
          const spend = { tx: body(coins, outputs, sequence), prevouts: coins };
          const theirs = bitcoin.Transaction.fromBuffer(writeBase(spend.tx));
          coins.forEach((spent, index) => {
            const single = (sighash & 3) === 3;
            if (who.kind === 'p2wpkh' && sighash !== 0) {
              const code = Uint8Array.of(0x76, 0xa9, 20, ...who.script.subarray(2), 0x88, 0xac);
              expect(digestV0(spend, { index, scriptCode: code }, sighash)).toEqual(
                Uint8Array.from(theirs.hashForWitnessV0(index, code, spent.value, sighash)),
              );
            }
            if (who.kind === 'p2tr' && !(single && index >= outputs.length)) {
              const scripts = coins.map((one) => one.script);
              const amounts = coins.map((one) => one.value);
              expect(digestV1(spend, index, sighash)).toEqual(
                Uint8Array.from(theirs.hashForWitnessV1(index, scripts, amounts, sighash)),
              );
            }
          });
        }
      }),
      { numRuns: 100 },
    );
  });

  it.each(kinds)('signs our asks and takes as a %s wallet, and we accept them', (kind) => {
    const seller = user('seller', kind);
    const sold = lot('sold', seller);
    const ask = buildAsk({
      lot: sold,
      price: sats(20_000n),
      payScript: seller.script,
      publicKey: seller.key,
    });
    const signedAsk = bitcoinjsSigns(ask.psbt, seller, ask.toSign);
    const accepted = acceptAsk(signedAsk, { lot: sold, owner: seller.script });
    expect(accepted.price).toBe(20_000n);
    const buyer = user('buyer', kind);
    const plan = planFor([offer('a', kind)], buyer, { ownPad: true });
    const take = buildTake(plan);
    const half = acceptTake(plan, bitcoinjsSigns(take.psbt, buyer, take.toSign));
    expect(half.filter((witness) => witness !== undefined)).toHaveLength(take.toSign.length);
  });

  it('reads our final transactions with the same id and size', () => {
    const offers = [offer('a', 'p2wpkh'), offer('b', 'p2tr')];
    const buyer = user('buyer', 'p2wpkh');
    const done = complete(planFor(offers, buyer), offers, buyer);
    const theirs = bitcoin.Transaction.fromBuffer(done.raw);
    const ours = readTransaction(done.raw);
    if (isFlaw(ours)) throw new Error(ours.flaw);
    expect(theirs.getId()).toBe(done.txid);
    expect(theirs.virtualSize()).toBe(virtualSize(ours));
  });
});

describe('bip322-js', () => {
  it.each(kinds)('its %s signatures log in, and it verifies what we accept', (kind) => {
    const secret = user('ann', kind).secret;
    const address = scriptToAddress(user('ann', kind).script, 'livenet') ?? '';
    const wif = WIF().encode(secret);
    const signature = Signer.sign(wif, address, 'hello');
    const proof = { address, network: 'livenet' as const, text: 'hello', signature };
    expect(verifyLogin({ ...proof, publicKey: bytesToHex(publicKeyOf(secret)) })).toBe(true);
    expect(Verifier.verifySignature(address, 'hello', signature)).toBe(true);
    expect(verifyLogin({ ...proof, text: 'hello ', publicKey: bytesToHex(publicKeyOf(secret)) })).toBe(false);
  });
});
