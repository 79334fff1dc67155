/** Which lots of a pot pay a claim: the nearest sum at or below what is due, one of each claim that was lost, and none that is young. */
import { outpoint, sats } from '@rialto/protocols';
import type { Coin, Outpoint, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { expect, it } from 'vitest';
import { chooseLots } from '../../../src/rewards/claims/pot-lots.ts';

const TIP = 100;
const lots = (...holds: readonly (number | readonly [number, number])[]) =>
  holds.map((one, at) => {
    const [units, height] = typeof one === 'number' ? [one, 50] : one;
    const coin: Coin = {
      ...{ outpoint: outpoint('b'.repeat(64) as Txid, at), value: sats(546n), script: new Uint8Array(34) },
      ...{ assets: [], height },
    };
    return { coin, holds: BigInt(units) };
  });
type Lots = ReturnType<typeof lots>;

interface Asked {
  readonly due: number;
  readonly lost?: readonly { readonly amount: number; readonly of: readonly number[] }[];
  readonly kept?: readonly number[];
}

const pointOf = (all: Lots, at: number): Outpoint =>
  all[at]?.coin.outpoint ?? outpoint('c'.repeat(64) as Txid, at);

function chosen(all: Lots, { due, lost = [], kept = [] }: Asked): bigint[] | string {
  try {
    return chooseLots(all, {
      due: BigInt(due),
      lost: lost.map(({ amount, of }, at) => ({
        ...{ txid: `lost ${at}`, amount: BigInt(amount) },
        of: of.map((one) => pointOf(all, one)),
      })),
      kept: new Set(kept.map((at) => pointOf(all, at))),
      height: TIP,
    }).map(({ holds }) => holds);
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

it('takes the nearest sum at or below what is due, four at most', () => {
  const all = lots(400, 100, 40, 10, 4, 1);
  expect(chosen(all, { due: 500 })).toEqual([400n, 100n]);
  expect(chosen(all, { due: 559 })).toEqual([400n, 100n, 40n, 10n]);
  expect(chosen(all, { due: 3 })).toEqual([1n]);
  expect(chosen(lots(1, 1, 1, 1, 1), { due: 5 })).toEqual([1n, 1n, 1n, 1n]);
});

it('says so where none is small enough, or all are young', () => {
  expect(chosen(lots(10, 20), { due: 9 })).toBe('no-fitting-lot');
  expect(chosen([], { due: 9 })).toBe('no-fitting-lot');
  expect(chosen(lots([5, 99], [5, 100]), { due: 9 })).toBe('no-fitting-lot');
  expect(chosen(lots([5, 98], [5, 99]), { due: 9 })).toEqual([5n]);
});

it('takes none on too few sats, which no template moves', () => {
  const all = lots(10, 9);
  const [poor, rich] = all;
  if (poor === undefined || rich === undefined) throw new Error('two lots');
  const onLittle = { ...poor, coin: { ...poor.coin, value: sats(330n) } };
  expect(chosen([onLittle, rich], { due: 10 })).toEqual([9n]);
  expect(chosen([onLittle], { due: 10 })).toBe('no-fitting-lot');
});

it('leaves what others are signing for, as long as another will do', () => {
  const all = lots(10, 8, 8);
  expect(chosen(all, { due: 10, kept: [0] })).toEqual([8n]);
  expect(chosen(lots(10), { due: 10, kept: [0] })).toEqual([10n]);
});

it('takes one of every claim that was lost, and claims nothing again whose lots are gone', () => {
  const all = lots(10, 8, 2, 1);
  expect(chosen(all, { due: 10, lost: [{ amount: 10, of: [1, 2] }] })).toEqual([8n, 2n]);
  expect(chosen(all, { due: 10, lost: [{ amount: 8, of: [7] }] })).toEqual([2n]);
  expect(chosen(all, { due: 10, lost: [{ amount: 10, of: [7] }] })).toBe('claim-waits');
  expect(
    chosen(all, {
      due: 10,
      lost: [
        { amount: 9, of: [7] },
        { amount: 8, of: [1] },
      ],
    }),
  ).toBe('claim-waits');
});
