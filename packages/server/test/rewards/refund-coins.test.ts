/** Which coins of a pot go back: of sats and runes the smallest, of lots those that people do not need, then what else lies there. */
import { outpoint, sats } from '@rialto/protocols';
import type { Coin, Txid } from '@rialto/protocols';
import { expect, it } from 'vitest';
import { refundCoins } from '../../src/rewards/refund-coins.ts';

const TIP = 100;
let counter = 0;
const bare = (change: Partial<Coin> = {}): Coin => ({
  ...{ outpoint: outpoint('d'.repeat(64) as Txid, (counter += 1)), value: sats(1_000n) },
  ...{ script: new Uint8Array(34), assets: [], height: 50, ...change },
});
const coin = (units: number, change: Partial<Coin> = {}) => ({ coin: bare(change), holds: BigInt(units) });
type One = ReturnType<typeof coin>;
const times = (count: number, units: number): One[] => Array.from({ length: count }, () => coin(units));
const mrc20 = (asset = 'man', more: Partial<Coin> = {}): Coin =>
  bare({ assets: [{ kind: 'mrc20', asset } as Coin['assets'][number]], ...more });

interface Asked {
  readonly owed: readonly number[];
  readonly plain?: readonly One[];
  readonly strange?: readonly Coin[];
  readonly disputed?: readonly Coin[];
  readonly isInLots?: boolean;
  readonly claimed?: readonly One[];
}

function refund(coins: readonly One[], asked: Asked) {
  const { owed, plain = [], disputed = [], isInLots = true, claimed = [] } = asked;
  const strange = (asked.strange ?? []).map((one) => ({ coin: one, isDisputed: disputed.includes(one) }));
  const { goes, kept } = refundCoins(
    { coins, plain, strange, isInLots },
    {
      owed: owed.map(BigInt),
      claimed: new Set(claimed.map((one) => one.coin.outpoint)),
      height: TIP,
    },
  );
  const held = (of: readonly Coin[]): number[] =>
    of.map((one) => Number([...coins, ...plain].find((other) => other.coin === one)?.holds ?? -1n));
  return { goes: held(goes), kept: held(kept), coins: goes };
}

it('of sats and runes: the smallest, while as much stays as rows ask for', () => {
  const coins = [50, 30, 20, 5].map((units) => coin(units));
  expect(refund(coins, { owed: [40, 20], isInLots: false })).toMatchObject({ goes: [20, 5], kept: [50, 30] });
  expect(refund(coins, { owed: [105], isInLots: false })).toMatchObject({ goes: [], kept: [50, 30, 20, 5] });
});

it('of sats and runes: as much stays on sixteen coins, as a claim spends no more', () => {
  const coins = [...times(16, 10), ...times(9, 1)];
  const { goes, kept } = refund(coins, { owed: [160], isInLots: false });
  expect([goes, kept]).toEqual([Array.from({ length: 9 }, () => 1), Array.from({ length: 16 }, () => 10)]);
  expect(refund(coins, { owed: [161], isInLots: false }).goes).toEqual([]);
});

it('of lots: what is too large for everybody, whatever else stays', () => {
  expect(refund([coin(1_000)], { owed: [10, 10] })).toMatchObject({ goes: [1_000], kept: [] });
  const { goes, kept } = refund([coin(1_000), ...times(10, 10)], {
    owed: Array.from({ length: 10 }, () => 10),
  });
  expect([goes, kept.length]).toEqual([[1_000], 10]);
});

it('of lots: large ones of which only one can be paid, and none of the small ones', () => {
  const owed = [100, ...Array.from({ length: 90 }, () => 10)];
  const { goes, kept } = refund([...times(10, 100), ...times(9, 10)], { owed });
  expect([goes, kept]).toEqual([
    Array.from({ length: 9 }, () => 100),
    [100, ...Array.from({ length: 9 }, () => 10)],
  ]);
});

it('of lots: a young one does not count for what stays, and does not go either; nor one that is in a claim', () => {
  expect(refund([coin(30), coin(20, { height: 99 })], { owed: [30] })).toMatchObject({
    goes: [],
    kept: [30, 20],
  });
  expect(refund([coin(40, { height: 99 })], { owed: [30] }).goes).toEqual([]);
  expect(refund([coin(40, { height: 98 })], { owed: [30] }).goes).toEqual([40]);
  const [large, small] = [coin(30), coin(20)];
  expect(refund([large, small], { owed: [30] }).goes).toEqual([20]);
  expect(refund([large, small], { owed: [30], claimed: [small] }).goes).toEqual([]);
});

it('of lots: all once nothing can be claimed, then what lies beside them, then the sats that were paid for new ones', () => {
  const plain = times(20, 600);
  expect(refund([coin(30), coin(20)], { owed: [], plain }).goes).toHaveLength(6);
  const paying = plain.slice(0, 4).map((one) => one.coin);
  const [first, second, third] = [mrc20(), mrc20('woman'), bare()];
  const strange = [first, third, second];
  expect(refund([], { owed: [], plain, strange }).coins).toEqual([third, ...paying]);
  expect(refund([], { owed: [], plain, strange, isInLots: false }).coins).toEqual([third, ...paying]);
  const claimed = [{ coin: third, holds: 0n }];
  expect(refund([], { owed: [], plain, strange, claimed }).coins, 'in a claim').toEqual([first, ...paying]);
  expect(refund([], { owed: [], plain }).goes).toHaveLength(16);
  expect(refund([], { owed: [], plain, isInLots: false }).goes).toHaveLength(16);
});

it('of MRC-20 what may come to one output: of one token, three deep, and what is disputed alone', () => {
  const [one, two, other, young] = [mrc20(), mrc20(), mrc20('woman'), mrc20('man', { height: 99 })];
  const goes = (strange: readonly Coin[], disputed: readonly Coin[] = []) =>
    refund([], { owed: [], strange, disputed }).coins;
  expect(goes([one, other, young, two])).toEqual([one, two]);
  expect(goes([other, one, two])).toEqual([other]);
  expect(goes([one, two], [two])).toEqual([one]);
  expect(goes([two, one], [two])).toEqual([two]);
  expect(goes([young])).toEqual([]);
});

it('never more than one transaction spends', () => {
  const { goes, kept } = refund(times(400, 1), { owed: [], plain: times(20, 600) });
  expect([goes.length, kept.length]).toEqual([16, 388]);
});
