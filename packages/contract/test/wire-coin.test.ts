/** A coin is the same coin after its way over the wire, whatever is on it. */
import { amount, bytesToHex, sats } from '@rialto/protocols';
import type { AssetId, Coin, CoinAsset, InscriptionId, Outpoint } from '@rialto/protocols';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assetFromWire } from '../src/wire/wire-coin.ts';
import { coinFromWire, coinToWire } from '../src/index.ts';
import { WireAsset, WireCoin } from '../src/wire/effects.ts';

const MAX_SATS = 2_100_000_000_000_000n;
const MAX_UNITS = 10n ** 39n - 1n;

const txid = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytesToHex);
const vout = fc.nat(4_294_967_295);
const value = fc.bigInt(0n, MAX_SATS).map(sats);
const units = fc.bigInt(0n, MAX_UNITS).map(amount);
const text = fc.string({ minLength: 1, maxLength: 20 });
const assetId = text.map((id) => id as AssetId);
const numbered = fc.tuple(txid, vout).map(([id, at]) => `${id}i${at}` as const);
const inscriptionId = numbered.map((id) => id as InscriptionId);
const decimals = fc.nat(38);

const transfer = fc.record({ asset: assetId, tick: text, amount: units }, { noNullPrototype: true });
const asset: fc.Arbitrary<CoinAsset> = fc.oneof(
  fc.record(
    { kind: fc.constant('inscription' as const), id: inscriptionId, offset: value, transfer },
    { requiredKeys: ['kind', 'id', 'offset'], noNullPrototype: true },
  ),
  fc.record(
    { kind: fc.constant('pin' as const), id: numbered, offset: value, path: text },
    { noNullPrototype: true },
  ),
  fc.record(
    {
      kind: fc.constant('rune' as const),
      asset: assetId,
      name: text,
      symbol: text,
      divisibility: decimals,
      amount: units,
    },
    { requiredKeys: ['kind', 'asset', 'name', 'divisibility', 'amount'], noNullPrototype: true },
  ),
  fc.record(
    { kind: fc.constant('mrc20' as const), asset: assetId, tick: text, decimals, amount: units },
    { noNullPrototype: true },
  ),
);
const coin: fc.Arbitrary<Coin> = fc.record(
  {
    outpoint: fc.tuple(txid, vout).map(([id, at]) => `${id}:${at}` as Outpoint),
    value,
    script: fc.uint8Array({ maxLength: 40 }),
    height: fc.nat(10_000_000),
    assets: fc.array(asset, { maxLength: 4 }),
  },
  { requiredKeys: ['outpoint', 'value', 'script', 'assets'], noNullPrototype: true },
);

describe('a coin', () => {
  it('is the same after its way over the wire', () => {
    fc.assert(
      fc.property(coin, (before) => {
        const wire: unknown = JSON.parse(JSON.stringify(coinToWire(before)));
        expect(coinFromWire(WireCoin.parse(wire))).toEqual(before);
      }),
      { numRuns: 300 },
    );
  });

  it('has no amount that passes through a float', () => {
    const point = `${'ab'.repeat(32)}:1` as Outpoint;
    const most: Coin = {
      outpoint: point,
      value: sats(MAX_SATS),
      script: new Uint8Array(0),
      assets: [{ kind: 'mrc20', asset: 'x' as AssetId, tick: 'x', decimals: 8, amount: amount(MAX_UNITS) }],
    };
    expect(coinToWire(most)).toMatchObject({
      value: '2100000000000000',
      assets: [{ units: '9'.repeat(39) }],
    });
    for (const wrong of ['1.5', '-1', '1e3', '0x10', ''])
      expect(WireCoin.safeParse({ ...coinToWire(most), value: wrong }).success).toBe(false);
  });

  it('carries nothing of a kind nobody knows', () => {
    const rune = { kind: 'rune', assetId: 'rune:1:0', name: 'A', divisibility: 0, units: '1' };
    expect(WireAsset.safeParse(rune).success).toBe(true);
    for (const wrong of [
      { ...rune, kind: 'src20' },
      { ...rune, units: 1 },
      { ...rune, divisibility: '0' },
      {},
    ])
      expect(WireAsset.safeParse(wrong).success).toBe(false);
  });

  it('is a transfer only with all that a transfer has', () => {
    const inscriptionId = `${'ab'.repeat(32)}i0`;
    const whole = {
      kind: 'inscription',
      inscriptionId,
      offset: '0',
      tick: 'ordi',
      assetId: 'x',
      units: '5',
    } as const;
    expect(assetFromWire(whole)).toHaveProperty('transfer.amount', 5n);
    for (const name of ['tick', 'assetId', 'units'] as const) {
      const { [name]: _left, ...part } = whole;
      expect(assetFromWire(part)).not.toHaveProperty('transfer');
    }
  });

  it('has no PIN without the id of one', () => {
    const pin = { kind: 'pin', pinId: 'nonsense', offset: '0', path: '/x' } as const;
    expect(() => assetFromWire(pin)).toThrow('invariant');
  });
});
