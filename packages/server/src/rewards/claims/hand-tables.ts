/** Tells the signer of closed epochs, in their order, and learns from it where pots are. What it refuses is asked again with the next round. */
import { LATE_BLOCKS, boundsOf, rowsText } from '@rialto/market';
import type { Campaign } from '@rialto/market';
import { hexToBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { allCampaigns } from '../../store/rewards/campaign-store.ts';
import { closedSums, rowsOf } from '../../store/rewards/epoch-store.ts';
import { keepPot, keepTaken } from '../../store/rewards/pot-store.ts';
import type { ClaimContext } from './context.ts';

/** The signer has not been told of it by its operator, or is behind. */
const LATER: ReadonlySet<string> = new Set(['campaign-unknown', 'reward-waits', 'syncing', 'signer-down']);

/** @param follow makes the index know the coins of a script */
export async function handTables(
  context: ClaimContext,
  follow: (script: Uint8Array) => Promise<void>,
): Promise<void> {
  const { db } = context.store;
  const sums = await closedSums(db);
  const { height } = await context.ledger.tip();
  for (const { campaign } of await allCampaigns(db)) {
    if (height > campaign.claimUntil + LATE_BLOCKS) continue;
    try {
      await hand(context, campaign, sums.get(campaign.id)?.epochs ?? 0, follow);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!LATER.has(error.code))
        context.warn('the signer takes no table of a campaign', {
          ...{ campaign: campaign.id, code: error.code, detail: error.detail },
        });
    }
  }
}

async function hand(
  { custody, store: { db } }: ClaimContext,
  campaign: Campaign,
  closed: number,
  follow: (script: Uint8Array) => Promise<void>,
): Promise<void> {
  const { id } = campaign;
  const { key: publicKey, script, taken, paused } = await custody.rewardPot(id);
  await keepPot(db, { campaign: id, publicKey, script, paused });
  await follow(hexToBytes(script));
  await keepTaken(db, id, taken);
  for (let number = taken.length; number < closed; number += 1) {
    const rows = await rowsOf(db, { campaign: id, number });
    const text = rowsText(id, { bounds: boundsOf(campaign, number), rows });
    await keepTaken(db, id, [{ number, readyHeight: await custody.rewardEpoch(id, number, text) }]);
  }
}
