/** What an enemy, a crash or a reorg does to orders and trades: nothing is lost, nothing is both sold and open, nobody is stuck. */
import { callApi, prepareReveal, text, textList } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import type { AnswerOf, WireCoin } from '@rialto/contract';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import type { Outpoint, Sats } from '@rialto/protocols';
import { Transaction } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCustody } from '../../src/custody/signer-client.ts';
import { checkLot } from '../../src/orders/lot.ts';
import { openStore } from '../../src/store/database.ts';
import type { Store } from '../../src/store/database.ts';
import { insertAsk } from '../../src/store/orders/ask-insert.ts';
import { asksAt } from '../../src/store/orders/ask-store.ts';
import { brokenInvariants } from '../invariants/invariants.ts';
import { refusalOf, testWorld, until } from '../world.ts';

const PRICE = 60_000n;
const LOTS = 17;
let world: World;
let store: Store;
let seller: Trader;
let buyer: Trader;

beforeAll(async () => {
  world = await testWorld();
  store = openStore(world.database.ownerUrl, () => undefined);
  seller = world.trader('seller', 'p2tr');
  buyer = world.trader('buyer', 'p2wpkh');
  await world.token(
    'pepe',
    Array.from({ length: LOTS }, () => ({ who: seller, amount: '1000' })),
  );
  await world.stockPads();
  await world.fund(
    buyer,
    Array.from({ length: 14 }, () => 300_000n),
  );
  await world.fund(
    seller,
    Array.from({ length: 6 }, () => 50_000n),
  );
  for (const trader of [seller, buyer]) await trader.login();
});

afterAll(async () => {
  await store.close();
  await world.stop();
});

type Lot = Awaited<ReturnType<Trader['lots']>>[number];

async function nextLot(): Promise<Lot> {
  const [lot] = await seller.lots('pepe');
  if (lot === undefined) throw new Error('the seller has no lot left');
  return lot;
}

const orderOf = (orderId: string): Promise<AnswerOf<'order'>> =>
  callApi(world.origin, 'order', { params: { book: 'brc20', orderId }, query: { net: 'regtest' } });

const tradeOf = (tradeId: string): Promise<AnswerOf<'trade'>> =>
  callApi(world.origin, 'trade', {
    params: { book: 'brc20', tradeId },
    query: { net: 'regtest' },
    headers: buyer.headers(),
  });

const stateIs = (id: string, state: string): Promise<void> =>
  until(async () => (await orderOf(id)).state === state, `the order is ${state}`);

const softCancel = (orderId: string): Promise<unknown> =>
  seller.post('updateOrder', { net: 'regtest', address: seller.address, orderId, orderState: 3 });

const prepareCancel = (orderId: string, feeRate = 3) =>
  seller.post('prepareCancel', {
    net: 'regtest',
    address: seller.address,
    orderId,
    publicKey: bytesToHex(seller.publicKey),
    feeRate,
  });

async function hardCancel(orderId: string, feeRate = 3): Promise<{ txId: string; coins: WireCoin[] }> {
  const prepared = await prepareCancel(orderId, feeRate);
  const psbtRaw = seller.sign(prepared.psbtRaw, prepared.toSignInputs);
  const body = { net: 'regtest' as const, address: seller.address, orderId, psbtRaw };
  return { txId: (await seller.post('submitCancel', body)).txId, coins: prepared.coins };
}

/** The owner of a coin sends it home with nearly all of it as fee, replacing what spends it now. */
async function spendHome(who: Trader, coin: WireCoin | undefined): Promise<string> {
  if (coin === undefined) throw new Error('a coin to spend');
  const [txid = '', vout = '0'] = coin.outpoint.split(':');
  const tx = new Transaction({ version: 2 });
  tx.addInput({
    txid,
    index: Number.parseInt(vout, 10),
    sequence: 0xfffffffd,
    witnessUtxo: { script: hexToBytes(coin.script), amount: BigInt(coin.value) },
    ...(coin.script.startsWith('51') ? { tapInternalKey: who.publicKey.subarray(1) } : {}),
  });
  const value = BigInt(coin.value);
  tx.addOutput({ script: who.script, amount: value > 60_000n ? value - 30_000n : 600n });
  tx.sign(who.key);
  tx.finalize();
  return text(await world.chain.rpc('sendrawtransaction', [tx.hex]));
}

