/** What is asked of a pool's liquidity on MVC, as the page showed it: everything that a built act is held against. */
import type { MvcBuiltMove, MvcMoveQuote } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import { lessBy, wholeIn } from './checked-mvc.ts';
import { limitOf } from './mvc-intent.ts';
import type { MvcIntent } from './mvc-intent.ts';

export interface MvcMoveIntent extends Pick<MvcIntent, 'network' | 'user' | 'account' | 'place'> {
  readonly pool: MvcIntent['pool'] & { readonly shareGenesis: string };
  readonly kind: 'add' | 'remove';
  /** What was typed, and how much of it: who removes types shares. */
  readonly of: 'space' | 'token' | 'shares';
  readonly amount: string;
  /** What the form showed. */
  readonly shown: Pick<MvcMoveQuote, 'sats' | 'units' | 'shares' | 'networkFee'>;
}

const least = (shown: string): bigint => BigInt(limitOf({ exact: 'in', other: shown }));
const most = (shown: string): bigint => BigInt(limitOf({ exact: 'out', other: shown }));

/** The least shares for who adds, the least SPACE for who removes. */
export const moveLimitOf = ({ kind, shown }: Pick<MvcMoveIntent, 'kind' | 'shown'>): string =>
  least(kind === 'add' ? shown.shares : shown.sats).toString();

export interface MoveAmounts {
  readonly sats: bigint;
  readonly units: bigint;
  readonly shares: bigint;
  /** The most that the network takes. */
  readonly networkFee: bigint;
}

/**
 * What the exchange made of what was asked, no worse than its limits.
 * @throws Refusal effects-differ, price-changed, fee-too-high
 */
export function amountsOfMove(built: MvcBuiltMove, intent: MvcMoveIntent): MoveAmounts {
  const { quote } = built;
  const amounts = {
    sats: wholeIn(quote.sats),
    units: wholeIn(quote.units),
    shares: wholeIn(quote.shares),
    networkFee: wholeIn(quote.networkFee),
  };
  const isInside = intent.kind === 'add' ? isAdded(amounts, intent) : isRemoved(amounts, intent);
  if (!isInside) throw new Refusal('price-changed');
  const coins = built.userTokens.length + built.userCoins.length;
  if (amounts.networkFee > mostFee(intent.shown.networkFee, coins))
    throw new Refusal('fee-too-high', `${amounts.networkFee} sat`);
  return amounts;
}

/** What was typed is never paid over; rounding may leave a little of it. */
function isAdded({ sats, units, shares }: MoveAmounts, { of, amount, shown }: MvcMoveIntent): boolean {
  const [typed, other, wasOther] = of === 'space' ? [sats, units, shown.units] : [units, sats, shown.sats];
  if (of === 'shares' || typed > BigInt(amount)) throw new Refusal('effects-differ');
  return other <= most(wasOther) && shares >= least(shown.shares);
}

function isRemoved({ sats, units, shares }: MoveAmounts, { of, amount, shown }: MvcMoveIntent): boolean {
  if (of !== 'shares' || shares !== BigInt(amount)) throw new Refusal('effects-differ');
  return sats >= least(shown.sats) && units >= least(shown.units);
}

/** The form counts one coin of each kind; a coin of a token more makes all of it a tenth heavier. A quarter each is the most. */
const PER_COIN = 4n;

function mostFee(shown: string, coins: number): bigint {
  const fee = BigInt(shown);
  return fee + (fee * BigInt(Math.max(1, coins - 1))) / PER_COIN;
}

/** In hundredths of a percent, by what is got for what is given; zero where it is not worse. */
export function moveWorseBy(amounts: MoveAmounts, { kind, of, shown }: MvcMoveIntent): number {
  if (kind === 'remove')
    return Math.max(lessBy(amounts.sats, BigInt(shown.sats)), lessBy(amounts.units, BigInt(shown.units)));
  const [is, was] = of === 'space' ? [amounts.units, shown.units] : [amounts.sats, shown.sats];
  return Math.max(lessBy(amounts.shares, BigInt(shown.shares)), lessBy(BigInt(was), is));
}
