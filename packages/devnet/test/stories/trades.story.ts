/** Purchases in one market, by people at the page: by a newcomer, of several lots, and whatever may come between. */
import { Transaction } from '@scure/btc-signer';
import { bytesToHex } from '@rialto/protocols';
import { addressToScript } from '@rialto/psbt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askRow, available, buy, fill, openMarket, orderOf, owns, reaches } from './support/market.ts';
import type { Market } from './support/market.ts';
import { demoKey } from './support/recover-acts.ts';
import { openStage } from './support/stage.ts';
import type { Stage, User } from './support/stage.ts';

let stage: Stage;
let market: Market;

beforeAll(async () => {
  stage = await openStage();
  market = await openMarket(
    stage,
    Array.from({ length: 10 }, (_, at) => 30_000n + BigInt(at) * 1_000n),
  );
});
afterAll(() => stage.close());

/** Each story takes the cheapest that the ones before have left. */
const idAt = (at: number): string => market.orders[at] ?? '';

it('a newcomer connects, logs in, takes from the faucet, buys, waits for a block, owns', async () => {
  const user = await stage.user('newcomer');
  await user.enter();
  await user.sees('faucet-button').first().click();
  await expect.poll(() => user.sees('balance-btc').first().innerText(), { timeout: 20_000 }).toMatch(/[1-9]/);
  await stage.world.mine();
  const before = await available(user);
  await buy(user, [idAt(0)]);
  await reaches(user, 'seen');
  await user.shot('story-1-pending');
  await stage.world.mine();
  await reaches(user, 'confirmed');
  await owns(user, before + 1000);
  await user.shot('story-1-owned');
  await user.close();
});

it('three lots are bought in one transaction', async () => {
  const lots = [1, 2, 3].map(idAt);
  const user = await stage.user('sweeper', { account: 1 });
  await user.enter();
  await fill(stage, user);
  await buy(user, lots);
  await reaches(user, 'seen');
  await stage.world.mine();
  await owns(user, 3000);
  const sales = await Promise.all(lots.map((id) => orderOf(stage, id)));
  expect(new Set(sales.map((order) => order.dealTx)).size).toBe(1);
  expect(sales.every((order) => order.orderState === 2)).toBe(true);
  await user.close();
});

it('when a seller spends the lot elsewhere the ask leaves every open page within a second', async () => {
  const { world } = stage;
  const pages = [await stage.user('watcher-1'), await stage.user('watcher-2', { width: 390, height: 844 })];
  const id = idAt(4);
  for (const user of pages) await askRow(user, id).waitFor();
  const [fee] = await world.chain.fundMany([{ address: market.maker.address, sats: 20_000n }]);
  await world.mine();
  const order = await orderOf(stage, id);
  const [txid = '', vout = '0'] = order.outpoint.split(':');
  const tx = new Transaction({ version: 2 });
  const { script, publicKey, key } = market.maker;
  const own = { witnessUtxo: { script, amount: 546n }, tapInternalKey: publicKey.subarray(1) };
  tx.addInput({ txid, index: Number.parseInt(vout, 10), ...own });
  tx.addInput({
    ...own,
    txid: fee?.txid ?? '',
    index: fee?.vout ?? 0,
    witnessUtxo: { script, amount: 20_000n },
  });
  tx.addOutput({ script, amount: 19_000n });
  tx.sign(key);
  tx.finalize();
  const gone = pages.map((user) =>
    askRow(user, id)
      .waitFor({ state: 'detached' })
      .then(() => performance.now()),
  );
  const started = performance.now();
  await world.chain.rpc('sendrawtransaction', [tx.hex]);
  for (const at of await Promise.all(gone)) expect(at - started).toBeLessThan(1_000);
  await world.mine();
  expect(await orderOf(stage, id)).toMatchObject({ orderState: 6, state: 'invalid' });
  for (const user of pages) await user.close();
});

it('a block undone right after a trade: pending again, then done', async () => {
  const { world } = stage;
  const user = await stage.user('reorged');
  await user.enter();
  await fill(stage, user);
  await buy(user, [idAt(5)]);
  await reaches(user, 'seen');
  await world.mine();
  await reaches(user, 'confirmed');
  await owns(user, 1000);
  await world.chain.node.rpc('invalidateblock', [await world.chain.node.rpc('getbestblockhash')]);
  await reaches(user, 'seen');
  await owns(user, 0);
  expect(await orderOf(stage, idAt(5))).toMatchObject({ orderState: 1, pending: true });
  // To another address: a block equal to the undone one would be refused.
  await world.chain.mine(2, market.maker.address);
  await reaches(user, 'confirmed');
  await owns(user, 1000);
  expect(await orderOf(stage, idAt(5))).toMatchObject({ orderState: 2 });
  await user.close();
});