/** A block with exactly these transactions, whatever the mempool would rather have. */
async function mineOnly(raws: readonly string[]): Promise<void> {
  await world.chain.node.rpc('generateblock', [world.chain.faucetAddress, raws]);
  await world.exchange.ready();
}

async function undoBlock(): Promise<void> {
  await world.chain.node.rpc('invalidateblock', [text(await world.chain.node.rpc('getbestblockhash'))]);
  await world.exchange.ready();
}

/** A purchase that the buyer made void by spending a coin of theirs; what was sent stays known to everybody. */
async function voidTrade(orderId: string): Promise<{ tradeId: string; raw: string; coins: WireCoin[] }> {
  const take = await buyer.prepare([orderId], 2);
  const trade = await buyer.submit(take);
  const raw = text(await world.chain.rpc('getrawtransaction', [trade.txId]));
  await spendHome(buyer, take.coins.at(-1));
  await until(async () => (await tradeOf(trade.tradeId)).state === 'void', 'the trade is void');
  return { tradeId: trade.tradeId, raw, coins: take.coins };
}

describe('a purchase that came to nothing', () => {
  it('can be tried again with the same coins', async () => {
    const id = await seller.ask(await nextLot(), 'pepe', PRICE);
    const first = await buyer.prepare([id], 2);
    const kept = await store.pool.query<{ witness: string[] }>(
      'select witness from asks where order_id = $1',
      [id],
    );
    await store.pool.query(`update asks set witness = '["00"]'::jsonb where order_id = $1`, [id]);
    await expect(buyer.submit(first)).rejects.toThrow();
    expect((await tradeOf(first.takeId)).state).toBe('void');
    await store.pool.query('update asks set witness = $2::jsonb where order_id = $1', [
      id,
      JSON.stringify(kept.rows[0]?.witness),
    ]);
    const again = await buyer.prepare([id], 2);
    expect(again.psbtRaw).toBe(first.psbtRaw);
    const trade = await buyer.submit(again);
    expect(trade.tradeId).toBe(again.takeId);
    await world.mine();
    expect((await tradeOf(trade.tradeId)).state).toBe('confirmed');
  });

  it('is one purchase when it was prepared twice alike', async () => {
    const id = await seller.ask(await nextLot(), 'pepe', PRICE);
    const [one, two] = [await buyer.prepare([id], 2), await buyer.prepare([id], 2)];
    expect(two.psbtRaw).toBe(one.psbtRaw);
    const answers = await Promise.all([buyer.submit(one), buyer.submit(two)]);
    expect(new Set(answers.map((trade) => trade.tradeId)).size).toBe(1);
    await world.mine();
  });

  it('is given up when a block has one of its coins, though nobody saw that spend in the mempool', async () => {
    const id = await seller.ask(await nextLot(), 'pepe', PRICE);
    const { tradeId, raw } = await voidTrade(id);
    await world.mine();
    // As if the outbox row had been written only after the block was settled.
    await store.pool.query(`update trades set status = 'committed' where id = $1`, [tradeId]);
    await store.pool.query('update orders set live_trade = $2 where id = $1', [id, tradeId]);
    await store.pool.query(`update outbox set status = 'waiting' where raw = $1`, [raw]);
    await until(async () => (await tradeOf(tradeId)).state === 'void', 'the trade is void');
    expect((await orderOf(id)).pending).toBe(false);
    await softCancel(id);
  });
});

