/** What makes a coin a lot, what makes it clean, and which texts name things on the chain. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MINT_PATH,
  TRANSFER_PATH,
  amount,
  brc20Asset,
  inscriptionId,
  isClean,
  isOutpoint,
  isReceipt,
  isShare,
  isTxid,
  knownRuneId,
  lotOf,
  mrc20Asset,
  outpoint,
  pinId,
  reservedName,
  runeAsset,
  sats,
  splitAsset,
  splitOutpoint,
  writeRuneName,
} from '../src/index.ts';
import type { Coin, CoinAsset, Txid } from '../src/index.ts';

const TXID = 'a'.repeat(64) as Txid;
const RUNE = knownRuneId('840000:1');

const coinOf = (...assets: readonly CoinAsset[]): Coin => ({
  outpoint: outpoint(TXID, 0),
  value: sats(546n),
  script: new Uint8Array(22),
  assets,
  height: 100,
});

const plain: CoinAsset = { kind: 'inscription', id: inscriptionId(TXID, 0), offset: sats(0n) };
const transfer: CoinAsset = {
  ...plain,
  transfer: { asset: brc20Asset(inscriptionId(TXID, 1)), tick: 'ordi', amount: amount(5n) },
};
const token: CoinAsset = {
  kind: 'mrc20',
  asset: mrc20Asset(pinId(TXID, 0)),
  tick: 'MAN',
  decimals: 2,
  amount: amount(700n),
};
const other: CoinAsset = { ...token, asset: mrc20Asset(pinId(TXID, 1)), tick: 'IVY' };
const rune: CoinAsset = {
  kind: 'rune',
  asset: runeAsset(RUNE),
  name: 'UNCOMMON•GOODS',
  divisibility: 0,
  amount: amount(1n),
};
const pin = (path: string): CoinAsset => ({ kind: 'pin', id: pinId(TXID, 2), offset: sats(0n), path });
const [minted, moved, news] = [pin(MINT_PATH), pin(TRANSFER_PATH), pin('/info/name')];

describe('a lot', () => {
  it('is one unused BRC-20 transfer alone, counted with 18 digits', () => {
    expect(lotOf(coinOf(transfer))).toEqual({
      kind: 'brc20',
      decimals: 18,
      asset: brc20Asset(inscriptionId(TXID, 1)),
      tick: 'ordi',
      amount: 5n,
    });
  });

  it('is one MRC-20 holding, with its receipts or without, counted with the token’s digits', () => {
    for (const coin of [coinOf(token), coinOf(token, minted), coinOf(moved, token, minted)])
      expect(lotOf(coin)).toBe(token);
  });

  it.each([0, 18])('is one rune alone, counted with its %i digits', (divisibility) => {
    expect(lotOf(coinOf({ ...rune, divisibility }))).toEqual({
      kind: 'rune',
      asset: runeAsset('840000:1'),
      tick: 'UNCOMMON•GOODS',
      decimals: divisibility,
      amount: 1n,
    });
  });

  it.each<[string, readonly CoinAsset[]]>([
    ['nothing', []],
    ['an inscription that transfers nothing', [plain]],
    ['a transfer and anything else', [transfer, plain]],
    // Who spends the transfer would move the PIN too.
    ['a transfer with a receipt beside it', [transfer, moved]],
    ['two transfers', [transfer, transfer]],
    ['two tokens', [token, other]],
    ['a token and a PIN that is no receipt', [token, news]],
    ['a token and an inscription', [token, plain]],
    ['a token and a rune', [token, rune]],
    ['two runes', [rune, { ...rune, asset: runeAsset('840000:2') }]],
    ['a rune and a PIN, receipt or not', [rune, minted]],
    ['a rune and an inscription', [rune, plain]],
    ['a rune that is counted with more digits than an amount of ours has', [{ ...rune, divisibility: 19 }]],
    ['receipts alone', [minted, moved]],
  ])('is not %s', (_, assets) => {
    expect(lotOf(coinOf(...assets))).toBeUndefined();
  });

  it('is a rune without a name too, but never offered: the shares of pools are such', () => {
    const share = { ...rune, name: writeRuneName(reservedName(840_000, 1)) } as const;
    expect([share, rune, plain].map(isShare)).toEqual([true, false, false]);
    expect(lotOf(coinOf(share))).toMatchObject({ kind: 'rune', amount: 1n });
  });

  it('is the same in whatever order its things are told', () => {
    const things = [transfer, plain, token, other, rune, minted, moved, news];
    fc.assert(
      fc.property(fc.shuffledSubarray(things), (assets) => {
        expect(lotOf(coinOf(...assets))).toEqual(lotOf(coinOf(...assets.toReversed())));
      }),
    );
  });
});

describe('a clean coin', () => {
  it('carries nothing and is in a block: of one that waits nobody knows what is on it', () => {
    const { height: _, ...waiting } = coinOf();
    expect(isClean(coinOf())).toBe(true);
    expect(isClean({ ...coinOf(), height: 0 })).toBe(true);
    expect(isClean(waiting)).toBe(false);
    for (const asset of [plain, transfer, token, rune, minted]) expect(isClean(coinOf(asset))).toBe(false);
  });

  it('tells a receipt from other PINs', () => {
    expect([minted, moved, news, plain, token].map(isReceipt)).toEqual([true, true, false, false, false]);
  });
});

describe('names', () => {
  it('of transactions are 64 lower-case digits', () => {
    expect(isTxid(TXID)).toBe(true);
    for (const text of ['', TXID.slice(1), `${TXID}a`, TXID.toUpperCase(), `${TXID.slice(1)}g`, `${TXID}\n`])
      expect(isTxid(text)).toBe(false);
  });

  it('of outpoints have an output number in one form only, below 2^32', () => {
    for (const vout of ['0', '1', '4294967295']) expect(isOutpoint(`${TXID}:${vout}`)).toBe(true);
    for (const vout of ['', '00', '01', '-1', '+1', '1.0', '4294967296', '99999999999', ' 1', '1\n'])
      expect(isOutpoint(`${TXID}:${vout}`)).toBe(false);
  });

  it('of outpoints come apart into what they were made of', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffffff }), (vout) => {
        const point = outpoint(TXID, vout);
        expect(isOutpoint(point)).toBe(true);
        expect(splitOutpoint(point)).toEqual({ txid: TXID, vout });
      }),
    );
  });

  it('of assets say their protocol and the whole id, colons and all', () => {
    expect(splitAsset(runeAsset(RUNE))).toEqual({ protocol: 'rune', id: '840000:1' });
    expect(splitAsset(brc20Asset(inscriptionId(TXID, 3)))).toEqual({ protocol: 'brc20', id: `${TXID}i3` });
    expect(splitAsset(mrc20Asset(pinId(TXID, 4)))).toEqual({ protocol: 'mrc20', id: `${TXID}i4` });
    for (const text of ['', 'rune', 'rune:', 'Rune:1:1', 'btc:1', ':1'])
      expect(splitAsset(text)).toBeUndefined();
  });
});
