/** An act on a pool goes over the signer's protocol and back exactly; what no act can have is not read. */
import { amount, hexToBytes, knownRuneId, outpoint, runeAsset, sats } from '@rialto/protocols';
import type { Coin, Outpoint, RuneAsset, Txid } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { SignerRequest, poolActFromWire, poolActToWire } from '../src/index.ts';
import type { PlannedPoolAct } from '../src/signer/pool-act.ts';

const script = hexToBytes(`0014${'ab'.repeat(20)}`);
const pool = hexToBytes(`5120${'cd'.repeat(32)}`);
const coin = (n: number): Coin => {
  const point = outpoint(n.toString(16).padStart(64, '0') as Txid, n);
  return { outpoint: point, value: sats(1000n + BigInt(n)), script, assets: [], height: 1 };
};
const rune = (block: number, units: bigint): RuneAsset => {
  const asset = runeAsset(knownRuneId(`${block}:1`));
  return { kind: 'rune', asset, name: `RUNE•${block}`, divisibility: 2, amount: amount(units) };
};

const act: PlannedPoolAct = {
  userKey: hexToBytes(`02${'cd'.repeat(32)}`),
  userCoins: [{ ...coin(1), assets: [rune(8, 7n)] }, coin(2)],
  poolCoins: [{ ...coin(3), assets: [rune(9, 10n ** 18n)] }, coin(4)],
  userOutputs: [
    { value: sats(546n), script, runes: [rune(9, 99_000n)] },
    { value: sats(5_000n), script, runes: [] },
  ],
  poolOutputs: [
    { value: sats(546n), script: pool, runes: [rune(9, 10n ** 18n - 100_000n)] },
    { value: sats(1_000_000n), script: pool, runes: [rune(8, (1n << 127n) + 1n)] },
  ],
  firstLane: 1,
  burned: [rune(9, 1_000n)],
  serviceFee: { script, value: sats(2_000n) },
};

const place = (point: Outpoint) => ({ place: point });
const moved = {
  coins: [coin(5), coin(6)],
  from: [place(coin(7).outpoint), place(coin(7).outpoint)],
  to: script,
};
const lots = { coins: moved.coins.map(({ outpoint: point }) => point), places: [], to: '51' };

const plan = poolActToWire(act, ({ outpoint: point }) => point);
const sign = {
  ...{ poolNumber: 3, token: rune(8, 1n).asset, act: 'init', unsigned: '0200', plan },
  buildId: 'f7c3de3d-1fea-4d7c-a8b0-29f63c4c3454',
  witnesses: [['aa', 'bb'], ['cc'], null, null],
};
const parses = (change: Record<string, unknown>): boolean =>
  SignerRequest.safeParse({ op: 'poolSign', sign: { ...sign, ...change } }).success;

describe('an act on the wire', () => {
  it.each([
    ['all of it', act],
    ['the pool’s lots', { ...act, lots: moved }],
    ['the user’s lots', { ...act, lots: { ...moved, from: [] } }],
    ['nothing burns, no service fee', { ...act, burned: [], serviceFee: undefined }],
  ])('comes back as it was: %s', (_, one) => {
    const text = JSON.stringify({ ...sign, plan: poolActToWire(one, ({ outpoint: point }) => point) });
    const read = SignerRequest.parse({ op: 'poolSign', sign: JSON.parse(text) as unknown });
    if (read.op !== 'poolSign' || !('buildId' in read.sign)) throw new Error('another request');
    const coins = new Map(
      [...moved.coins, ...act.userCoins, ...act.poolCoins].map((spent) => [spent.outpoint, spent]),
    );
    const { plan: written } = read.sign;
    const back = (known: (spent: Coin) => Coin): PlannedPoolAct =>
      poolActFromWire(written, {
        script: pool,
        coin: (point) => known(coins.get(point) ?? coin(9)),
        asset: place,
      });
    expect(back((spent) => spent)).toEqual(one);
    const clean = (spent: Coin): Coin => ({ ...spent, assets: [] });
    expect(() => back(clean)).toThrow('lots-differ');
  });

  it('is refused with what no act can have', () => {
    expect(parses({})).toBe(true);
    const bad = [
      { poolNumber: -1 },
      { token: 'rune:1' },
      { token: 'brc20:1:1' },
      { act: 'merge' },
      { buildId: '' },
      { unsigned: 'xyz' },
      { witnesses: 'none' },
      { plan: { ...plan, lots: { ...lots, coins: [] } } },
      { plan: { ...plan, lots: { ...lots, places: [coin(5).outpoint] } } },
      { plan: { ...plan, lots: { ...lots, to: 'x' } } },
      { plan: { ...plan, userCoins: [...plan.userCoins, ...plan.userCoins, ...plan.userCoins] } },
      { plan: { ...plan, firstLane: 2 } },
      { plan: { ...plan, burned: [{ asset: rune(9, 1n).asset, amount: '0' }] } },
      { plan: { ...plan, burned: [{ asset: rune(9, 1n).asset, amount: (1n << 128n).toString() }] } },
      { plan: { ...plan, serviceFee: { script: 'aa', value: '-5' } } },
    ];
    expect(bad.map(parses)).toEqual(bad.map(() => false));
  });

  it('of the keeper names lanes, what they become and a rate', () => {
    const refresh = { poolNumber: 0, token: rune(8, 1n).asset, act: 'refresh', unsigned: '02' };
    const lane = coin(3).outpoint;
    const isRead = (terms: unknown): boolean =>
      SignerRequest.safeParse({ op: 'poolSign', sign: { ...refresh, plan: terms } }).success;
    const part = { value: '20000', amount: '5' };
    const right = { lanes: [lane], parted: [part, part], feeRateSatVb: 2 };
    expect([right, { ...right, parted: [] }].map(isRead)).toEqual([true, true]);
    const wrong = [
      { ...right, feeRateSatVb: 0 },
      { ...right, lanes: [] },
      { ...right, lanes: ['x'] },
      { ...right, parted: [{ value: '-1', amount: '5' }] },
      plan,
    ];
    expect(wrong.filter(isRead)).toEqual([]);
  });
});
