/**
 * What a pot has left goes back to its operator, and nowhere else: once its rows can no longer be claimed, or while as much as unpaid rows
 * ask for stays where it is and he says so on this machine (rewards §6).
 */
import { loadCoins } from '@rialto/ground';
import type { SignerAnswer } from '@rialto/contract';
import { coinToWire } from '@rialto/contract';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import {
  LATE_BLOCKS,
  boundsOf,
  compareWhole,
  epochsOf,
  isDeepLot,
  isFittingLot,
  isSettled,
} from '@rialto/market';
import type { Campaign } from '@rialto/market';
import type { Coin, Outpoint, Txid } from '@rialto/protocols';
import {
  MOST_POT_COINS,
  addressToScript,
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
    const spent = asked.coins.map(at);
    const kept = [...new Set(asked.kept)].filter((point) => !asked.coins.includes(point)).map(at);
    if (!isOver) await requireKept(parts, campaign, { kept, spent, height: tip.height });
    const plan = planPotRefund({
      ...{ pot: key.pot, coins: spent, to: hexToBytes(campaign.refundScript) },
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

interface Parted {
  readonly kept: readonly Coin[];
  readonly spent: readonly Coin[];
  /** Of our tip. */
  readonly height: number;
}

/** @throws Refusal claim-waits */
async function requireKept(
  parts: RewardParts,
  { id, pays }: Campaign,
  { kept, spent, height }: Parted,
): Promise<void> {
  const { trusted, journal } = parts;
  const { recall } = journal;
  const isClaimed = ({ outpoint }: Coin): boolean =>
    recall.spending(outpoint).some((txid) => recall.claim(txid) !== undefined);
  const isRefunded = ({ outpoint }: Coin): boolean =>
    recall.spending(outpoint).some((txid) => recall.claim(txid) === undefined);
  if (!trusted.mayRefund(id)) throw new Refusal('claim-waits', 'rows can still be claimed');
  if (spent.some((coin) => isClaimed(coin)))
    throw new Refusal('claim-waits', 'a claim of one of the coins was signed');
  const owed = await owedBy(parts, id);
  // What waits for a block, or is in a refund that may still be sent, may be gone tomorrow.
  const stays = kept.filter((coin) => coin.height !== undefined && !isRefunded(coin));
  const needs = { pays, owed: [...owed.values()], height };
  const { unpaid, left } = isInLots(pays) ? leftInLots(needs, stays, spent) : leftInCoins(needs, stays);
  if (left < unpaid) throw new Refusal('claim-waits', `${unpaid} must stay, and ${left} would`);
}

interface Needs extends Pick<Campaign, 'pays'> {
  /** What each address has not been paid. */
  readonly owed: readonly bigint[];
  readonly height: number;
}

interface Left {
  /** What has to stay, and what does. */
  readonly unpaid: bigint;
  readonly left: bigint;
}

const sumOf = (all: readonly bigint[]): bigint => all.reduce((sum, one) => sum + one, 0n);

/** What lies on more coins than one claim spends is no use to one who needs it. */
function leftInCoins({ pays, owed }: Needs, stays: readonly Coin[]): Left {
  const fullest = stays.map((coin) => soleAmount(coin, pays) ?? 0n).toSorted((a, b) => compareWhole(b, a));
  return { unpaid: sumOf(owed), left: sumOf(fullest.slice(0, MOST_POT_COINS)) };
}

/**
 * Lots are paid whole: one that is larger than what anybody is owed is no use. Where no other goes nothing has to stay: else whoever inscribes
 * all of a pot’s tokens into one lot would lock them for good.
 */
function leftInLots({ pays, owed, height }: Needs, stays: readonly Coin[], spent: readonly Coin[]): Left {
  const due = owed.reduce((most, one) => (one > most ? one : most), 0n);
  const useOf = (coin: Coin): bigint => {
    const amount = soleAmount(coin, pays);
    return amount !== undefined && isFittingLot({ amount, value: coin.value }, due) ? amount : 0n;
  };
  if (spent.every((coin) => useOf(coin) === 0n)) return { unpaid: 0n, left: 0n };
  const deep = stays.filter((coin) => isDeepLot(coin.height, height));
  return { unpaid: sumOf(owed), left: sumOf(deep.map((coin) => useOf(coin))) };
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

/** What the rows of each script ask for that no block has paid. */
async function owedBy(
  { journal, source, world }: RewardParts,
  id: string,
): Promise<ReadonlyMap<string, bigint>> {
  const owed = new Map<string, bigint>();
  const add = (script: string, amount: bigint): unknown =>
    owed.set(script, (owed.get(script) ?? 0n) + amount);
  for (const { amounts } of journal.recall.taken(id))
    for (const [address, amount] of amounts) add(bytesToHex(addressToScript(address, world.network)), amount);
  const claims = journal.recall.allClaims(id);
  const heights = await source.chain.heightsOf(claims.map(({ txid }) => txid as Txid));
  for (const { txid, script, amount } of claims) if (heights.has(txid as Txid)) add(script, -BigInt(amount));
  return owed;
}
