/** Sales of a block, written down as fills: by a purchase of the exchange, or by a stranger with a published signature. */
import { exclusionOf, feeShares, marketOfType } from '@rialto/market';
import type { Exclusion, FundedCoin, SaleSide } from '@rialto/market';
import { bytesToHex, sats, splitOutpoint } from '@rialto/protocols';
import type { Outpoint, ScriptHex, Txid } from '@rialto/protocols';
import { addressToScript } from '@rialto/psbt';
import { findAsks } from '../store/orders/ask-store.ts';
import type { AskRow } from '../store/orders/ask-store.ts';
import type { BlockNews } from '../store/chain-news.ts';
import type { Queries, Tx } from '../store/database.ts';
import { insertFills, purchasesOf } from '../store/orders/fill-store.ts';
import type { NewFill } from '../store/orders/fill-store.ts';
import { findRungs } from '../store/bids/rung-store.ts';
import type { RungRow } from '../store/bids/rung-store.ts';
import type { OrderRow } from '../store/orders/order-store.ts';
import { findOutbox } from '../store/outbox-store.ts';
import { tradesMinedAt } from '../store/orders/trade-store.ts';
import type { TradeRow } from '../store/orders/trade-store.ts';
import type { OrderContext } from './context.ts';
import { chargedOf } from './service-fee.ts';

/** The block that sold something. */
export type SaleBlock = Pick<BlockNews, 'height' | 'time' | 'transactions'>;

type Reading = Pick<OrderContext, 'chain' | 'settings'>;

/** What the purchases of a block sold. Comes after the outbox: by then their trades and orders say so. */
export async function recordPurchases(context: Reading, tx: Tx, block: SaleBlock): Promise<void> {
  for (const trade of await tradesMinedAt(tx, block.height))
    if (trade.side === 'ask') await recordPurchase(context, tx, { trade, block });
    else await recordSale(context, tx, { trade, block });
}

interface Purchase {
  readonly trade: TradeRow;
  readonly block: SaleBlock;
}

/** Asks the node where the coins come from that both sides spent: once for the whole purchase. */
async function recordPurchase(context: Reading, tx: Tx, { trade, block }: Purchase): Promise<void> {
  const { buyerAddress: buyer, txid } = trade;
  const found = new Map((await findAsks(tx, trade.orderIds)).map((ask) => [ask.id, ask]));
  const asks = trade.orderIds.flatMap((id) => found.get(id) ?? []);
  const shares = feeShares(sats(trade.serviceFee), asks.map(chargedOf));
  const excluded = await exclusionsOf(context, tx, { trade, asks, height: block.height });
  const sold = asks.map((ask, at): NewFill => {
    const serviceFee = shares[at] ?? 0n;
    const feePaidBy = serviceFee > 0n ? buyer : '';
    return {
      ...fillOf(ask, txid, block),
      serviceFee,
      feePaidBy,
      buyer,
      excluded: excluded.get(ask.id) ?? null,
    };
  });
  await insertFills(
    tx,
    sold.filter(({ reference }) => found.get(reference)?.dealTxid === txid),
  );
}

/** A lot that was sold into a rung: the seller took the bid, and paid the fee. */
async function recordSale(context: Reading, tx: Tx, { trade, block }: Purchase): Promise<void> {
  const { sellerAddress, serviceFee, txid } = trade;
  const [rung] = await findRungs(tx, trade.orderIds);
  if (rung?.dealTxid !== txid || sellerAddress === null) return;
  const excluded = await exclusionOfSale(context, tx, { trade, rung, height: block.height });
  const parties = { buyer: rung.ownerAddress, seller: sellerAddress };
  const feePaidBy = serviceFee > 0n ? sellerAddress : '';
  await insertFills(tx, [{ ...fillOf(rung, txid, block), ...parties, serviceFee, feePaidBy, excluded }]);
}

