/** Which pool a call is about. Pools of BRC-20 tokens are still to come: theirs are unknown. */
import { invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { poolOfRune } from '../../store/pools/pool-figures.ts';
import type { PoolContext } from '../context.ts';
import { stateOf } from '../state.ts';
import type { TradedPool } from '../state.ts';

export type PoolKind = 'swap' | 'runes';

type Parts = Pick<PoolContext, 'store' | 'ledger' | 'chain' | 'settings' | 'reads'>;

/** @throws Refusal wrong-network */
export function requireNet({ settings }: Pick<Parts, 'settings'>, net: string | undefined): void {
  if (net !== undefined && net !== settings.network) throw new Refusal('wrong-network');
}

/** @throws Refusal pool-unknown, syncing */
export async function requirePool(parts: Parts, kind: PoolKind, token: string): Promise<TradedPool> {
  if (kind !== 'runes') throw new Refusal('pool-unknown', token);
  return parts.reads(token, () => readPool(parts, token));
}

async function readPool(parts: Parts, token: string): Promise<TradedPool> {
  const pool = await poolOfRune(parts.store.db, token);
  if (pool === undefined) throw new Refusal('pool-unknown', token);
  const state = await stateOf(parts, pool);
  const rune = await parts.ledger.rune(token);
  invariant(rune !== undefined, 'what a pool trades was etched');
  return { state, rune };
}

/** One that can be traded with. @throws Refusal pool-unknown, pool-dissolved, syncing */
export async function requireLivePool(parts: Parts, kind: PoolKind, token: string): Promise<TradedPool> {
  const traded = await requirePool(parts, kind, token);
  requireLive(traded.state);
  return traded;
}

/** @throws Refusal pool-dissolved once a lane of it was paid out */
export function requireLive({ pool }: Pick<TradedPool['state'], 'pool'>): void {
  if (pool.closedHeight !== null) throw new Refusal('pool-dissolved');
}

const FIRST = 'btc-';

/** The token of `btc-<token>`. @throws Refusal pool-unknown */
export function tokenOfPair(pair: string): string {
  if (!pair.startsWith(FIRST)) throw new Refusal('pool-unknown', pair);
  return pair.slice(FIRST.length).toLowerCase();
}
