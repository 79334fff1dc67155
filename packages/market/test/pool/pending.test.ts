/** What an act stands on, what stands beside it, and what ends one. */
import { describe, expect, it } from 'vitest';
import { actsBelow, standingOf, stillPending } from '../../src/pool/pending.ts';
import type { SignedAct } from '../../src/pool/pending.ts';
import { pool } from './pools.ts';

const act = (id: string, spends: string, makes: string, d1: bigint): SignedAct => ({
  id,
  spends: spends.split(' '),
  makes: makes.split(' '),
  change: { d1, d2: -d1, ds: 0n },
});
const confirmed = pool(1_000n, 1_000n);
/** Two on lane 1; one beside it, which a later one of the same payer would replace; one on top of that. */
const first = act('first', 'lane1:0 anna', 'lane1:1', 1n);
const second = act('second', 'lane1:1 bert', 'lane1:2', 10n);
const beside = act('beside', 'lane2:0 carl', 'lane2:1', 100n);
const instead = act('instead', 'lane2:0 dora', 'lane2:1b', 1_000n);
const onTop = act('on top', 'lane2:1b emil', 'lane2:2b', 10_000n);
const pending = [first, second, beside, instead, onTop];
const d1Of = (spends: string): { base: bigint; others: bigint[] } => {
  const { base, others } = standingOf(confirmed, pending, spends.split(' '));
  return { base: base.r1, others: others.map(({ d1 }) => d1) };
};

describe('an act', () => {
  it('stands on its ancestors, and beside everything that may confirm with it', () => {
    expect(d1Of('lane1:2 fred')).toEqual({ base: 1_011n, others: [100n, 1_000n, 10_000n] });
    expect(d1Of('lane1:1 fred')).toEqual({ base: 1_001n, others: [100n, 1_000n, 10_000n] });
    expect(d1Of('lane3:0 fred')).toEqual({ base: 1_000n, others: [1n, 10n, 100n, 1_000n, 10_000n] });
  });
  it('is never beside what spends its coins or its ancestors’, nor what descends from that', () => {
    expect(d1Of('lane2:1 fred')).toEqual({ base: 1_100n, others: [1n, 10n] });
    expect(d1Of('lane2:2b fred')).toEqual({ base: 12_000n, others: [1n, 10n] });
    expect(d1Of('lane2:0 fred')).toEqual({ base: 1_000n, others: [1n, 10n] });
    expect(d1Of('lane1:0 fred')).toEqual({ base: 1_000n, others: [100n, 1_000n, 10_000n] });
  });
  it('of a payer whose coin an earlier one spends, on another lane, excludes that one', () => {
    expect(d1Of('lane1:2 carl')).toEqual({ base: 1_011n, others: [1_000n, 10_000n] });
    expect(d1Of('lane2:0 anna')).toEqual({ base: 1_000n, others: [] });
  });
  it('stands on all that its coins descend from, coin by coin', () => {
    const below = actsBelow(pending, ['lane1:2', 'lane2:2b', 'lane3:0']);
    expect([...below].map(([coin, acts]) => [coin, [...acts].map(({ id }) => id)])).toEqual([
      ['lane1:2', ['second', 'first']],
      ['lane2:2b', ['on top', 'instead']],
      ['lane3:0', []],
    ]);
  });
  it('names its ancestors once, the nearest first', () => {
    const both = act('both', 'lane1:2 lane2:1', 'lane1:3 lane2:3', 0n);
    const { base, ancestors } = standingOf(confirmed, [...pending, both], ['lane1:3', 'lane2:3']);
    expect(ancestors.map(({ id }) => id)).toEqual(['both', 'second', 'beside', 'first']);
    expect(base.r1).toBe(1_111n);
  });
});

describe('a signed act', () => {
  const left = (...spent: [string, string][]): string[] =>
    stillPending(pending, new Map(spent)).map(({ id }) => id);
  it('is pending until it confirms', () => {
    expect(left(['lane1:0', 'first'], ['anna', 'first'])).toEqual(['second', 'beside', 'instead', 'on top']);
    // Told of one coin alone.
    expect(left(['lane1:0', 'first'])).toEqual(['second', 'beside', 'instead', 'on top']);
    expect(left()).toEqual(['first', 'second', 'beside', 'instead', 'on top']);
    expect(left(['somewhere', 'else'])).toEqual(['first', 'second', 'beside', 'instead', 'on top']);
  });
  it('ends, with all that stands on it, when a confirmed transaction has spent one of its coins', () => {
    expect(left(['lane2:0', 'beside'], ['carl', 'beside'])).toEqual(['first', 'second']);
    expect(left(['dora', 'a stranger'])).toEqual(['first', 'second', 'beside']);
    expect(left(['anna', 'a stranger'])).toEqual(['beside', 'instead', 'on top']);
  });
});
