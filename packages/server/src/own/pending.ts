/** One's own transactions that wait: those of our outbox, and whatever our node knows that spends or pays the address. */
import { coinFromWire } from '@rialto/contract';
import type { OwnKind } from '@rialto/contract';
import { MOST_PAYING, atOneTip, isImmature, requireFollowed } from '@rialto/ground';
import type { AssetsAt, FollowedCoin, Tip, Waiting } from '@rialto/ground';
import { hexToBytes, isClean, isFlaw, readTransaction, spentPoint, splitOutpoint } from '@rialto/protocols';
import type { Coin, Outpoint, Transaction, Txid } from '@rialto/protocols';
import { DUST_FLOOR, largestFirst } from '@rialto/psbt';
import { lockedOutpoints } from '../store/orders/ask-store.ts';
import { findOrders } from '../store/orders/order-store.ts';
import type { OrderRow } from '../store/orders/order-store.ts';
import { ownActsOf, activeOutboxOf } from '../store/own/own-store.ts';
import type { OwnActRow } from '../store/own/own-store.ts';
import type { PlanRecord } from '../store/orders/plan-record.ts';
import { coinsInPoolActs } from '../store/pools/pool-act-store.ts';
import { findOutbox, isUnconfirmed } from '../store/outbox-store.ts';
import type { OutboxRow } from '../store/outbox-store.ts';
import { findTake, findTrade } from '../store/orders/trade-store.ts';
import type { TradeRow } from '../store/orders/trade-store.ts';
import { buildAct, spentBy } from './plan.ts';
import type { OwnContext } from './context.ts';

export interface Pending {
  readonly tx: Transaction;
  readonly kind: OwnKind;
  readonly row: OutboxRow | undefined;
  readonly trade: TradeRow | undefined;
  /** Of a trade, while it is kept. */
  readonly plan: PlanRecord | undefined;
  /** Undefined while our node does not have it. */
  readonly waiting: Waiting | undefined;
  /** What it spends with all on it, in its order; undefined when a coin of it is not known. */
  readonly coins: readonly Coin[] | undefined;
}

/** What an address has, and what of it moves. */
export interface OwnWorld {
  readonly address: string;
  readonly script: Uint8Array;
  readonly tip: Tip;
  /** Coins in blocks that acts are about or are paid from and that nothing spends: those in live orders are left out. */
  readonly free: readonly Coin[];
  /** Those of them that acts are paid from. */
  readonly money: readonly Coin[];
  /** Coins in blocks, those that waiting transactions spend too. */
  readonly settled: ReadonlyMap<Outpoint, Coin>;
  readonly spending: ReadonlyMap<Outpoint, Txid>;
  readonly pending: readonly Pending[];
  readonly acts: readonly OwnActRow[];
  readonly cancelled: ReadonlyMap<string, OrderRow>;
}

/** More are not looked at; nobody has so many. */
const MAX_PENDING = 50;

/** @throws Refusal not-followed, syncing */
export async function loadOwn(context: OwnContext, owner: Owner): Promise<OwnWorld> {
  const { db } = context.store;
  const { tip, coins, waiting, assets } = await loadCoinsAbout(context, owner);
  const settled = settledOf(coins, assets, tip);
  const [spending, rows, locked, acts, inPools] = await Promise.all([
    context.chain.spendingOf([...coins, ...waiting].map(({ outpoint: point }) => point)),
    activeOutboxOf(db, owner.address),
    lockedOutpoints(db, owner.address),
    ownActsOf(db, owner.address),
    coinsInPoolActs(db, owner.address),
  ]);
  // What our outbox spends is not free, though the node may be a block ahead and have it in its mempool no more.
  // So it is with what a pool has signed for him, and the mempool has lost: it is sent again.
  const ours = new Set([...rows.flatMap(({ inputs }) => inputs), ...inPools]);
  const free = [...settled.values()].filter(
    ({ outpoint: point }) => !spending.has(point) && !locked.has(point) && !ours.has(point),
  );
  const incoming = waiting.map(({ outpoint: point }) => splitOutpoint(point).txid);
  const txids = [...rows.map((row) => row.txid as Txid), ...spending.values(), ...incoming];
  const { address, script } = owner;
  const base = { address, script, tip, free, money: moneyOf(free), settled, spending, acts };
  const pending = await pendingOf(context, base, [...new Set(txids)].slice(0, MAX_PENDING));
  return { ...base, pending, cancelled: await ordersCancelled(context, pending) };
}

