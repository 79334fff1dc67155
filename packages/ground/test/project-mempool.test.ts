/** What a chain of waiting transactions will hold of runes, told before any of it is in a block. */
import { amount, encipher, knownRuneId, runeAsset, sats } from '@rialto/protocols';
import type { CoinAsset, Outpoint, Runestone } from '@rialto/protocols';
import { expect, it } from 'vitest';
import { projectMempool } from '../src/index.ts';
import { CONFIRMED, outputOf, SCRIPT, sourceOf, waitingOf } from './waiting.ts';
import type { Waiting } from './waiting.ts';

const RUNE = knownRuneId('840000:1');

const runes = (units: bigint): CoinAsset => ({
  kind: 'rune',
  asset: runeAsset(RUNE),
  name: 'A•RUNE',
  divisibility: 2,
  amount: amount(units),
});

/** A transaction with two outputs after its message. */
function spending(points: readonly Outpoint[], stone?: Partial<Runestone>): Waiting {
  const message = encipher({ edicts: [], etching: undefined, mint: undefined, pointer: undefined, ...stone });
  return waitingOf(points, [...(stone === undefined ? [] : [message]), SCRIPT, SCRIPT]);
}

const edict = (units: bigint, output: number) => ({ id: RUNE, amount: amount(units), output });

it('without a message runes go to the first output', async () => {
  const one = spending([CONFIRMED]);
  const held = await projectMempool(sourceOf([one], new Map([[CONFIRMED, [runes(700n)]]])), [one.tx.txid]);
  expect(held.get(outputOf(one, 0))).toEqual([runes(700n)]);
  expect(held.get(outputOf(one, 1))).toBeUndefined();
});

it('an edict moves them, and the pointer takes what is left', async () => {
  const one = spending([CONFIRMED], { edicts: [edict(300n, 1)], pointer: 2 });
  const held = await projectMempool(sourceOf([one], new Map([[CONFIRMED, [runes(700n)]]])), [one.tx.txid]);
  expect(held.get(outputOf(one, 1))).toEqual([runes(300n)]);
  expect(held.get(outputOf(one, 2))).toEqual([runes(400n)]);
});

it('a chain is followed from its first waiting ancestor, in whatever order it is asked for', async () => {
  const first = spending([CONFIRMED], { edicts: [edict(300n, 1)], pointer: 2 });
  const second = spending([outputOf(first, 1)]);
  const third = spending([outputOf(second, 0), outputOf(first, 2)]);
  const source = sourceOf([third, first, second], new Map([[CONFIRMED, [runes(700n)]]]));
  const held = await projectMempool(source, [third.tx.txid]);
  expect(held.get(outputOf(third, 0))).toEqual([runes(700n)]);
  // No transaction is asked for twice.
  const asked = source.asked.flat();
  expect(new Set(asked).size).toBe(asked.length);
});

it('what is burnt is nowhere, and what a mint would make is not counted', async () => {
  const burnt = spending([CONFIRMED], { edicts: [edict(700n, 0)] });
  const mint = spending([CONFIRMED], { mint: RUNE, pointer: 1 });
  for (const [one, left] of [
    [burnt, []],
    [mint, [runes(700n)]],
  ] as const) {
    const held = await projectMempool(sourceOf([one], new Map([[CONFIRMED, [runes(700n)]]])), [one.tx.txid]);
    expect([...(held.get(outputOf(one, 1)) ?? []), ...(held.get(outputOf(one, 2)) ?? [])]).toEqual(left);
  }
});

it('inscriptions and PINs are left to `effects`', async () => {
  const one = spending([CONFIRMED]);
  const pin: CoinAsset = { kind: 'pin', id: `${'ab'.repeat(32)}i0`, offset: sats(0n), path: '/x' };
  const held = await projectMempool(sourceOf([one], new Map([[CONFIRMED, [pin]]])), [one.tx.txid]);
  expect([...held.values()].flat()).toEqual([]);
});
