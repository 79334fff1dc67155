import { afterAll, beforeAll, expect, it } from 'vitest';
import { TICK, available, fill } from './market.ts';
import { addressToScript } from '@rialto/psbt';
import { hexToBytes } from '@rialto/protocols';
import { Transaction } from '@scure/btc-signer';
import pg from 'pg';
import { orderOf } from './market.ts';
import type { User } from './stage.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

it('a soft cancel deletes the signature; after a hard cancel the old one is dead on chain', async () => {
  const { world } = stage;
  await world.token(TICK, [{ who: world.trader('deployer'), amount: '1' }]);
  const seller = await stage.user('canceller', { account: 0 });
  await seller.enter();
  await seller.sees('faucet-button').first().click();
  await expect.poll(() => available(seller), { timeout: 20_000 }).toBeGreaterThan(0);
  await fill(stage, seller);
  await seller.sees('sell-tab').first().click();
  await list(seller, '300', true);
  const first = await openOrder(seller);
  const kept = await storedWitness(first);
  expect(kept).toHaveLength(2);

  await seller.sees('cancel-order').click();
  await seller.sees('soft-cancel').click();
  await seller.sees('open-order-row').waitFor({ state: 'detached' });
  expect(await storedWitness(first)).toBeNull();

  await list(seller, '300', false);
  const second = await openOrder(seller);
  const signature = await storedWitness(second);
  const raw = await asSnipedBy(second, signature ?? []);
  expect(await accepted(raw)).toBe(true);
  await seller.sees('cancel-order').click();
  await seller.sees('hard-cancel').click();
  await seller.sees('review-confirm').click();
  await seller.approve();
  await seller.page.locator(`[data-testid="open-order-row"][data-state="cancelling"]`).waitFor();
  await seller.shot('story-4-cancelling');
  await world.mine();
  await seller.sees('open-order-row').waitFor({ state: 'detached' });
  expect(await accepted(raw)).toBe(false);
  await seller.close();
});

async function list(seller: User, amount: string, inscribe: boolean): Promise<void> {
  if (inscribe) {
    await seller.sees('amount-input').fill(amount);
    await seller.sees('inscribe-button').click();
    await seller.approve();
  }
  const lot = seller.page.locator('[data-testid="transfer-option"][data-state="ready"]');
  await lot.waitFor();
  await lot.click();
  await seller.sees('price-input').first().fill('100');
  await seller.sees('place-order').click();
  await seller.sees('review-confirm').click();
  await seller.approve();
}

async function openOrder(seller: User): Promise<string> {
  const row = seller.sees('open-order-row').first();
  await row.waitFor();
  return (await row.getAttribute('data-order-id')) ?? '';
}

async function storedWitness(orderId: string): Promise<string[] | null> {
  const client = new pg.Client({ connectionString: stage.world.database.ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ witness: string[] | null }>(
      'select witness from orders where id = $1',
      [orderId],
    );
    return rows[0]?.witness ?? null;
  } finally {
    await client.end();
  }
}

/** What anybody could do with a published signature: pay the seller and take the lot (threats A1). */
async function asSnipedBy(orderId: string, witness: readonly string[]): Promise<string> {
  const order = await orderOf(stage, orderId);
  const sniper = stage.world.trader('sniper', 'p2wpkh');
  const [coin] = await stage.world.chain.fundMany([{ address: sniper.address, sats: 500_000n }]);
  if (coin === undefined) throw new Error('the sniper is funded');
  await stage.world.mine();
  const [txid = '', vout = '0'] = order.outpoint.split(':');
  const seller = addressToScript(order.sellerAddress, 'regtest');
  const tx = new Transaction({ version: 2, allowUnknownInputs: true });
  tx.addInput({
    txid,
    index: Number.parseInt(vout, 10),
    sequence: 0xfffffffd,
    witnessUtxo: { script: seller, amount: 546n },
  });
  tx.addOutput({ script: seller, amount: BigInt(order.amount) });
  tx.addInput({
    txid: coin.txid,
    index: coin.vout,
    sequence: 0xfffffffd,
    witnessUtxo: { script: sniper.script, amount: coin.value },
  });
  tx.addOutput({ script: sniper.script, amount: 400_000n });
  tx.signIdx(sniper.key, 1);
  tx.finalizeIdx(1);
  tx.updateInput(0, { finalScriptWitness: witness.map((item) => hexToBytes(item)) }, true);
  return tx.hex;
}

async function accepted(raw: string): Promise<boolean> {
  const [verdict] = (await stage.world.chain.rpc('testmempoolaccept', [[raw]])) as {
    allowed: boolean;
  }[];
  return verdict?.allowed === true;
}