describe('two orders of one coin, one of them withdrawn', () => {
  it('end together when the coin is spent by the cancel of the first; a reorg stops nobody', async () => {
    const lot = await nextLot();
    const first = await seller.ask(lot, 'pepe', PRICE);
    await softCancel(first);
    const second = await seller.ask(lot, 'pepe', PRICE - 1_000n);
    await hardCancel(first);
    await stateIs(second, 'paused');
    await world.mine();
    expect(await orderOf(second)).toMatchObject({ state: 'invalid' });
    await undoBlock();
    await stateIs(second, 'paused');
    await world.chain.mine(2, buyer.address);
    await stateIs(second, 'invalid');
  });

  it('survive a sale of the withdrawn one, and its reorg: withdrawn stays withdrawn', async () => {
    const lot = await nextLot();
    const first = await seller.ask(lot, 'pepe', PRICE);
    const { raw } = await voidTrade(first);
    await softCancel(first);
    const second = await seller.ask(lot, 'pepe', PRICE - 1_000n);
    await mineOnly([raw]);
    expect((await orderOf(first)).state).toBe('done');
    expect((await orderOf(second)).state).toBe('invalid');
    await undoBlock();
    await stateIs(first, 'cancelled');
    await world.chain.mine(2, buyer.address);
    await world.exchange.ready();
    expect(await brokenInvariants(world)).toEqual([]);
  });
});

describe('two orders of one coin with the same signature, as wallets without randomness make it', () => {
  it('are one sale', async () => {
    const lot = await nextLot();
    const first = await seller.ask(lot, 'pepe', PRICE);
    const kept = await store.pool.query<{ witness: string[] }>(
      'select witness from asks where order_id = $1',
      [first],
    );
    const { raw } = await voidTrade(first);
    await softCancel(first);
    const second = await seller.ask(lot, 'pepe', PRICE);
    await store.pool.query('update asks set witness = $2::jsonb where order_id = $1', [
      second,
      JSON.stringify(kept.rows[0]?.witness),
    ]);
    await mineOnly([raw]);
    expect((await orderOf(first)).state).toBe('done');
    expect((await orderOf(second)).state).toBe('invalid');
    expect(await brokenInvariants(world)).toEqual([]);
  });
});

describe('a cancel on the chain', () => {
  it('can be made again when its transaction came to nothing', async () => {
    const id = await seller.ask(await nextLot(), 'pepe', PRICE);
    const cancel = await hardCancel(id);
    expect((await orderOf(id)).state).toBe('cancelling');
    await spendHome(seller, cancel.coins.at(-1));
    const ofCancel = async (): Promise<string | undefined> =>
      (await store.pool.query<{ status: string }>('select status from outbox where txid = $1', [cancel.txId]))
        .rows[0]?.status;
    await until(async () => (await ofCancel()) === 'void', 'the cancel is void');
    await world.mine();
    const again = await hardCancel(id);
    expect(again.txId).not.toBe(cancel.txId);
    await world.mine();
    expect(await orderOf(id)).toMatchObject({ state: 'cancelled', dealTx: again.txId });
  });

  it('is not helped against an unconfirmed purchase, and is not somebody else’s to make', async () => {
    const id = await seller.ask(await nextLot(), 'pepe', PRICE);
    expect(await refusalOf(prepareCancel(id, 0.5))).toBe('fee-too-low');
    expect(await refusalOf(prepareCancel(id, 400))).toBe('fee-needs-consent');
    const prepared = await prepareCancel(id, 7);
    const trade = await buyer.take([id]);
    const psbtRaw = seller.sign(prepared.psbtRaw, prepared.toSignInputs);
    const body = { net: 'regtest' as const, address: seller.address, orderId: id, psbtRaw };
    expect(await refusalOf(seller.post('submitCancel', body))).toBe('cancel-too-early');
    expect(await refusalOf(prepareCancel(id))).toBe('cancel-too-early');
    expect(await refusalOf(buyer.post('submitCancel', { ...body, address: buyer.address }))).toBe(
      'not-yours',
    );
    await world.mine();
    expect((await tradeOf(trade.tradeId)).state).toBe('confirmed');
  });

  it('of a withdrawn order waits for a block again when its block is undone', async () => {
    const id = await seller.ask(await nextLot(), 'pepe', PRICE);
    await softCancel(id);
    const { txId } = await hardCancel(id);
    await world.mine();
    await undoBlock();
    const statusOf = async (): Promise<string | undefined> =>
      (await store.pool.query<{ status: string }>('select status from outbox where txid = $1', [txId]))
        .rows[0]?.status;
    await until(async () => (await statusOf()) === 'sent', 'the cancel is on its way again');
    expect((await orderOf(id)).state).toBe('cancelled');
    await world.chain.mine(2, buyer.address);
    await world.exchange.ready();
    expect(await statusOf()).toBe('confirmed');
    expect((await orderOf(id)).state).toBe('cancelled');
  });
});

