/** Prepare a bid: the ladder's tickets and locks, the funding that is held, and for each lock a promise and an exit to sign. */
import { coinToWire, ticketToWire } from '@rialto/contract';
import type { PrepareBid, PreparedBid } from '@rialto/contract';
import { marketNamed, parseDecimal } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { MAX_MONEY, amount, bytesToHex, hexToBytes, sats, sumSats } from '@rialto/protocols';
import type { Coin, Sats } from '@rialto/protocols';
import {
  buildCancelLocks,
  buildExit,
  buildFunding,
  buildPromise,
  largestFirst,
  lockCoin,
  lockOf,
  planCancelLocks,
  planFunding,
  smallestRung,
} from '@rialto/psbt';
import type { FundingPlan, Lock, Ticket } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { loadCoins } from '@rialto/ground';
import { ownScript, requireFeeRate } from '../../caller.ts';
import type { Session } from '../../session.ts';
import { bidsFundedBy } from '../../store/bids/bid-store.ts';
import { keepBidAct } from '../../store/bids/bid-act-store.ts';
import { requireFreeLeft } from '../../store/orders/ask-insert.ts';
import type { BookToken } from '../books.ts';
import type { OrderContext } from '../context.ts';
import { moneyOf } from '../money.ts';
import { fundingPointsOf, psbtToSign } from './ladder.ts';
import { ownBid } from './own-bid.ts';
import { requireReplaceable } from './withdraw.ts';

interface Placing {
  readonly book: MarketName;
  /** A keyed hash of the caller's network address: free orders are counted by it. */
  readonly caller: string;
}

/** Locks nothing: what is built waits for its signatures. */
export async function prepareBid(
  context: OrderContext,
  session: Session,
  body: PrepareBid,
  { book, caller }: Placing,
): Promise<PreparedBid> {
  const script = ownScript(context, session, body);
  await requireFeeRate(context, body.feeRate, body.highFee);
  const token = await context.books.token(book, { tick: body.tick, assetId: body.assetId });
  await context.crossCheck.trading(token.asset);
  const { lockKey, mostInBid } = await context.custody.status();
  const common = await commonOf(context, { body, script, token, exchange: hexToBytes(lockKey) });
  const total = requireSizes(rungsOf(body, token), sats(BigInt(mostInBid)));
  const coins = await coinsFor(context, session, { body, script, book });
  await requireFree(context, session, { body, caller });
  const plan = await freshFunding(context, { body, script, coins, tickets: ticketsOf(common, body, token) });
  return keep(context, session, { plan, total, token, body, book, caller });
}

/** What every ticket of the ladder says. */
type Common = Pick<Ticket, 'kind' | 'asset' | 'script' | 'key' | 'exchange' | 'expiry' | 'exitAfter'>;

async function commonOf(
  { ledger, settings }: OrderContext,
  of: { body: PrepareBid; script: Uint8Array; token: BookToken; exchange: Uint8Array },
): Promise<Common> {
  const { expiryBlocks, mostExpiryBlocks, exitAfter } = settings.bids;
  const blocks = of.body.expiryBlocks ?? expiryBlocks;
  if (blocks > mostExpiryBlocks)
    throw new Refusal('bad-request', `expiryBlocks: at most ${mostExpiryBlocks}`);
  const { height } = await ledger.tip();
  return {
    kind: 'bid',
    asset: of.token.asset,
    script: of.script,
    key: keyInLock(of.body, of.script),
    exchange: [of.exchange],
    expiry: height + blocks,
    exitAfter,
  };
}

/** P2WPKH: the key. P2TR: the address's own output key, or for some wallets the key before the tweak (wallets §8). */
function keyInLock({ publicKey, signingKey }: PrepareBid, script: Uint8Array): Uint8Array {
  const isTaproot = script.length === 34;
  if (!isTaproot) return hexToBytes(publicKey);
  return signingKey === 'internal' ? hexToBytes(publicKey).slice(1) : script.slice(2);
}

interface RungTerms {
  readonly amount: bigint;
  readonly price: Sats;
}

/** @throws Refusal bad-request */
function rungsOf({ rungs }: PrepareBid, { decimals }: BookToken): RungTerms[] {
  return rungs.map(({ coinAmount, amount: price }) => {
    const units = parseDecimal(coinAmount, decimals);
    if (units === undefined || units <= 0n) throw new Refusal('bad-request', 'rungs: coinAmount');
    if (BigInt(price) > MAX_MONEY) throw new Refusal('insufficient-funds');
    return { amount: units, price: sats(BigInt(price)) };
  });
}

/** @throws Refusal bid-too-large */
function requireSizes(rungs: readonly RungTerms[], most: Sats): Sats {
  const total = rungs.reduce((sum, { price }) => sum + price, 0n);
  if (total > most) throw new Refusal('bid-too-large', `${total} of ${most} sat`);
  return sats(total);
}

/** Before anybody signs. @throws Refusal limit-reached */
async function requireFree(
  { store, settings }: OrderContext,
  { address }: Session,
  { body, caller }: { readonly body: PrepareBid; readonly caller: string },
): Promise<void> {
  const { freeState = 0, replaces = null, rungs } = body;
  const placed = rungs.map(() => ({ freeState, ownerAddress: address, caller }));
  await store.transact((tx) => requireFreeLeft(tx, placed, settings, replaces));
}

function ticketsOf(common: Common, body: PrepareBid, token: BookToken): Ticket[] {
  return rungsOf(body, token).map(({ amount: units, price }, at) => ({
    ...common,
    amount: amount(units),
    price,
    index: at + 1,
  }));
}

