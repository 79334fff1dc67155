/** The world of the reorg and kill proofs: a chain with money, names to etch and two followed people, and the comparison with the chain itself. */
import { field, text } from '@rialto/devnet';
import type { PrivateChain } from '@rialto/devnet';
import { followedScripts } from '@rialto/ground';
import { isNull } from 'drizzle-orm';
import { expect } from 'vitest';
import { followScript } from '../../src/store/ledger/ledger-follow.ts';
import type { Store } from '../../src/store/database.ts';
import { openFollowWorld, untilTrue } from '../follower/follow-world.ts';
import type { FollowWorld } from '../follower/follow-world.ts';
import { Chronicle } from './ledgers-reorg-chronicle.ts';
import { expectedRows, storedRows } from './ledgers-reorg-rows.ts';
import { alice, bob } from './ledgers-reorg-wallet.ts';
import { commitNames } from './ledgers-reorg-traffic.ts';
import type { Commitments } from './ledgers-reorg-traffic.ts';

export const FOLLOWED = [alice.script, bob.script];

const COINS = 150;
const NAMES = 12;
/** A commitment is ripe in its sixth block. */
const RIPE = 6;
/** Numbers of the names that are committed to at the start; traffic uses lower ones. */
const FIRST_NAME = 10_000;

export interface Stage {
  readonly world: FollowWorld;
  readonly names: Commitments;
}

export async function openStage(): Promise<Stage> {
  const world = await openFollowWorld();
  const { chain } = world;
  for (const script of FOLLOWED) await followScript(world.store, world.node, script);
  for (let part = 0; part < 3; part += 1) {
    await chain.fundMany(Array.from({ length: COINS }, () => ({ address: alice.address, sats: 20_000n })));
    await chain.mine(1);
  }
  const names: Commitments = { waiting: new Map() };
  const serials = Array.from({ length: NAMES }, (_, at) => FIRST_NAME + at);
  await mineBlock(chain, commitNames(await Chronicle.read(world.node), serials, names));
  await chain.mine(RIPE);
  return { world, names };
}

/** One block of exactly these transactions in this order; its reward goes to a new place, so that no block is made twice. */
export async function mineBlock(chain: PrivateChain, raws: readonly string[]): Promise<string> {
  const place = Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('hex');
  return text(field(await chain.node.rpc('generateblock', [`raw(0014${place})`, raws]), 'hash'));
}

/** Waits until the ledger is at the node's tip, then compares every row with the node's chain. */
export async function proven({ node, store, caughtUp }: FollowWorld): Promise<Chronicle> {
  await caughtUp();
  await scanned(store);
  const chronicle = await Chronicle.read(node);
  expect(await storedRows(store)).toEqual(expectedRows(chronicle, FOLLOWED));
  return chronicle;
}

/** The coins of followed people are read anew after the block that made that necessary. */
export async function scanned({ db }: Store): Promise<void> {
  await untilTrue(async () => {
    const waiting = await db.select().from(followedScripts).where(isNull(followedScripts.scannedHeight));
    return waiting.length === 0;
  });
}
