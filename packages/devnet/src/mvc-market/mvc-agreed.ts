/** What a user who is a program agrees to before he signs: the pool of the list, his own key, and the figures that he was shown. Nothing of it comes from the transaction. */
import type { AnswerOf } from '@rialto/contract';
import type { AgreedMove, AgreedPark, AgreedSwap } from '@rialto/mvc';
import { hexToBytes, sats } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import type { MvcPerson } from '../mvc/person.ts';

export type BuiltMvcSwap = AnswerOf<'mvcBuild'>;
export type BuiltMvcMove = AnswerOf<'mvcBuildMove'>;
export type ListedMvcPool = AnswerOf<'mvcPools'>['pools'][number];

interface OfSwap {
  readonly side: 'buy' | 'sell';
  readonly pool: ListedMvcPool;
}

export function agreedSwap(person: MvcPerson, built: BuiltMvcSwap, { side, pool }: OfSwap): AgreedSwap {
  const { quote, refill } = built;
  return {
    token: { codehash: pool.codehash, genesis: pool.genesis },
    userKey: person.key,
    poolHash: hexToBytes(pool.poolHash),
    side,
    userCoins: built.userCoins as Outpoint[],
    sats: sats(BigInt(quote.sats)),
    units: BigInt(quote.units),
    tokenSats: sats(BigInt(built.tokenSats)),
    mostCosts: sats(BigInt(built.mostCosts)),
    refill:
      refill === null ? undefined : { value: sats(BigInt(refill.value)), script: hexToBytes(refill.script) },
  };
}

interface OfMove {
  readonly kind: 'add' | 'remove';
  readonly pool: ListedMvcPool;
}

/** Of the pool's token for who adds, of its shares for who removes. */
function kindsOf({ kind, pool }: OfMove) {
  const token = { codehash: pool.codehash, genesis: pool.genesis };
  const share = { codehash: pool.codehash, genesis: pool.shareGenesis };
  return kind === 'add' ? { parked: token, given: share } : { parked: share, given: token };
}

/** What has to be left of his SPACE: more than wallets take for dust. */
const LEFT = 600n;

export function agreedPark(person: MvcPerson, { quote, ...built }: BuiltMvcMove, of: OfMove): AgreedPark {
  return {
    token: kindsOf(of).parked,
    userKey: person.key,
    userTokens: built.userTokens as Outpoint[],
    userCoins: built.userCoins as Outpoint[],
    units: BigInt(of.kind === 'add' ? quote.units : quote.shares),
    tokenSats: sats(BigInt(built.tokenSats)),
    mostFee: BigInt(quote.networkFee),
    left: LEFT,
  };
}

/** @param made.parkCore of the parking that was verified and signed */
export function agreedMove(
  person: MvcPerson,
  made: { readonly built: BuiltMvcMove; readonly parkCore: string },
  of: OfMove,
): AgreedMove {
  const { quote, tokenSats } = made.built;
  const isAdd = of.kind === 'add';
  return {
    userKey: person.key,
    poolHash: hexToBytes(of.pool.poolHash),
    parkCore: made.parkCore,
    ...kindsOf(of),
    parkedUnits: BigInt(isAdd ? quote.units : quote.shares),
    units: BigInt(isAdd ? quote.shares : quote.units),
    sats: isAdd ? BigInt(quote.sats) : -BigInt(quote.sats),
    tokenSats: sats(BigInt(tokenSats)),
    mostCosts: BigInt(quote.networkFee) + 3n * BigInt(tokenSats),
  };
}

type Told = Pick<BuiltMvcSwap, 'previous' | 'check'> & Partial<Pick<AnswerOf<'mvcBuildSecond'>, 'sale'>>;

/** The transactions of all coins; the checks', and a sale's that nobody has sent, without their scriptSigs. */
export function previousIn({ previous, check, sale }: Told) {
  const bare = (sale === undefined ? [check] : [check, sale]).map(({ raw, scriptSigs }) => ({
    raw: hexToBytes(raw),
    scriptSigs: scriptSigs.map(hexToBytes),
  }));
  return [...previous.map(hexToBytes), ...bare];
}
