/** What the chain does to trades, cancels and orders, on a real database and a fake chain: bought, sniped, moved, undone, cancelled. */
import { REGTEST } from '@rialto/devnet';
import { bytesToHex, hexToBytes, splitOutpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { publicKeyOf } from '@rialto/psbt';
import { RawTx, p2wpkh } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderListener } from '../../src/orders/settle.ts';
import type { OrderContext } from '../../src/orders/context.ts';
import { commitAndSend } from '../../src/outbox/commit.ts';
import { replaceBy } from '../../src/outbox/replace.ts';
import { findAsk, setCancelTxid } from '../../src/store/orders/ask-store.ts';
import type { AskRow } from '../../src/store/orders/ask-store.ts';
import { claimAsks } from '../../src/store/orders/order-claims.ts';
import { requireMoveOrder } from '../../src/store/orders/order-store.ts';
import { findTrade, requireMoveTrade } from '../../src/store/orders/trade-store.ts';
import type { TradeRow } from '../../src/store/orders/trade-store.ts';
import { SCRIPT, putOrder, putTrade } from '../orders/rows.ts';
import { made, openStage } from './stage.ts';
import type { Made, Stage } from './stage.ts';

let stage: Stage;

const addressOf = (seed: number): string =>
  p2wpkh(publicKeyOf(new Uint8Array(32).fill(seed)), REGTEST).address;
const SELLER = addressOf(1);
const BUYER = addressOf(2);

const notUsed = (): never => {
  throw new Error('what the chain does asks nobody for it');
};

beforeAll(async () => {
  stage = await openStage();
  const { store, ledger, outbox, port: chain } = stage;
  const context: OrderContext = {
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
    verifier: { ecdsa: notUsed, schnorr: notUsed },
    books: { bookOf: notUsed, token: notUsed, held: notUsed, tokens: notUsed, forget: notUsed },
    settings: {
      network: 'regtest',
      feeAddress: '',
      minConfirmations: 1,
      smallValue: 0n,
      takeMs: 1,
      staleSubmitMs: 1,
      freePerAddress: 0,
      freePerCaller: 0,
      lateBlocks: 6,
      voids: { limit: 3, within: 144, pause: 6 },
      takesWaiting: 25,
      lotExitAfter: 4320,
      bids: { expiryBlocks: 2_016, mostExpiryBlocks: 8_064, exitAfter: 144 },
      live: { listedMs: 20_000, signMs: 60_000, absences: 3, pauseBlocks: 144 },
    },
    plans: notUsed,
    now: notUsed,
    newId: notUsed,
    at: () => undefined,
    warn: () => undefined,
  };
  stage.listeners.push(orderListener(context));
});
afterAll(() => stage.drop());

const order = async ({ id }: AskRow) => findAsk(stage.store.db, id);
const trade = async ({ id }: TradeRow) => findTrade(stage.store.db, id);

interface Bought {
  readonly lot: Outpoint;
  readonly ask: AskRow;
  readonly sale: TradeRow;
  readonly tx: Made;
}

/** An ask on a coin, and a purchase of it that is committed and sent. */
async function bought(value = 9_000n): Promise<Bought> {
  const { store, outbox } = stage;
  const lot = stage.coin();
  const ask = await putOrder(store.db, { outpoint: lot, ownerAddress: SELLER });
  const tx = made([lot], value);
  const sale = await putTrade(store.db, {
    status: 'submitted',
    txid: tx.txid,
    orderIds: [ask.id],
    buyerAddress: BUYER,
    networkFee: 1_000n,
  });
  await store.transact((db) => claimAsks(db, [{ id: ask.id, price: ask.price }], sale.id));
  await commitAndSend(outbox, { finals: [tx], refusals: {} }, async (db) => {
    await requireMoveTrade(db, { id: sale.id, event: 'commit' });
    return { purpose: 'trade', reference: sale.id };
  });
  return { lot, ask, sale, tx };
}

async function bumped({ lot, sale, tx: old }: Bought): Promise<Made> {
  const tx = made([lot], 7_000n);
  await commitAndSend(stage.outbox, { finals: [{ ...tx, fee: 3_000n }], refusals: {} }, async (db) => {
    const row = await stage.row(old);
    if (row === undefined) throw new Error('it is in the outbox');
    await replaceBy(stage.outbox, db, row, { txid: tx.txid, fee: 3_000n });
    return { purpose: 'trade', reference: sale.id, replaces: old.txid };
  });
  return tx;
}