interface Owner {
  readonly address: string;
  readonly script: Uint8Array;
  /** Coins that the act is about. */
  readonly named?: readonly Outpoint[];
}

interface CoinsAbout extends AssetsAt {
  readonly coins: readonly FollowedCoin[];
  /** Coins in no block yet. */
  readonly waiting: readonly FollowedCoin[];
}

/** With these many coins that carry something the wallet's own transactions are found, and what is mixed. */
const MOST_CARRYING = 500;
/** Outputs of transactions that wait; of one that pays an address a thousand times the largest are enough. */
const MOST_WAITING = 500;

/** Not all coins of an address: anybody may send it coins by the thousand. */
async function loadCoinsAbout({ ledger }: OwnContext, { script, named = [] }: Owner): Promise<CoinsAbout> {
  const { tip, value } = await atOneTip(ledger, async () => {
    await requireFollowed(ledger, script);
    const [paying, carrying, about, waiting] = await Promise.all([
      ledger.payingCoinsOf(script, { first: 'largest', least: DUST_FLOOR, except: [], most: MOST_PAYING }),
      ledger.carryingCoinsOf(script, MOST_CARRYING),
      ledger.settledCoinsAt(script, named),
      ledger.waitingCoinsOf(script, MOST_WAITING),
    ]);
    const byPoint = new Map([...paying, ...carrying, ...about].map((coin) => [coin.outpoint, coin]));
    const { assets } = await ledger.assetsOn([...byPoint.keys()]);
    return { coins: [...byPoint.values()], waiting, assets };
  });
  return { tip, ...value };
}

/** No act takes more than a few, and a list plans a hundred acts. */
const MAX_MONEY = 100;

/** The largest clean coins. */
export function moneyOf(free: readonly Coin[]): readonly Coin[] {
  const clean = free.filter((coin) => isClean(coin) && coin.value >= DUST_FLOOR);
  return clean.toSorted(largestFirst).slice(0, MAX_MONEY);
}

function settledOf(
  coins: readonly FollowedCoin[],
  assets: AssetsAt['assets'],
  tip: Tip,
): ReadonlyMap<Outpoint, Coin> {
  const settled = new Map<Outpoint, Coin>();
  for (const coin of coins) {
    const { outpoint: point, script, value, height } = coin;
    if (height === undefined || isImmature(coin, tip)) continue;
    settled.set(point, { outpoint: point, script, value, height, assets: assets.get(point) ?? [] });
  }
  return settled;
}

type Base = Omit<OwnWorld, 'pending' | 'cancelled'>;

async function pendingOf(context: OwnContext, base: Base, txids: readonly Txid[]): Promise<Pending[]> {
  const [raws, waiting, rows] = await Promise.all([
    context.chain.rawTransactions(txids),
    context.chain.waiting(txids),
    findOutbox(context.store.db, txids),
  ]);
  const rowOf = new Map(rows.map((row) => [row.txid, row]));
  const found = txids.flatMap((txid) => {
    const row = rowOf.get(txid);
    const raw = raws.get(txid) ?? (row === undefined ? undefined : hexToBytes(row.raw));
    const tx = raw === undefined ? undefined : readTransaction(raw);
    return tx === undefined || isFlaw(tx) ? [] : [{ tx, row, waiting: waiting.get(txid) }];
  });
  const whole = await withSpent(context, base, found);
  const pending = await Promise.all(found.map((one) => onePending(context, whole, one)));
  return pending.filter((one) => one.waiting !== undefined || isUnconfirmed(one.row));
}

