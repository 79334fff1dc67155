/** What of one's own lies in locks: the money of bids that were opened, and the lots of protected asks. No balance has it. Pure. */
import type { Mrc20Balance, OwnBidLock, OwnLock, RuneBalance } from '@rialto/contract';
import { TOKEN_DECIMALS } from '@rialto/market';
import { deployOf } from '../pair-href.ts';
import type { Held } from './holdings.ts';

export interface InLocks {
  /** Of bids. The few sats that a lot lies on are not counted: they pay for its way out. */
  readonly sats: bigint;
  /** By asset. */
  readonly lots: ReadonlyMap<string, LockedLots>;
}

interface LockedLots {
  readonly book: Held['book'];
  readonly tick: string;
  readonly decimals: number;
  /** Smallest units. */
  readonly amount: bigint;
}

type Lot = Pick<OwnLock, 'book' | 'tick' | 'coinDecimalNum' | 'state' | 'leaving'> & {
  readonly ticket: Pick<OwnLock['ticket'], 'asset' | 'amount'>;
};

export function inLocks(bids: readonly Pick<OwnBidLock, 'amount' | 'lock'>[], asks: readonly Lot[]): InLocks {
  const lots = new Map<string, LockedLots>();
  for (const { book, tick, coinDecimalNum, ticket, state, leaving } of asks) {
    // On their way to somebody: the balances count already what comes.
    if (leaving || state === 'cancelling' || state === 'done') continue;
    const { amount } = lots.get(ticket.asset) ?? { amount: 0n };
    lots.set(ticket.asset, {
      ...{ book, tick, decimals: coinDecimalNum },
      amount: amount + BigInt(ticket.amount),
    });
  }
  const made = bids.filter(({ lock }) => lock !== 'held');
  return { sats: made.reduce((sum, { amount }) => sum + BigInt(amount), 0n), lots };
}

/** With the digits of an amount of ours; none of an asset that has no lot in a lock. */
function lockedUnits(locks: InLocks | undefined, assetId: string): bigint {
  const lots = locks?.lots.get(assetId);
  return lots === undefined ? 0n : lots.amount * 10n ** BigInt(TOKEN_DECIMALS - lots.decimals);
}

/**
 * What is in locks is one's own too, also where nothing else is left of a token.
 * @param which of a single row no other token is added
 */
export function withLocked(
  holdings: readonly Held[],
  locks: InLocks | undefined,
  which: 'all' | 'these' = 'all',
): readonly Held[] {
  const here = new Set(holdings.map(({ assetId }) => assetId));
  const alone = [...(locks?.lots ?? [])].filter(([assetId]) => which === 'all' && !here.has(assetId));
  const added = alone.map(([assetId, { book, tick }]): Held => {
    return { book, assetId, ticker: tick, deployId: deployOf(assetId), units: 0n };
  });
  return [...holdings, ...added].map((held) => {
    const locked = lockedUnits(locks, held.assetId);
    return locked === 0n ? held : { ...held, units: held.units + locked, locked };
  });
}

/** The lots of assets of which no balance has anything. */
function loneLots(
  locks: InLocks | undefined,
  protocol: string,
  there: readonly string[],
): readonly (LockedLots & { readonly assetId: string })[] {
  return [...(locks?.lots ?? [])]
    .filter(([assetId]) => assetId.startsWith(`${protocol}:`) && !there.includes(assetId))
    .map(([assetId, lots]) => ({ assetId, ...lots }));
}

/** A row of nothing for each token that is in locks alone. */
export const mrc20InLocksAlone = (
  locks: InLocks | undefined,
  list: readonly Pick<Mrc20Balance, 'assetId'>[],
): readonly Mrc20Balance[] =>
  loneLots(
    locks,
    'mrc20',
    list.map(({ assetId }) => assetId),
  ).map(({ assetId, book, tick, decimals }): Mrc20Balance => ({
    ...{ assetId, mrc20Id: deployOf(assetId), tick, tag: book === 'idcoin' ? 'id-coins' : '' },
    ...{ balance: '0', unsafeBalance: '0', decimals: String(decimals) },
  }));

export const runesInLocksAlone = (
  locks: InLocks | undefined,
  list: readonly Pick<RuneBalance, 'runeid'>[],
): readonly RuneBalance[] =>
  loneLots(
    locks,
    'rune',
    list.map(({ runeid }) => `rune:${runeid}`),
  ).map(({ assetId, tick, decimals }) => ({
    ...{ runeid: deployOf(assetId), spacedRune: tick, amount: '0', symbol: '', divisibility: decimals },
  }));
