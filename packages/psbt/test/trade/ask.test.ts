import { describe, expect, it } from 'vitest';
import { sats } from '@rialto/protocols';
import type { Coin, TransactionBody } from '@rialto/protocols';
import { acceptAsk, askOutpoint, buildAsk, verifyAskWitness } from '../../src/index.ts';
import { SIGHASH_BYTES, body, edit, forge, highS, sign } from '../tx/forge.ts';
import type { Raw } from '../tx/forge.ts';
import { coin, lot, user, plainAsset, point, refusalOf, transferAsset, walletSigns } from '../people.ts';
import type { User } from '../people.ts';

const kinds = ['p2wpkh', 'p2tr'] as const;
const price = sats(20_000n);

function built(seller: User, sold: Coin) {
  return buildAsk({ lot: sold, price, payScript: seller.script, publicKey: seller.key });
}

function forged(seller: User, sold: Coin, change: Partial<TransactionBody> = {}, sighash = 0x83): Uint8Array {
  const tx = { ...body([sold], [{ value: price, script: seller.script }]), ...change };
  const spending = { tx, coins: [sold] };
  return forge(spending, [{ index: 0, who: seller, signature: sign(spending, 0, seller, sighash) }]);
}

describe.each(kinds)('ask by a %s seller', (kind) => {
  const seller = user('seller', kind);
  const stranger = user('stranger', kind);
  const sold = lot('lot', seller);
  const expected = { lot: sold, owner: seller.script };
  const signed = walletSigns(built(seller, sold).psbt, seller, built(seller, sold).toSign);
  const accept = (psbt: Uint8Array, lotCoin: Coin = sold): string =>
    refusalOf(() => acceptAsk(psbt, { ...expected, lot: lotCoin }));
  const edited = (change: (raw: Raw) => void): string => accept(edit(signed, change));

  it('works: what the wallet signed is accepted and verifies again', () => {
    expect(askOutpoint(signed)).toBe(sold.outpoint);
    const ask = acceptAsk(signed, expected);
    expect(ask).toMatchObject({ outpoint: sold.outpoint, price, sequence: 0xfffffffd });
    expect(verifyAskWitness(ask, sold)).toBe(true);
    expect(built(seller, sold).toSign).toEqual([{ index: 0, sighash: 0x83 }]);
  });

  it('asserts: a stored ask no longer verifies when price, payee, sequence, value or coin differ', () => {
    const ask = acceptAsk(signed, expected);
    expect(verifyAskWitness({ ...ask, price: sats(19_999n) }, sold)).toBe(false);
    expect(verifyAskWitness({ ...ask, payScript: stranger.script }, sold)).toBe(false);
    expect(verifyAskWitness({ ...ask, sequence: 0xffffffff }, sold)).toBe(false);
    expect(verifyAskWitness(ask, { ...sold, value: sats(547n) })).toBe(false);
    expect(verifyAskWitness(ask, { ...sold, outpoint: point('other') })).toBe(false);
    expect(verifyAskWitness({ ...ask, witness: [] }, sold)).toBe(false);
  });

  it.each(SIGHASH_BYTES)('A5: sighash byte %i is accepted only when it is 0x83', (sighash) => {
    expect(accept(forged(seller, sold, {}, sighash))).toBe(
      sighash === 0x83 ? 'accepted' : 'sighash-not-allowed',
    );
  });

  it('A5: the PSBT field does not count, the signature’s own byte does', () => {
    const lying = (raw: Raw): void => {
      for (const input of raw.inputs) input.sighashType = 0x01;
    };
    expect(accept(edit(signed, lying))).toBe('accepted');
    const other = edit(forged(seller, sold, {}, 0x01), (raw) => {
      for (const input of raw.inputs) input.sighashType = 0x83;
    });
    expect(accept(other)).toBe('sighash-not-allowed');
  });

  it('A4: one input and no output, two outputs, two inputs', () => {
    const output = { value: price, script: seller.script };
    const other = coin('other', seller, 1000n);
    expect(accept(forged(seller, sold, { outputs: [] }))).toMatch(/psbt-(shape|malformed)/);
    expect(accept(forged(seller, sold, { outputs: [output, output] }))).toBe('psbt-shape');
    const spending = { tx: body([sold, other], [output]), coins: [sold, other] };
    const signature = sign(spending, 0, seller, 0x83);
    expect(accept(forge(spending, [{ index: 0, who: seller, signature }]))).toBe('psbt-shape');
  });

  it('C4: the same outpoint twice', () => {
    const spending = {
      tx: body([sold, sold], [{ value: price, script: seller.script }]),
      coins: [sold, sold],
    };
    const signature = sign(spending, 0, seller, 0x83);
    expect(accept(forge(spending, [{ index: 0, who: seller, signature }]))).toBe('duplicate-input');
  });

  it('version and locktime: phantom asks', () => {
    expect(accept(forged(seller, sold, { version: 1 }))).toBe('psbt-version');
    expect(accept(forged(seller, sold, { version: 3 }))).toBe('psbt-version');
    expect(accept(forged(seller, sold, { locktime: 900_000 }))).toBe('psbt-version');
  });

  it.each([0, 1, 144, 0xfffffffe, 0x00400010])('sequence %i is refused', (sequence) => {
    const { inputs } = body([sold], [], sequence);
    expect(accept(forged(seller, sold, { inputs }))).toBe('psbt-sequence');
  });

  it('sequence 0xffffffff is accepted', () => {
    expect(accept(forged(seller, sold, { inputs: body([sold], [], 0xffffffff).inputs }))).toBe('accepted');
  });

  it('A6: final fields, junk and real', () => {
    const final = [new Uint8Array([1]), new Uint8Array([2]), new Uint8Array([3])];
    expect(edited((raw) => Object.assign(raw.inputs[0] ?? {}, { finalScriptWitness: final }))).toBe(
      'psbt-finalised',
    );
    expect(edited((raw) => Object.assign(raw.inputs[0] ?? {}, { finalScriptSig: Uint8Array.of(0x51) }))).toBe(
      'psbt-finalised',
    );
    const { witness } = acceptAsk(signed, expected);
    expect(edited((raw) => Object.assign(raw.inputs[0] ?? {}, { finalScriptWitness: [...witness] }))).toBe(
      'psbt-finalised',
    );
  });

  it('C1: amounts in the PSBT are ignored, those of our node count', () => {
    const lie = { amount: 9_999_999n, script: stranger.script };
    expect(edited((raw) => Object.assign(raw.inputs[0] ?? {}, { witnessUtxo: lie }))).toBe('accepted');
    expect(accept(signed, { ...sold, value: sats(9_999_999n) })).toBe('signature-invalid');
  });

  it('C3: unknown and proprietary keys are dropped', () => {
    expect(
      edited((raw) => {
        Object.assign(raw.inputs[0] ?? {}, {
          unknown: [[{ type: 0x77, key: Uint8Array.of(1) }, Uint8Array.of(2)]],
        });
      }),
    ).toBe('accepted');
  });

  it('the signature is missing, another’s, or damaged', () => {
    expect(accept(built(seller, sold).psbt)).toBe('signature-missing');
    const spending = { tx: body([sold], [{ value: price, script: seller.script }]), coins: [sold] };
    const foreign = sign(spending, 0, stranger, 0x83);
    // The key of Taproot is in the coin; that of P2WPKH comes with its signature.
    expect(accept(forge(spending, [{ index: 0, who: stranger, signature: foreign }]))).toBe(
      kind === 'p2tr' ? 'signature-invalid' : 'signer-missing',
    );
    const damaged = sign(spending, 0, seller, 0x83);
    damaged[40] = (damaged[40] ?? 0) ^ 1;
    expect(accept(forge(spending, [{ index: 0, who: seller, signature: damaged }]))).toBe(
      'signature-invalid',
    );
  });

  it('the price was signed: another output is another ask', () => {
    const raised = edit(signed, (raw) => {
      for (const output of raw.global.unsignedTx?.outputs ?? []) Object.assign(output, { amount: 30_000n });
    });
    expect(accept(raised)).toBe('signature-invalid');
    expect(refusalOf(() => acceptAsk(signed, { ...expected, price: sats(20_001n) }))).toBe('amount-differs');
  });

  it('the payment is to the seller and no dust', () => {
    const payTo = (script: Uint8Array, value = price): string =>
      accept(forged(seller, sold, { outputs: [{ value, script }] }));
    expect(payTo(stranger.script)).toBe('effects-differ');
    expect(payTo(Uint8Array.of(0x6a))).toBe('script-not-allowed');
    expect(payTo(seller.script, sats(545n))).toBe('too-small');
  });

  it('A3: only a clean lot: one unused transfer, confirmed, the seller’s', () => {
    const carrying = (assets: Coin['assets']): string => accept(signed, { ...sold, assets });
    expect(carrying([])).toBe('not-a-lot');
    expect(carrying([plainAsset('picture')])).toBe('not-a-lot');
    expect(carrying([transferAsset('a'), transferAsset('b')])).toBe('lot-mixed');
    expect(carrying([transferAsset('a'), plainAsset('picture', 5n)])).toBe('lot-mixed');
    expect(carrying([transferAsset('a', 5n, 545n)])).toBe('accepted');
    const { height: _, ...unconfirmed } = sold;
    expect(accept(signed, unconfirmed)).toBe('coin-unconfirmed');
    expect(accept(signed, { ...sold, script: stranger.script })).toBe('not-yours');
    expect(accept(signed, { ...sold, outpoint: point('other') })).toBe('psbt-changed');
    expect(refusalOf(() => acceptAsk(signed, { lot: sold, owner: stranger.script }))).toBe('not-yours');
    expect(refusalOf(() => acceptAsk(signed, { ...expected, publicKey: stranger.key }))).toBe('not-yours');
    expect(refusalOf(() => acceptAsk(signed, { ...expected, publicKey: seller.key }))).toBe('accepted');
  });

  it('C6: 64 KiB and one byte', () => {
    expect(accept(new Uint8Array(65_537))).toBe('psbt-too-large');
    expect(accept(new Uint8Array(65_536))).toBe('psbt-malformed');
    expect(accept(new Uint8Array(0))).toBe('psbt-malformed');
  });

  it('building refuses what could never be accepted', () => {
    const ask = { lot: sold, price, payScript: seller.script, publicKey: seller.key };
    expect(refusalOf(() => buildAsk({ ...ask, publicKey: stranger.key }))).toBe('not-yours');
    expect(refusalOf(() => buildAsk({ ...ask, price: sats(545n) }))).toBe('too-small');
    expect(refusalOf(() => buildAsk({ ...ask, lot: coin('empty', seller, 600n) }))).toBe('not-a-lot');
    expect(refusalOf(() => buildAsk({ ...ask, payScript: Uint8Array.of(0x51) }))).toBe('script-not-allowed');
  });
});

