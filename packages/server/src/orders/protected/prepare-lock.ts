/** Prepare a protected ask: the move of the lot into its lock, from the owner's coin or from an older lock; the promise; two exits. */
import { coinToWire, ticketToWire } from '@rialto/contract';
import type { PreparedLock, PrepareLock } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import { marketNamed } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { MAX_MONEY, hexToBytes, invariant, isOutpoint, sats, splitOutpoint } from '@rialto/protocols';
import type { Coin, Lot } from '@rialto/protocols';
import {
  LOCKED_LOT_VALUE,
  buildExits,
  buildLotMove,
  buildPromise,
  lockOf,
  lockedLot,
  movesOnce,
  planLotMove,
} from '@rialto/psbt';
import type { Lock, LotMovePlan, Ticket } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { ownScript, requireFeeRate } from '../../caller.ts';
import type { Session } from '../../session.ts';
import { findLock } from '../../store/asks/lock-store.ts';
import { keepBidAct } from '../../store/bids/bid-act-store.ts';
import { requireFreeLeft } from '../../store/orders/ask-insert.ts';
import { psbtToSign } from '../bids/ladder.ts';
import type { OrderContext } from '../context.ts';
import { checkLot } from '../lot.ts';
import { requireUnkept } from '../live/sold-lot.ts';
import { keyInLock } from '../lock-key.ts';
import { moneyOf } from '../money.ts';
import { assertionOf } from '../crosscheck-lot.ts';
import { requirePlainMessage } from '../verify-ask.ts';
import { lockOfWire } from './locked.ts';

interface Placing {
  readonly book: MarketName;
  /** A keyed hash of the caller's network address: free orders are counted by it. */
  readonly caller: string;
}

/** Locks nothing: what is built waits for its signatures. */
export async function prepareLock(
  context: OrderContext,
  session: Session,
  body: PrepareLock,
  { book, caller }: Placing,
): Promise<PreparedLock> {
  const script = ownScript(context, session, body);
  await requireFeeRate(context, body.feeRate, body.highFee);
  const renewed = await renewedLock(context, session, body);
  const placed = { freeState: body.freeState ?? 0, ownerAddress: session.address, caller };
  await context.store.transact((tx) => requireFreeLeft(tx, [placed], context.settings));
  const { coin, lot, height } = await lotToLock(context, body, book);
  await context.crossCheck.trading(lot.asset);
  const { lockKey } = await context.custody.status();
  const ticket: Ticket = {
    kind: 'ask',
    asset: lot.asset,
    amount: lot.amount,
    price: priceOf(body),
    script,
    key: keyInLock(body, script),
    exchange: [hexToBytes(lockKey)],
    expiry: height + context.settings.lotExitAfter,
    exitAfter: context.settings.lotExitAfter,
    index: 0,
  };
  const plan = planLotMove({
    lot: coin,
    from: renewed?.lock,
    to: lockOf(ticket),
    ownerScript: script,
    ownerKey: hexToBytes(body.publicKey),
    coins: (await moneyOf(context, script, session.address)).filter(
      ({ outpoint }) => outpoint !== coin.outpoint,
    ),
    feeRateSatVb: body.feeRate,
  });
  return keep(context, session, { plan, lot, body, book, caller });
}

/** The own lock the lot comes out of. @throws Refusal unknown-order, not-yours, order-taken, coin-spent */
async function renewedLock(
  { store }: OrderContext,
  session: Session,
  { renews, outpoint }: PrepareLock,
): Promise<{ lock: Lock } | undefined> {
  if (renews === undefined) return undefined;
  const row = await findLock(store.db, renews);
  if (row === undefined) throw new Refusal('unknown-order');
  if (row.ownerAddress !== session.address) throw new Refusal('not-yours');
  if (row.liveTrade !== null) throw new Refusal('order-taken');
  if (row.outpoint !== outpoint) throw new Refusal('coin-spent', outpoint);
  return { lock: lockOfWire(row.ticket) };
}

interface LockableLot {
  readonly coin: Coin;
  readonly lot: Lot;
  /** Of the tip at which it was read. */
  readonly height: number;
}

async function lotToLock(context: OrderContext, body: PrepareLock, book: MarketName): Promise<LockableLot> {
  const point = body.outpoint;
  if (!isOutpoint(point)) throw new Refusal('bad-request', 'outpoint');
  await requireUnkept(context.store.db, [point]);
  const asked = [
    loadCoins(context, [point]),
    context.chain.transaction(splitOutpoint(point).txid),
    context.ledger.oddMrc20Among([point]),
  ] as const;
  const [{ coins, tip }, maker, odd] = await Promise.all(asked);
  const lot = checkLot(coins.get(point), priceOf(body), { ...context.settings, tipHeight: tip.height });
  const coin = coins.get(point);
  if (coin === undefined) throw new Refusal('coin-spent');
  if (movesOnce(lot)) throw new Refusal('not-a-lot', 'it moves once, and would be used up in a lock');
  requirePlainMessage(coin, maker, odd.has(point));
  if ((await context.books.bookOf(lot.asset)) !== book) throw new Refusal('unknown-tick', lot.tick);
  await context.crossCheck.lot(assertionOf(coin, lot), tip, context.crossCheck.deadline());
  return { coin, lot, height: tip.height };
}

/** The sats of the lock go to the buyer with the lot: nobody means to sell them for less. */
function priceOf({ amount }: PrepareLock) {
  const price = BigInt(amount);
  if (price > MAX_MONEY / 2n) throw new Refusal('bad-request', 'amount');
  if (price <= LOCKED_LOT_VALUE) throw new Refusal('too-small', `a lock holds ${LOCKED_LOT_VALUE} sat`);
  return sats(price);
}

interface Planned extends Placing {
  readonly plan: LotMovePlan;
  readonly lot: Lot;
  readonly body: PrepareLock;
}

async function keep(
  context: OrderContext,
  session: Session,
  { plan, lot, body, book, caller }: Planned,
): Promise<PreparedLock> {
  const lockId = context.newId();
  const expiresAt = context.now() + context.settings.takeMs;
  const { to, from } = plan;
  invariant(to !== undefined, 'the lot goes into a lock');
  const ticket = ticketToWire(to.ticket);
  const before = from === undefined ? undefined : ticketToWire(from.ticket);
  const { renews } = body;
  await keepBidAct(context.store.db, {
    id: lockId,
    address: session.address,
    expiresAt: new Date(expiresAt),
    record: {
      kind: 'lock',
      orderType: marketNamed(book).types.ask,
      tick: lot.tick,
      decimals: lot.decimals,
      freeState: body.freeState ?? 0,
      caller,
      key: body.publicKey,
      ticket,
      lot: coinToWire(plan.lot),
      payments: plan.payments.map(coinToWire),
      change: plan.change?.toString() ?? null,
      feeRate: plan.feeRateSatVb,
      renews: renews === undefined || before === undefined ? null : { orderId: renews, ticket: before },
    },
  });
  const built = buildLotMove(plan);
  const coin = lockedLot(plan);
  return {
    lockId,
    ticket,
    ...(before === undefined ? {} : { from: before }),
    locking: psbtToSign(built, [plan.lot, ...plan.payments]),
    promise: psbtToSign(buildPromise(to, coin), [coin]),
    exits: buildExits(to, coin).map((exit) => psbtToSign(exit, [coin])),
    fees: { networkFee: built.fee.toString(), vsize: built.vsize, feeRate: plan.feeRateSatVb },
    cost: (built.fee + LOCKED_LOT_VALUE - plan.lot.value).toString(),
    expiresAt,
  };
}
