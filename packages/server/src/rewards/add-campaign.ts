/** Adds a campaign, or stops one: what cannot be, or is in the way of another, is refused. */
import { CampaignFile } from '@rialto/contract';
import { boundsOf, epochAt, epochsOf, isByShares, requireBeside, requirePossible } from '@rialto/market';
import type { Campaign } from '@rialto/market';
import type { AssetId } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Queries, Store } from '../store/database.ts';
import { poolOfToken } from '../store/pools/pool-figures.ts';
import { allCampaigns, keepCampaign, stopCampaign } from '../store/rewards/campaign-store.ts';
import { closedSums } from '../store/rewards/epoch-store.ts';
import { lockRewards } from './close-epochs.ts';
import { findCampaign } from './find-campaign.ts';

/** @throws Refusal bad-request with every field that is wrong */
function readCampaign(file: unknown): Campaign {
  const read = CampaignFile.safeParse(file);
  if (read.success) return read.data;
  const issues = read.error.issues.map(({ path, message }) => `${path.join('.') || 'file'}: ${message}`);
  throw new Refusal('bad-request', issues.join('; '));
}

interface Adding {
  readonly store: Store;
  /** Of the index: what blocks have done already is not paid for. */
  readonly height: number;
  /** Whether the exchange knows a token of this id; of a disputed one some readers know nothing (decision 0021). */
  readonly tokenState: (asset: AssetId) => Promise<'known' | 'disputed' | 'unknown'>;
}

/** @throws Refusal bad-request, campaign-impossible, campaign-overlaps */
async function requireCampaign(
  db: Queries,
  file: unknown,
  { height, tokenState }: Omit<Adding, 'store'>,
): Promise<Campaign> {
  const campaign = readCampaign(file);
  requirePossible(campaign);
  const { pairs, pays, rule } = campaign;
  for (const asset of pays === 'sats' ? pairs : [...pairs, pays]) {
    const state = await tokenState(asset);
    if (state === 'unknown') throw new Refusal('campaign-impossible', `${asset} is no token that is known`);
    // No coin of it would ever be paid.
    if (state === 'disputed' && asset === pays)
      throw new Refusal('campaign-impossible', `readers of MRC-20 disagree about ${asset}`);
  }
  for (const pair of isByShares(rule) ? pairs : [])
    if ((await poolOfToken(db, pair)) === undefined)
      throw new Refusal('campaign-impossible', `${pair} has no pool`);
  if (campaign.firstBlock <= height)
    throw new Refusal('campaign-impossible', `its first block is not above ${height}, the last there is`);
  requireBeside(
    campaign,
    (await allCampaigns(db)).map((kept) => kept.campaign),
  );
  return campaign;
}

export const tryCampaign = ({ store, ...of }: Adding, file: unknown): Promise<Campaign> =>
  requireCampaign(store.db, file, of);

export function addCampaign({ store, ...of }: Adding, file: unknown): Promise<Campaign> {
  return store.transact(async (tx) => {
    await lockRewards(tx);
    const campaign = await requireCampaign(tx, file, of);
    await keepCampaign(tx, campaign.id, file);
    return campaign;
  });
}

/**
 * Stops a campaign with the epoch that runs; what it closed, and that epoch, are paid.
 * @returns its last block from now on, and how many epochs it has
 * @throws Refusal campaign-unknown, campaign-impossible when it is over
 */
export function endCampaign(
  store: Store,
  id: string,
  height: number,
): Promise<{ readonly lastBlock: number; readonly epochs: number }> {
  return store.transact(async (tx) => {
    await lockRewards(tx);
    const campaign = await findCampaign(tx, id);
    if (height > campaign.lastBlock) throw new Refusal('campaign-impossible', 'it is over');
    const running = epochAt(campaign, height)?.number ?? -1;
    const closed = (await closedSums(tx)).get(id)?.epochs ?? 0;
    const last = Math.max(running, closed - 1);
    if (last < epochsOf(campaign) - 1) await stopCampaign(tx, id, last);
    return { lastBlock: boundsOf(campaign, last).last, epochs: last + 1 };
  });
}
