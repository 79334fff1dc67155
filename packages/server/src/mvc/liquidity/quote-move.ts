/** What liquidity would bring right now, and what it costs its provider beside that. */
import { addShares, removeShares } from '@rialto/market';
import type { TwoSides } from '@rialto/market';
import {
  CHECK_SATS,
  LEAST_CHANGE,
  TOKEN_OUTPUT_SATS,
  checkBytes,
  feeOfBytes,
  scriptHolder,
  swapBytes,
} from '@rialto/mvc';
import type { TokenCheck } from '@rialto/mvc';
import type { IndexedPoolCoin } from '@rialto/ground';
import { Refusal } from '@rialto/refusals';
import { lanesOf, unitsOn } from '../quotes/lanes.ts';
import type { Lane } from '../quotes/lanes.ts';
import type { PoolStand } from '../stand.ts';

export interface MoveAsked {
  readonly kind: 'add' | 'remove';
  readonly of: 'space' | 'token' | 'shares';
  readonly amount: bigint;
}

export interface MoveCosts {
  readonly check: bigint;
  readonly park: bigint;
  readonly move: bigint;
  /** By how much more lies under the user's token coins afterwards. */
  readonly tokenSats: bigint;
}

export interface MoveQuote extends MoveAsked, TwoSides {
  readonly shares: bigint;
  /** The pool's SPACE that pays for the checks. */
  readonly space: IndexedPoolCoin;
  /** What part of is given: shares, or the token. */
  readonly given: IndexedPoolCoin;
}

/** The user's coins that are parked: how many, what sats lie under them, and whether some of the tokens stay with him. */
export interface ParkedCoins {
  readonly coins: number;
  readonly sats: bigint;
  readonly rest: boolean;
  /** Of SPACE. */
  readonly paying: number;
}

/**
 * @throws Refusal pool-too-small, liquidity-too-small, liquidity-rounds, lanes-full, bad-request (a removal is of shares, an addition is not)
 */
export function quoteMove(stand: PoolStand, asked: MoveAsked): MoveQuote {
  if ((asked.kind === 'remove') !== (asked.of === 'shares'))
    throw new Refusal('bad-request', `of: ${asked.of}`);
  const { pool, free } = stand;
  const [lane] = lanesOf(stand, 0).toSorted(
    (a, b) => a.signing - b.signing || a.ancestors.length - b.ancestors.length,
  );
  const genesis = asked.kind === 'add' ? pool.share.genesis : pool.token.genesis;
  const given = free
    .filter(({ token }) => token?.genesis === genesis)
    .reduce<IndexedPoolCoin | undefined>(
      (most, coin) => (most === undefined || unitsOn(coin) > unitsOn(most) ? coin : most),
      undefined,
    );
  if (lane === undefined || given === undefined) throw new Refusal('lanes-full');
  const found = amountsOf(lane, asked);
  const gives = asked.kind === 'add' ? found.shares : found.units;
  if (gives >= unitsOn(given)) throw new Refusal('pool-too-small', `${unitsOn(given) - 1n} at most`);
  return { ...asked, ...found, space: lane.space, given };
}

/** More than any side of a pool. */
const ANY = 1n << 62n;

function amountsOf({ reach }: Lane, { kind, of, amount }: MoveAsked): TwoSides & { readonly shares: bigint } {
  if (kind === 'remove') return { ...removeShares(reach, amount), shares: amount };
  return addShares(reach, of === 'space' ? { sats: amount, units: ANY } : { sats: ANY, units: amount });
}

const SOMEBODY = scriptHolder(new Uint8Array(20));
const receivers = (count: number) => Array.from({ length: count }, () => ({ holder: SOMEBODY, units: 1n }));

/** Of all three transactions, from what they will weigh. */
export function costsOfMove(
  stand: PoolStand,
  { coins, sats, rest, paying }: ParkedCoins,
  feeRate: bigint,
): MoveCosts {
  const { token, share } = stand.pool;
  const inputs = Array.from({ length: coins }, (_, index) => index);
  const parked = rest ? 2 : 1;
  const park: TokenCheck = {
    kind: 'transfer',
    token,
    inputs,
    receivers: receivers(parked),
    outputs: parked + 1,
  };
  const common = { kind: 'unlock', outputs: 5 } as const;
  const move: readonly TokenCheck[] = [
    { ...common, token, inputs: [0], receivers: receivers(1) },
    { ...common, token: share, inputs: [1], receivers: receivers(2) },
  ];
  return {
    check: feeOfBytes(checkBytes([park, ...move], 1), feeRate),
    park: feeOfBytes(swapBytes([park], paying), feeRate),
    move: feeOfBytes(swapBytes(move, 2), feeRate),
    // What is left of the parked kind, and what is given.
    tokenSats: TOKEN_OUTPUT_SATS * BigInt(rest ? 2 : 1) - sats,
  };
}

export const feesOf = ({ check, park, move }: MoveCosts): bigint => check + park + move;

/** What has to be left of his SPACE when his tokens are parked: the move is paid of it, and it is what releases them. */
export function leftForMove({ kind, sats }: Pick<MoveQuote, 'kind' | 'sats'>, costs: MoveCosts): bigint {
  const paid = kind === 'add' ? sats : -sats;
  const needed = paid + costs.move + costs.check + CHECK_SATS + TOKEN_OUTPUT_SATS + LEAST_CHANGE;
  return needed > LEAST_CHANGE ? needed : LEAST_CHANGE;
}

/** The SPACE that he has to have in all. */
export function needsOf(
  quote: Pick<MoveQuote, 'kind' | 'sats'>,
  costs: MoveCosts,
  parked: ParkedCoins,
): bigint {
  const outputs = TOKEN_OUTPUT_SATS * BigInt(parked.rest ? 2 : 1);
  return leftForMove(quote, costs) + costs.park + outputs - parked.sats - CHECK_SATS;
}
