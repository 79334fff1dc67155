/** All ledgers together on 2,000 dense random blocks: nothing is made or lost, every block can be taken back, and a second reading gives the same. */
import { expect, test } from 'vitest';
import { gatherBlock, HASHED, WholeLedger } from '@rialto/protocols';
import type { Entity, GatheredBlock, LedgerMemory, NodeFacts, Outpoint } from '@rialto/protocols';
import { parseRaw } from '../bench/index/index-scratch.ts';
import { denseChain } from '../bench/dense-chain/dense-chain.ts';

const BLOCKS = 2_000;
const SIZE = { blocks: BLOCKS, transactions: 8 };

/** The blocks as the follower would have gathered them, with what the node would have answered. */
function* gathered(seed: number): Generator<{ block: GatheredBlock; facts: NodeFacts }> {
  const chain = denseChain(SIZE, seed);
  let height = 0;
  for (const raw of chain.blocks) {
    height += 1;
    const block = gatherBlock({ height, chain: 'regtest', network: 'regtest', ...parseRaw(raw) });
    const commitments = new Map<Outpoint, number>();
    for (const point of block.runes.keys.commitments) {
      const made = chain.commitments.get(point.slice(0, 64));
      if (made !== undefined) commitments.set(point, made);
    }
    yield { block, facts: { commitments, creators: new Map() } };
  }
}

interface Sums {
  readonly issued: bigint;
  readonly there: bigint;
}

/** What was issued of every token, and what can be found of it: in balances, on coins, or burned. */
function sumsOf({ rows }: LedgerMemory): Map<string, Sums> {
  const found = new Map<string, bigint>();
  const add = (asset: string, amount: bigint): void => {
    if (amount < 0n) throw new Error(`${asset}: ${amount}`);
    found.set(asset, (found.get(asset) ?? 0n) + amount);
  };
  for (const [, row] of rows.balance.all()) add(row.asset, row.available + row.transferable);
  for (const [, row] of rows.runeBalance.all()) add(row.rune, row.amount);
  for (const [, row] of rows.mrc20Holding.all()) add(row.asset, row.amount);
  const sums = new Map<string, Sums>();
  const sum = (asset: string, issued: bigint, burned: bigint): void => {
    sums.set(asset, { issued, there: (found.get(asset) ?? 0n) + burned });
    found.delete(asset);
  };
  for (const [asset, row] of rows.token.all()) sum(asset, row.minted, row.burned);
  for (const [id, row] of rows.rune.all())
    sum(id, row.premine + row.mints * (row.terms?.amount ?? 0n), row.burned);
  for (const [asset, row] of rows.mrc20Token.all()) sum(asset, row.issued, row.burned);
  if (found.size > 0) throw new Error(`balances of tokens that do not exist: ${[...found.keys()].join()}`);
  return sums;
}

function conserved(memory: LedgerMemory): void {
  // Plain comparisons: an assertion of the test library for each of ten million sums takes minutes.
  for (const [asset, { issued, there }] of sumsOf(memory)) {
    if (there !== issued) throw new Error(`${asset}: ${issued} were issued, ${there} are there`);
  }
}

function snapshot({ rows }: LedgerMemory): string {
  const tables = Object.entries(rows).map(([entity, table]) => {
    const sorted = [...table.all()].sort(([a], [b]) => (a < b ? -1 : 1));
    return [entity, sorted];
  });
  return JSON.stringify(tables, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`;
    return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
  });
}

test('2,000 random blocks: conserved after each, reorgs of 1 to 6 leave no trace, read again the same', () => {
  const ledger = new WholeLedger('regtest');
  const last: { block: GatheredBlock; facts: NodeFacts }[] = [];
  let reorgs = 0;
  for (const next of gathered(7)) {
    ledger.add(next.block, next.facts);
    conserved(ledger.memory);
    last.push(next);
    if (last.length > 6) last.shift();
    if (next.block.from.height % 40 !== 0) continue;
    const deep = (reorgs % 6) + 1;
    const before = snapshot(ledger.memory);
    const hashes = ledger.totals;
    for (let undone = 0; undone < deep; undone += 1) ledger.removeTip();
    expect(snapshot(ledger.memory)).not.toBe(before);
    conserved(ledger.memory);
    for (const again of last.slice(-deep)) ledger.add(again.block, again.facts);
    expect(snapshot(ledger.memory)).toBe(before);
    expect(ledger.totals).toEqual(hashes);
    reorgs += 1;
  }
  expect(reorgs).toBe(50);

  const second = new WholeLedger('regtest');
  for (const { block, facts } of gathered(7)) second.add(block, facts);
  expect(second.totals).toEqual(ledger.totals);
  expect(snapshot(second.memory)).toBe(snapshot(ledger.memory));

  // The chain really held something of every kind, or this proved nothing.
  const kinds: Entity[] = ['inscription', 'lot', 'balance', 'rune', 'runeBalance', 'pin', 'mrc20Token'];
  for (const kind of [...kinds, 'mrc20Holding' as const, 'shovelUse' as const]) {
    expect([...ledger.memory.rows[kind].all()].length, kind).toBeGreaterThan(0);
  }
  for (const protocol of HASHED) expect(ledger.totals.hashes[protocol]).toMatch(/^[0-9a-f]{64}$/);

  for (let height = 0; height <= BLOCKS; height += 1) ledger.removeTip();
  expect(snapshot(ledger.memory)).toBe(snapshot(new WholeLedger('regtest').memory));
}, 300_000);
