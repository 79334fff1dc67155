/** How much leaves, whoever asks: by payouts in an hour and in a day each way, and for deposits on MVC that are young; and what miners get (bridge §6). */
import { OLD_ON_MVC } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { BridgeLine } from '../books/lines.ts';
import type { Deposit } from '../deposits/deposit.ts';
import type { BridgeParts } from '../parts.ts';
import type { BridgeTips } from '../source.ts';

/**
 * @throws Refusal limit-reached for what would be above the caps: of payouts, and of refunds of BRC-20 by themselves, which come out of what is
 *   everybody’s. What else goes back is nobody else’s, and has none.
 */
export function keepToCaps(
  { journal, now }: Pick<BridgeParts, 'journal' | 'now'>,
  asset: BridgeAsset,
  next: Pick<BridgeLine, 'chain' | 'exit' | 'deposit'> & { readonly out: bigint },
): void {
  const { recall } = journal;
  const of = { ...next, asset: asset.id };
  const caps = [
    ['hour', recall.hour(of, now()), asset.hourCap],
    ['day', recall.day(of, now()), asset.dayCap],
  ] as const;
  for (const [time, before, cap] of caps)
    if (before + next.out > cap)
      throw new Refusal('limit-reached', `${before} of ${cap} left within the ${time}`);
}

/**
 * What miners of a chain get within an hour, refunds no more than half of it, and lots that come home no more than a quarter: nobody who asks
 * for builds again and again, pays in what has to go back, or locks up what is locked, empties a fee wallet at once, or keeps payouts from it.
 * @throws Refusal limit-reached
 */
export function keepToFees(
  { journal, now, mostHourFees }: Pick<BridgeParts, 'journal' | 'now' | 'mostHourFees'>,
  next: Pick<BridgeLine, 'chain' | 'deposit'> & { readonly exit: keyof typeof PARTS },
  cost: bigint,
): void {
  const before = (exit: keyof typeof PARTS): bigint => journal.recall.hourFees({ ...next, exit }, now());
  const [payouts, refunds, returns] = [before('payout'), before('refund'), before('return')];
  const most = mostHourFees[next.chain];
  const all = payouts + refunds + returns;
  const own = { payout: payouts, refund: refunds, return: returns }[next.exit];
  if (all + cost > most || own + cost > most / PARTS[next.exit])
    throw new Refusal(
      'limit-reached',
      `${all} of ${most} sat went to miners within the hour, ${refunds} for refunds, ${returns} for lots that came home`,
    );
}

/** The part of it that each kind may have. */
const PARTS = { payout: 1n, refund: 2n, return: 4n } as const;

/** Sat: what a refund of sats may cost wherever an asset takes nothing for it. */
const LITTLE = 1_000n;

/** Most that a transaction on Bitcoin may cost: one that gives sats back no more than it leaves here, for anybody can have as many made as he likes. */
export function mostFeeOf({ origin, fees, mostPayoutFee }: BridgeAsset, exit: BridgeLine['exit']): bigint {
  if (exit === 'payout' || origin.network !== 'BTC') return mostPayoutFee;
  const { network } = fees.mint;
  const left = network > LITTLE ? network : LITTLE;
  return left < mostPayoutFee ? left : mostPayoutFee;
}

/**
 * Paid out for young deposits on MVC, those among them that are gone with their block: nobody knows whether they come back.
 * @throws Refusal bridge-exposure
 */
export async function keepToExposure(
  { journal, mvcPlaces }: Pick<BridgeParts, 'journal' | 'mvcPlaces'>,
  asset: BridgeAsset,
  {
    deposit,
    out,
    tips,
  }: {
    readonly deposit: Deposit;
    readonly out: bigint;
    readonly tips: BridgeTips;
  },
): Promise<void> {
  if (deposit.direction !== 'redeem' || deposit.depth >= OLD_ON_MVC) return;
  const young = await paidForYoung({ journal, mvcPlaces }, asset.id, { but: deposit.name, tips });
  if (young + out > asset.exposure)
    throw new Refusal('bridge-exposure', `${young} of ${asset.exposure} are paid for young deposits`);
}

async function paidForYoung(
  { journal, mvcPlaces }: Pick<BridgeParts, 'journal' | 'mvcPlaces'>,
  asset: string,
  { but, tips }: { readonly but: string; readonly tips: BridgeTips },
): Promise<bigint> {
  const { recall } = journal;
  const paid = new Map<string, bigint>();
  for (const { deposit, out } of recall.young(asset)) {
    const most = paid.get(deposit) ?? 0n;
    if (deposit !== but) paid.set(deposit, BigInt(out) > most ? BigInt(out) : most);
  }
  const places = await mvcPlaces.of([...paid.keys()].map(coreOf));
  let young = 0n;
  for (const [deposit, out] of paid) {
    const height = places.get(coreOf(deposit))?.height;
    const depth = height === undefined ? 0 : tips.mvc.height - height + 1;
    if (depth < OLD_ON_MVC) young += out;
    else if (depth >= OVER) recall.old(asset, deposit);
  }
  return young;
}

/** So deep that it is not looked at again. */
const OVER = 1_000;

const coreOf = (deposit: string): string => deposit.slice(4, 68);
