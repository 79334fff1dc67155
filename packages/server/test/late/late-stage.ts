/** Lots on offer and purchases of them that wait, on a real PostgreSQL and a fake chain; the seller's key really signs. */
import { randomUUID } from 'node:crypto';
import type { PreparedCancel } from '@rialto/contract';
import { hexToBytes } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { publicKeyOf, pureVerifier, scriptOfKey, scriptToAddress } from '@rialto/psbt';
import type { OrderContext } from '../../src/orders/context.ts';
import { prepareCancel, submitCancel } from '../../src/orders/cancel.ts';
import { orderListener } from '../../src/orders/settle.ts';
import { commitAndSend } from '../../src/outbox/commit.ts';
import { replaceBy } from '../../src/outbox/replace.ts';
import { findAsk } from '../../src/store/orders/ask-store.ts';
import type { AskRow } from '../../src/store/orders/ask-store.ts';
import { claimAsks } from '../../src/store/orders/order-claims.ts';
import { findTrade, requireMoveTrade } from '../../src/store/orders/trade-store.ts';
import type { TradeRow } from '../../src/store/orders/trade-store.ts';
import { putOrder, putTrade, spend } from '../orders/rows.ts';
import { TOKEN, openActsStage } from '../own/acts-stage.ts';
import type { ActsStage } from '../own/acts-stage.ts';
import type { Made } from '../outbox/stage.ts';

const NET = 'regtest';
const BOOK = 'mrc20';
const ORDER_TYPE = 11;
const FEE = 1_000n;
/** Another one for each number. */
export const buyerOf = (seed: number): string =>
  scriptToAddress(scriptOfKey(publicKeyOf(new Uint8Array(32).fill(seed)), 'p2wpkh'), NET) ?? '';
const BUYER = buyerOf(50);

export interface Bought {
  readonly asks: readonly AskRow[];
  readonly sale: TradeRow;
  readonly tx: Made;
  /** The buyer's own coin in it. */
  readonly money: Outpoint;
}

export interface LateStage extends ActsStage {
  readonly context: OrderContext;
  /** A lot of the owner's on offer. */
  offer(): Promise<AskRow>;
  /** A purchase, committed and sent at the height of now. */
  buy(asks: readonly AskRow[], row?: Partial<TradeRow>): Promise<Bought>;
  /** Its buyer pays more for it. */
  bump(bought: Bought): Promise<Made>;
  blocks(count: number): Promise<void>;
  prepareCancel(ask: AskRow, feeRate?: number): Promise<PreparedCancel>;
  submitCancel(prepared: PreparedCancel): Promise<string>;
  order(ask: AskRow): Promise<AskRow | undefined>;
  trade(bought: Bought): Promise<TradeRow | undefined>;
}

const notUsed = (): never => {
  throw new Error('nobody is asked for it');
};

function contextOf({ store, port: chain, ledger, outbox }: ActsStage): OrderContext {
  return {
    store,
    chain,
    ledger,
    outbox,
    custody: {
      status: notUsed,
      padTerms: notUsed,
      leasePad: notUsed,
      releasePad: notUsed,
      cosign: notUsed,
      admit: notUsed,
      fill: notUsed,
      cancelLocks: notUsed,
      sell: notUsed,
      moveLot: notUsed,
      pools: notUsed,
      poolSign: notUsed,
      poolPending: notUsed,
      poolSigned: notUsed,
      poolExits: notUsed,
      makePools: notUsed,
      poolRestock: notUsed,
      poolFree: notUsed,
    },
    crossCheck: { lot: notUsed, trading: notUsed, deadline: notUsed },
    verifier: pureVerifier,
    books: { bookOf: notUsed, token: notUsed, held: notUsed, tokens: notUsed, forget: notUsed },
    settings: {
      network: NET,
      feeAddress: '',
      minConfirmations: 1,
      smallValue: 0n,
      takeMs: 60_000,
      staleSubmitMs: 60_000,
      freePerAddress: 0,
      freePerCaller: 0,
      lateBlocks: 6,
      voids: { limit: 3, within: 144, pause: 6 },
      takesWaiting: 25,
      lotExitAfter: 4320,
      bids: { expiryBlocks: 2_016, mostExpiryBlocks: 8_064, exitAfter: 144 },
      live: { listedMs: 20_000, signMs: 60_000, absences: 3, pauseBlocks: 144 },
    },
    plans: () => Promise.resolve({ eco: 1, slow: 2, avg: 3, fast: 5 }),
    now: () => 1_000_000,
    newId: () => randomUUID(),
    at: () => undefined,
    warn: (message) => {
      throw new Error(message);
    },
  };
}

