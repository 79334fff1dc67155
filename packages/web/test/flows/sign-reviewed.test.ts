/** No wallet is asked to sign what its review forbids, and nothing goes on but the reviewed transaction. */
import { amount, bytesToHex, hexToBytes, sats } from '@rialto/protocols';
import { RawPSBTV0 } from '@scure/btc-signer/psbt.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { submitHardCancel } from '../../src/flows/orders/cancel-order.ts';
import { submitEdit } from '../../src/flows/orders/edit-price.ts';
import { submitAsks } from '../../src/flows/orders/place-ask.ts';
import { buildAndReviewAsk } from '../../src/flows/orders/review-ask.ts';
import { signReviewed } from '../../src/flows/sign-reviewed.ts';
import { submitTake } from '../../src/flows/orders/take-ask.ts';
import { trayItems } from '../../src/flows/tray.ts';
import { NO_EFFECTS } from '../fake/exchange.ts';
import { ASSET, id, lotCoin, user } from '../fake/people.ts';

const me = user(7);
const signer = { wallet: 'unisat', address: me.address, publicKey: me.publicKey } as const;
const lot = lotCoin(me, 1, 10n ** 19n);
const offer = (price: bigint) =>
  buildAndReviewAsk({
    network: 'regtest',
    book: 'brc20',
    tick: 'ordi',
    assetId: ASSET,
    decimals: 18,
    free: false,
    address: me.address,
    publicKey: me.publicKey,
    inscriptionId: `${id(1, 'b')}i0`,
    outpoint: lot.outpoint,
    outValue: lot.value,
    units: amount(10n ** 19n),
    price: sats(price),
  });
const unsigned = (price: bigint) => ({ hex: offer(price).psbtHex, toSign: [{ index: 0, sighash: 0x83 }] });
const fine = { mismatches: [] };

/** What a wallet adds to the one input. */
function added(hex: string, field: object): string {
  const psbt = RawPSBTV0.decode(hexToBytes(hex));
  for (const input of psbt.inputs) Object.assign(input, field);
  return bytesToHex(RawPSBTV0.encode(psbt));
}
/** A signature by its shape: what it signs is the exchange's to verify. */
const ecdsa = (sighash: number) => ({
  partialSig: [[me.key, new Uint8Array(71).fill(sighash, 70)]] as const,
});
const schnorr = (...sighash: number[]) => ({
  tapKeySig: Uint8Array.of(...new Uint8Array(64).fill(0x83), ...sighash),
});

const leaf = (...sighash: number[]) => ({
  tapScriptSig: [
    [
      { pubKey: new Uint8Array(32).fill(2), leafHash: new Uint8Array(32) },
      Uint8Array.of(...new Uint8Array(64).fill(0x83), ...sighash),
    ],
  ] as const,
});

let asked: string[] = [];
/** What the wallet is told of each input of the last PSBT. */
let told: unknown;
/** What the wallet gives back for a PSBT: by itself the same. */
let answer = (hex: string): string => hex;