it('two buyers race for one ask: one wins, the other is told and offered the next best', async () => {
  const users = [await stage.user('racer-1'), await stage.user('racer-2', { account: 1 })];
  const id = idAt(6);
  for (const user of users) {
    await user.enter();
    await fill(stage, user);
    await askRow(user, id).click();
    await user.sees('buy-button').first().click();
    await user.sees('review-confirm').click();
    await user.page.getByTestId('demo-approve').waitFor();
  }
  await Promise.all(users.map((user) => user.approve()));
  const won = await Promise.all(
    users.map((user) =>
      Promise.race([reaches(user, 'seen').then(() => true), reaches(user, 'void').then(() => false)]),
    ),
  );
  expect(won.filter(Boolean)).toHaveLength(1);
  const loser = users[won.indexOf(false)];
  const winner = users[won.indexOf(true)];
  if (loser === undefined || winner === undefined) throw new Error('one won and one lost');
  await loser.shot('story-7-lost');
  await loser.sees('progress-chip').click();
  await loser.sees('next-best').first().click();
  await loser.page
    .locator(`[data-testid="ask-row"][data-order-id="${idAt(7)}"][aria-selected="true"]`)
    .waitFor();
  await stage.world.mine();
  await owns(winner, 1000);
  for (const user of users) await user.close();
});

it('a buyer replaces an own coin after the trade was sent: void, and the ask is open again', async () => {
  const { world } = stage;
  const user = await stage.user('replacer', { account: 0 });
  await user.enter();
  await fill(stage, user);
  const id = idAt(8);
  await buy(user, [id]);
  await reaches(user, 'seen');
  await replaceOwnCoin(user, 'replacer');
  await reaches(user, 'void');
  await askRow(user, id).and(user.page.locator('[data-pending="false"]')).waitFor();
  expect(await orderOf(stage, id)).toMatchObject({ orderState: 1, pending: false });
  await world.mine();
  expect(await orderOf(stage, id)).toMatchObject({ orderState: 1, pending: false });
  await user.shot('story-8-void');
  await user.close();
});

it('the server is killed between outbox and send: after the restart the trade completes by itself', async () => {
  const { world } = stage;
  const { server, serverEnvironment } = world.exchange;
  await server.restart({ ...serverEnvironment, FAULT_STOP_AT: 'outbox-committed' });
  await world.exchange.ready();
  const user = await stage.user('survivor');
  await user.enter();
  await fill(stage, user);
  const starts = server.starts();
  await buy(user, [idAt(9)]);
  await expect.poll(() => server.starts(), { timeout: 20_000 }).toBeGreaterThan(starts);
  await world.exchange.ready();
  await reaches(user, 'seen');
  await world.mine();
  await reaches(user, 'confirmed');
  await owns(user, 1000);
  expect(await orderOf(stage, idAt(9))).toMatchObject({ orderState: 2 });
  await user.close();
});

/** Spends one coin of the sent trade again at a higher fee: what a wallet's own replacement does. */
async function replaceOwnCoin(user: User, seed: string): Promise<void> {
  const { world } = stage;
  const address = await user.address();
  const script = addressToScript(address, 'regtest');
  const [sent] = (await world.chain.rpc('getrawmempool', [])) as string[];
  const trade = (await world.chain.rpc('getrawtransaction', [sent ?? '', 2])) as {
    vin: { txid: string; vout: number }[];
  };
  for (const input of trade.vin) {
    const before = (await world.chain.rpc('getrawtransaction', [input.txid, 2])) as {
      vout: { scriptPubKey: { hex: string } }[];
    };
    if (before.vout[input.vout]?.scriptPubKey.hex !== bytesToHex(script)) continue;
    const tx = new Transaction({ version: 2 });
    const witnessUtxo = { script, amount: 2_000_000n };
    tx.addInput({ txid: input.txid, index: input.vout, sequence: 0xfffffffd, witnessUtxo });
    tx.addOutput({ script, amount: 1_950_000n });
    tx.sign(demoKey(seed));
    tx.finalize();
    await world.chain.rpc('sendrawtransaction', [tx.hex]);
    return;
  }
  throw new Error('the trade spends a coin of the buyer');
}