interface Paying {
  readonly coins: readonly Coin[];
  /** One that pays whatever the others are. */
  readonly first?: Coin | undefined;
}

/** Clean, confirmed and in no other order; of the bid whose place is taken its own coins, and where they are too few the others beside one of them. */
async function coinsFor(
  context: OrderContext,
  session: Session,
  { body, script, book }: { body: PrepareBid; script: Uint8Array; book: MarketName },
): Promise<readonly Paying[]> {
  const money = await moneyOf(context, script, session.address);
  if (body.replaces === undefined) return [{ coins: money }];
  const [{ bid }] = await ownBid(context, session, body.replaces, book);
  if (bid.publishedAt !== null || bid.fundingRaw === null || bid.cancelTxid !== null)
    throw new Refusal('order-closed');
  await requireReplaceable(context.store.db, body.replaces);
  const { coins } = await loadCoins(context, fundingPointsOf(bid));
  // Over one coin of the old bid the signer too takes the new one for it, whatever a server kept (decision 0029).
  const old = [...coins.values()].toSorted(largestFirst);
  const [first] = old;
  return [{ coins: old }, { coins: [...old.slice(1), ...money], first }];
}

interface Ladder {
  readonly body: PrepareBid;
  readonly script: Uint8Array;
  /** The first of these that reach. */
  readonly coins: readonly Paying[];
  readonly tickets: readonly Ticket[];
}

/** A funding nobody has had: the same ladder in the same block, placed anew, ends a block sooner. */
async function freshFunding(
  context: OrderContext,
  { body, script, coins, tickets }: Ladder,
): Promise<FundingPlan> {
  const locks = tickets.map((ticket) => lockOf(ticket));
  requireLarge(locks, body.feeRate);
  const plan = planByFirst(coins, {
    bidderScript: script,
    bidderKey: hexToBytes(body.publicKey),
    locks,
    feeRateSatVb: body.feeRate,
  });
  const known = await bidsFundedBy(context.store.db, [buildFunding(plan).txid]);
  if (known.length === 0) return plan;
  const sooner = tickets.map((ticket) => ({ ...ticket, expiry: ticket.expiry - 1 }));
  return freshFunding(context, { body, script, coins, tickets: sooner });
}

/** Throws as `planFunding` of the last coins. */
function planByFirst(
  [paying = { coins: [] }, ...others]: Ladder['coins'],
  ladder: Omit<Parameters<typeof planFunding>[0], 'coins' | 'first'>,
): FundingPlan {
  try {
    return planFunding({ ...ladder, ...paying });
  } catch (error) {
    const isTooLittle = error instanceof Refusal && TOO_LITTLE.includes(error.code);
    if (others.length === 0 || !isTooLittle) throw error;
    return planByFirst(others, ladder);
  }
}

const TOO_LITTLE: readonly string[] = ['insufficient-funds', 'too-many-coins'];

/** @throws Refusal rung-too-small, which names what is enough */
function requireLarge(locks: readonly Lock[], feeRate: number): void {
  for (const lock of locks) {
    const least = smallestRung(lock, feeRate);
    if (lock.ticket.price < least)
      throw new Refusal('rung-too-small', `${lock.ticket.price} of ${least} sat`);
  }
}

interface Planned extends Placing {
  readonly plan: FundingPlan;
  readonly total: Sats;
  readonly token: BookToken;
  readonly body: PrepareBid;
}

async function keep(
  context: OrderContext,
  session: Session,
  { plan, total, token, body, book, caller }: Planned,
): Promise<PreparedBid> {
  const bidId = context.newId();
  const built = buildFunding(plan);
  const expiresAt = context.now() + context.settings.takeMs;
  const tickets = plan.locks.map(({ ticket }) => ticketToWire(ticket));
  await keepBidAct(context.store.db, {
    id: bidId,
    address: session.address,
    expiresAt: new Date(expiresAt),
    record: {
      kind: 'bid',
      orderType: marketNamed(book).types.bid,
      tick: token.tick,
      decimals: token.decimals,
      freeState: body.freeState ?? 0,
      caller,
      key: bytesToHex(plan.bidderKey),
      tickets,
      coins: plan.payments.map(coinToWire),
      change: plan.change.toString(),
      feeRate: plan.feeRateSatVb,
      replaces: body.replaces ?? null,
    },
  });
  const locked = plan.locks.map((lock, at) => ({ lock, coin: lockCoin(plan, at + 1) }));
  return {
    bidId,
    tickets,
    funding: psbtToSign(built, plan.payments),
    promises: locked.map(({ lock, coin }) => psbtToSign(buildPromise(lock, coin), [coin])),
    exits: locked.map(({ lock, coin }) => psbtToSign(buildExit(lock, coin), [coin])),
    fees: {
      networkFee: built.fee.toString(),
      vsize: built.vsize,
      feeRate: plan.feeRateSatVb,
      worstCost: worstCostOf(plan, built.fee).toString(),
    },
    total: (total + built.fee).toString(),
    expiresAt,
  };
}

/** The funding, and all locks taken back in one transaction at the same rate. */
function worstCostOf(plan: FundingPlan, fee: Sats): Sats {
  const locks = plan.locks.map((lock, at) => ({ lock, coin: lockCoin(plan, at + 1) }));
  const cancel = buildCancelLocks(planCancelLocks({ locks, feeRateSatVb: plan.feeRateSatVb }));
  return sumSats([fee, cancel.fee]);
}
