/** When a pad may be signed for another take: once every earlier one is void, or has been nowhere for the time of rest. */
import type { Coin, Outpoint, Txid } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { openRecall } from '../../src/journal/recall.ts';
import { openSecondUse } from '../../src/journal/second-use.ts';
import { hash, line, point } from '../lines.ts';
import { openNode } from './node.ts';
import { coin, stranger } from './people.ts';

const REST = 1_800_000;
const START = 1_700_000_000_000;
const PAD = point(1001) as Outpoint;
/** When line 1 was written, as `line` dates it. */
const SIGNED = START + 1000;
const WAITS = 'fe'.repeat(32) as Txid;

const coinAt = (at: Outpoint): Coin => ({ ...coin(at, stranger(), 546n), outpoint: at });

/** A journal of takes of one pad, each with two coins beside it, all of them still there. */
function stage(takes: number, startedAt = START) {
  const recall = openRecall();
  const others: Outpoint[] = [];
  for (let n = 1; n <= takes; n += 1) {
    const beside = [point(2000 + n), point(3000 + n)];
    const coins = [PAD, ...beside].map((outpoint) => ({ outpoint, value: '546' }));
    recall.add(line(n, { spends: [PAD], coins }));
    others.push(...(beside as Outpoint[]));
  }
  const node = openNode([PAD, ...others].map(coinAt));
  const use = openSecondUse({ chain: node.chain, recall, restMs: REST, startedAt });
  const spend = (at: Outpoint | undefined): boolean => node.coins.delete(at ?? others[0] ?? PAD);
  return { use, node, recall, others, spend };
}

describe('a pad', () => {
  it('that was never signed for may be signed at once', async () => {
    const { use } = stage(0);
    expect(use.rested(PAD, START)).toBe(true);
    expect(await use.mayBeSigned(PAD, START)).toBe(true);
  });

  it('rests from its last signature, to the millisecond', async () => {
    const { use } = stage(1);
    expect(use.rested(PAD, SIGNED + REST - 1)).toBe(false);
    expect(await use.mayBeSigned(PAD, SIGNED + REST - 1)).toBe(false);
    expect(use.rested(PAD, SIGNED + REST)).toBe(true);
    expect(await use.mayBeSigned(PAD, SIGNED + REST)).toBe(true);
  });

  it('rests from the latest of several signatures', () => {
    const { use } = stage(3);
    expect(use.rested(PAD, SIGNED + 2000 + REST - 1)).toBe(false);
    expect(use.rested(PAD, SIGNED + 2000 + REST)).toBe(true);
  });

  it('rests from the start of the process: what was before, nobody has seen', () => {
    const later = SIGNED + 5_000_000;
    const { use } = stage(1, later);
    expect(use.rested(PAD, later + REST - 1)).toBe(false);
    expect(use.rested(PAD, later + REST)).toBe(true);
  });

  it('rests from when its take was last seen waiting', () => {
    const { use } = stage(1);
    const seen = SIGNED + 600_000;
    use.seenAtWork(PAD, seen);
    expect(use.rested(PAD, SIGNED + REST)).toBe(false);
    expect(use.rested(PAD, seen + REST - 1)).toBe(false);
    expect(use.rested(PAD, seen + REST)).toBe(true);
    use.keepOnly(new Set([PAD]));
    expect(use.rested(PAD, seen + REST - 1)).toBe(false);
    use.keepOnly(new Set());
    expect(use.rested(PAD, seen + REST - 1)).toBe(true);
  });

  it('that was spent before it was ever signed for is not remembered as at work', () => {
    const { use, recall } = stage(0);
    use.seenAtWork(PAD, START + 900_000);
    recall.add(line(1, { spends: [PAD] }));
    expect(use.rested(PAD, SIGNED + REST)).toBe(true);
  });
});

describe('a take is void', () => {
  const soon = SIGNED + 1;

  it('when a block has spent one of its other coins', async () => {
    const { use, spend, others } = stage(1);
    expect(await use.mayBeSigned(PAD, soon)).toBe(false);
    spend(others[1]);
    expect(await use.mayBeSigned(PAD, soon)).toBe(true);
    expect(use.rested(PAD, soon)).toBe(false);
  });

  it('not while only a waiting transaction spends it', async () => {
    const { use, node, others } = stage(1);
    for (const other of others) node.mempool.set(other, WAITS);
    expect(await use.mayBeSigned(PAD, soon)).toBe(false);
    const [first, second] = others;
    if (first === undefined || second === undefined) throw new Error('two coins');
    node.mempool.delete(first);
    node.coins.delete(first);
    expect(await use.mayBeSigned(PAD, soon)).toBe(true);
  });

  it('not when its spender leaves the mempool between two questions to the node', async () => {
    const { use, node, others } = stage(1);
    const [first] = others;
    if (first === undefined) throw new Error('two coins');
    node.mempool.set(first, WAITS);
    const { spendingOf } = node.chain;
    node.chain.spendingOf = (points) => {
      node.mempool.delete(first);
      return spendingOf(points);
    };
    expect(await use.mayBeSigned(PAD, soon)).toBe(false);
  });

  it('each of them, or the pad waits', async () => {
    const { use, spend, others } = stage(2);
    spend(others[0]);
    expect(await use.mayBeSigned(PAD, soon + 1000)).toBe(false);
    spend(others[2]);
    expect(await use.mayBeSigned(PAD, soon + 1000)).toBe(true);
  });

  it('is not for the pad itself being gone', async () => {
    const { use, spend } = stage(1);
    spend(PAD);
    expect(await use.mayBeSigned(PAD, soon)).toBe(false);
  });
});

describe('the journal’s memory', () => {
  it('has what each pad was signed for, oldest first, with the coins beside it', () => {
    const { recall, others } = stage(2);
    expect(recall.signedFor(PAD)).toEqual([
      { txid: hash(1), at: SIGNED, others: others.slice(0, 2) },
      { txid: hash(2), at: SIGNED + 1000, others: others.slice(2) },
    ]);
    expect(recall.signedFor(point(5))).toEqual([]);
    expect(recall.size).toBe(2);
  });

  it('has every pad that was made, by a take too, and the stock’s transactions alone as the stock', () => {
    const recall = openRecall();
    const stock = line(7, { kind: 'stock', spends: [], makes: [point(7, 0), point(7, 1)] });
    recall.add(line(1));
    recall.add(stock);
    recall.add(line(2));
    expect(recall.stock()).toEqual([stock]);
    for (const made of [point(1, 2), point(7, 0), point(7, 1)]) expect(recall.hasMade(made)).toBe(true);
    for (const other of [point(1, 0), point(7, 2), PAD]) expect(recall.hasMade(other)).toBe(false);
  });

  it('counts an hour to the millisecond, pads of takes apart from fees of the stock', () => {
    const recall = openRecall();
    const from = START + 1000;
    recall.add(line(1, { stake: '600' }));
    recall.add(line(1, { kind: 'stock', stake: '90' }));
    const all = { signatures: 2, stake: 600n, stockFees: 90n };
    expect(recall.usage(from + 3_599_999)).toEqual(all);
    expect(recall.usage(from + 3_600_000)).toEqual({ signatures: 0, stake: 0n, stockFees: 0n });
  });
});
