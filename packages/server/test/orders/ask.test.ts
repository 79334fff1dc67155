import { randomUUID } from 'node:crypto';
import { callApi, signPsbt } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import type { BodyOf } from '@rialto/contract';
import type { Coin, Sats } from '@rialto/protocols';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { buildAsk } from '@rialto/psbt';
import { Transaction } from '@scure/btc-signer';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockWaits } from '../own/own-stage.ts';
import { refusalOf, testWorld, until } from '../world.ts';

const PRICE = 50_000n;
type PushAsk = BodyOf<'pushAsk'>;

let world: World;
let seller: Trader;
let other: Trader;
let lots: { coin: Coin; amount: string }[];

function lot(at = 0): { coin: Coin; amount: string } {
  const found = lots[at];
  if (found === undefined) throw new Error('no such lot');
  return found;
}

function body(over: Partial<PushAsk> = {}, coin = lot().coin, price = PRICE): PushAsk {
  const base = { net: 'regtest' as const, address: seller.address, tick: 'pepe', coinAmount: '1000' };
  return { ...base, orderState: 1, orderType: 1, psbtRaw: seller.signAsk(coin, price), ...over };
}

const push = (over: Partial<PushAsk>, coin?: Coin, price?: bigint): Promise<string> =>
  refusalOf(seller.post('pushAsk', body(over, coin, price)));

/** The seller's PSBT with something changed before it is signed. */
function altered(change: (tx: Transaction) => void, sighash = 0x83): string {
  const built = buildAsk({
    lot: lot().coin,
    price: PRICE as Sats,
    payScript: seller.script,
    publicKey: seller.publicKey,
  });
  const tx = Transaction.fromPSBT(built.psbt, { allowUnknownInputs: true });
  change(tx);
  return signPsbt(bytesToHex(tx.toPSBT()), seller.key, [{ index: 0, sighash }]);
}

beforeAll(async () => {
  world = await testWorld();
  seller = world.trader('seller', 'p2tr');
  other = world.trader('other', 'p2wpkh');
  await world.token('pepe', [
    ...Array.from({ length: 7 }, () => ({ who: seller, amount: '1000' })),
    { who: other, amount: '1000' },
  ]);
  await world.fund(seller, [100_000n]);
  await world.fund(other, [100_000n]);
  await seller.login();
  await other.login();
  lots = await seller.lots('pepe');
});

afterAll(() => world.stop());

