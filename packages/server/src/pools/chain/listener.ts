/** Writes what each block does to pools, in the transaction of the block. */
import type { Brc20Move, Outpoint, RuneEvent, RuneId, Txid } from '@rialto/protocols';
import type { BlockNews, Listener } from '../../store/chain-news.ts';
import type { Tx } from '../../store/database.ts';
import {
  allPools,
  poolCoinsAmong,
  tracedPool,
  undoMoves,
  writeMoves,
} from '../../store/pools/pool-chain-store.ts';
import { heldScriptsAmong } from '../../store/pools/pool-lot-store.ts';
import type { PoolContext } from '../context.ts';
import { followTraces, undoTraces } from '../../store/pools/pool-trace-store.ts';
import { readBlock } from './read-move.ts';
import type { BlockTokens } from './read-move.ts';
import { recordSwaps } from './record-swaps.ts';

/** Blocks before the tip whose swaps may not be told yet: more than are ever read at once while the exchange runs. */
const RECENT = 2016;

/** What a block sold goes with it where orders are settled: all fills of its height. */
export function poolChainListener({ store, settings }: Pick<PoolContext, 'store' | 'settings'>): Listener {
  const { network } = settings;
  return {
    block: async (tx, news) => {
      if (await noteBlock(tx, news)) await recordSwaps(tx, network, news.height);
      await followTraces(tx, news);
    },
    undo: async (tx, { height }) => {
      await undoMoves(tx, height);
      await undoTraces(tx, height);
    },
    tip: ({ height }, first) =>
      store.transact((tx) => recordSwaps(tx, network, first ? 0 : Math.max(0, height - RECENT))),
  };
}

/** @returns whether it did anything to a pool */
async function noteBlock(tx: Tx, news: BlockNews): Promise<boolean> {
  const pools = (await allPools(tx)).map(tracedPool);
  if (pools.length === 0) return false;
  const known = await poolCoinsAmong(tx, [...news.spends.keys()]);
  if (known.length === 0 && !pools.some(({ etchTxid }) => news.txids.has(etchTxid as Txid))) return false;
  const moves = readBlock(pools, known, news.transactions, await tokensOf(tx, news));
  const places = new Map(news.transactions.map(({ txid }, index) => [txid, index]));
  const at = new Date(news.time * 1000);
  await writeMoves(tx, moves, { height: news.height, at, place: (txid) => places.get(txid) ?? 0 });
  return true;
}

async function tokensOf(tx: Tx, { runes, lotMoves }: BlockNews): Promise<BlockTokens> {
  const held = await heldScriptsAmong(
    tx,
    lotMoves.map(({ lot }) => lot.owner),
  );
  const holders = new Map<string, number>(held.map(({ script, pool }) => [script, pool]));
  const byTxid = new Map<Txid, Brc20Move[]>();
  for (const move of lotMoves) byTxid.set(move.txid, [...(byTxid.get(move.txid) ?? []), move]);
  return {
    runesOn: runesFallen(runes),
    lotsOf: (txid) => byTxid.get(txid) ?? [],
    holderOf: (script) => holders.get(script),
  };
}

/** What fell on each output in one block: also where the block spends it again. */
function runesFallen(events: readonly RuneEvent[]): BlockTokens['runesOn'] {
  const fallen = new Map<Outpoint, Map<RuneId, bigint>>();
  for (const { kind, rune, amount, outpoint } of events) {
    if (kind !== 'received' || outpoint === undefined) continue;
    const on = fallen.get(outpoint) ?? new Map<RuneId, bigint>();
    on.set(rune, (on.get(rune) ?? 0n) + amount);
    fallen.set(outpoint, on);
  }
  return (point) => fallen.get(point) ?? new Map();
}