/** By where the lot comes from, and what paid for the lock: the bidder's coins that its funding spent. */
async function exclusionOfSale(
  { chain, settings }: Reading,
  tx: Queries,
  { trade, rung, height }: { readonly trade: TradeRow; readonly rung: RungRow; readonly height: number },
): Promise<Exclusion | null> {
  const scriptOf = (address: string) => bytesToHex(addressToScript(address, settings.network)) as ScriptHex;
  const money = rung.bid.coins.map(({ outpoint }) => makerOf(outpoint));
  const lot = trade.lotOutpoint === null ? [] : [makerOf(trade.lotOutpoint)];
  const origins = await chain.originsOf([...new Set([...money, ...lot])]);
  const purchases = await purchasesOf(tx, rung.ownerAddress, money);
  const coinsOf = (txids: readonly Txid[], change: ReadonlySet<string>): FundedCoin[] =>
    txids.flatMap((txid) => {
      const origin = origins.get(txid);
      return origin === undefined ? [] : [{ ...origin, change: change.has(txid) }];
    });
  const buyer = { scripts: [scriptOf(rung.ownerAddress)], coins: coinsOf(money, purchases) };
  const seller = { scripts: [scriptOf(trade.sellerAddress ?? '')], coins: coinsOf(lot, new Set()) };
  return exclusionOf(height, buyer, seller);
}

/** A stranger bought with the signature of the seller's that was published: it pays no fee and counts nowhere. */
export async function recordOutside(
  tx: Tx,
  ask: AskRow,
  { txid, block }: { readonly txid: Txid; readonly block: SaleBlock },
): Promise<void> {
  const nobody = { serviceFee: 0n, feePaidBy: '', buyer: '' };
  await insertFills(tx, [{ ...fillOf(ask, txid, block), ...nobody, excluded: 'outside' }]);
}

type Sold = Omit<NewFill, 'serviceFee' | 'feePaidBy' | 'buyer' | 'excluded'>;

/** What an order's sale says, whoever bought; of a bid the seller is named beside it. */
export function fillOf(ask: OrderRow, txid: string, { height, time, transactions }: SaleBlock): Sold {
  const { id, side, assetId, tick, decimals, coinAmount, price, rateE18, ownerAddress } = ask;
  const market = marketOfType(ask.orderType).market.name;
  return {
    kind: 'order',
    reference: id,
    side,
    market,
    assetId,
    tick,
    decimals,
    amount: coinAmount,
    sats: price,
    rateE18,
    seller: ownerAddress,
    txid,
    height,
    place: transactions.findIndex((tx) => tx.txid === txid),
    at: new Date(time * 1000),
  };
}

/** A lot that was sold, and who was paid for it. */
type SoldLot = Pick<AskRow, 'id' | 'outpoint' | 'ownerAddress' | 'payScript'>;

/** Of each lot whether its sale counts, by where the coins of both sides come from. */
export async function exclusionsOf(
  { chain, settings }: Reading,
  tx: Queries,
  of: { readonly trade: TradeRow; readonly asks: readonly SoldLot[]; readonly height: number },
): Promise<ReadonlyMap<string, Exclusion | null>> {
  const lots = new Set(of.asks.map(({ outpoint }) => outpoint));
  const [sent] = await findOutbox(tx, [of.trade.txid]);
  // Neither side's: a pad of the exchange.
  const money = (sent?.inputs ?? []).filter((point) => !lots.has(point) && point !== of.trade.padOutpoint);
  const txids = [...new Set([...money, ...lots].map(makerOf))];
  const origins = await chain.originsOf(txids);
  const purchases = await purchasesOf(tx, of.trade.buyerAddress, txids);
  const coinsOf = (points: readonly string[], change: ReadonlySet<string>): FundedCoin[] =>
    points.map(makerOf).flatMap((txid) => {
      const origin = origins.get(txid);
      return origin === undefined ? [] : [{ ...origin, change: change.has(txid) }];
    });
  const scriptOf = (address: string) => bytesToHex(addressToScript(address, settings.network)) as ScriptHex;
  const buyer: SaleSide = { scripts: [scriptOf(of.trade.buyerAddress)], coins: coinsOf(money, purchases) };
  return new Map(
    of.asks.map((ask) => {
      const scripts = [scriptOf(ask.ownerAddress), ask.payScript as ScriptHex];
      const seller = { scripts, coins: coinsOf([ask.outpoint], new Set()) };
      return [ask.id, exclusionOf(of.height, buyer, seller)];
    }),
  );
}

const makerOf = (point: string): Txid => splitOutpoint(point as Outpoint).txid;
