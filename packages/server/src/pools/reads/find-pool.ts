/** Which pool a call is about. */
import { Refusal } from '@rialto/refusals';
import { poolOfToken } from '../../store/pools/pool-figures.ts';
import { tokenNamed } from '../../store/pools/traded-token.ts';
import type { PoolContext } from '../context.ts';
import { stateOf } from '../state.ts';
import type { TradedPool } from '../pool-state.ts';

export type PoolKind = 'swap' | 'runes';

type Parts = Pick<PoolContext, 'store' | 'ledger' | 'chain' | 'settings' | 'reads'>;

/** @throws Refusal wrong-network */
export function requireNet({ settings }: Pick<Parts, 'settings'>, net: string | undefined): void {
  if (net !== undefined && net !== settings.network) throw new Refusal('wrong-network');
}

/** @throws Refusal pool-unknown, syncing */
export async function requirePool(parts: Parts, kind: PoolKind, named: string): Promise<TradedPool> {
  return parts.reads(`${kind} ${named}`, () => readPool(parts, kind, named));
}

async function readPool(parts: Parts, kind: PoolKind, named: string): Promise<TradedPool> {
  const { db } = parts.store;
  const token = await tokenNamed(db, kind, named);
  const pool = token === undefined ? undefined : await poolOfToken(db, token.asset);
  if (token === undefined || pool === undefined) throw new Refusal('pool-unknown', named);
  return { state: await stateOf(parts, pool), token };
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