describe('an ask that must not be accepted', () => {
  it('on the wrong network, for another address, of another token or amount', async () => {
    expect(await push({ net: 'livenet' })).toBe('wrong-network');
    expect(await push({ address: other.address })).toBe('not-yours');
    expect(await push({ tick: 'nope' })).toBe('unknown-tick');
    expect(await push({ coinAmount: '999' })).toBe('amount-differs');
    expect(await push({ coinAmount: '1000.0000000000000000001' })).toBe('bad-request');
    expect(await push({ coinAmount: '-1' })).toBe('bad-request');
    for (const orderType of [0, 2, 3, 11, 21]) expect(await push({ orderType })).toBe('invalid-order-type');
    expect(await push({ orderType: 1.5 })).toBe('bad-request');
    await expect(seller.post('pushAsk', body({ orderType: 7 }))).rejects.toThrow(/^Invalid order type$/);
    const read = async (orderType: string) =>
      callApi(world.origin, 'orders', {
        query: { net: 'regtest', tick: 'pepe', orderState: '1', orderType },
      });
    for (const orderType of ['7', '11', '1.5', 'x', ''])
      await expect(read(orderType)).rejects.toThrow(/^Invalid order type$/);
    expect((await read('1')).results).toEqual([]);
    expect(await push({ assetId: 'brc20:another' })).toBe('unknown-tick');
  });

  it('below the smallest order', async () => {
    expect(await push({}, lot().coin, 9_999n)).toBe('too-small');
  });

  it('of a plain coin, of somebody else’s lot', async () => {
    const coins = await callApi(world.origin, 'btcCoins', {
      query: { address: seller.address, net: 'regtest' },
    });
    const plain = coins.find((coin) => coin.inscriptions.length === 0);
    expect(plain).toBeDefined();
    const point = `${plain?.txId ?? ''}:${plain?.vout ?? 0}`;
    const disguised = {
      ...lot().coin,
      outpoint: point as Coin['outpoint'],
      value: BigInt(plain?.satoshis ?? 0) as Sats,
    };
    expect(await push({}, disguised)).toBe('not-a-lot');
    const theirs = (await other.lots('pepe'))[0];
    if (theirs === undefined) throw new Error('the other has a lot');
    expect(await push({ psbtRaw: other.signAsk(theirs.coin, PRICE) })).toBe('not-yours');
  });

  it('whose sighash, sequence, locktime or version could make it something else', async () => {
    for (const sighash of [0x01, 0x02, 0x03, 0x81, 0x82])
      expect(
        await push({
          psbtRaw: altered((tx) => {
            tx.updateInput(0, { sighashType: sighash }, true);
          }, sighash),
        }),
        `sighash ${sighash}`,
      ).toMatch(/sighash-not-allowed|signature-invalid|psbt-malformed/);
    const sequence = altered((tx) => {
      tx.updateInput(0, { sequence: 5 }, true);
    });
    expect(await push({ psbtRaw: sequence })).toBe('psbt-sequence');
  });

  it('that pays somebody else', async () => {
    const built = buildAsk({
      lot: lot().coin,
      price: PRICE as Sats,
      payScript: other.script,
      publicKey: seller.publicKey,
    });
    const psbtRaw = signPsbt(bytesToHex(built.psbt), seller.key, built.toSign);
    expect(await push({ psbtRaw })).toBe('effects-differ');
  });

  it('with a false amount of its coin: the node’s is used and the signature fails', async () => {
    const lying = { ...lot().coin, value: 100_000n as Sats };
    expect(await push({ psbtRaw: seller.signAsk(lying, PRICE) })).toBe('signature-invalid');
  });

  it('unsigned, finalised, too large, not a PSBT at all', async () => {
    const built = buildAsk({
      lot: lot().coin,
      price: PRICE as Sats,
      payScript: seller.script,
      publicKey: seller.publicKey,
    });
    expect(await push({ psbtRaw: bytesToHex(built.psbt) })).toBe('signature-missing');
    const final = Transaction.fromPSBT(hexToBytes(seller.signAsk(lot().coin, PRICE)), {
      allowUnknownInputs: true,
    });
    final.updateInput(0, { finalScriptWitness: [new Uint8Array(65).fill(7)] }, true);
    expect(await push({ psbtRaw: bytesToHex(final.toPSBT()) })).toBe('psbt-finalised');
    expect(await push({ psbtRaw: '00'.repeat(64) })).toBe('psbt-malformed');
    expect(await push({ psbtRaw: `70736274ff${'00'.repeat(65_532)}` })).toBe('psbt-too-large');
    expect(await push({ psbtRaw: '00'.repeat(200_000) })).toBe('body-too-large');
  });

  it('without a session, or with somebody else’s', async () => {
    const naked = fetch(`${world.origin}/api/book/brc20/order/ask/push`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body()),
    });
    const answer = await naked;
    expect(answer.status).toBe(403);
    expect(((await answer.json()) as { message: string }).message).toBe('Please login first.');
    const mixed = { ...seller.headers(), 'x-public-key': bytesToHex(other.publicKey) };
    expect(await refusalOf(callApi(world.origin, 'pushAsk', { body: body(), headers: mixed }))).toBe(
      'login-required',
    );
  });

  it('whose body tries to reach the prototype', async () => {
    const text = JSON.stringify(body()).replace('{', '{"__proto__":{"polluted":1},');
    const answer = await fetch(`${world.origin}/api/book/brc20/order/ask/push`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...seller.headers() },
      body: text,
    });
    expect(answer.status).toBe(422);
  });
});

