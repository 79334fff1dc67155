/**
 * What a pot has left goes back to its operator, and nowhere else: once its rows can no longer be claimed, or while as much as unpaid rows
 * ask for stays where it is and he says so on this machine (rewards §6).
 */
import { loadCoins } from '@rialto/ground';
import type { SignerAnswer } from '@rialto/contract';
import { coinToWire } from '@rialto/contract';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import type { Campaign } from '@rialto/market';
import type { Coin, Outpoint, Txid } from '@rialto/protocols';
import { addressToScript, buildPotRefund, finishPotRefund, planPotRefund } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { requireWanted } from '../cosign/wanted.ts';
import type { RewardParts } from './parts.ts';

/** A claim that was signed at the last moment still has a day to be mined. */
const LATE_BLOCKS = 144;

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
    if (asked.feeRateSatVb > parts.fees.highestRate) throw new Refusal('fee-too-high');
    const isOver = tip.height > campaign.claimUntil + LATE_BLOCKS;
    const kept = asked.kept.filter((point) => !asked.coins.includes(point)).map(at);
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
  if (!trusted.mayRefund(id)) throw new Refusal('claim-waits', 'rows can still be claimed');
  if (spent.some((point) => journal.recall.spending(point).length > 0))
    throw new Refusal('claim-waits', 'a claim of one of the coins was signed');
  const unpaid = await unpaidOf(parts, id);
  const left = kept.reduce((sum, coin) => sum + holdsOf(coin, pays), 0n);
  if (left < unpaid) throw new Refusal('claim-waits', `${unpaid} must stay, and ${left} would`);
}

/** What rows ask for that no block has paid. */
async function unpaidOf({ journal, source, world }: RewardParts, id: string): Promise<bigint> {
  const claims = journal.recall.allClaims(id);
  const heights = await source.chain.heightsOf(claims.map(({ txid }) => txid as Txid));
  const paid = new Set(
    claims
      .filter(({ txid }) => heights.has(txid as Txid))
      .flatMap(({ script, epochs }) => epochs.map((number) => `${script} ${number}`)),
  );
  const scriptOf = (address: string): string => bytesToHex(addressToScript(address, world.network));
  return journal.recall
    .taken(id)
    .flatMap(({ number, amounts }) =>
      [...amounts].map(([address, amount]) => ({ key: `${scriptOf(address)} ${number}`, amount })),
    )
    .reduce((sum, { key, amount }) => (paid.has(key) ? sum : sum + amount), 0n);
}

function holdsOf({ value, assets }: Coin, pays: Campaign['pays']): bigint {
  if (pays === 'sats') return assets.length === 0 ? value : 0n;
  const [only, more] = assets;
  return only?.kind === 'rune' && only.asset === pays && more === undefined ? only.amount : 0n;
}
