/** A real ord beside us: the same blocks of mixed traffic, and everything both hold compared. */
import { startNode, text } from '@rialto/devnet';
import { hexToBytes } from '@rialto/protocols';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Queries } from '../../src/store/database.ts';
import { Random } from '../bench/dense-chain/random.ts';
import { balancesAfterStop, compareAll } from '../ord/compare-all.ts';
import { allDiffering } from '../ord/facts.ts';
import { BALANCE_FAULTS, FAULTS, withChange } from '../ord/faults.ts';
import { MixedChain } from '../ord/mixed-chain/mixed-chain.ts';
import { openOrdWorld } from '../ord/ord-world.ts';
import type { OrdWorld } from '../ord/ord-world.ts';
import { ourBalances } from '../ord/our-facts.ts';

const BLOCKS = Number.parseInt(process.env['ORD_BLOCKS'] ?? '500', 10);
const SEED = Number.parseInt(process.env['ORD_SEED'] ?? String(Date.now() % 1_000_003), 10);
/** Nobody has a coin before. */
const QUIET = 100;
/** From so many blocks on everything must have happened. */
const ENOUGH = 100;
const MOST_TOLD = 30;
const DEEPEST = 6;

/** Found or built by the script that runs this. */
const command = process.env['ORD_BIN'] ?? '';

it('mixed traffic is taken by the node, block by block', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rialto-mixed-'));
  const node = await startNode({ dataDir });
  try {
    const genesis = hexToBytes(text(await node.rpc('getblockhash', [0]))).toReversed();
    const chain = new MixedChain(SEED, genesis, Math.floor(Date.now() / 1_000) - 86_000);
    for (let left = 130; left > 0; left -= 1)
      expect(await node.rpc('submitblock', [chain.next(20).hex])).toBeNull();
    expect(await node.rpc('getblockcount')).toBe(130);
  } finally {
    await node.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 120_000);

describe.skipIf(command === '')(`ord and our ledgers (ORD_SEED=${SEED})`, () => {
  let world: OrdWorld;
  const count = { blocks: 0, transactions: 0, outputs: 0, reorgs: 0 };

  beforeAll(async () => {
    world = await openOrdWorld(command, SEED);
    await world.mine(Array.from({ length: QUIET }, () => world.chain.next(1)));
  });
  afterAll(() => world.close());

  /** Some blocks at once, and what differs after them. */
  async function go(blocks: number): Promise<string[]> {
    // The rules of numbers change early on this chain, and the rewards soon after.
    const size = world.chain.height < 150 ? 60 : 30;
    const made = Array.from({ length: blocks }, () => world.chain.next(size));
    await world.mine(made);
    count.blocks += blocks;
    for (const { transactions, outputs } of made) {
      count.transactions += transactions;
      count.outputs += outputs.length;
    }
    return world.compare(made);
  }

  it(`say the same of everything that ${BLOCKS} blocks of mixed traffic make, reorganisations included`, async () => {
    const roll = new Random(SEED);
    const started = performance.now();
    for (let last = 0; count.blocks < BLOCKS;) {
      const differences = await go(roll.chance(85) ? 1 : 2 + roll.below(6));
      expect(differences.slice(0, MOST_TOLD), `at height ${world.chain.height}`).toEqual([]);
      if (count.blocks - last < 20 || !roll.chance(30)) continue;
      last = count.blocks;
      const depth = 1 + roll.below(DEEPEST);
      await world.undo(depth);
      count.reorgs += 1;
      expect((await go(depth + 1)).slice(0, MOST_TOLD), `after a reorganisation of ${depth}`).toEqual([]);
    }
    console.log({ ...count, seconds: Math.round((performance.now() - started) / 1_000) });
    if (BLOCKS >= ENOUGH) expect(count.reorgs).toBeGreaterThan(1);
  });

  it('hold the same at the end', async () => {
    const { differences, compared } = await compareAll({ ...world, db: world.store.db });
    console.log(compared);
    expect(differences.slice(0, MOST_TOLD)).toEqual([]);
    if (BLOCKS < ENOUGH) return;
    for (const [name, value] of Object.entries(compared)) expect(value, name).toBeGreaterThan(0);
    expect(compared['kinds of curses']).toBe(9);
  });

  it.each(FAULTS)('tell when a row is changed: %s', async (change) => {
    const told = await withChange(
      world,
      change,
      async (db) => (await compareAll({ ...world, db })).differences,
    );
    expect(told).not.toEqual([]);
  });

  it('hold the same balances, and tell when one is changed', async () => {
    const theirs = await balancesAfterStop(world);
    const look = async (db: Queries): Promise<string[]> =>
      allDiffering('balance', await ourBalances(db), theirs);
    console.log({ balances: theirs.size });
    expect((await look(world.store.db)).slice(0, MOST_TOLD)).toEqual([]);
    expect(theirs.size).toBeGreaterThan(0);
    for (const change of BALANCE_FAULTS)
      expect(await withChange(world, change, look), change).toHaveLength(1);
  });
});
