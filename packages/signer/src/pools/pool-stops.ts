/** What is not signed on a pool whatever its price: its operator has stopped it, or the way home of its lanes is too near. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Chain, Tip } from '@rialto/ground';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { PoolRecall } from '../journal/pool-recall.ts';
import type { ActKind } from './pool-rules.ts';

/** Nothing new is built on a lane that has no more blocks than this before its way home is good. */
const BLOCKS_BEFORE_EXIT = 288;

/** A file `STOP-pool-<number>` in the signer's folder stops swaps and additions of one pool; removals and refreshes go on. */
export function stopsOfPools(directory: string): (number: number) => boolean {
  return (number) => existsSync(join(directory, `STOP-pool-${number}`));
}

/**
 * A node that hears of no block may be cut off, and shown what somebody chose.
 * @param mostMs how old the last block may be; any age where nothing is said
 * @throws Refusal syncing
 */
export async function requireFreshTip(
  chain: Pick<Chain, 'header'>,
  { hash }: Pick<Tip, 'hash'>,
  { now, mostMs }: { readonly now: number; readonly mostMs: number | undefined },
): Promise<void> {
  if (mostMs === undefined) return;
  const header = await chain.header(hash);
  if (header === undefined || now - header.time * 1000 > mostMs)
    throw new Refusal('syncing', 'the last block is old');
}

/** @throws Refusal pool-paused */
export function requireRunning(isStopped: boolean, kind: ActKind): void {
  if (isStopped && kind !== 'remove') throw new Refusal('pool-paused');
}

/**
 * @param lanes that blocks have; those they were made by say when their way home is good
 * @throws Refusal lane-ending
 */
export function requireFarExit(
  recall: Pick<PoolRecall, 'madeBy'>,
  lanes: readonly { readonly outpoint: Outpoint }[],
  { tip, kind }: { readonly tip: Pick<Tip, 'height'>; readonly kind: ActKind },
): void {
  if (kind === 'remove' || kind === 'init') return;
  for (const { outpoint } of lanes) {
    const height = recall.madeBy(outpoint)?.exitHeight;
    if (height !== undefined && height - tip.height < BLOCKS_BEFORE_EXIT)
      throw new Refusal('lane-ending', outpoint);
  }
}