describe('C2: taproot fields of a PSBT', () => {
  const seller = user('seller', 'p2tr');
  const sold = lot('lot', seller);
  const signed = forged(seller, sold);
  const accept = (psbt: Uint8Array): string =>
    refusalOf(() => acceptAsk(psbt, { lot: sold, owner: seller.script }));

  it('a wrong internal key, a merkle root and a leaf count for nothing', () => {
    const psbt = edit(signed, (raw) => {
      Object.assign(raw.inputs[0] ?? {}, {
        tapInternalKey: user('other', 'p2tr').key.slice(1),
        tapMerkleRoot: new Uint8Array(32).fill(1),
      });
    });
    expect(accept(psbt)).toBe('accepted');
  });

  it('a script-path signature is no signature', () => {
    const psbt = edit(signed, (raw) => {
      for (const input of raw.inputs) {
        const key = { pubKey: seller.key.slice(1), leafHash: new Uint8Array(32) };
        Object.assign(input, { tapScriptSig: [[key, input.tapKeySig]], tapKeySig: undefined });
      }
    });
    expect(accept(psbt)).toBe('signature-missing');
  });
});

describe('encodings of an ask’s signature', () => {
  it('high S is refused (p2wpkh)', () => {
    const seller = user('seller', 'p2wpkh');
    const sold = lot('lot', seller);
    const spending = { tx: body([sold], [{ value: price, script: seller.script }]), coins: [sold] };
    const signature = highS(sign(spending, 0, seller, 0x83));
    const psbt = forge(spending, [{ index: 0, who: seller, signature }]);
    expect(refusalOf(() => acceptAsk(psbt, { lot: sold, owner: seller.script }))).toBe('signature-invalid');
  });

  it('a byte after the DER and a needless zero are refused (p2wpkh)', () => {
    const seller = user('seller', 'p2wpkh');
    const sold = lot('lot', seller);
    const spending = { tx: body([sold], [{ value: price, script: seller.script }]), coins: [sold] };
    const good = sign(spending, 0, seller, 0x83);
    const trailing = Uint8Array.of(...good.subarray(0, -1), 0, 0x83);
    const rLength = good[3] ?? 0;
    const padded = Uint8Array.of(0x30, (good[1] ?? 0) + 1, 0x02, rLength + 1, 0, ...good.subarray(4));
    for (const signature of [trailing, padded]) {
      const psbt = forge(spending, [{ index: 0, who: seller, signature }]);
      expect(refusalOf(() => acceptAsk(psbt, { lot: sold, owner: seller.script }))).toMatch(
        /signature-invalid|psbt-malformed/,
      );
    }
  });

  it('a Schnorr signature of 64 bytes is DEFAULT, never an ask; 65 bytes ending in zero are nothing', () => {
    const seller = user('seller', 'p2tr');
    const sold = lot('lot', seller);
    const spending = { tx: body([sold], [{ value: price, script: seller.script }]), coins: [sold] };
    const signature = sign(spending, 0, seller, 0x83);
    for (const bytes of [signature.subarray(0, 64), Uint8Array.of(...signature.subarray(0, 64), 0)]) {
      const psbt = forge(spending, [{ index: 0, who: seller, signature: bytes }]);
      expect(refusalOf(() => acceptAsk(psbt, { lot: sold, owner: seller.script }))).toBe(
        'sighash-not-allowed',
      );
    }
  });
});