beforeEach(() => {
  asked = [];
  answer = (hex) => hex;
  const signPsbt = (hex: string, options: { toSignInputs: unknown }): Promise<string> => {
    asked.push(hex);
    told = options.toSignInputs;
    return Promise.resolve(answer(hex));
  };
  const signPsbts = (all: string[]): Promise<string[]> => {
    asked.push(...all);
    return Promise.resolve(all.map(answer));
  };
  vi.stubGlobal('unisat', { signPsbt, signPsbts });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a signature', () => {
  it('is given to the reviewed transactions, in their order; what wants none is left as it is', async () => {
    const plain = { hex: 'ab', toSign: [] };
    const all = [unsigned(20_000n), plain, unsigned(30_000n)];
    expect(await signReviewed(fine, all, signer)).toEqual(all.map(({ hex }) => hex));
    expect(asked).toEqual([all[0]?.hex, all[2]?.hex]);
  });
  it('of a lock is asked for as one by a script, from a wallet that does it otherwise', async () => {
    const bitcoin = {
      signPsbt: (hex: string, options: { toSignInputs: unknown }): Promise<string> => {
        told = options.toSignInputs;
        return Promise.resolve(hex);
      },
    };
    vi.stubGlobal('okxwallet', { bitcoin });
    const okx = { ...signer, wallet: 'okx' } as const;
    const entry = { index: 0, address: me.address, sighashTypes: [0x83] };
    await signReviewed(fine, [unsigned(20_000n)], okx);
    expect(told).toEqual([entry]);
    await signReviewed(fine, [{ ...unsigned(20_000n), byScript: true }], okx);
    expect(told).toEqual([{ ...entry, disableTweakSigner: true }]);
    await signReviewed(fine, [{ ...unsigned(20_000n), byScript: true }], signer);
    expect(told).toEqual([entry]);
  });
  it('of another transaction goes nowhere, nor of fewer than were asked', async () => {
    const [one, other] = [unsigned(20_000n), unsigned(30_000n)];
    answer = () => other.hex;
    await expect(signReviewed(fine, [one], signer)).rejects.toThrow('another transaction');
    await expect(signReviewed(fine, [one, other], signer)).rejects.toThrow('another transaction');
    answer = () => '';
    await expect(signReviewed(fine, [one, other], signer)).rejects.toThrow('unexpected response');
  });
  it('is the one that was asked for: the PSBT may name another sighash, or a coin of one’s own as somebody else’s', async () => {
    const { hex } = unsigned(20_000n);
    const given = async (
      field: object,
      ...toSign: { index: number; sighash: number }[]
    ): Promise<boolean> => {
      answer = () => added(hex, field);
      const [signed] = await signReviewed(fine, [{ hex, toSign }], signer);
      return signed === answer('');
    };
    expect(await given(ecdsa(0x83), { index: 0, sighash: 0x83 })).toBe(true);
    expect(await given(ecdsa(0x01), { index: 0, sighash: 0x01 })).toBe(true);
    expect(await given(schnorr(), { index: 0, sighash: 0x01 })).toBe(true);
    expect(await given(schnorr(0x01), { index: 0, sighash: 0x00 })).toBe(true);
    expect(await given(leaf(0x83), { index: 0, sighash: 0x83 })).toBe(true);
    expect(await given(leaf(), { index: 0, sighash: 0x01 })).toBe(true);
    for (const [field, asked] of [
      [ecdsa(0x82), { index: 0, sighash: 0x01 }],
      [ecdsa(0x83), { index: 0, sighash: 0x01 }],
      [ecdsa(0x01), { index: 0, sighash: 0x83 }],
      [schnorr(0x83), { index: 0, sighash: 0x00 }],
      [schnorr(), { index: 0, sighash: 0x83 }],
      [ecdsa(0x01), { index: 1, sighash: 0x01 }],
      [leaf(), { index: 0, sighash: 0x83 }],
      [leaf(0x83), { index: 0, sighash: 0x01 }],
      [leaf(0x83), { index: 1, sighash: 0x83 }],
    ] as const)
      await expect(given(field, asked)).rejects.toThrow('something other than requested');
  });
  it('goes on without the previous transactions of the wallet, however large they are', async () => {
    const { hex, toSign } = unsigned(20_000n);
    const output = { amount: 1n, script: new Uint8Array(70_000) };
    const input = { txid: new Uint8Array(32), index: 0, finalScriptSig: new Uint8Array(), sequence: 0 };
    const nonWitnessUtxo = { version: 2, segwitFlag: false, inputs: [input], outputs: [output], lockTime: 0 };
    const signed = added(hex, ecdsa(0x83));
    answer = () => added(signed, { nonWitnessUtxo });
    expect(answer('').length).toBeGreaterThan(140_000);
    expect(await signReviewed(fine, [{ hex, toSign }], signer)).toEqual([signed]);
  });
});

describe('a review that found something', () => {
  const review = { ...offer(20_000n).review, mismatches: ['It does something else.'] };
  const session = { address: me.address, publicKey: me.publicKey, signature: '', expiresAt: 0 };
  const actor = { user: signer, session };
  const common = { network: 'regtest', book: 'brc20', tick: 'ordi', assetId: ASSET } as const;
  const prepared = { psbtRaw: offer(20_000n).psbtHex, toSignInputs: [{ index: 0, sighash: 1 }], coins: [] };
  const refused = async (act: Promise<unknown>): Promise<void> => {
    await expect(act).rejects.toThrow('does not do what was asked');
    expect(asked).toEqual([]);
  };
  it('keeps the wallet shut at a purchase, and the tray empty', async () => {
    const fees = { networkFee: '1', serviceFee: '0', feeAddress: '', vsize: 1, feeRate: 1 };
    const take = { ...prepared, takeId: id(2), effects: NO_EFFECTS, fees, total: '1', expiresAt: 0 };
    const intent = { ...common, asks: [], buyerAddress: me.address, publicKey: me.publicKey };
    await refused(
      submitTake(
        {
          prepared: take,
          intent: { ...intent, feeRateSatVb: 1, highFee: false, seen: { best: undefined, asked: undefined } },
          review,
        },
        actor,
        'Buy',
      ),
    );
    expect(trayItems()).toEqual([]);
  });
  it('keeps it shut at an offer, at several, and at a lower price', async () => {
    const offers = { offers: [], review };
    await refused(submitAsks(offers, actor, 'Sell'));
    await refused(submitEdit({ ...offers, orderId: id(3) }, actor, 'Sell'));
  });
  it('keeps it shut at a cancel on the chain', async () => {
    const fees = { networkFee: '1', vsize: 1, feeRate: 1 };
    const cancel = { ...prepared, orderId: id(3), fees, expiresAt: 0 };
    const intent = {
      ...common,
      address: me.address,
      publicKey: me.publicKey,
      orderId: id(3),
      outpoint: lot.outpoint,
      units: amount(1n),
      feeRateSatVb: 1,
    };
    const reviewed = { review, hex: prepared.psbtRaw, toSign: prepared.toSignInputs, byScript: [] };
    await refused(submitHardCancel({ prepared: cancel, intent, ...reviewed }, actor, 'Cancel'));
    expect(trayItems()).toEqual([]);
  });
});
