import { afterAll, beforeAll, expect, it } from 'vitest';
import { askRow, openMarket } from './market.ts';
import type { Market } from './market.ts';
import { Transaction } from '@scure/btc-signer';
import { orderOf } from './market.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';

let stage: Stage;
let market: Market;

beforeAll(async () => {
  stage = await openStage();
  market = await openMarket(stage, [30_000n, 31_000n, 32_000n]);
});
afterAll(() => stage.close());

it('when a seller spends the lot elsewhere the ask leaves every open page within a second', async () => {
  const { world } = stage;
  const pages = [await stage.user('watcher-1'), await stage.user('watcher-2', { width: 390, height: 844 })];
  const id = market.orders[0] ?? '';
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
