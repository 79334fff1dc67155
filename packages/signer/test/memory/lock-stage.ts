/** The signer's acts on locks in this very process: a node and an index of a test, a journal on its disk, its clock. */
import { join } from 'node:path';
import { openTurns, openVerifier } from '@rialto/ground';
import { LOT_DEPTH } from '@rialto/market';
import type { Coin } from '@rialto/protocols';
import { openJournal } from '../../src/journal/journal.ts';
import { admit } from '../../src/locks/admit.ts';
import { openFates } from '../../src/locks/fates.ts';
import type { LockParts } from '../../src/locks/fill.ts';
import { folder } from '../folder.ts';
import { admitOf, lockKey } from './bids.ts';
import type { Bid } from './bids.ts';
import { openNode } from './node.ts';
import { NOW } from './stage.ts';
import { FEES } from './world.ts';

export const ROOMY = { bid: 10_000_000n, hour: 100_000_000n, all: 500_000_000n };
const MANY = { signatures: 1000, stake: 0n, stockFees: 0n };

export const here = (): boolean => false;

/** @param coins that are there; @param directory of a signer that ran before */
export async function openLockStage(
  coins: readonly Coin[],
  more: Partial<LockParts> = {},
  directory = folder(),
) {
  const path = join(directory, 'journal.jsonl');
  const journal = openJournal(path);
  const locks = journal.recall.locks;
  const node = openNode(coins);
  const clock = { now: NOW };
  const { secret, key: publicKey } = lockKey();
  const verifier = await openVerifier();
  const parts: LockParts = {
    lockWorld: { ...node, verifier, lockKey: publicKey, fees: FEES, depth: LOT_DEPTH },
    journal,
    lockKey: { secret, publicKey },
    fates: openFates({ chain: node.chain, recall: locks }),
    limits: MANY,
    caps: ROOMY,
    turns: openTurns(),
    now: () => clock.now,
    stopped: () => false,
    ...more,
  };
  return { parts, node, clock, journal, locks, directory, path };
}

export type LockStage = Awaited<ReturnType<typeof openLockStage>>;

/** A stage on which these bids were taken on, with the coins that pay for them and some more. */
export async function admitted(
  bids: readonly Bid[],
  coins: readonly Coin[] = [],
  more: Partial<LockParts> = {},
): Promise<LockStage> {
  const stage = await openLockStage([...bids.flatMap(({ plan }) => plan.payments), ...coins], more);
  for (const one of bids) await admit(stage.parts, admitOf(one), here);
  return stage;
}

/** The funding is in a block: its coins are gone, its locks are there. */
export function publish({ node }: LockStage, { plan, locks }: Bid, lockCoins: readonly Coin[]): void {
  for (const { outpoint } of plan.payments) node.coins.delete(outpoint);
  for (const coin of lockCoins) node.coins.set(coin.outpoint, coin);
  if (lockCoins.length > locks.length) throw new Error('more locks than the bid has');
}
