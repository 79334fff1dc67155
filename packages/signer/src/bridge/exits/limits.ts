/** How much leaves, whoever asks: in an hour and in a day each way, and for deposits on MVC that are young (bridge §6). */
import { OLD_ON_MVC } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { BridgeLine } from '../books/lines.ts';
import type { Deposit } from '../deposits/deposit.ts';
import type { BridgeParts } from '../parts.ts';
import type { BridgeTips } from '../source.ts';

/**
 * Payouts, and refunds for themselves: what comes in to be refunded takes no payout's place. A refund may be larger than any order; then it is
 * the only one of its time.
 * @throws Refusal limit-reached
 */
export function keepToCaps(
  { journal, now }: Pick<BridgeParts, 'journal' | 'now'>,
  asset: BridgeAsset,
  next: Pick<BridgeLine, 'chain' | 'deposit' | 'exit'> & { readonly out: bigint },
): void {
  const { recall } = journal;
  const of = { ...next, asset: asset.id };
  const caps = [
    ['hour', recall.hour(of, now()), asset.hourCap],
    ['day', recall.day(of, now()), asset.dayCap],
  ] as const;
  for (const [time, before, cap] of caps) {
    const isAlone = next.exit === 'refund' && before === 0n;
    if (!isAlone && before + next.out > cap)
      throw new Refusal('limit-reached', `${before} of ${cap} left within the ${time}`);
  }
}

/**
 * What miners of MVC get within an hour, whatever for: nobody who asks for builds again and again empties the fee wallet at once.
 * @throws Refusal limit-reached
 */
export function keepToFees(
  { journal, now, mostHourFees }: Pick<BridgeParts, 'journal' | 'now' | 'mostHourFees'>,
  cost: bigint,
): void {
  const before = journal.recall.hourFees(now());
  if (before + cost > mostHourFees)
    throw new Refusal(
      'limit-reached',
      `${before} of ${mostHourFees} sat of SPACE went to miners within the hour`,
    );
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
