/**
 * New ready lots for BRC-20 pools: of what lies free on each of their scripts, in the amounts that are wanted next; before that, what a
 * stranger locked there is freed. The signer pays, inscribes and sends; what was asked for is written down, so that a script rests for six blocks and no lot is asked for twice (pools §12).
 */
import { lotsToMake } from '@rialto/market';
import { splitOutpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { RefusalCode } from '@rialto/refusals';
import { messageOf } from '../../repeat.ts';
import { allPools } from '../../store/pools/pool-chain-store.ts';
import type { PoolRow } from '../../store/pools/pool-chain-store.ts';
import { sumsOf } from '../../store/pools/pool-figures.ts';
import { freeOfPool, lotsOfPool, restocksSince, writeRestock } from '../../store/pools/pool-lot-store.ts';
import type { RestockRow } from '../../store/pools/pool-lot-store.ts';
import { tokenOfAsset } from '../../store/pools/traded-token.ts';
import type { TradedToken } from '../../store/pools/traded-token.ts';
import type { PoolContext } from '../context.ts';
import { movesLots } from '../moves-lots.ts';
import { freeLocked } from './free-locked.ts';

/** Blocks for which a script rests after lots were asked for on it, or were refused. */
const REST_BLOCKS = 6;
/** Lots in one request. */
const MOST_LOTS = 6;
/** They pass by themselves: the same is asked again a little later. */
const PASSING: readonly RefusalCode[] = ['syncing', 'node-down', 'database-down', 'signer-down'];
const isPassing = (code: RefusalCode): boolean => PASSING.includes(code);
/** Blocks in which what was asked for may still come. */
const MOST_WAIT = 2016;

/** @returns looks at all pools, once in a block */
export function openRestocker(context: PoolContext): () => Promise<void> {
  const { db } = context.store;
  const looked = new Map<number, string>();
  const restsUntil = new Map<string, number>();
  return async () => {
    const { hash, height } = await context.ledger.tip();
    for (const pool of await allPools(db)) {
      const { number, token: asset, closedHeight } = pool;
      if (!movesLots(asset) || closedHeight !== null || looked.get(number) === hash) continue;
      const token = asset === null ? undefined : await tokenOfAsset(db, asset);
      if (token === undefined || (await context.isPaused(number))) continue;
      try {
        await restock(context, { pool, token, height, restsUntil });
        looked.set(number, hash);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }
  };
}

interface Restocking {
  readonly pool: PoolRow;
  readonly token: TradedToken;
  /** Of the tip. */
  readonly height: number;
  /** By what is asked for, mostly a place: after a refusal. */
  readonly restsUntil: Map<string, number>;
}

async function restock(context: PoolContext, { pool, token, height, restsUntil }: Restocking): Promise<void> {
  const { db } = context.store;
  const of = { pool: pool.number, token: token.asset };
  const asked = await restocksSince(db, pool.number, height - MOST_WAIT);
  const resting = await restingPlaces(context, asked, height);
  const inscribed = await lotsOfPool(db, of);
  const known = new Set(inscribed.map(({ outpoint }): string => outpoint));
  const coming = asked.filter((one) => one.height > height - REST_BLOCKS && !known.has(one.outpoint));
  const lots: { readonly amount: bigint }[] = [...inscribed, ...coming];
  const { units: reserve } = await sumsOf(db, pool.number);
  const own = new Set(asked.map(({ outpoint }) => outpoint));
  const locking = { pool: pool.number, lots: inscribed, own, reserve, height, restsUntil, isPassing };
  await freeLocked(context, locking);
  for (const { place, available } of await freeOfPool(db, of)) {
    if (resting.has(place) || (restsUntil.get(place) ?? 0) > height) continue;
    const amounts = lotsToMake(lots, { available, reserve, unit: token.unit, most: MOST_LOTS });
    if (amounts.length === 0) continue;
    try {
      await ask(context, { pool, place, amounts, height });
      lots.push(...amounts.map((amount) => ({ amount })));
    } catch (error) {
      if (!(error instanceof Refusal) || isPassing(error.code)) throw error;
      // The stock pays for one thing in a block.
      if (error.code === 'lane-waits') return;
      restsUntil.set(place, height + REST_BLOCKS);
      const detail = messageOf(error);
      context.warn('no new lots were inscribed', { pool: pool.number, place, code: error.code, detail });
    }
  }
}

/** Places whose last lots are young, or still wait for a block: until then nobody knows what is free there. */
async function restingPlaces(
  { chain }: PoolContext,
  asked: readonly RestockRow[],
  height: number,
): Promise<ReadonlySet<string>> {
  const txidOf = ({ outpoint }: RestockRow) => splitOutpoint(outpoint as Outpoint).txid;
  const waiting = asked.length === 0 ? new Map() : await chain.waiting(asked.map(txidOf));
  const open = asked.filter((one) => one.height > height - REST_BLOCKS || waiting.has(txidOf(one)));
  return new Set(open.map(({ place }): string => place));
}

interface Asking {
  readonly pool: PoolRow;
  readonly place: Outpoint;
  readonly amounts: readonly bigint[];
  readonly height: number;
}

async function ask(context: PoolContext, { pool, place, amounts, height }: Asking): Promise<void> {
  const { slow } = await context.plans();
  const lots = await context.custody.poolRestock({
    poolNumber: pool.number,
    place,
    amounts: amounts.map(String),
    feeRateSatVb: slow,
  });
  const at = new Date(context.now());
  const rows = lots.flatMap((outpoint, index): RestockRow[] => {
    const amount = amounts[index];
    return amount === undefined ? [] : [{ outpoint, pool: pool.number, place, amount, height, at }];
  });
  await writeRestock(context.store.db, rows);
}
