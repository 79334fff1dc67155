/**
 * One transaction for anybody: what is on the chain or in the mempool, read by what it spent, which was kept when it was sent. Who
 * asked for it, that an owner moved coins by this exchange, and what was never broadcast, is not told.
 */
import { coinFromWire } from '@rialto/contract';
import type { TransactionView } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import { hexToBytes, isFlaw, outpoint, readTransaction, spentPoint, virtualSize } from '@rialto/protocols';
import type { Coin, Transaction, Txid } from '@rialto/protocols';
import { asMade, effects, scriptToAddress, unconfirmedOf } from '@rialto/psbt';
import type { Effects } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { CANCEL, TRADE } from '../../orders/purposes.ts';
import { blockTime, findOutbox, replacementOf } from '../../store/outbox-store.ts';
import type { OutboxRow } from '../../store/outbox-store.ts';
import { effectsToWire } from '../../wire-effects.ts';
import type { Service } from '../service.ts';
import { cancelledBy, soldBy } from './sales.ts';
import type { Sold } from './sales.ts';

/** As many inputs and outputs are told. */
const TOLD = 50;

interface Place {
  readonly state: 'waiting' | 'confirmed';
  readonly height?: number;
}

/** @throws Refusal not-found for what neither chain nor mempool has */
export async function transactionView(service: Service, txId: Txid): Promise<TransactionView> {
  const { db } = service.orders.store;
  const [[row], at] = await Promise.all([findOutbox(db, [txId]), service.ledger.tip()]);
  const place = await placeOf(service, txId, row);
  const raw = row === undefined ? await service.chain.rawTransaction(txId) : hexToBytes(row.raw);
  const tx = raw === undefined ? undefined : readTransaction(raw);
  if (tx === undefined || isFlaw(tx)) throw new Refusal('not-found', txId);
  const base = { txId, vsize: virtualSize(tx), at, confirmations: 0, sales: [] };
  if (place === undefined) return { ...base, ...(await goneOf(service, row, txId)), ...nothingOf(tx) };
  const [sold, coins] = await Promise.all([soldBy(db, txId), coinsOf(service, tx, { row, place })]);
  const does = effectsOf(tx, coins);
  return {
    ...base,
    kind: kindOf(row, sold),
    ...(await depthOf(service, place, at.height)),
    ...feesOf(row, sold, does),
    ...(does === undefined ? {} : { effects: effectsToWire(does) }),
    sales: sold.sales,
    ...(await cancelledOf(service, row)),
    ...placesOf(service, tx, coins),
  };
}

async function depthOf(
  { orders }: Service,
  place: Place,
  tip: number,
): Promise<Pick<TransactionView, 'state' | 'height' | 'time' | 'confirmations'>> {
  if (place.height === undefined) return { ...place, confirmations: 0 };
  const time = await blockTime(orders.store.db, place.height);
  const confirmations = Math.max(0, tip - place.height + 1);
  return { ...place, confirmations, ...(time === undefined ? {} : { time }) };
}

/** What it pays the network is exact where its coins are known, and else what was told when it was sent. */
function feesOf(
  row: OutboxRow | undefined,
  sold: Sold,
  does: Effects | undefined,
): Pick<TransactionView, 'networkFee' | 'serviceFee'> {
  const network = does?.fee ?? row?.fee ?? sold.networkFee;
  return {
    ...(network === undefined ? {} : { networkFee: network.toString() }),
    ...(sold.serviceFee === undefined ? {} : { serviceFee: sold.serviceFee.toString() }),
  };
}

async function cancelledOf(
  { orders }: Service,
  row: OutboxRow | undefined,
): Promise<Pick<TransactionView, 'cancelled'>> {
  if (row?.kind !== CANCEL.name) return {};
  const cancelled = await cancelledBy(orders.store.db, row.reference);
  return cancelled === undefined ? {} : { cancelled };
}

/** Undefined for one of ours that another took the place of, or that cannot happen any more. */
async function placeOf(
  { chain }: Service,
  txId: Txid,
  row: OutboxRow | undefined,
): Promise<Place | undefined> {
  if (row?.height != null) return { state: 'confirmed', height: row.height };
  if (row?.status === 'sent') return { state: 'waiting' };
  if ((await chain.waiting([txId])).has(txId)) return { state: 'waiting' };
  if (row !== undefined && row.status !== 'waiting' && row.attempts > 0) return undefined;
  // What was never sent is known to its owner alone.
  const height = row === undefined ? (await chain.heightsOf([txId])).get(txId) : undefined;
  if (height === undefined) throw new Refusal('not-found', txId);
  return { state: 'confirmed', height };
}

/** What it was for is its owner's business: perhaps the network never had it. */
async function goneOf(
  { orders }: Service,
  row: OutboxRow | undefined,
  txId: string,
): Promise<Pick<TransactionView, 'kind' | 'state' | 'replacedBy'>> {
  const replacedBy = await replacementOf(orders.store.db, txId);
  // A seller's cancel ends a purchase, and is no other transaction of its payer.
  const state = row?.status === 'replaced' ? 'replaced' : 'void';
  return { kind: 'other', state, ...(replacedBy === undefined ? {} : { replacedBy }) };
}

function nothingOf({ inputs, outputs }: Transaction) {
  return { inputs: [], inputsTotal: inputs.length, outputs: [], outputsTotal: outputs.length };
}

function kindOf(row: OutboxRow | undefined, { sales }: Pick<Sold, 'sales'>): TransactionView['kind'] {
  switch (row?.kind) {
    case TRADE.name:
      return 'purchase';
    case CANCEL.name:
      return 'cancel';
    default:
      return sales.length > 0 ? 'outside' : 'other';
  }
}

/** What was kept with it, or what is there still: what a block has spent is gone, and nobody need wait for the ledger. */
async function coinsOf(
  service: Service,
  tx: Transaction,
  { row, place }: { readonly row: OutboxRow | undefined; readonly place: Place },
): Promise<readonly Coin[]> {
  if (row?.coins != null && row.coins.length > 0) return row.coins.map(coinFromWire);
  if (place.state === 'confirmed') return [];
  const points = tx.inputs.slice(0, TOLD).map(spentPoint);
  return [...(await loadCoins(service, points)).coins.values()];
}

/** Undefined where a coin is not known any more, or nobody can say what it does. */
function effectsOf(tx: Transaction, coins: readonly Coin[]): Effects | undefined {
  try {
    return effects(tx, coins, { ...asMade(tx, coins), held: unconfirmedOf(coins) });
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function placesOf({ config }: Service, tx: Transaction, coins: readonly Coin[]) {
  const addressOf = (script: Uint8Array): string => scriptToAddress(script, config.NETWORK) ?? '';
  const spent = new Map<string, Coin>(coins.map((coin) => [coin.outpoint, coin]));
  return {
    inputs: tx.inputs.slice(0, TOLD).map((input) => {
      const point = spentPoint(input);
      const coin = spent.get(point);
      return coin === undefined
        ? { outpoint: point, address: '' }
        : { outpoint: point, value: coin.value.toString(), address: addressOf(coin.script) };
    }),
    inputsTotal: tx.inputs.length,
    outputs: tx.outputs.slice(0, TOLD).map(({ value, script }, vout) => {
      return { outpoint: outpoint(tx.txid, vout), value: value.toString(), address: addressOf(script) };
    }),
    outputsTotal: tx.outputs.length,
  };
}
