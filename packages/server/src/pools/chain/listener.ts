/** Writes what each block does to pools, in the transaction of the block. */
import { isRuneId } from '@rialto/protocols';
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
import type { PoolMove, PoolRow, TracedPool } from '../../store/pools/pool-chain-store.ts';
import { undoDepartures, writeDepartures } from '../../store/pools/pool-departures.ts';
import { heldScriptsAmong } from '../../store/pools/pool-lot-store.ts';
import type { PoolContext } from '../context.ts';
import { undoShareCoins, writeShareCoins } from '../../store/pools/share-coin-store.ts';
import { followTraces, undoTraces } from '../../store/pools/pool-trace-store.ts';
import { departed } from './departures.ts';
import { readBlock } from './read-move.ts';
import type { BlockTokens } from './read-move.ts';
import { recordSwaps } from './record-swaps.ts';
import { shareCoinsOf } from './share-coins.ts';

/** Blocks before the tip whose swaps may not be told yet: more than are ever read at once while the exchange runs. */
const RECENT = 2016;

/** What a block sold goes with it where orders are settled: all fills of its height. */
export function poolChainListener({ store, settings }: Pick<PoolContext, 'store' | 'settings'>): Listener {
  const { network } = settings;
  return {
    block: async (tx, news) => {
      const pools = await allPools(tx);
      const moves = await noteBlock(tx, news, pools.map(tracedPool));
      if (moves.length > 0) await recordSwaps(tx, network, news.height);
      await noteDepartures(tx, news, { pools, moves });
      await noteShareCoins(tx, news);
      await followTraces(tx, news);
    },
    undo: async (tx, { height }) => {
      await undoMoves(tx, height);
      await undoDepartures(tx, height);
      await undoShareCoins(tx, height);
      await undoTraces(tx, height);
    },
    tip: ({ height }, first) =>
      store.transact((tx) => recordSwaps(tx, network, first ? 0 : Math.max(0, height - RECENT))),
  };
}

/** @returns what it did to pools */
async function noteBlock(
  tx: Tx,
  news: BlockNews,
  pools: readonly TracedPool[],
): Promise<readonly PoolMove[]> {
  if (pools.length === 0) return [];
  const known = await poolCoinsAmong(tx, [...news.spends.keys()]);
  if (known.length === 0 && !pools.some(({ etchTxid }) => news.txids.has(etchTxid as Txid))) return [];
  const moves = readBlock(pools, known, news.transactions, await tokensOf(tx, news));
  const places = new Map(news.transactions.map(({ txid }, index) => [txid, index]));
  const at = new Date(news.time * 1000);
  await writeMoves(tx, moves, { height: news.height, at, place: (txid) => places.get(txid) ?? 0 });
  return moves;
}

interface Noted {
  readonly pools: readonly PoolRow[];
  readonly moves: readonly PoolMove[];
}

/** Shares of a pool that paid itself out are worth nothing any more. */
async function noteDepartures(tx: Tx, news: BlockNews, { pools, moves }: Noted): Promise<void> {
  const shares = new Map(
    pools.flatMap(({ number, shareRune, closedHeight }) =>
      shareRune === null || closedHeight !== null ? [] : [[shareRune, number] as const],
    ),
  );
  const found = departed(news, shares, new Set(moves.map(({ txid }) => txid)));
  await writeDepartures(tx, found, { height: news.height, at: new Date(news.time * 1000) });
}

/** With what the block itself etched. */
async function noteShareCoins(tx: Tx, news: BlockNews): Promise<void> {
  if (news.runes.length === 0) return;
  const { height } = news;
  const pools = (await allPools(tx)).flatMap(({ number, shareRune }) =>
    shareRune !== null && isRuneId(shareRune) ? [[shareRune, number] as const] : [],
  );
  const { made, spent } = shareCoinsOf(news, new Map(pools));
  await writeShareCoins(
    tx,
    made.map((coin) => ({ ...coin, height })),
    { points: spent, height },
  );
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
