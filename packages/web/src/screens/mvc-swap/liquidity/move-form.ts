/** The forms of liquidity on MVC as rules: what was typed, what there is, and what the button says. Pure. */
import type { MvcMoveQuote, MvcPool } from '@rialto/contract';
import { TOKEN_OUTPUT_SATS } from '@rialto/mvc';
import type { MvcMovePreview } from '../../../data/mvc/mvc-queries.ts';
import { tokenText } from '../../../data/mvc/token-names.ts';
import { areFeesMuch } from '../../../show/swap/amounts.ts';
import type { Label } from '../../../show/swap/label.ts';
import { msg } from '../../../words.ts';
import type { MvcNow } from '../mvc-form.ts';

/** In sat, of a quote: what both forms and the review add up. */
export interface MoveCost {
  readonly networkFee: bigint;
  /** Under the tokens that go into the pool: they go with them. */
  readonly withTokens: bigint;
  /** What happens to the sat under one's own token coins. */
  readonly tokenSats: bigint;
}

export const costOf = ({ networkFee, tokenSats }: MvcMoveQuote): MoveCost => ({
  networkFee: BigInt(networkFee),
  withTokens: TOKEN_OUTPUT_SATS,
  tokenSats: BigInt(tokenSats),
});

export interface MoveNow extends Pick<MvcNow, 'user' | 'account' | 'open' | 'refusal'> {
  readonly pool: Pick<MvcPool, 'paused' | 'symbol' | 'genesis'>;
  readonly kind: 'add' | 'remove';
  readonly asked: MvcMovePreview | undefined;
  readonly quote: MvcMoveQuote | undefined;
  /** SPACE that there is, and of what is parked; undefined while it is not known. */
  readonly space: bigint | undefined;
  readonly held: bigint | undefined;
}

export function moveLabel(now: MoveNow): Label {
  if (now.user === 'none') return { label: msg('Connect Wallet'), act: 'connect' };
  if (now.user === 'other') return { label: msg('Connect Metalet'), act: 'connect' };
  if (!now.open) return { label: msg('Closed right now') };
  if (now.pool.paused) return { label: msg('Paused by the operator') };
  if (now.account === 'failed') return { label: msg('MVC account not available') };
  if (now.asked === undefined) return { label: msg('Enter an amount') };
  if (now.quote === undefined) return { label: refused(now.refusal) };
  return ofQuote(now, now.quote);
}

const REFUSED: Readonly<Record<string, string>> = {
  'liquidity-too-small': msg('Amount too small'),
  'liquidity-rounds': msg('Rounding would cost too much: choose more'),
  'pool-too-small': msg('Insufficient liquidity'),
  'lanes-full': msg('Waits for the next block'),
};

const refused = (refusal: string | undefined): string =>
  refusal === undefined ? msg('Getting the price') : (REFUSED[refusal] ?? msg('No price right now'));

function ofQuote({ kind, pool, space, held, account }: MoveNow, quote: MvcMoveQuote): Label {
  const isAdd = kind === 'add';
  if (account !== 'known' || space === undefined || held === undefined)
    return { label: msg('Getting your balance') };
  if (held < BigInt(isAdd ? quote.units : quote.shares))
    return isAdd
      ? { label: msg('Not enough {token}'), values: { token: tokenText(pool) } }
      : { label: msg('Not enough shares') };
  if (space < BigInt(quote.needs)) return { label: msg('Not enough SPACE') };
  if (areFeesMuch(BigInt(quote.networkFee), BigInt(quote.sats)))
    return { label: isAdd ? msg('Add anyway') : msg('Remove anyway'), act: 'go', danger: true };
  return { label: isAdd ? msg('Add liquidity') : msg('Remove liquidity'), act: 'go' };
}

/** Left to who adds all the SPACE he has, while no quote says what it costs: the network takes about four times as much as of a swap. */
export function mostAdded(
  space: bigint,
  quote: Pick<MvcMoveQuote, 'needs' | 'sats'> | undefined,
  { least }: Pick<MvcPool, 'least'>,
): bigint {
  const spare =
    quote === undefined ? 2n * BigInt(least.buy) + SPARE_SATS : BigInt(quote.needs) - BigInt(quote.sats);
  return space > spare ? space - spare : 0n;
}

const SPARE_SATS = 20_000n;

/** Of what one has, so many hundredths. */
export const partOf = (held: bigint, percent: number): bigint => (held * BigInt(percent)) / 100n;

/** In whole hundredths, rounded to the nearest. */
export const percentOf = (part: bigint, held: bigint): number =>
  held === 0n ? 0 : Number((200n * part + held) / (2n * held));

/** In millionths. */
export const ppmOf = (part: bigint, all: bigint): string =>
  (all === 0n ? 0n : (part * 1_000_000n) / all).toString();

/** One's part with what is added, or without what is removed. */
export const partAfter = (poolEquity: string, held: bigint, change: bigint): string =>
  ppmOf(held + change, BigInt(poolEquity) + change);
