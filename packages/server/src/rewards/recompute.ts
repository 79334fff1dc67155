/** Makes closed epochs again, from the index and the published trades, holds those against the node's blocks, and says where anything differs. */
import { boundsOf } from '@rialto/market';
import type { Campaign } from '@rialto/market';
import { epochsClosed, rowsOf } from '../store/rewards/epoch-store.ts';
import type { EpochRow } from '../store/rewards/epoch-store.ts';
import { checkTrades } from './check-trades.ts';
import { hashesOf, makeEpoch } from './close-epochs.ts';
import type { RewardContext } from './context.ts';
import { findCampaign } from './find-campaign.ts';

export interface Recomputed {
  readonly number: number;
  readonly first: number;
  readonly last: number;
  readonly rows: number;
  readonly total: bigint;
  /** Empty where everything is the same. */
  readonly differences: readonly string[];
  /** Transactions that pay the operator and are no trade that we know of. */
  readonly unlisted: readonly string[];
}

/** @throws Refusal campaign-unknown */
export async function recompute(context: RewardContext, id: string): Promise<Recomputed[]> {
  const { db } = context.store;
  const campaign = await findCampaign(db, id);
  const made: Recomputed[] = [];
  let paidBefore = 0n;
  for (const epoch of await epochsClosed(db, id)) {
    made.push(await again(context, campaign, { epoch, paidBefore }));
    paidBefore += epoch.total;
  }
  return made;
}

async function again(
  context: RewardContext,
  campaign: Campaign,
  { epoch, paidBefore }: { readonly epoch: EpochRow; readonly paidBefore: bigint },
): Promise<Recomputed> {
  const { db } = context.store;
  const bounds = boundsOf(campaign, epoch.number);
  const made = await makeEpoch(context, db, { campaign, bounds, paidBefore });
  const { closed, trades } = made;
  const { rowsHash, tradesHash } = await hashesOf(campaign.id, made);
  const kept = new Map((await rowsOf(db, epoch)).map(({ address, amount }) => [address, amount]));
  const now = new Map(closed.rows.map(({ address, amount }) => [address, amount]));
  const rows = [...new Set([...kept.keys(), ...now.keys()])].flatMap((address) => {
    const [was, is] = [kept.get(address) ?? 0n, now.get(address) ?? 0n];
    return was === is ? [] : [`${address}: ${was} was closed, ${is} is what comes out`];
  });
  const checked = await checkTrades(context, db, { bounds, trades });
  const hash = await context.chain.blockHash(epoch.lastBlock);
  const differences = [
    ...(hash === epoch.lastHash ? [] : [`block ${epoch.lastBlock} is another one now`]),
    ...rows,
    ...(rowsHash === epoch.rowsHash || rows.length > 0 ? [] : ['the hash of its rows']),
    ...(tradesHash === epoch.tradesHash ? [] : ['the hash of its trades']),
    ...checked.differences,
  ];
  const { number, first, last } = bounds;
  const { unlisted } = checked;
  return { number, first, last, rows: closed.rows.length, total: closed.total, differences, unlisted };
}
