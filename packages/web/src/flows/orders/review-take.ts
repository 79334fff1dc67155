/** The review of a purchase. Every output must be one the user asked for, else it does not go on (threats §F7). */
import { basisPointsOver, formatRate, formatSats, impactOf, rateE18, serviceFee } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { bytesToHex, sats, sumSats } from '@rialto/protocols';
import type { Amount, Network, Sats } from '@rialto/protocols';
import {
  addressToScript,
  checkAnnounced,
  checkFee,
  checkSigning,
  checkTake,
  lockOf,
  partyOf,
  unitsIn,
} from '@rialto/psbt';
import type { LockedCoin, Mismatch, Reading, TakeExpectation } from '@rialto/psbt';
import { coinFromWire, ticketFromWire } from '@rialto/contract';
import type { PreparedTake } from '@rialto/contract';
import { mismatchWords } from '../mismatch-words.ts';
import { readPrepared } from '../read-bytes.ts';
import type { ChosenAsk, Review, ReviewLine } from '../review.ts';
import { t } from '../../words.ts';

export interface TakeIntent {
  readonly network: Network;
  readonly book: MarketName;
  readonly tick: string;
  readonly assetId: string;
  readonly asks: readonly ChosenAsk[];
  readonly buyerAddress: string;
  readonly publicKey: string;
  readonly feeRateSatVb: number;
  /** The user agreed to a rate far above Fast. */
  readonly highFee: boolean;
  /** The most it may cost, in sat, all fees included, where the buyer named it. */
  readonly budget?: bigint | undefined;
  readonly seen: SeenMarket;
}

/** The market as the user saw it when choosing. */
interface SeenMarket {
  /** The best ask they could take, sat per token × 10^18. */
  readonly best: bigint | undefined;
  /** Tokens asked for, where an amount was. */
  readonly asked: bigint | undefined;
}

/** @throws Error with a sentence for people when the bytes cannot be read */
export function reviewTake(prepared: PreparedTake, intent: TakeIntent): Review {
  const sold = intent.asks.map((ask) => soldOf(ask, prepared));
  const { read, signing } = readPrepared(prepared, sold);
  const expected = expectedOf(prepared, intent);
  const { buyerScript } = expected;
  const { fee, vsize, feeRateSatVb } = read.does;
  const mismatches = [
    ...checkTake(read, expected),
    ...checkFee(read, { feeRateSatVb: intent.feeRateSatVb, owner: buyerScript }),
    ...checkAnnounced(fee, BigInt(prepared.fees.networkFee)),
    ...checkSigning(signing, read, buyerScript),
    ...checkBudget(paidInAll(read, buyerScript), intent.budget),
  ];
  const service = expected.serviceFee?.value ?? sats(0n);
  return {
    ...linesOf(read, expected, { fees: fee + service, tick: intent.tick, best: intent.seen.best }),
    ...seenOf(intent),
    networkFee: fee,
    vsize,
    feeRateSatVb,
    serviceFee: service,
    mismatches: mismatchWords(mismatches, intent.network),
  };
}

/** A lot in a lock is signed for as its lock says; that it is the seller's own ticket its price and payment show. */
function soldOf({ outpoint, ticket }: ChosenAsk, { coins }: PreparedTake): string | LockedCoin {
  const coin = coins.map(coinFromWire).find((one) => one.outpoint === outpoint);
  return ticket === undefined || coin === undefined
    ? outpoint
    : { lock: lockOf(ticketFromWire(ticket)), coin };
}

/** What leaves the buyer's spendable money: the first output is the coin of the tokens, its sats are theirs but pay for nothing. */
function paidInAll({ does, tx }: Reading, buyerScript: Uint8Array): Sats {
  const mine = partyOf(does, buyerScript);
  return sats(mine.satsIn - mine.satsOut + (tx.outputs[0]?.value ?? 0n));
}

function checkBudget(inAll: Sats, budget: bigint | undefined): readonly Mismatch[] {
  return budget !== undefined && inAll > budget ? [{ code: 'over-budget', value: inAll }] : [];
}

/** The lots as the book showed them; the service fee as it is announced, and at most what the form showed. */
function expectedOf({ fees }: PreparedTake, { asks, assetId, ...intent }: TakeIntent): TakeExpectation {
  const scriptOf = (address: string): Uint8Array => addressToScript(address, intent.network);
  const service = sats(BigInt(fees.serviceFee));
  const owing = asks.filter((ask) => !ask.free);
  return {
    buyerScript: scriptOf(intent.buyerAddress),
    lots: asks.map(({ outpoint, units, inscriptionId, total: price, sellerAddress }) => {
      const payScript = scriptOf(sellerAddress);
      return { outpoint, asset: assetId, units, inscriptionId, price, payScript };
    }),
    serviceFee: service > 0n ? { script: scriptOf(fees.feeAddress), value: service } : undefined,
    maxServiceFee: owing.length === 0 ? 0n : serviceFee(sumSats(owing.map((ask) => ask.total))),
  };
}

/** What the choice does to the price; and what was asked for, where it is more than the lots have. */
function seenOf({ asks, seen: { best, asked } }: TakeIntent): Pick<Review, 'impact' | 'short'> {
  const lots = asks.map(({ total, units }) => ({ total, amount: units }));
  const impact = impactOf(lots, best);
  const units = lots.reduce((sum, lot) => sum + lot.amount, 0n);
  return {
    ...(impact === undefined ? {} : { impact }),
    ...(asked !== undefined && asked > units ? { short: { units, asked } } : {}),
  };
}

function linesOf(
  read: Reading,
  { buyerScript, lots }: TakeExpectation,
  { fees, tick, best }: { fees: bigint; tick: string; best: bigint | undefined },
): Pick<Review, 'give' | 'get' | 'alsoMoves' | 'cost' | 'wallet'> {
  const mine = partyOf(read.does, buyerScript);
  const spent: Sats = sumSats(lots.map(({ price }) => price));
  const units = mine.gets.reduce((sum, move) => sum + unitsIn(move), 0n) as Amount;
  const paid = mine.satsIn - mine.satsOut;
  const onCoins = read.tx.outputs[0]?.value ?? 0n;
  const note = onCoins > 0n ? t('plus the {value} sat attached to them', { value: formatSats(onCoins) }) : '';
  const get: ReviewLine[] = [{ kind: 'token', units, tick, note }];
  const inAll = paidInAll(read, buyerScript);
  const stays = inAll - spent - fees;
  const give: ReviewLine[] = [{ kind: 'sats', value: inAll, note: t('all fees included') }];
  const sellers = new Set(lots.map(({ payScript }) => bytesToHex(payScript))).size;
  const each = rateE18(inAll, units);
  const eachOver = best === undefined ? undefined : basisPointsOver(each, best);
  return {
    ...{ give, get, alsoMoves: [] },
    cost: { price: spent, sellers, inAll, stays, each: formatRate(each), eachOver },
    wallet: { shows: paid, onCoins },
  };
}
