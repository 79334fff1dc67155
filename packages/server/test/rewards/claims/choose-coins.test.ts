/** Which coins of a pot pay a claim: the smallest that is enough; nobody keeps one from others by asking, and a claim may take many. */
import { outpoint, sats } from '@rialto/protocols';
import type { Coin, Outpoint, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { expect, it } from 'vitest';
import { chooseCoins } from '../../../src/rewards/claims/pot-coins.ts';

const script = new Uint8Array(34);
const pot = (...values: readonly number[]) =>
  values.map((value, at) => {
    const coin: Coin = {
      ...{ outpoint: outpoint('a'.repeat(64) as Txid, at), value: sats(BigInt(value)), script },
      ...{ assets: [], height: 1 },
    };
    return { coin, holds: BigInt(value) };
  });
type Pot = ReturnType<typeof pot>;

interface Asked {
  readonly amount: number;
  readonly before?: readonly (readonly Outpoint[])[];
  readonly kept?: readonly (Outpoint | undefined)[];
}

const chosen = (all: Pot, { amount, before = [], kept = [] }: Asked): bigint[] =>
  chooseCoins(all, {
    ...{ amount: BigInt(amount), before, pays: 'sats' },
    kept: new Set(kept.flatMap((point) => (point === undefined ? [] : [point]))),
  }).map(({ value }) => value);
const at = (all: Pot, index: number): Outpoint | undefined => all[index]?.coin.outpoint;
const points = (all: Pot, ...indexes: readonly number[]): Outpoint[] =>
  indexes.flatMap((index) => at(all, index) ?? []);

function refused(ask: () => unknown): string {
  try {
    ask();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return 'taken';
}

it('takes the smallest coin that is enough, and leaves what others are signing for', () => {
  const all = pot(250_000, 250_000, 40_000, 546);
  expect(chosen(all, { amount: 20_000 })).toEqual([40_000n]);
  expect(chosen(all, { amount: 20_000, kept: [at(all, 2)] })).toEqual([250_000n]);
});

it('who asks for claims and never signs locks nobody out, however much dust he sends', () => {
  const all = pot(250_000, 250_000, 250_000, 250_000, ...Array.from({ length: 40 }, () => 546));
  const kept = points(all, 0, 1, 2, 3);
  expect(chosen(all, { amount: 20_000, kept })).toEqual([250_000n]);
});

it('takes up to sixteen coins where none is enough, the fullest first', () => {
  const all = pot(...Array.from({ length: 16 }, () => 62_500));
  expect(chosen(all, { amount: 350_000 })).toHaveLength(6);
  expect(chosen(all, { amount: 1_000_000 })).toHaveLength(16);
  expect(refused(() => chosen(all, { amount: 1_000_001 }))).toBe('pot-empty');
  expect(refused(() => chosen(pot(...Array.from({ length: 17 }, () => 100)), { amount: 1_700 }))).toBe(
    'pot-empty',
  );
});

it('takes a coin of every claim before it, and waits where there is none', () => {
  const all = pot(250_000, 40_000, 30_000);
  expect(chosen(all, { amount: 20_000, before: [points(all, 2)] })).toEqual([30_000n]);
  expect(chosen(all, { amount: 35_000, before: [points(all, 2)] })).toEqual([30_000n, 40_000n]);
  const gone = [outpoint('b'.repeat(64) as Txid, 0)];
  expect(refused(() => chosen(all, { amount: 20_000, before: [gone] }))).toBe('claim-waits');
});

it('takes another coin where what is left would be too little for one', () => {
  expect(chosen(pot(40_000, 30_000), { amount: 29_700 })).toEqual([30_000n, 40_000n]);
  expect(chosen(pot(40_000, 30_000), { amount: 30_000 })).toEqual([30_000n]);
  expect(chosen(pot(30_000), { amount: 29_700 })).toEqual([30_000n]);
});