export async function openLateStage(): Promise<LateStage> {
  const acts = await openActsStage();
  const context = contextOf(acts);
  acts.listeners.push(orderListener(context));
  const { store, outbox, session, address } = acts;
  const own = { net: NET, address } as const;
  const { publicKey } = session;
  return {
    ...acts,
    context,
    offer: async () =>
      putOrder(store.db, {
        outpoint: await acts.give(2_000n, 5n),
        ownerAddress: address,
        orderType: ORDER_TYPE,
        assetId: TOKEN,
        inscriptionId: '',
      }),
    buy: (asks, row) => buy(acts, asks, row),
    bump: async ({ asks, money, sale, tx: old }) => {
      const tx = takeOf(asks, money, FEE * 2n);
      await commitAndSend(outbox, { finals: [{ ...tx, fee: FEE * 2n }], refusals: {} }, async (db) => {
        const before = await acts.row(old);
        if (before === undefined) throw new Error('it is in the outbox');
        await replaceBy(outbox, db, before, { txid: tx.txid, fee: FEE * 2n });
        return { purpose: 'trade', reference: sale.id, replaces: old.txid };
      });
      return tx;
    },
    blocks: async (count) => {
      for (let at = 0; at < count; at += 1) await acts.block();
    },
    prepareCancel: ({ id: orderId }, feeRate = 20) =>
      prepareCancel(context, session, { ...own, orderId, publicKey, feeRate, highFee: true }, BOOK),
    submitCancel: async ({ orderId, psbtRaw, toSignInputs }) => {
      const [signed = ''] = acts.sign({ transactions: [{ psbtRaw, toSignInputs }] });
      return (await submitCancel(context, session, { ...own, orderId, psbtRaw: signed }, BOOK)).txId;
    },
    order: ({ id }) => findAsk(store.db, id),
    trade: ({ sale }) => findTrade(store.db, sale.id),
  };
}

/** All lots and the buyer's coin in one transaction. */
function takeOf(asks: readonly AskRow[], money: Outpoint, fee: bigint): Made {
  const lots = asks.map(({ outpoint }) => outpoint as Outpoint);
  const { txid, raw } = spend([...lots, money], 10_000n + 2_000n * BigInt(lots.length) - fee);
  return { txid, raw: hexToBytes(raw) };
}

async function buy(
  { store, outbox, coin }: ActsStage,
  asks: readonly AskRow[],
  row: Partial<TradeRow> = {},
): Promise<Bought> {
  const money = coin();
  const tx = takeOf(asks, money, FEE);
  const orderIds = asks.map(({ id }) => id);
  const sale = await putTrade(store.db, {
    status: 'submitted',
    txid: tx.txid,
    orderIds,
    orderType: ORDER_TYPE,
    assetId: TOKEN,
    networkFee: FEE,
    buyerAddress: BUYER,
    ...row,
  });
  await store.transact((db) => claimAsks(db, asks, sale.id));
  await commitAndSend(outbox, { finals: [tx], refusals: {} }, async (db) => {
    await requireMoveTrade(db, { id: sale.id, event: 'commit' });
    return { purpose: 'trade', reference: sale.id };
  });
  return { asks, sale, tx, money };
}
