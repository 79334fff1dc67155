/** What is not signed on MVC whatever it is: its operator has stopped it, its pool is not open, or the chain stands still. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MvcChain } from '@rialto/ground';
import { Refusal } from '@rialto/refusals';
import type { MvcKey } from './keys.ts';
import type { MvcParts } from './parts.ts';
import type { MvcPoolRecord } from './books/recall.ts';

/** A file `STOP-MVC-<number>` in the signer's folder stops one pool. */
export function stopsOfMvc(directory: string): (number: number) => boolean {
  return (number) => existsSync(join(directory, `STOP-MVC-${number}`));
}

/** @throws Refusal trading-stopped; pool-unknown; pool-paused */
export function runningPool(
  parts: MvcParts,
  number: number,
): { readonly pool: MvcPoolRecord; readonly key: MvcKey } {
  if (parts.stopped()) throw new Refusal('trading-stopped');
  const pool = parts.journal.recall.pool(number);
  if (pool?.opened === undefined) throw new Refusal('pool-unknown', `${number}`);
  if (parts.isPoolStopped(number)) throw new Refusal('pool-paused', `${number}`);
  return { pool, key: parts.poolKey(number) };
}

interface TipOptions {
  readonly now: () => number;
  readonly mostMs: number | undefined;
}

/**
 * A node that hears of no block may be cut off, and shown what somebody chose.
 * @returns what throws Refusal mvc-standing-still when the last block is old
 */
export function tipWatch(
  chain: Pick<MvcChain, 'tip' | 'header'>,
  { now, mostMs }: TipOptions,
): () => Promise<void> {
  let last = { hash: '', time: 0 };
  return async () => {
    if (mostMs === undefined) return;
    const { hash } = await chain.tip();
    if (hash !== last.hash) last = { hash, time: (await chain.header(hash))?.time ?? 0 };
    if (now() - last.time * 1000 > mostMs) throw new Refusal('mvc-standing-still');
  };
}