describe('a reorg', () => {
  it('six blocks deep leaves no trade that is final and undone', async () => {
    const id = await seller.ask(await nextLot(), 'pepe', PRICE);
    const trade = await buyer.take([id]);
    await world.mine(6);
    await world.chain.reorg(6);
    await until(async () => (await tradeOf(trade.tradeId)).state === 'seen', 'the trade waits again');
    expect(await orderOf(id)).toMatchObject({ state: 'open', pending: true });
    await world.mine();
    expect((await tradeOf(trade.tradeId)).state).toBe('confirmed');
    await world.mine(6);
    expect((await tradeOf(trade.tradeId)).state).toBe('final');
  });

  it('that takes a lot away takes its order off the book, and brings it back with the lot', async () => {
    await world.token('frog', [{ who: seller, amount: '5' }]);
    const [lot] = await seller.lots('frog');
    if (lot === undefined) throw new Error('a lot of frog');
    const id = await seller.ask(lot, 'frog', PRICE);
    const top = text(await world.chain.node.rpc('getbestblockhash'));
    const block = await world.chain.node.rpc('getblock', [top, 1]);
    const txids = textList(typeof block === 'object' && block !== null && 'tx' in block ? block.tx : []);
    const raws: string[] = [];
    for (const txid of txids.slice(1))
      raws.push(text(await world.chain.node.rpc('getrawtransaction', [txid])));
    await world.chain.node.rpc('invalidateblock', [top]);
    await world.chain.node.rpc('generateblock', [buyer.address, []]);
    await world.chain.node.rpc('generateblock', [buyer.address, []]);
    await stateIs(id, 'paused');
    expect(await refusalOf(buyer.prepare([id], 2))).toBe('order-closed');
    await mineOnly(raws);
    await stateIs(id, 'open');
  });
});

describe('what is written', () => {
  it('is not written at a tip the ledger has left', async () => {
    const lot = await nextLot();
    const order = {
      id: 'f'.repeat(64),
      side: 'ask',
      status: 'open',
      orderType: 1,
      assetId: 'x',
      tick: 'x',
      price: PRICE,
      coinAmount: 1n,
      rateE18: 1n,
      ownerAddress: 'x',
    } as const;
    const ask = { outpoint: lot.coin.outpoint, inscriptionId: 'x', payScript: '', sequence: 0n };
    expect(
      await insertAsk(store, { order, ask }, '0'.repeat(64), { freePerAddress: 0, freePerCaller: 0 }),
    ).toBe('tip-moved');
  });

  it('is found among more coins than a statement has parameters', async () => {
    const points = Array.from(
      { length: 70_000 },
      (_, at) => `${at.toString(16).padStart(64, '0')}:0` as Outpoint,
    );
    expect(await asksAt(store.db, points)).toEqual([]);
  });
});

describe('what anybody may inscribe', () => {
  it('does not stop the index, be it a zero in the content type or half a million pushes', async () => {
    for (const contentType of ['text/plain\0', 'text/plain;\0;charset=utf-8']) {
      const order = prepareReveal({
        envelope: { contentType, body: '{"p":"brc-20","op":"mint","tick":"pepe","amt":"1"}' },
        to: buyer.script,
        postage: 546n,
        feeRate: 2,
      });
      const commit = await world.chain.fund(order.commitAddress, order.commitValue);
      await mineOnly([text(await world.chain.rpc('getrawtransaction', [commit.txid])), order.reveal(commit)]);
    }
    const { rows } = await store.pool.query(
      `select 1 from inscription where content_type like 'text/plain%\ufffd%'`,
    );
    expect(rows).toHaveLength(2);
  });
});

