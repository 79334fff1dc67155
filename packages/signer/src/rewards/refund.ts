/**
 * What a pot has left goes back to its operator, and nowhere else: once its rows can no longer be claimed, or while as much as unpaid rows
 * ask for stays where it is and he says so on this machine (rewards §6).
 */
import { loadCoins } from '@rialto/ground';
import type { SignerAnswer } from '@rialto/contract';
import { coinToWire } from '@rialto/contract';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { LATE_BLOCKS, boundsOf, compareWhole, epochsOf, isSettled } from '@rialto/market';
import type { Campaign } from '@rialto/market';
import type { Coin, Outpoint, Txid } from '@rialto/protocols';
import {
  MOST_POT_COINS,
  buildPotRefund,
  finishPotRefund,
  isInLots,
  planPotRefund,
  soleAmount,
} from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { requireWanted } from '../cosign/wanted.ts';
import type { RewardParts } from './parts.ts';

interface Asked {
  readonly campaign: string;
  readonly coins: readonly Outpoint[];
  /** All coins of the pot that stay. */
  readonly kept: readonly Outpoint[];
  readonly feeRateSatVb: number;
}

/** @throws Refusal trading-stopped, campaign-unknown, claim-waits while it may not be yet, coin-spent, fee-too-high, and as `planPotRefund` */
export function signRefund(
  parts: RewardParts,
  asked: Asked,
  gone: () => boolean,
): Promise<SignerAnswer<'rewardRefund'>> {
  if (parts.stopped()) throw new Refusal('trading-stopped');
  const campaign = parts.trusted.campaign(asked.campaign);
  const key = parts.potKey(campaign.id);
  return parts.turns(`campaign ${campaign.id}`, async () => {
    const tip = await parts.requireTip();
    const { coins } = await loadCoins(parts.source, [...asked.coins, ...asked.kept]);
    const at = (point: Outpoint): Coin => {
      const coin = coins.get(point);
      if (coin === undefined) throw new Refusal('coin-spent', point);
      if (bytesToHex(coin.script) !== key.script) throw new Refusal('script-not-allowed', point);
      return coin;
    };
    if (asked.feeRateSatVb > parts.rules.refundRate) throw new Refusal('fee-too-high');
    requireTaken(parts, campaign, tip.height);
    const isOver = tip.height > campaign.claimUntil + LATE_BLOCKS;
    const kept = [...new Set(asked.kept)].filter((point) => !asked.coins.includes(point)).map(at);
    if (!isOver) await requireKept(parts, campaign, { kept, spent: asked.coins });
    const plan = planPotRefund({
      ...{ pot: key.pot, coins: asked.coins.map(at), to: hexToBytes(campaign.refundScript) },
      feeRateSatVb: asked.feeRateSatVb,
    });
    const { raw, txid } = finishPotRefund(plan, key.secret, parts.verifier);
    requireWanted(parts, gone);
    parts.journal.append({
      ...{ at: new Date(parts.now()).toISOString(), kind: 'refund', campaign: campaign.id, txid },
      ...{ unsigned: bytesToHex(buildPotRefund(plan)), coins: plan.coins.map(coinToWire), ...tip },
      of: [...asked.coins],
    });
    return { raw: bytesToHex(raw), txid };
  });
}

/** @throws Refusal claim-waits */
async function requireKept(
  parts: RewardParts,
  { id, pays }: Campaign,
  { kept, spent }: { readonly kept: readonly Coin[]; readonly spent: readonly Outpoint[] },
): Promise<void> {
  const { trusted, journal } = parts;
  const { recall } = journal;
  const isClaimed = (point: Outpoint): boolean =>
    recall.spending(point).some((txid) => recall.claim(txid) !== undefined);
  const isRefunded = (point: Outpoint): boolean =>
    recall.spending(point).some((txid) => recall.claim(txid) === undefined);
  if (!trusted.mayRefund(id)) throw new Refusal('claim-waits', 'rows can still be claimed');
  if (spent.some((point) => isClaimed(point)))
    throw new Refusal('claim-waits', 'a claim of one of the coins was signed');
  const unpaid = await unpaidOf(parts, id);
  // What waits for a block, or is in a refund that may still be sent, may be gone tomorrow.
  const stays = kept.filter(({ outpoint, height }) => height !== undefined && !isRefunded(outpoint));
  // What lies on more coins than one claim spends is no use to one who needs it; lots pay part by part.
  const fullest = stays.map((coin) => soleAmount(coin, pays) ?? 0n).toSorted((a, b) => compareWhole(b, a));
  const useful = isInLots(pays) ? fullest : fullest.slice(0, MOST_POT_COINS);
  const left = useful.reduce((sum, holds) => sum + holds, 0n);
  if (left < unpaid) throw new Refusal('claim-waits', `${unpaid} must stay, and ${left} would`);
}

/**
 * Tables of epochs that are deep enough are here: what their rows ask for is known.
 * @throws Refusal reward-waits
 */
function requireTaken({ journal }: RewardParts, campaign: Campaign, height: number): void {
  const next = journal.recall.taken(campaign.id).length;
  if (next < epochsOf(campaign) && isSettled(boundsOf(campaign, next), height))
    throw new Refusal('reward-waits', `the table of epoch ${next}`);
}

/** What rows ask for that no block has paid. */
async function unpaidOf({ journal, source }: RewardParts, id: string): Promise<bigint> {
  const claims = journal.recall.allClaims(id);
  const heights = await source.chain.heightsOf(claims.map(({ txid }) => txid as Txid));
  const paid = claims.filter(({ txid }) => heights.has(txid as Txid));
  const earned = journal.recall.taken(id).reduce((sum, { total }) => sum + total, 0n);
  return paid.reduce((left, { amount }) => left - BigInt(amount), earned);
}
