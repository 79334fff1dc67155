import { afterAll, beforeAll, expect, it } from 'vitest';
import { askRow, buy, fill, openMarket, orderOf, progress } from './market.ts';
import type { Market } from './market.ts';
import { createHash } from 'node:crypto';
import { bytesToHex } from '@rialto/protocols';
import { addressToScript } from '@rialto/psbt';
import { Transaction } from '@scure/btc-signer';
import type { User } from './stage.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';

let stage: Stage;
let market: Market;

beforeAll(async () => {
  stage = await openStage();
  market = await openMarket(stage, [30_000n, 31_000n, 32_000n]);
});
afterAll(() => stage.close());

it('a buyer replaces an own coin after the trade was sent: void, and the ask is open again', async () => {
  const { world } = stage;
  const user = await stage.user('replacer', { account: 0 });
  await user.enter();
  await fill(stage, user);
  const id = market.orders[0] ?? '';
  await buy(user, [id]);
  await progress(user, 'seen').waitFor();
  await replaceOwnCoin(user, 'replacer');
  await progress(user, 'void').waitFor();
  await askRow(user, id).and(user.page.locator('[data-pending="false"]')).waitFor();
  expect(await orderOf(stage, id)).toMatchObject({ orderState: 1, pending: false });
  await world.mine();
  expect(await orderOf(stage, id)).toMatchObject({ orderState: 1, pending: false });
  await user.shot('story-8-void');
  await user.close();
});

/** Spends one coin of the sent trade again, dearer: what a wallet's own replacement does. The key is the demo wallet's of this seed. */
async function replaceOwnCoin(user: User, seed: string): Promise<void> {
  const { world } = stage;
  const root = createHash('sha256').update(`rialto demo wallet ${seed}`).digest();
  const key = createHash('sha256')
    .update(Buffer.concat([root, Buffer.from([0])]))
    .digest();
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
    tx.sign(new Uint8Array(key));
    tx.finalize();
    await world.chain.rpc('sendrawtransaction', [tx.hex]);
    return;
  }
  throw new Error('the trade spends a coin of the buyer');
}
