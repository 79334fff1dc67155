/** A ladder of bids as it was typed: its rungs in sat, what is wrong with one, what all of it costs and still wants. Pure. */
import { MAX_RUNGS } from '@rialto/contract';
import {
  RUNG_VSIZES,
  SMALLEST_ORDER,
  TOKEN_DECIMALS,
  formatDecimal,
  formatSats,
  ladderCost,
  opensBid,
  parseDecimal,
  smallestRung,
} from '@rialto/market';
import type { FeePlans, LadderCost } from '@rialto/market';
import { sats } from '@rialto/protocols';
import type { Amount, Sats } from '@rialto/protocols';
import type { Rung } from '../../../flows/bids/place-bid.ts';
import { addressKind } from '../../../show/address-kind.ts';
import { feeIsMissing } from '../buy/buying.ts';
import { limitError } from '../buy/limit.ts';
import { missing, whoIsMissing } from '../form-check.ts';
import type { Check } from '../form-check.ts';
import type { Form, RungTyped } from '../form.ts';
import { inputError } from '../input-error.ts';
import { ALL_MONEY } from '../money-text.ts';
import { msg, t } from '../../../words.ts';

const SCALE = 10n ** BigInt(2 * TOKEN_DECIMALS);
/** One percent below the one before it: what a new rung begins with. */
const STEP = { of: 99n, per: 100n };

export interface TypedRung extends RungTyped {
  /** Undefined while it makes no sense. */
  readonly rung: Rung | undefined;
  /** Sat per token × 10^18. */
  readonly rate: bigint | undefined;
}

export interface Ladder {
  readonly rungs: readonly TypedRung[];
  /** Undefined while a rung makes no sense. */
  readonly whole: readonly Rung[] | undefined;
  /** Undefined without a fee rate too. */
  readonly cost: LadderCost | undefined;
  /** The least price of a rung, in sat. */
  readonly least: Sats;
  /** Rungs that alone are no quarter of the bid: the first sale has to take more than one of them. */
  readonly small: number;
}

interface LadderScene {
  readonly feeRate: number | undefined;
  /** Values of the coins that may pay. */
  readonly coins: readonly bigint[];
  /** Whose locks they are; while nobody is connected, the larger ones are reckoned with. */
  readonly address?: string | undefined;
}

export function ladderOf(
  { limitPrice, limitAmount, ladder }: Pick<Form, 'limitPrice' | 'limitAmount' | 'ladder'>,
  { feeRate, coins, address = '' }: LadderScene,
): Ladder {
  const rungs = [{ price: limitPrice, amount: limitAmount }, ...ladder].map(typedRung);
  const known = rungs.flatMap(({ rung }) => (rung === undefined ? [] : [rung]));
  const whole = known.length === rungs.length ? known : undefined;
  const prices = known.map(({ price }) => price);
  const total = sats(prices.reduce((sum, price) => sum + price, 0n));
  return {
    rungs,
    whole,
    cost:
      whole === undefined || feeRate === undefined
        ? undefined
        : ladderCost({ prices, coins, feeRateSatVb: feeRate }),
    least: feeRate === undefined ? SMALLEST_ORDER : smallestRung({ ...sizesOf(address), feeRate }),
    small: prices.filter((price) => !opensBid(price, total)).length,
  };
}

const sizesOf = (address: string) =>
  addressKind(address).type === 'p2wpkh' ? RUNG_VSIZES.p2wpkh : RUNG_VSIZES.p2tr;

function typedRung({ price, amount }: RungTyped): TypedRung {
  const [rate, units] = [parseDecimal(price, TOKEN_DECIMALS), parseDecimal(amount, TOKEN_DECIMALS)];
  if (rate === undefined || units === undefined || rate === 0n || units === 0n)
    return { price, amount, rung: undefined, rate };
  // The nearest sat: a lock holds whole ones.
  const total = (rate * units + SCALE / 2n) / SCALE;
  if (total === 0n || total > ALL_MONEY) return { price, amount, rung: undefined, rate };
  return { price, amount, rung: { units: units as Amount, price: sats(total) }, rate };
}

/** What is wrong with a rung, in words; nothing while it is only begun. */
export function rungError(
  { price, amount, rung }: TypedRung,
  { least, decimals }: { least: Sats; decimals: number },
): string | undefined {
  const typed = limitError(price) ?? inputError(amount, decimals);
  if (typed !== undefined || rung === undefined) return typed;
  return rung.price < least
    ? t('At least {least} sat a rung at this fee rate', { least: formatSats(least) })
    : undefined;
}

/** Another rung, a step below the last one and as large; undefined when there is room for none. */
export function nextRung({ rungs }: Pick<Ladder, 'rungs'>): RungTyped | undefined {
  const last = rungs.at(-1);
  if (rungs.length >= MAX_RUNGS || last === undefined) return undefined;
  const price = last.rate === undefined ? '' : formatDecimal(stepped(last.rate), TOKEN_DECIMALS);
  return { price, amount: last.amount };
}

/** Four digits are enough for a price one goes on to change. */
function stepped(rate: bigint): bigint {
  const below = (rate * STEP.of) / STEP.per;
  const digits = Math.max(0, below.toString().length - 4);
  const unit = 10n ** BigInt(digits);
  return (below / unit) * unit;
}

interface BidSituation {
  readonly connected: boolean;
  readonly feeRate: number | undefined;
  readonly limits: FeePlans | undefined;
  readonly spendable: bigint | undefined;
  readonly decimals: number;
  /** The most one bid may lock, in sat, where the exchange has said. */
  readonly cap: bigint | undefined;
}

/** On the change: the smallest output there is. */
const CHANGE = 546n;

export function checkLadder(ladder: Ladder, now: BidSituation, highFee: boolean): Check {
  const actor = whoIsMissing(now);
  if (actor !== undefined) return actor;
  const wrong = wrongRung(ladder, now);
  if (wrong !== undefined) return missing(wrong);
  const fee = feeIsMissing(now, highFee);
  const { cost } = ladder;
  if (cost === undefined) return fee ?? missing(msg('Choose a fee rate first.'));
  if (now.cap !== undefined && cost.total > now.cap) return missing(msg('More than one bid may lock'));
  if (now.spendable !== undefined && now.spendable < cost.total + cost.fundingFee + CHANGE)
    return missing(msg('Insufficient BTC balance'));
  return fee ?? { label: msg('Place bid'), missing: 'nothing' };
}

/** A message. */
function wrongRung({ whole, rungs, least }: Ladder, { decimals }: BidSituation): string | undefined {
  const isWrong = ({ price, amount }: TypedRung): boolean =>
    limitError(price) !== undefined || inputError(amount, decimals) !== undefined;
  if (whole === undefined || rungs.some(isWrong)) return msg('Enter a price and an amount');
  return whole.some(({ price }) => price < least) ? msg('A rung is too small') : undefined;
}
