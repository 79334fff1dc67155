/**
 * What a pot has left goes back to its operator, and nowhere else: once its rows can no longer be claimed, or while as much as unpaid rows
 * ask for stays where it is and he says so on this machine (rewards §6).
 */
import { loadCoins } from '@rialto/ground';
import type { SignerAnswer } from '@rialto/contract';
import { coinToWire } from '@rialto/contract';
import { DUST_FLOOR, bytesToHex, hexToBytes } from '@rialto/protocols';
import {
  LATE_BLOCKS,
  boundsOf,
  compareWhole,
  epochsOf,
  isDeepLot,
  isSettled,
  neededLots,
} from '@rialto/market';
import type { Campaign } from '@rialto/market';
import type { Coin, Outpoint, Txid } from '@rialto/protocols';
import {
  MOST_POT_COINS,
  buildPotRefund,
  finishPotRefund,
  isInLots,
  mrc20On,
  planPotRefund,
  scriptToAddress,
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

/**
 * @throws Refusal trading-stopped, campaign-unknown, claim-waits while it may not be yet, reward-waits, coin-spent, coin-unconfirmed,
 *   fee-too-high, and as `planPotRefund`
 */
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
    const isOver = tip.height > campaign.claimUntil + LATE_BLOCKS;
    const spent = asked.coins.map(at);
    const kept = [...new Set(asked.kept)].filter((point) => !asked.coins.includes(point)).map(at);
    const odd = await parts.source.ledger.oddMrc20Among([...spent, ...kept].map(pointOf));
    const parted = { kept, spent, odd, height: tip.height };
    requireApartMrc20(parted);
    if (!isOver) await requireKept(parts, campaign, parted);
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
  /** Of both, about whose MRC-20 readers may disagree (decision 0021). */
  readonly odd: ReadonlySet<Outpoint>;
  /** Of our tip. */
  readonly height: number;
}

/** @throws Refusal claim-waits */
async function requireKept(
  parts: RewardParts,
  campaign: Campaign,
  { kept, spent, odd, height }: Parted,
): Promise<void> {
  const { trusted, journal } = parts;
  const { recall } = journal;
  const { id, pays } = campaign;
  const terms = trusted.refundTerms(id);
  if (terms === undefined) throw new Refusal('claim-waits', 'rows can still be claimed');
  requireTaken(parts, campaign, { height, epochs: terms.epochs });
  if (claimedAmong(parts, spent.map(pointOf)).length > 0)
    throw new Refusal('claim-waits', 'a claim of one of the coins was signed');
  // A refund that spends one of these coins as well can confirm only in the place of this one.
  const replaced = new Set(spent.flatMap(({ outpoint }) => recall.spending(outpoint)));
  const isRefunded = ({ outpoint }: Coin): boolean =>
    recall.spending(outpoint).some((txid) => recall.claim(txid) === undefined && !replaced.has(txid));
  const owed = await owedBy(parts, id);
  // What waits for a block, or is in a refund that may still be sent, may be gone tomorrow.
  const stays = kept.filter((coin) => coin.height !== undefined && !isRefunded(coin));
  const needs = { pays, owed: [...owed.values()], height };
  const { unpaid, left } = isInLots(pays)
    ? leftInLots(needs, { stays, spent, odd })
    : leftInCoins(needs, stays);
  if (left < unpaid) throw new Refusal('claim-waits', `${unpaid} must stay, and ${left} would`);
}

const pointOf = ({ outpoint }: Coin): Outpoint => outpoint;

/** Those that claims spend which were signed, dead or not. */
export function claimedAmong(
  { journal: { recall } }: Pick<RewardParts, 'journal'>,
  points: readonly Outpoint[],
): Outpoint[] {
  return points.filter((point) => recall.spending(point).some((txid) => recall.claim(txid) !== undefined));
}

/**
 * MRC-20 that readers dispute makes all that comes to the same output disputed (decision 0021), and so does what was made in the same block.
 * @throws Refusal lots-differ, coin-unconfirmed
 */
function requireApartMrc20({ spent, odd, height }: Omit<Parted, 'kept'>): void {
  const held = spent.filter((coin) => mrc20On(coin) !== '');
  const young = held.find((coin) => !isDeepLot(coin.height, height));
  if (young !== undefined) throw new Refusal('coin-unconfirmed', young.outpoint);
  const disputed = held.find(({ outpoint }) => odd.has(outpoint));
  if (disputed !== undefined && held.length > 1) throw new Refusal('lots-differ', disputed.outpoint);
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

/** Lots that people need do not go, unless as much of use stays; what nobody can be paid with does (`neededLots`). */
function leftInLots(
  { pays, owed, height }: Needs,
  { stays, spent, odd }: Pick<Parted, 'spent' | 'odd'> & { readonly stays: readonly Coin[] },
): Left {
  const lotsOf = (coins: readonly Coin[]) =>
    coins.flatMap((coin) => {
      const amount = soleAmount(coin, pays);
      const isOfUse = amount !== undefined && coin.value >= DUST_FLOOR && !odd.has(coin.outpoint);
      return isOfUse ? [{ amount }] : [];
    });
  const worth = (lots: ReturnType<typeof lotsOf>): bigint =>
    sumOf(neededLots(lots, owed).map(({ amount }) => amount));
  const deep = lotsOf(stays.filter((coin) => isDeepLot(coin.height, height)));
  return { unpaid: worth([...deep, ...lotsOf(spent)]), left: worth(deep) };
}

/**
 * Tables of epochs that are deep enough are here: what their rows ask for is known.
 * @throws Refusal reward-waits
 */
function requireTaken(
  { journal }: RewardParts,
  campaign: Campaign,
  { height, epochs }: { readonly height: number; readonly epochs: number },
): void {
  const next = journal.recall.taken(campaign.id).length;
  if (next < Math.min(epochs, epochsOf(campaign)) && isSettled(boundsOf(campaign, next), height))
    throw new Refusal('reward-waits', `the table of epoch ${next}`);
}

/** What the rows of each address ask for that no block has paid; of those to whom anything is owed. */
async function owedBy(
  { journal, source, world }: RewardParts,
  id: string,
): Promise<ReadonlyMap<string, bigint>> {
  const owed = new Map<string, bigint>();
  const add = (address: string, amount: bigint): unknown =>
    owed.set(address, (owed.get(address) ?? 0n) + amount);
  for (const { amounts } of journal.recall.taken(id))
    for (const [address, amount] of amounts) add(address, amount);
  const claims = journal.recall.allClaims(id);
  const heights = await source.chain.heightsOf(claims.map(({ txid }) => txid as Txid));
  for (const { txid, script, amount } of claims)
    if (heights.has(txid as Txid))
      add(scriptToAddress(hexToBytes(script), world.network) ?? '', -BigInt(amount));
  return new Map([...owed].filter(([, amount]) => amount > 0n));
}
