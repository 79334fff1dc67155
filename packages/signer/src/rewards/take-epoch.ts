/** Takes the table of an epoch, once and in order: judged, written down, and signed for only after some blocks, in which everybody can object. */
import type { SignerAnswer } from '@rialto/contract';
import { boundsOf, epochsOf, isSettled } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import { requireWanted } from '../cosign/wanted.ts';
import { readTable, tableHash } from './books/table-text.ts';
import { judgeTable } from './judge-table.ts';
import type { RewardParts } from './parts.ts';

type Answer = SignerAnswer<'rewardEpoch'>;

interface Asked {
  readonly campaign: string;
  readonly number: number;
  /** As it is published. */
  readonly rows: string;
}

/**
 * The same table again gets the same answer.
 * @throws Refusal campaign-unknown, reward-waits while its last block is not six deep on our node, signer-refused for another table or one
 *   that pays too much, syncing
 */
export function takeEpoch(parts: RewardParts, asked: Asked, gone: () => boolean): Promise<Answer> {
  const campaign = parts.trusted.campaign(asked.campaign);
  return parts.turns(`campaign ${campaign.id}`, async () => {
    const taken = parts.journal.recall.taken(campaign.id);
    const hash = tableHash(asked.rows);
    const before = taken[asked.number];
    if (before !== undefined) {
      if (before.hash !== hash) throw new Refusal('signer-refused', 'another table was taken');
      return { readyHeight: before.readyHeight, hash };
    }
    if (asked.number !== taken.length || asked.number >= epochsOf(campaign))
      throw new Refusal('signer-refused', `epoch ${taken.length} comes next`);
    const bounds = boundsOf(campaign, asked.number);
    const rows = readTable(asked.rows, campaign.id, bounds);
    if (rows === undefined) throw new Refusal('signer-refused', 'this is no table of the epoch');
    const { height } = await parts.requireTip();
    if (!isSettled(bounds, height)) throw new Refusal('reward-waits', `block ${bounds.last}`);
    const lastHash = await parts.source.chain.blockHash(bounds.last);
    if (lastHash === undefined) throw new Refusal('syncing', `block ${bounds.last}`);
    await judgeTable(parts.world, { campaign, bounds, rows }, taken);
    requireWanted(parts, gone);
    const readyHeight = height + parts.rules.delayBlocks;
    parts.journal.append({
      ...{ at: new Date(parts.now()).toISOString(), kind: 'epoch', campaign: campaign.id },
      ...{ number: asked.number, rows: asked.rows, hash, lastHash, height, readyHeight },
    });
    return { readyHeight, hash };
  });
}
