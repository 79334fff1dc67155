/**
 * Makes the node write each block down soon after it came. Left alone it does so once an hour, and a private chain has no
 * peers to fetch lost blocks from: after a power cut the index would know blocks that no longer exist anywhere.
 */
import { text } from '../chain/json.ts';
import type { Rpc } from '../chain/node-client.ts';

const LOOK_MS = 500;

/** @returns the end of it */
export function startFlusher(rpc: Rpc): () => Promise<void> {
  let flushed = '';
  let working: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    const best = text(await rpc('getbestblockhash'));
    if (best === flushed) return;
    // Counting the coins flushes them first (Bitcoin Core `rpc/blockchain.cpp`); "none" keeps the count cheap.
    await rpc('gettxoutsetinfo', ['none']);
    flushed = best;
  };
  const timer = setInterval(() => {
    working = working.then(look).catch(() => undefined);
  }, LOOK_MS);
  return async () => {
    clearInterval(timer);
    await working;
  };
}