describe('a sniped ask', () => {
  /** Pays the seller and takes the lot with the signature of a purchase that came to nothing. */
  async function snipe({ raw, coins }: Awaited<ReturnType<typeof voidTrade>>): Promise<string> {
    const sent = Transaction.fromRaw(hexToBytes(raw), {
      allowUnknownOutputs: true,
      allowUnknownInputs: true,
    });
    const [payer] = await world.chain.fundMany([{ address: buyer.address, sats: 100_000n }]);
    const [, lot] = coins;
    if (payer === undefined || lot === undefined) throw new Error('a payer and a lot');
    await world.mine();
    const tx = new Transaction({ version: 2, allowUnknownInputs: true });
    const own = { script: buyer.script, amount: 100_000n };
    tx.addInput({ txid: payer.txid, index: payer.vout, sequence: 0xfffffffd, witnessUtxo: own });
    tx.addInput({
      txid: lot.outpoint.slice(0, 64),
      index: Number.parseInt(lot.outpoint.slice(65), 10),
      sequence: sent.getInput(1).sequence ?? 0,
      witnessUtxo: { script: hexToBytes(lot.script), amount: BigInt(lot.value) },
    });
    tx.addOutput({ script: buyer.script, amount: 30_000n });
    tx.addOutput({ script: seller.script, amount: PRICE });
    tx.signIdx(buyer.key, 0);
    tx.finalizeIdx(0);
    tx.updateInput(1, { finalScriptWitness: sent.getInput(1).finalScriptWitness ?? [] }, true);
    await world.chain.rpc('sendrawtransaction', [tx.hex]);
    return tx.id;
  }

  it('is told as sold outside, with the seller paid', async () => {
    const id = await seller.ask(await nextLot(), 'pepe', PRICE);
    const dealTx = await snipe(await voidTrade(id));
    await stateIs(id, 'paused');
    await world.mine();
    const order = await orderOf(id);
    expect(order).toMatchObject({ state: 'done', dealTx });
    expect(order.reason).toContain('outside this exchange with the published signature');
  });

  it('is told so too when it was bought with the signature from before its price was lowered', async () => {
    const lot = await nextLot();
    const id = await seller.ask(lot, 'pepe', PRICE);
    const higherFee = await voidTrade(id);
    await seller.lower(id, lot.coin, PRICE - 10_000n);
    const dealTx = await snipe(higherFee);
    await stateIs(id, 'paused');
    await world.mine();
    const order = await orderOf(id);
    expect(order).toMatchObject({ state: 'done', dealTx });
    expect(order.reason).toContain('outside this exchange with an earlier signature');
  });

  it('is told so too when it was offered anew for the same price', async () => {
    const lot = await nextLot();
    const first = await seller.ask(lot, 'pepe', PRICE);
    const before = await voidTrade(first);
    await softCancel(first);
    const second = await seller.ask(lot, 'pepe', PRICE);
    await snipe(before);
    await stateIs(second, 'paused');
    await world.mine();
    const order = await orderOf(second);
    expect(order.state).toBe('done');
    expect(order.reason).toContain('outside this exchange with');
    expect((await orderOf(first)).state).toBe('cancelled');
  });
});

describe('a lot that is worth more than its price', () => {
  it('is not sold by mistake', async () => {
    const lot = await nextLot();
    const rich = { ...lot.coin, value: PRICE as Sats };
    expect(() =>
      checkLot(rich, PRICE as Sats, { tipHeight: 1_000, minConfirmations: 1, smallValue: 0n }),
    ).toThrow('lot-mixed');
  });
});

