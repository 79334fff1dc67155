import { callApi } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockWaits } from '../own/own-stage.ts';
import { refusalOf, testWorld, until } from '../world.ts';

let world: World;
let seller: Trader;
let buyer: Trader;
let holder: pg.Client;

beforeAll(async () => {
  world = await testWorld();
  seller = world.trader('seller', 'p2tr');
  buyer = world.trader('buyer', 'p2wpkh');
  await world.token('race', [{ who: seller, amount: '5' }]);
  await world.stockPads();
  await world.fund(buyer, [120_000n, 120_000n]);
  await world.fund(seller, [50_000n]);
  for (const trader of [seller, buyer]) await trader.login();
  holder = new pg.Client({ connectionString: world.database.ownerUrl });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await world.stop();
});

const waiting = (count: number): Promise<void> =>
  until(
    async () => (await lockWaits(world)) === count,
    `${count} wait for the row that the holder has locked`,
  );

it('a hard cancel that was looked at before a take claimed the order is refused: the coin is spent by the take alone', async () => {
  const [lot] = await seller.lots('race');
  if (lot === undefined) throw new Error('a lot');
  const orderId = await seller.ask(lot, 'race', 40_000n);
  const own = { net: 'regtest', address: seller.address, orderId } as const;
  const publicKey = Buffer.from(seller.publicKey).toString('hex');
  const cancel = await seller.post('prepareCancel', { ...own, publicKey, feeRate: 3 });
  const psbtRaw = seller.sign(cancel.psbtRaw, cancel.toSignInputs);
  const take = await buyer.prepare([orderId], 3);
  await holder.query('begin');
  await holder.query('select from orders where id = $1 for update', [orderId]);
  const taking = buyer.submit(take);
  await waiting(1);
  const cancelling = refusalOf(seller.post('submitCancel', { ...own, psbtRaw }));
  await waiting(2);
  await holder.query('commit');
  expect(await cancelling).toBe('order-taken');
  expect(['sent', 'seen']).toContain((await taking).state);
  const order = () =>
    callApi(world.origin, 'order', { params: { book: 'brc20', orderId }, query: { net: 'regtest' } });
  expect(await order()).toMatchObject({ state: 'open', pending: true });
  await world.mine();
  expect(await order()).toMatchObject({ state: 'done', buyerAddress: buyer.address });
});
