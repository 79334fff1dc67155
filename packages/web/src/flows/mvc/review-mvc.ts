/**
 * The check of a built swap, before the wallet is asked: made of this page's own request, of what it showed of the pool, and of the
 * account's key. Nothing that the exchange says of the transaction is believed; the wallet's window shows nothing of it.
 */
import type { MvcBuilt } from '@rialto/contract';
import { bytesToHex, sats } from '@rialto/protocols';
import type { Outpoint, Sats, TxOutput } from '@rialto/protocols';
import { TOKEN_OUTPUT_SATS, hash160, readFtScript, verifySwap } from '@rialto/mvc';
import type { AgreedSwap, MvcPlan } from '@rialto/mvc';
import { Refusal } from '@rialto/refusals';
import { bytesIn, orInWords, previousIn, userKeyOf, wholeIn } from './checked-mvc.ts';
import type { CheckedPlan } from './checked-mvc.ts';
import { limitOf } from './mvc-intent.ts';
import type { MvcIntent } from './mvc-intent.ts';

export interface MvcReview extends CheckedPlan {
  /** Into the pool for a buyer, out of it for a seller, every cost of his taken off. */
  readonly sats: bigint;
  readonly units: bigint;
  /** On top of what a buyer pays; taken off already for a seller, as the exchange says. */
  readonly networkFee: bigint;
  /** What happens to the sat under one's own token coins: below zero they go. */
  readonly tokenSats: bigint;
  /** By how much the account's SPACE and the sat under its tokens change together. */
  readonly total: bigint;
  /** By how many hundredths of a percent it is worse than the form showed. */
  readonly worse: number;
}

/** @throws Error with a sentence for people: it must not be signed */
export function reviewMvc(built: MvcBuilt, intent: MvcIntent): MvcReview {
  return orInWords(() => checked(built, intent));
}

function checked(built: MvcBuilt, intent: MvcIntent): MvcReview {
  const userKey = userKeyOf(intent);
  const agreed = agreedOf(built, intent, userKey);
  const { plan, toSign, costs } = verifySwap(bytesIn(built.raw), previousIn(built), agreed);
  const parts = intent.side === 'buy' ? boughtFor(agreed, costs) : soldFor(agreed, plan, built);
  return { ...parts, units: agreed.units, worse: worseBy(agreed, intent), plan, toSign };
}

function agreedOf(built: MvcBuilt, intent: MvcIntent, userKey: Uint8Array): AgreedSwap {
  const { side, pool } = intent;
  const amounts = amountsOf(built, intent);
  const tokenSats = wholeIn(built.tokenSats);
  if (tokenSats > TOKEN_OUTPUT_SATS) throw new Refusal('fee-too-high', `${tokenSats} sat under a token`);
  return {
    ...{ side, ...amounts, userKey, tokenSats: sats(tokenSats) },
    token: { codehash: pool.codehash, genesis: pool.genesis },
    poolHash: bytesIn(pool.poolHash),
    // Its own, as far as the exchange can know: that they are his is what `verifySwap` sees to.
    userCoins: built.userCoins.map((point) => point as Outpoint),
    mostCosts: mostCosts(built, amounts.sats, tokenSats),
    refill: refillOf(built),
  };
}

/** What was typed, and beside it what the exchange made of it: no worse than the limit. */
function amountsOf(built: MvcBuilt, intent: MvcIntent): { readonly sats: Sats; readonly units: bigint } {
  const { side, exact, amount } = intent;
  const quoted = { sats: wholeIn(built.quote.sats), units: wholeIn(built.quote.units) };
  const [paid, got] = side === 'buy' ? (['sats', 'units'] as const) : (['units', 'sats'] as const);
  const limit = BigInt(limitOf(intent));
  const isExact = quoted[exact === 'in' ? paid : got] === BigInt(amount);
  const isInside = exact === 'in' ? quoted[got] >= limit : quoted[paid] <= limit;
  if (!isExact) throw new Refusal('effects-differ');
  if (!isInside) throw new Refusal('price-changed');
  return { sats: sats(quoted.sats), units: quoted.units };
}

/** No swap is taken that costs more than half of what it is worth: neither is one signed, whatever the exchange says it costs. */
function mostCosts(built: MvcBuilt, paid: bigint, tokenSats: bigint): Sats {
  const said = wholeIn(built.mostCosts);
  const most = paid / 2n + 2n * tokenSats;
  return sats(said < most ? said : most);
}

function refillOf({ refill }: MvcBuilt): TxOutput | undefined {
  return refill === null ? undefined : { value: sats(wholeIn(refill.value)), script: bytesIn(refill.script) };
}

type Parts = Pick<MvcReview, 'sats' | 'networkFee' | 'tokenSats' | 'total'>;

/** All of the costs, by the bytes; of them what lies on one's own new coin stays one's own. */
function boughtFor({ sats: paid, tokenSats }: AgreedSwap, costs: bigint): Parts {
  const networkFee = costs - tokenSats;
  return { sats: paid, networkFee, tokenSats, total: -(paid + networkFee) };
}

/** The sat under the tokens that are sold go with them; one coin of the rest comes back. */
function soldFor(agreed: AgreedSwap, plan: MvcPlan, built: MvcBuilt): Parts {
  const own = plan.inputs.flatMap(({ role, coin }) => (role === 'user-token' ? [coin] : []));
  const spent = own.reduce((sum, { value }) => sum + value, 0n);
  if (spent > TOKEN_OUTPUT_SATS * BigInt(own.length))
    throw new Refusal('effects-differ', `${spent} sat lie under these tokens`);
  const holder = bytesToHex(hash160(agreed.userKey));
  const back = plan.outputs.filter(({ script }) => readFtScript(script)?.holder === holder);
  const tokenSats = back.reduce((sum, { value }) => sum + value, 0n) - spent;
  const networkFee = wholeIn(built.quote.networkFee);
  return { sats: agreed.sats, networkFee, tokenSats, total: agreed.sats + tokenSats };
}

/** In hundredths of a percent, zero where it is not worse. */
function worseBy(agreed: Pick<AgreedSwap, 'sats' | 'units'>, { side, exact, other }: MvcIntent): number {
  const isInSats = (side === 'buy') === (exact === 'out');
  const [is, was] = [isInSats ? agreed.sats : agreed.units, BigInt(other)];
  const worse = exact === 'in' ? was - is : is - was;
  return was === 0n || worse <= 0n ? 0 : Number((worse * 10_000n) / was);
}