describe('what only costs the exchange', () => {
  it('a pad is kept for nobody who could not pay', async () => {
    const id = await seller.ask(await nextLot(), 'pepe', PRICE);
    const custody = openCustody(world.exchange.signerSocket);
    const before = (await custody.status()).free;
    for (const name of ['poor one', 'poor two']) {
      const poor = world.trader(name, 'p2wpkh');
      await poor.login();
      expect(await refusalOf(poor.prepare([id], 2))).toBe('insufficient-funds');
    }
    expect((await custody.status()).free).toBe(before);
  });

  it('nonsense is refused, not our bug', async () => {
    const get = (path: string): Promise<Response> => fetch(`${world.origin}/api/book/brc20/${path}`);
    const orders = await get('order-v2/orders?net=regtest&orderState=1&tick=%00');
    expect(orders.status).toBe(422);
    expect((await get('tickers?net=regtest&tick=a%00b')).status).toBe(422);
    expect((await get(`address/${seller.address}/%00?net=regtest`)).status).toBe(422);
    const empty = await fetch(`${world.origin}/api/book/brc20/login/out`, {
      method: 'POST',
      headers: { ...seller.headers(), 'idempotency-key': 'without a body' },
    });
    expect(empty.status).toBe(422);
  });

  it('a price of all bitcoin is refused, not our bug', async () => {
    const lot = await nextLot();
    const tx = new Transaction({ version: 2 });
    const [txid = '', vout = '0'] = lot.coin.outpoint.split(':');
    tx.addInput({
      txid,
      index: Number.parseInt(vout, 10),
      sequence: 0xfffffffd,
      witnessUtxo: { script: seller.script, amount: lot.coin.value },
      tapInternalKey: seller.publicKey.subarray(1),
      sighashType: 0x83,
    });
    tx.addOutput({ script: seller.script, amount: 2_100_000_000_000_000n });
    tx.signIdx(seller.key, 0, [0x83]);
    const body = { net: 'regtest' as const, address: seller.address, tick: 'pepe', coinAmount: lot.amount };
    const psbtRaw = bytesToHex(tx.toPSBT());
    expect(await refusalOf(seller.post('pushAsk', { ...body, orderState: 1, orderType: 1, psbtRaw }))).toBe(
      'bad-request',
    );
  });

  it('two offers that cost more than all bitcoin are too dear, not our bug', async () => {
    const half = 1_050_000_000_000_000n;
    const ids = [await seller.ask(await nextLot(), 'pepe', half)];
    ids.push(await seller.ask(await nextLot(), 'pepe', half));
    expect(await refusalOf(buyer.prepare(ids, 2))).toBe('insufficient-funds');
    for (const id of ids) await softCancel(id);
  });

  it('a notice that is none does not end the server', async () => {
    const starts = world.exchange.server.starts();
    await store.pool.query(
      `select pg_notify('rialto_feed', 'nonsense'), pg_notify('rialto_feed', '{"t":"?"}')`,
    );
    await world.mine();
    expect(world.exchange.server.starts()).toBe(starts);
  });
});

describe('fifty takers of one ask', () => {
  it('have exactly one winner', async () => {
    const takers = Array.from({ length: 50 }, (_, at) => world.trader(`taker ${at}`, 'p2wpkh'));
    await world.chain.fundMany(
      takers.flatMap(({ address }) => [
        { address, sats: 100_000n },
        { address, sats: 600n },
      ]),
    );
    await world.mine();
    const id = await seller.ask(await nextLot(), 'pepe', PRICE);
    const takes = [];
    for (const taker of takers) {
      await taker.login();
      takes.push({ taker, take: await taker.prepare([id], 2) });
    }
    const results = await Promise.allSettled(takes.map(({ taker, take }) => taker.submit(take)));
    const won = results.filter((result) => result.status === 'fulfilled');
    const said = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
    expect(won).toHaveLength(1);
    for (const reason of said) expect(reason).toContain('The order was taken');
    await world.mine();
    expect((await orderOf(id)).state).toBe('done');
    expect(await brokenInvariants(world)).toEqual([]);
  });
});