/** Waiting transactions may spend coins of ours that were not looked at yet. */
async function withSpent(
  { ledger }: OwnContext,
  base: Base,
  found: readonly Pick<Pending, 'tx'>[],
): Promise<Base> {
  const points = found.flatMap(({ tx }) => tx.inputs.map(spentPoint));
  const unseen = [...new Set(points)].filter((point) => !base.settled.has(point));
  const coins = await ledger.settledCoinsAt(base.script, unseen);
  if (coins.length === 0) return base;
  const { assets } = await ledger.assetsOn(coins.map((coin) => coin.outpoint));
  const more = settledOf(coins, assets, base.tip);
  const spending = new Map(base.spending);
  for (const { tx } of found)
    for (const point of tx.inputs.map(spentPoint)) if (more.has(point)) spending.set(point, tx.txid);
  return { ...base, settled: new Map([...base.settled, ...more]), spending };
}

async function onePending(
  context: OwnContext,
  base: Base,
  found: Pick<Pending, 'tx' | 'row' | 'waiting'>,
): Promise<Pending> {
  const { row } = found;
  const isTrade = row?.kind === 'trade' || row?.kind === 'fill';
  const trade = isTrade ? await findTrade(context.store.db, row.reference) : undefined;
  const take = trade === undefined ? undefined : await findTake(context.store.db, trade.id);
  const one = { ...found, trade, plan: take?.plan };
  return { ...one, kind: kindOf(base, one), coins: await coinsOf(context, base, one) };
}

function kindOf(base: Base, { tx, row, trade }: Pick<Pending, 'tx' | 'row' | 'trade'>): OwnKind {
  if (trade?.side === 'bid') return trade.sellerAddress === base.address ? 'sale' : 'incoming';
  if (trade !== undefined) return trade.buyerAddress === base.address ? 'take' : 'sale';
  if (row?.kind === 'cancel') return 'cancel';
  if (row?.kind === 'own') return kindOfAct(base.acts, row.txid);
  const isOurs = tx.inputs.some((input) => base.spending.has(spentPoint(input)));
  return isOurs ? 'wallet' : 'incoming';
}

/** A bump is what it bumps. */
function kindOfAct(acts: readonly OwnActRow[], txid: string): OwnKind {
  const made = acts.find((one) => one.txids.includes(txid));
  if (made === undefined) return 'wallet';
  return made.act === 'bump' ? kindOfAct(acts, made.target) : made.act;
}

/** Values and scripts never change; what is on them is asked anew. */
async function coinsOf(
  context: OwnContext,
  base: Base,
  { tx, row, plan }: Pick<Pending, 'tx' | 'row' | 'plan'>,
): Promise<Coin[] | undefined> {
  const recorded = recordedCoins(base, row, plan);
  const points = tx.inputs.map(spentPoint);
  const foreign = points.filter((point) => !base.settled.has(point));
  const { assets } = await context.ledger.assetsOn(foreign);
  const coins = points.flatMap((point) => {
    const own = base.settled.get(point);
    if (own !== undefined) return [own];
    const coin = recorded.get(point);
    return coin === undefined ? [] : [{ ...coin, assets: assets.get(point) ?? [] }];
  });
  return coins.length === points.length ? coins : undefined;
}

function recordedCoins(
  { acts, script }: Base,
  row: OutboxRow | undefined,
  plan: PlanRecord | undefined,
): ReadonlyMap<Outpoint, Coin> {
  const coins: Coin[] = [];
  if (plan !== undefined) {
    const { pad, lots, payments } = plan;
    coins.push(...[pad.coin, ...lots.map(({ coin }) => coin), ...payments].map(coinFromWire));
  }
  const made = acts.find((one) => row !== undefined && one.txids.includes(row.txid));
  // Of a child: its parent's output is in no block.
  if (made?.plan.act === 'child') coins.push(...spentBy(buildAct(made.plan, script)));
  return new Map(coins.map((coin) => [coin.outpoint, coin]));
}

async function ordersCancelled(
  context: OwnContext,
  pending: readonly Pending[],
): Promise<ReadonlyMap<string, OrderRow>> {
  const ids = pending.flatMap(({ row }) => (row?.kind === 'cancel' ? [row.reference] : []));
  return new Map((await findOrders(context.store.db, [...new Set(ids)])).map((order) => [order.id, order]));
}
