/** What another exchange of this kind says of coins: the MRC-20 on each by outpoint, and the block that it stands at. */
import type { Network, Outpoint } from '@rialto/protocols';
import type { Tip } from '../node/chain.ts';
import { field, list, wholeIn } from './exact-json.ts';
import type { Json } from './exact-json.ts';
import { NoAnswer, jsonOf, needed, openQuery } from './query.ts';

/** All of it throws NoAnswer, and nothing else. */
export interface CoinIndex {
  tip(signal?: AbortSignal): Promise<Tip>;
  /** Units by asset of each coin that it knows, whether anything lies on it or not. */
  unitsOn(
    points: readonly Outpoint[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<Outpoint, ReadonlyMap<string, bigint>>>;
}

/** The most outpoints of one call. */
const PART = 50;
/** A coin that never was: what is asked for is where it stands. */
const NOWHERE = `${'0'.repeat(64)}:0` as Outpoint;

/** @param maxMs of one question */
export function openCoinIndex(address: string, network: Network, maxMs: number): CoinIndex {
  const query = openQuery(address, maxMs);
  const ask = async (points: readonly Outpoint[], signal?: AbortSignal): Promise<Json> => {
    const reply = await query(
      `api/book/common/coins?net=${network}&by=blocks&outpoints=${points.join(',')}`,
      signal,
    );
    const data = reply.status === 200 ? field(jsonOf(reply), 'data') : undefined;
    if (data === undefined) throw new NoAnswer('answers in another shape');
    return data;
  };
  return {
    tip: async (signal) => {
      const at = field(await ask([NOWHERE], signal), 'at');
      return { height: Number(needed(wholeIn(field(at, 'height')))), hash: textOf(field(at, 'hash')) };
    },
    unitsOn: async (points, signal) => {
      const known = new Map<Outpoint, ReadonlyMap<string, bigint>>();
      for (let from = 0; from < points.length; from += PART) {
        const coins = needed(list(field(await ask(points.slice(from, from + PART), signal), 'coins')));
        for (const coin of coins) known.set(textOf(field(coin, 'outpoint')) as Outpoint, unitsIn(coin));
      }
      return known;
    },
  };
}

function unitsIn(coin: Json): ReadonlyMap<string, bigint> {
  const units = new Map<string, bigint>();
  for (const one of needed(list(field(coin, 'assets'))))
    if (field(one, 'kind') === 'mrc20')
      units.set(textOf(field(one, 'assetId')), needed(wholeIn(field(one, 'units'))));
  return units;
}

const textOf = (value: Json | undefined): string => needed(typeof value === 'string' ? value : undefined);