/** A hard cancel of an open ask, sent. */
async function cancelled(): Promise<{ lot: Outpoint; money: Outpoint; ask: AskRow; tx: Made }> {
  const [lot, money] = [stage.coin(), stage.coin()];
  const ask = await putOrder(stage.store.db, { outpoint: lot });
  const tx = made([lot, money], 19_000n);
  await commitAndSend(stage.outbox, { finals: [tx], refusals: {} }, async (db) => {
    await setCancelTxid(db, ask.id, tx.txid);
    await requireMoveOrder(db, { id: ask.id, event: 'cancel-on-chain' });
    return { purpose: 'cancel', reference: ask.id };
  });
  return { lot, money, ask, tx };
}

describe('a purchase', () => {
  it('goes from committed to final with its order, and back when a block is undone', async () => {
    const { ask, sale, tx } = await bought();
    expect(await trade(sale)).toMatchObject({ status: 'sent' });
    await stage.look();
    expect(await trade(sale)).toMatchObject({ status: 'seen' });
    expect(await order(ask)).toMatchObject({ status: 'open', liveTrade: sale.id });
    await stage.block(tx);
    const { height } = stage.chain.tip;
    expect(await trade(sale)).toMatchObject({ status: 'confirmed', height });
    expect(await order(ask)).toMatchObject({
      status: 'done',
      closedHeight: height,
      dealTxid: tx.txid,
      takerAddress: BUYER,
    });
    await stage.undo();
    expect(await trade(sale)).toMatchObject({ status: 'seen', height: null });
    expect(await order(ask)).toMatchObject({
      status: 'open',
      closedHeight: null,
      dealTxid: null,
      liveTrade: sale.id,
    });
    await stage.block(tx);
    for (let depth = 0; depth < 6; depth += 1) await stage.block();
    expect(await trade(sale)).toMatchObject({ status: 'final' });
    expect(await order(ask)).toMatchObject({ status: 'done' });
  });

  it('that lost its coin is void, its order free; a block that has it after all makes it right', async () => {
    const { lot, ask, sale, tx } = await bought();
    const rival = stage.chain.push(made([lot], 5_000n).raw);
    await stage.look();
    expect(await trade(sale)).toMatchObject({
      status: 'void',
      reason: expect.stringContaining(rival.txid) as string,
    });
    expect(await order(ask)).toMatchObject({ status: 'paused', liveTrade: null });
    await stage.block(tx);
    expect(await trade(sale)).toMatchObject({ status: 'confirmed', reason: '' });
    expect(await order(ask)).toMatchObject({ status: 'done', dealTxid: tx.txid });
  });

  it('that is paid more is the same trade by another transaction, with its fee', async () => {
    const first = await bought();
    const tx = await bumped(first);
    expect(await trade(first.sale)).toMatchObject({ status: 'sent', txid: tx.txid, networkFee: 3_000n });
    await stage.look();
    expect(await order(first.ask)).toMatchObject({ status: 'open', liveTrade: first.sale.id });
    await stage.block(tx);
    expect(await trade(first.sale)).toMatchObject({ status: 'confirmed', txid: tx.txid, networkFee: 3_000n });
  });

  it('that is paid more, and a block takes the first one: the trade goes by that one, at its fee', async () => {
    const first = await bought();
    const tx = await bumped(first);
    await stage.block(first.tx);
    expect(await trade(first.sale)).toMatchObject({
      status: 'confirmed',
      txid: first.tx.txid,
      networkFee: 1_000n,
    });
    expect((await stage.row(tx))?.status).toBe('void');
    expect(await order(first.ask)).toMatchObject({ status: 'done', dealTxid: first.tx.txid });
  });

  it('cannot be paid more once it is void', async () => {
    const first = await bought();
    stage.chain.push(made([first.lot], 5_000n).raw);
    await stage.look();
    await expect(bumped(first)).rejects.toMatchObject({
      code: expect.stringMatching(/node-refused|own-not-waiting/) as string,
    });
    expect(await trade(first.sale)).toMatchObject({ status: 'void', txid: first.tx.txid });
  });
});

