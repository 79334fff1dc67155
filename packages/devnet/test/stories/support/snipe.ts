/** What anybody can do with a published signature (threats §A1). */
import type { MarketName } from '@rialto/market';
import { hexToBytes } from '@rialto/protocols';
import { addressToScript } from '@rialto/psbt';
import { Transaction } from '@scure/btc-signer';
import pg from 'pg';
import { orderOf } from './market.ts';
import type { Stage } from './stage.ts';

/** The signature the exchange keeps for an order; null once it is deleted. */
export async function storedWitness(stage: Stage, orderId: string): Promise<string[] | null> {
  const client = new pg.Client({ connectionString: stage.world.database.ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ witness: string[] | null }>(
      'select witness from asks where order_id = $1',
      [orderId],
    );
    return rows[0]?.witness ?? null;
  } finally {
    await client.end();
  }
}

/** The seller is paid and the lot is taken, by a stranger who pays much to the network. Mines a block for the money. */
export async function asSniped(
  stage: Stage,
  { orderId, book }: { orderId: string; book: MarketName },
  witness: readonly string[],
): Promise<string> {
  const order = await orderOf(stage, orderId, book);
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
