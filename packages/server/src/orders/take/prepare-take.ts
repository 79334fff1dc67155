/** Prepare a take: nothing is locked; the first valid signed take wins. What is built is kept so that only it can come back. */
import { coinToWire } from '@rialto/contract';
import type { PreparedTake, PrepareTake } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import { marketOfType, takeServiceFee } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { MAX_MONEY, bytesToHex, hexToBytes, outpoint, sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Outpoint, Sats, Txid } from '@rialto/protocols';
import {
  addressToScript,
  buildTake,
  needsPad,
  planTake,
  readSpend,
  totalOfTake,
  unsignedOf,
} from '@rialto/psbt';
import type { Effects, TakeLot, TakePlan, TakeRequest } from '@rialto/psbt';
import type { PadTerms } from '../../custody/pad-terms.ts';
import type { Session } from '../../session.ts';
import { offeredThing } from '../../store/crosscheck-store.ts';
import { locksOf } from '../../store/asks/lock-store.ts';
import type { AskLock } from '../../store/asks/lock-store.ts';
import { findAsks } from '../../store/orders/ask-store.ts';
import type { AskRow } from '../../store/orders/ask-store.ts';
import { insertTake } from '../../store/orders/trade-store.ts';
import { ownScript, requireFeeRate } from '../../caller.ts';
import { checkLot } from '../lot.ts';
import { coinsOfPlan, planToRecord } from '../../store/orders/plan-codec.ts';
import type { OrderContext } from '../context.ts';
import { lockOfWire } from '../protected/locked.ts';
import { moneyOf } from '../money.ts';
import { requireMayTake } from '../late/taken-back.ts';
import { chargedOf } from '../service-fee.ts';
import { effectsToWire } from '../../wire-effects.ts';

interface TakeParams {
  readonly book: MarketName;
  readonly orderIds: readonly string[];
  readonly buyer: string;
}

/** The orders asked for, in the asked order: of this book, open, not being bought, of one token, not one's own. */
async function openOrders(
  context: OrderContext,
  { book, orderIds: ids, buyer }: TakeParams,
): Promise<AskRow[]> {
  if (new Set(ids).size !== ids.length) throw new Refusal('bad-request', 'an order is named twice');
  const found = new Map((await findAsks(context.store.db, ids)).map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = found.get(id);
    if (row === undefined || marketOfType(row.orderType).market.name !== book)
      throw new Refusal('unknown-order');
    if (row.status !== 'open') throw new Refusal('order-closed');
    if (row.liveTrade !== null) throw new Refusal('order-taken');
    if (row.ownerAddress === buyer) throw new Refusal('own-order');
    if (row.assetId !== [...found.values()][0]?.assetId) throw new Refusal('lots-differ');
    return row;
  });
}

async function lotsOf(context: OrderContext, rows: readonly AskRow[]): Promise<TakeLot[]> {
  const points = rows.map((row) => row.outpoint as Outpoint);
  const asked = [
    loadCoins(context, points),
    context.ledger.oddMrc20Among(points),
    locksOf(
      context.store.db,
      rows.map(({ id }) => id),
    ),
  ] as const;
  const [{ coins, tip }, odd, locks] = await Promise.all(asked);
  return rows.map((row) => {
    // The rules may be younger than the order, and it is not paused yet.
    if (odd.has(row.outpoint as Outpoint)) throw new Refusal('order-closed');
    const coin = coins.get(row.outpoint as Outpoint);
    if (coin === undefined) throw new Refusal('order-taken');
    const price = sats(row.price);
    const lot = checkLot(coin, price, { ...context.settings, tipHeight: tip.height });
    if (lot.asset !== row.assetId || lot.amount !== row.coinAmount) throw new Refusal('order-closed');
    return {
      coin,
      price,
      payScript: hexToBytes(row.payScript),
      sequence: Number.parseInt(row.sequence.toString(), 10),
      ...lockOfRow(locks.get(row.id)),
    };
  });
}

const lockOfRow = (locked: AskLock | undefined) =>
  locked === undefined ? {} : { lock: lockOfWire(locked.ticket) };

/** Plans with the buyer's own pad when there is one; asks the signer for a pad of the stock only when it is needed. */
async function planWithPad(
  context: OrderContext,
  request: Omit<TakeRequest, 'pads'>,
  body: PrepareTake,
): Promise<TakePlan> {
  const pads = needsPad(request) ? { platform: await padOfStock(context, request, body) } : {};
  return withinBudget(planTake({ ...request, pads }), body);
}

/** @throws Refusal budget-exceeded */
function withinBudget(plan: TakePlan, { budget }: PrepareTake): TakePlan {
  const total = totalOfTake(plan);
  if (budget !== undefined && total > BigInt(budget)) throw new Refusal('budget-exceeded', `${total} sat`);
  return plan;
}

