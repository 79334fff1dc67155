/** Which coins of a pot go back: of sats and runes the smallest, of lots those that nobody can be paid with, then the largest. */
import { outpoint, sats } from '@rialto/protocols';
import type { Coin, Txid } from '@rialto/protocols';
import { expect, it } from 'vitest';
import { refundCoins } from '../../src/rewards/refund-coins.ts';

const TIP = 100;
let counter = 0;
const coin = (units: number, height = 50) => {
  const made: Coin = {
    ...{ outpoint: outpoint('d'.repeat(64) as Txid, (counter += 1)), value: sats(1_000n) },
    ...{ script: new Uint8Array(34), assets: [], height },
  };
  return { coin: made, holds: BigInt(units) };
};
type One = ReturnType<typeof coin>;

interface Asked {
  readonly unpaid: number;
  readonly largest?: number;
  readonly plain?: readonly One[];
  readonly isInLots?: boolean;
}

function refund(coins: readonly One[], { unpaid, largest = unpaid, plain = [], isInLots = true }: Asked) {
  const asked = { unpaid: BigInt(unpaid), largest: BigInt(largest), height: TIP };
  const { goes, kept } = refundCoins({ coins, plain, isInLots }, asked);
  const held = (of: readonly Coin[]): bigint[] =>
    of.map((one) => [...coins, ...plain].find((other) => other.coin === one)?.holds ?? -1n);
  return { goes: held(goes), kept: held(kept) };
}

it('of sats and runes: the smallest, while as much stays as rows ask for', () => {
  const coins = [50, 30, 20, 5].map((units) => coin(units));
  expect(refund(coins, { unpaid: 60, isInLots: false })).toEqual({ goes: [5n, 20n], kept: [50n, 30n] });
  expect(refund(coins, { unpaid: 105, isInLots: false })).toEqual({ goes: [], kept: [] });
});

it('of lots: what is too large for everybody, whatever else stays', () => {
  expect(refund([coin(1_000)], { unpaid: 100, largest: 10 })).toEqual({ goes: [1_000n], kept: [] });
  const coins = [coin(1_000), ...Array.from({ length: 10 }, () => coin(10))];
  expect(refund(coins, { unpaid: 100, largest: 10 })).toEqual({
    goes: [1_000n],
    kept: Array.from({ length: 10 }, () => 10n),
  });
});

it('of lots: the largest of those that fit, and no young one for what stays', () => {
  const coins = [50, 30, 20, 5].map((units) => coin(units));
  expect(refund(coins, { unpaid: 55, largest: 60 })).toEqual({ goes: [50n], kept: [30n, 20n, 5n] });
  expect(refund([coin(30), coin(20, 99)], { unpaid: 20, largest: 30 })).toEqual({ goes: [20n], kept: [30n] });
  expect(refund([coin(30), coin(20, 99)], { unpaid: 40, largest: 40 })).toEqual({ goes: [], kept: [] });
});

it('of lots: all once nothing can be claimed, and then the sats that were paid for new ones', () => {
  const plain = Array.from({ length: 20 }, () => coin(600));
  expect(refund([coin(30), coin(20)], { unpaid: 0, plain }).goes).toHaveLength(6);
  expect(refund([], { unpaid: 0, plain }).goes).toHaveLength(16);
  expect(refund([], { unpaid: 0, plain, isInLots: false }).goes).toEqual([]);
});

it('names no more of what stays than the signer looks at', () => {
  const coins = Array.from({ length: 400 }, () => coin(1));
  expect(refund(coins, { unpaid: 150, largest: 2 }).kept).toHaveLength(150);
  expect(refund(coins, { unpaid: 300, largest: 2 }).kept).toHaveLength(200);
});