describe('an ask that is sent again', () => {
  it('is the same order, however often and however parallel', async () => {
    const same = body({}, lot(1).coin);
    const answers = await Promise.all(Array.from({ length: 50 }, () => seller.post('pushAsk', same)));
    expect(new Set(answers.map((answer) => answer.orderId)).size).toBe(1);
  });

  it('of the same coin at another price is refused while the first is open', async () => {
    expect(await push({}, lot(1).coin, PRICE - 1_000n)).toBe('order-exists');
  });

  it('under one Idempotency-Key has one effect and one answer', async () => {
    const headers = { ...seller.headers(), 'idempotency-key': randomUUID() };
    const same = body({}, lot(2).coin);
    const calls = Array.from({ length: 100 }, () =>
      callApi(world.origin, 'pushAsk', { body: same, headers }),
    );
    const answers = await Promise.all(calls);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const changed = callApi(world.origin, 'pushAsk', { body: body({}, lot(3).coin), headers });
    expect(await refusalOf(changed)).toBe('idempotency-mismatch');
  });

  it('under one Idempotency-Key is not on offer again once it was withdrawn', async () => {
    const headers = { ...seller.headers(), 'idempotency-key': randomUUID() };
    const same = body({}, lot(3).coin);
    const first = await callApi(world.origin, 'pushAsk', { body: same, headers });
    const { orderId } = first;
    await seller.post('updateOrder', { net: 'regtest', address: seller.address, orderId, orderState: 3 });
    expect(await callApi(world.origin, 'pushAsk', { body: same, headers })).toEqual(first);
    const params = { book: 'brc20', orderId } as const;
    const now = await callApi(world.origin, 'order', { params, query: { net: 'regtest' } });
    expect(now.orderState).toBe(3);
  });

  it('at a higher price is refused too while the first is being withdrawn', async () => {
    const first = await seller.ask(lot(6), 'pepe', PRICE);
    const client = new pg.Client({ connectionString: world.database.ownerUrl });
    await client.connect();
    await client.query('begin');
    await client.query(`update orders set status = 'cancelled' where id = $1`, [first]);
    await client.query(`update asks set witness = null, psbt = '' where order_id = $1`, [first]);
    let said = '';
    const higherFee = push({}, lot(6).coin, PRICE + 1_000n).then((refusal) => (said = refusal));
    await until(
      async () => said !== '' || (await lockWaits(world)) > 0,
      'it has looked, and the first stood',
    );
    await client.query('commit');
    await client.end();
    expect(['order-exists', 'price-raised']).toContain(await higherFee);
    expect(await push({}, lot(6).coin, PRICE + 1_000n)).toBe('price-raised');
  });

  it('at a higher price after a soft cancel is refused; lower is fine', async () => {
    const first = await seller.ask(lot(4), 'pepe', PRICE);
    await seller.post('updateOrder', {
      net: 'regtest',
      address: seller.address,
      orderId: first,
      orderState: 3,
    });
    expect(await push({}, lot(4).coin, PRICE + 1n)).toBe('price-raised');
    expect(await seller.ask(lot(4), 'pepe', PRICE - 1n)).not.toBe(first);
  });
});

describe('a soft cancel', () => {
  it('deletes the signature from the database', async () => {
    const id = await seller.ask(lot(5), 'pepe', PRICE);
    await seller.post('updateOrder', { net: 'regtest', address: seller.address, orderId: id, orderState: 3 });
    const own = await callApi(world.origin, 'myOrders', {
      params: { book: 'brc20', address: seller.address },
      query: { net: 'regtest', orderState: '3' },
      headers: seller.headers(),
    });
    expect(own.results.find((order) => order.orderId === id)).toMatchObject({
      psbtRaw: '',
      state: 'cancelled',
    });
  });

  it('is the owner’s alone', async () => {
    const ask = { net: 'regtest' as const, address: other.address, orderState: 3 as const };
    const book = await callApi(world.origin, 'orders', {
      query: { net: 'regtest', tick: 'pepe', orderState: '1' },
    });
    const orderId = book.results[0]?.orderId ?? '';
    expect(await refusalOf(other.post('updateOrder', { ...ask, orderId }))).toBe('not-yours');
    expect(await refusalOf(other.post('updateOrder', { ...ask, orderId: '1'.repeat(64) }))).toBe(
      'unknown-order',
    );
  });
});