async function padOfStock(
  context: OrderContext,
  request: Omit<TakeRequest, 'pads'>,
  body: PrepareTake,
): Promise<Coin> {
  // No pad for a buyer who cannot pay, or whose budget is too small: addresses cost nothing, the stock does.
  const platform = likeAPad(await context.custody.padTerms());
  withinBudget(planTake({ ...request, pads: { platform } }), body);
  const point = await context.custody.leasePad(body.buyerAddress);
  if (point === undefined) throw new Refusal('no-pad');
  const { coins } = await loadCoins(context, [point as Outpoint]);
  const leased = coins.get(point as Outpoint);
  if (leased === undefined) throw new Refusal('no-pad');
  return leased;
}

/** As a pad of the stock is; nobody's coin. */
function likeAPad({ script, value }: PadTerms): Coin {
  return { outpoint: outpoint(NO_TX, 0), value, script, assets: [], height: 0 };
}

const NO_TX = '0'.repeat(64) as Txid;

/** More than half of all bitcoin nobody has. */
function refuseRiches(lots: readonly TakeLot[]): void {
  const total = lots.reduce((sum, lot) => sum + lot.price, 0n);
  if (total > MAX_MONEY / 2n) throw new Refusal('insufficient-funds');
}

/** Free orders owe nothing; a take of free ones alone has no output for it. */
function serviceFeeOf(context: OrderContext, rows: readonly AskRow[]): TakePlan['serviceFee'] {
  const { network, feeAddress } = context.settings;
  const fee = takeServiceFee(rows.map(chargedOf));
  return fee === undefined ? undefined : { script: addressToScript(feeAddress, network), value: fee };
}

export async function prepareTake(
  context: OrderContext,
  session: Session,
  body: PrepareTake,
  { book, caller }: { readonly book: MarketName; readonly caller: string },
): Promise<PreparedTake> {
  context.at('asked');
  const buyerScript = ownScript(context, session, { ...body, address: body.buyerAddress });
  await requireMayTake(context, { buyerAddress: body.buyerAddress, caller });
  await requireFeeRate(context, body.feeRate, body.highFee);
  const rows = await openOrders(context, { book, orderIds: body.orderIds, buyer: body.buyerAddress });
  for (const asset of new Set(rows.map((row) => row.assetId)))
    await context.crossCheck.trading(asset, rows.map(offeredThing));
  const lots = await lotsOf(context, rows);
  refuseRiches(lots);
  const plan = await planWithPad(
    context,
    {
      lots,
      buyerScript,
      buyerKey: hexToBytes(body.publicKey),
      buyerCoins: await moneyOf(context, buyerScript, body.buyerAddress),
      serviceFee: serviceFeeOf(context, rows),
      feeRateSatVb: body.feeRate,
    },
    body,
  );
  return keep(context, plan, { body, rows });
}

async function keep(
  context: OrderContext,
  plan: TakePlan,
  { body, rows }: { body: PrepareTake; rows: readonly AskRow[] },
): Promise<PreparedTake> {
  const built = buildTake(plan);
  const takeId = context.newId();
  const expiresAt = context.now() + context.settings.takeMs;
  await insertTake(context.store.db, {
    id: takeId,
    buyerAddress: body.buyerAddress,
    orderIds: body.orderIds,
    plan: planToRecord(plan, rows),
    unsigned: bytesToHex(built.unsigned),
    padOutpoint: plan.pad.platform ? plan.pad.coin.outpoint : null,
    expiresAt: new Date(expiresAt),
  });
  context.at('built');
  const fee: Sats | undefined = plan.serviceFee?.value;
  const coins = coinsOfPlan(plan);
  return {
    takeId,
    psbtRaw: bytesToHex(built.psbt),
    toSignInputs: built.toSign.map((entry) => ({ ...entry })),
    coins: coins.map(coinToWire),
    effects: effectsToWire(effectsOf(plan, coins, built.psbt)),
    fees: {
      networkFee: built.fee.toString(),
      serviceFee: (fee ?? 0n).toString(),
      feeAddress: context.settings.feeAddress,
      vsize: built.vsize,
      feeRate: plan.feeRateSatVb,
    },
    total: built.total.toString(),
    expiresAt,
  };
}

/** Read from the bytes of the answer, as its receiver reads them. */
function effectsOf(plan: TakePlan, coins: readonly Coin[], psbt: Uint8Array): Effects {
  const sold = plan.lots.map(({ coin, lock }) => (lock === undefined ? coin.outpoint : { coin, lock }));
  return readSpend(unsignedOf(psbt), coins, [], sold).does;
}
