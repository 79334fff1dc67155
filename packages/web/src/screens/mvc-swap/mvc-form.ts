/** The form of a swap on MVC as rules: what was typed, what it comes to, and what the button says. Pure. */
import type { MvcPool, MvcPreview, MvcQuote } from '@rialto/contract';
import { formatBtc } from '@rialto/market';
import { BTC_DECIMALS, unitsIn } from '../../show/swap/amounts.ts';
import type { Label } from '../../show/swap/label.ts';
import { msg } from '../../words.ts';

export interface MvcForm {
  readonly side: 'buy' | 'sell';
  /** The amount that was typed: what is paid, or what is got. */
  readonly exact: 'in' | 'out';
  readonly text: string;
}

export const EMPTY_FORM: MvcForm = { side: 'buy', exact: 'in', text: '' };

/** What was typed stays with its coin. */
export const flipped = ({ side, exact, text }: MvcForm): MvcForm => ({
  side: side === 'buy' ? 'sell' : 'buy',
  exact: exact === 'in' ? 'out' : 'in',
  text,
});

/** Whether a box is of SPACE. */
export const isSpace = (side: MvcForm['side'], box: MvcForm['exact']): boolean =>
  (side === 'buy') === (box === 'in');

export const decimalsOf = (
  { side }: Pick<MvcForm, 'side'>,
  box: MvcForm['exact'],
  decimals: number,
): number => (isSpace(side, box) ? BTC_DECIMALS : decimals);

/** Undefined while nothing that makes sense is typed. */
export function askedOf(form: MvcForm, { pair, decimals }: Pick<MvcPool, 'pair' | 'decimals'>) {
  const amount = unitsIn(form.text, decimalsOf(form, form.exact, decimals));
  const { side, exact } = form;
  return amount === undefined
    ? undefined
    : ({ pair, side, exact, amount: amount.toString() } satisfies MvcPreview);
}

/** What is in a box by the quote. */
export const quoted = ({ sats, units }: MvcQuote, side: MvcForm['side'], box: MvcForm['exact']): string =>
  isSpace(side, box) ? sats : units;

/** Of SPACE that leaves a buyer's plain coins: price, fees, and what his token lies on. */
export const spaceNeeded = ({ sats, networkFee, tokenSats }: MvcQuote): bigint =>
  BigInt(sats) + BigInt(networkFee) + BigInt(tokenSats);

/** Left to a buyer who pays with all he has: half of the least is what the network takes, and each coin makes it more. */
export function mostPaid(space: bigint, coins: number, { least }: Pick<MvcPool, 'least'>): bigint {
  const spare = BigInt(least.buy) / 2n + SPARE_SATS + SPARE_COIN * BigInt(coins);
  return space > spare ? space - spare : 0n;
}

const SPARE_SATS = 2_500n;
const SPARE_COIN = 200n;

/** One hundredth, in millionths. */
const MUCH = 10_000n;
export const isMuch = (impactPpm: string): boolean => BigInt(impactPpm) > MUCH;

export interface MvcNow {
  readonly user: 'none' | 'other' | 'metalet';
  /** Whether the wallet has told its account; it may fail to. */
  readonly account: 'known' | 'asked' | 'failed';
  /** The chain has blocks and the index follows it. */
  readonly open: boolean;
  readonly pool: Pick<MvcPool, 'paused' | 'least'>;
  readonly side: MvcForm['side'];
  readonly asked: MvcPreview | undefined;
  readonly quote: MvcQuote | undefined;
  /** The name of the refusal of the quote. */
  readonly refusal: string | undefined;
  /** What there is of what is paid; undefined while it is not known. */
  readonly held: bigint | undefined;
}

export function labelOf(now: MvcNow): Label {
  if (now.user === 'none') return { label: msg('Connect Wallet'), act: 'connect' };
  if (now.user === 'other') return { label: msg('Connect Metalet'), act: 'connect' };
  if (!now.open) return { label: msg('No swaps right now') };
  if (now.pool.paused) return { label: msg('Paused by the operator') };
  if (now.account === 'failed') return { label: msg('MVC account not available') };
  if (now.asked === undefined) return { label: msg('Enter an amount') };
  if (now.refusal === 'pool-too-small') return { label: msg('Insufficient liquidity') };
  if (now.refusal === 'swap-too-small') return tooSmall(now.pool.least[now.side]);
  if (now.quote === undefined)
    return { label: now.refusal === undefined ? msg('Getting the price') : msg('No price right now') };
  return ofQuote(now, now.quote);
}

const tooSmall = (least: string): Label => ({
  label: msg('Smallest swap: {least} SPACE'),
  values: { least: formatBtc(BigInt(least)) },
});

function ofQuote({ side, held, account }: MvcNow, quote: MvcQuote): Label {
  if (side === 'buy' && BigInt(quote.sats) < BigInt(quote.least)) return tooSmall(quote.least);
  if (account !== 'known' || held === undefined) return { label: msg('Getting your balance') };
  const needed = side === 'buy' ? spaceNeeded(quote) : BigInt(quote.units);
  if (held < needed) return { label: msg('Insufficient balance') };
  return isMuch(quote.impactPpm)
    ? { label: msg('Swap Anyway'), act: 'go', danger: true }
    : { label: msg('Swap'), act: 'go' };
}
