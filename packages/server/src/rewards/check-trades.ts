/** Holds the published trades of an epoch against the blocks of our node: who paid, what was paid to the operator, and what paid him and is not published. */
import type { EpochBounds, PublishedTrade } from '@rialto/market';
import { paymentsIn } from '@rialto/ground';
import type { Paying } from '@rialto/ground';
import { bytesToHex } from '@rialto/protocols';
import { addressToScript } from '@rialto/psbt';
import type { Queries } from '../store/database.ts';
import { soldAt } from '../store/rewards/trade-facts.ts';
import type { RewardContext } from './context.ts';

export interface CheckedTrades {
  /** In words, each with its transaction. */
  readonly differences: readonly string[];
  /** Transactions that pay the operator and are no trade that we know of, of any pair. */
  readonly unlisted: readonly string[];
}

/**
 * @param trades of the epoch, as they are published
 * @throws Refusal node-down
 */
export async function checkTrades(
  context: Pick<RewardContext, 'chain' | 'network' | 'operator'>,
  db: Queries,
  { bounds, trades }: { readonly bounds: EpochBounds; readonly trades: readonly PublishedTrade[] },
): Promise<CheckedTrades> {
  const { chain, network } = context;
  const scriptOf = (address: string): string => bytesToHex(addressToScript(address, network));
  const operator = new Set(context.operator.map(scriptOf));
  const differences: string[] = [];
  const unlisted: string[] = [];
  const byBlock = groups(trades, ({ height }) => height);
  for (let height = bounds.first; height <= bounds.last; height += 1) {
    const hash = await chain.blockHash(height);
    if (hash === undefined) {
      differences.push(`block ${height} is not there`);
      continue;
    }
    const block = paymentsIn(await chain.block(hash), operator);
    for (const [txid, sold] of groups(byBlock.get(height) ?? [], (trade) => trade.txid))
      differences.push(...faultsOf(sold, block.get(txid), scriptOf).map((why) => `${txid}: ${why}`));
    const known = await soldAt(db, height);
    for (const [txid, { paid }] of block) if (paid > 0n && !known.has(txid)) unlisted.push(txid);
  }
  return { differences, unlisted };
}

function groups<K, T>(all: readonly T[], keyOf: (one: T) => K): ReadonlyMap<K, readonly T[]> {
  const found = new Map<K, T[]>();
  for (const one of all) {
    const group = found.get(keyOf(one)) ?? [];
    group.push(one);
    found.set(keyOf(one), group);
  }
  return found;
}

function faultsOf(
  sold: readonly PublishedTrade[],
  tx: Paying | undefined,
  scriptOf: (address: string) => string,
): string[] {
  if (tx === undefined) return ['is not in its block'];
  const fees = sold.reduce((sum, { serviceFee }) => sum + serviceFee, 0n);
  const strangers = sold.filter(({ payer }) => payer !== '' && !tx.spent.has(scriptOf(payer)));
  return [
    ...(fees > tx.paid ? [`pays the operator ${tx.paid} sat, and ${fees} are published`] : []),
    ...(sold.every(({ place }) => place === tx.place) ? [] : [`is at place ${tx.place} of its block`]),
    ...strangers.map(({ payer }) => `${payer} spends nothing in it`),
  ];
}