describe('a lot that a stranger spends', () => {
  it('in the mempool pauses its order; in a block closes it; undone it is paused again', async () => {
    const lot = stage.coin();
    const ask = await putOrder(stage.store.db, { outpoint: lot });
    const foreign = made([lot], 5_000n);
    const { txid } = stage.chain.push(foreign.raw);
    await stage.look();
    expect(await order(ask)).toMatchObject({
      status: 'paused',
      reason: `its coin is being spent by ${txid}`,
    });
    await stage.block(foreign);
    expect(await order(ask)).toMatchObject({
      status: 'invalid',
      dealTxid: txid,
      reason: 'the coin was spent elsewhere',
    });
    await stage.undo();
    expect(await order(ask)).toMatchObject({ status: 'paused', closedHeight: null, dealTxid: null });
  });

  it('with the published signature is a sale past us', async () => {
    const lot = stage.coin();
    const { txid, vout: index } = splitOutpoint(lot);
    const witness = [Uint8Array.of(1, 2, 0x83), Uint8Array.of(3)];
    const raw = RawTx.encode({
      version: 2,
      segwitFlag: true,
      inputs: [{ txid: hexToBytes(txid), index, finalScriptSig: new Uint8Array(), sequence: 0xffffffff }],
      outputs: [{ amount: 10_000n, script: SCRIPT }],
      witnesses: [witness],
      lockTime: 0,
    });
    const ask = await putOrder(stage.store.db, {
      outpoint: lot,
      witness: witness.map(bytesToHex),
      payScript: bytesToHex(SCRIPT),
    });
    const sale = stage.chain.push(raw);
    await stage.block({ raw, txid: sale.txid });
    expect(await order(ask)).toMatchObject({
      status: 'done',
      reason: expect.stringContaining('bought outside') as string,
    });
    await stage.undo(sale.txid);
    expect(await order(ask)).toMatchObject({ status: 'open', dealTxid: null });
  });

  it('and lets go stays paused while the ledger does not say that its token is there', async () => {
    const lot = stage.coin();
    const ask = await putOrder(stage.store.db, { outpoint: lot });
    const { txid } = stage.chain.push(made([lot], 5_000n).raw);
    await stage.look();
    stage.chain.mempool.delete(txid);
    await stage.look();
    expect(await order(ask)).toMatchObject({ status: 'paused' });
  });
});

describe('a hard cancel', () => {
  it('ends its order in a block, and is under way again when the block is undone', async () => {
    const { ask, tx } = await cancelled();
    await stage.look();
    expect(await order(ask)).toMatchObject({ status: 'cancelling' });
    await stage.block(tx);
    expect(await order(ask)).toMatchObject({ status: 'cancelled', dealTxid: tx.txid });
    await stage.undo();
    expect(await order(ask)).toMatchObject({ status: 'cancelling', dealTxid: null });
  });

  it('whose owner takes the money home leaves the order to be looked at again, once a block says so', async () => {
    const { money, ask, tx } = await cancelled();
    const home = made([money], 2_000n);
    const standsFor = { purpose: 'own', reference: 'seller', replaces: tx.txid };
    await commitAndSend(stage.outbox, { finals: [home], refusals: {} }, () => Promise.resolve(standsFor));
    await stage.look();
    expect((await stage.row(tx))?.status).toBe('void');
    expect(await order(ask)).toMatchObject({ status: 'cancelling' });
    await stage.block(home);
    // This ledger does not hold its lot, so that nothing says it can be sold: it must not be open.
    expect(await order(ask)).toMatchObject({ status: 'paused', cancelTxid: null });
  });

  it('that loses against a sale is a sale; undone, the order is not offered against its owner’s will', async () => {
    const { lot, ask } = await cancelled();
    const { txid, vout: index } = splitOutpoint(lot);
    const raw = RawTx.encode({
      version: 2,
      segwitFlag: true,
      inputs: [{ txid: hexToBytes(txid), index, finalScriptSig: new Uint8Array(), sequence: 0xffffffff }],
      outputs: [{ amount: 10_000n, script: hexToBytes('51') }],
      witnesses: [[hexToBytes('aa')]],
      lockTime: 0,
    });
    await stage.block({ raw, txid: stage.chain.push(raw).txid });
    expect(await order(ask)).toMatchObject({ status: 'done' });
    await stage.undo();
    expect(await order(ask)).toMatchObject({ status: 'cancelling' });
  });
});
