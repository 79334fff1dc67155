/** Everything an epoch's table is made of, from the index and the fills: the same for whoever has the same chain and the same trades. */
import type { Campaign, ClosingFacts, EpochBounds, PublishedTrade, ShareFacts } from '@rialto/market';
import { isByShares } from '@rialto/market';
import { shareBlocks } from '@rialto/ground';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { addressToScript, scriptToAddress } from '@rialto/psbt';
import type { Queries } from '../store/database.ts';
import { allPools } from '../store/pools/pool-chain-store.ts';
import { poolOfToken } from '../store/pools/pool-figures.ts';
import { poolBlocks } from '../store/pools/share-coin-store.ts';
import { usedBudgets } from '../store/rewards/epoch-store.ts';
import { firstTradesOf, priceIn, tradesIn } from '../store/rewards/trade-facts.ts';
import type { RewardContext } from './context.ts';

type Facts = Omit<ClosingFacts, 'trades'> & { readonly trades: readonly PublishedTrade[] };

/**
 * @param db of one snapshot, so that all is of one moment
 * @param paidBefore what earlier epochs of the campaign pay
 */
export async function factsOf(
  context: Pick<RewardContext, 'network' | 'operator'>,
  db: Queries,
  { campaign, bounds, paidBefore }: { campaign: Campaign; bounds: EpochBounds; paidBefore: bigint },
): Promise<Facts> {
  const { pairs, firstBlock, epochBlocks, pays, pot, id, rule } = campaign;
  // Only the first trades of newcomers look back.
  const isNewcomers = rule.kind === 'newcomer';
  const stretch = { pairs, first: isNewcomers ? firstBlock : bounds.first, last: bounds.last };
  const trades = await tradesIn(db, stretch, context.operator);
  const within = { campaign: id, firstBlock: bounds.first, lastBlock: bounds.last };
  const before = { first: bounds.first - epochBlocks, last: bounds.first - 1 };
  return {
    trades,
    shares: isByShares(rule) ? await sharesIn(context, db, campaign, bounds) : NO_SHARES,
    firstTrades: isNewcomers ? await firstTradesOf(db, payersOf(trades)) : new Map(),
    remaining: pot - paidBefore,
    used: isByShares(rule) ? new Map() : await usedBudgets(db, pairs, within),
    price: pays === 'sats' ? undefined : await priceIn(db, pays, before),
  };
}

const payersOf = (trades: readonly PublishedTrade[]): string[] => [
  ...new Set(trades.map(({ payer }) => payer).filter((payer) => payer !== '')),
];

const NO_SHARES: ShareFacts = { held: new Map(), all: 0n, satBlocks: 0n };

/** Of the campaign's pool; nobody's where there is none. */
async function sharesIn(
  { network, operator }: Pick<RewardContext, 'network' | 'operator'>,
  db: Queries,
  { pairs: [pair] }: Campaign,
  bounds: EpochBounds,
): Promise<ShareFacts> {
  const pool = pair === undefined ? undefined : await poolOfToken(db, pair);
  if (pool === undefined) return NO_SHARES;
  const ours = new Set<string>([
    ...(await allPools(db)).map(({ script }) => script),
    ...operator.map((address) => bytesToHex(addressToScript(address, network))),
  ]);
  const held = new Map<string, bigint>();
  let eligible = 0n;
  for (const [script, shares] of await shareBlocks(db, pool.number, bounds)) {
    // Native SegWit and Taproot alone have an address here, and can claim.
    const address = ours.has(script) ? undefined : scriptToAddress(hexToBytes(script), network);
    if (address === undefined) continue;
    held.set(address, shares);
    eligible += shares;
  }
  const { sats, shares: all } = await poolBlocks(db, pool.number, bounds);
  return { held, all, satBlocks: all < 1n ? 0n : (sats * eligible) / all };
}
