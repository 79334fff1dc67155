/** What others do that a user then has to recover from: a purchase cancelled, two tokens put on one coin. */
import { createHash } from 'node:crypto';
import { callApi } from '@rialto/devnet';
import { bytesToHex } from '@rialto/protocols';
import { addressToScript } from '@rialto/psbt';
import { Transaction } from '@scure/btc-signer';
import type { Stage } from './stage.ts';

/** Somebody buys the order, so that its signature is on the wire, and takes the money home before a block has it. */
export async function takeAndCancel({ world }: Stage, orderId: string): Promise<void> {
  const rival = world.trader('rival', 'p2wpkh').at('mrc20');
  await world.fund(rival, [500_000n]);
  await rival.login();
  const { txId } = await rival.take([orderId], 2);
  const who = { net: 'regtest', address: rival.address } as const;
  const publicKey = bytesToHex(rival.publicKey);
  const ask = { ...who, publicKey, act: 'cancel-transaction', txId, feeRate: 4 } as const;
  const { ownId, transactions } = await rival.post('prepareOwn', ask);
  const psbtRaws = transactions.map((one) => rival.sign(one.psbtRaw, one.toSignInputs));
  await rival.post('submitOwn', { ...who, ownId, psbtRaws });
}

/** Spends a lot of each token into one coin, as a wallet that knows neither would: both move with output 0. */
export async function mixCoins(
  { world }: Stage,
  { name, address }: { name: string; address: string },
  lots: readonly (readonly [tick: string, amount: string])[],
): Promise<void> {
  const script = addressToScript(address, 'regtest');
  const query = { net: 'regtest', address, size: '200' } as const;
  const { list } = await callApi(world.origin, 'addressCoins', { query });
  const lotOf = ([tick, amount]: readonly [string, string]) =>
    list.find(({ assets: [asset] }) => {
      const units = `${amount}${ZEROS}`;
      return asset?.kind === 'mrc20' && asset.tick === tick && asset.units === units;
    });
  const money = list.find(({ assets, satoshis }) => assets.length === 0 && BigInt(satoshis) > 100_000n);
  const tx = new Transaction({ version: 2 });
  for (const coin of [...lots.map(lotOf), money]) {
    if (coin === undefined) throw new Error('the coin is there');
    const witnessUtxo = { script, amount: BigInt(coin.satoshis) };
    tx.addInput({ txid: coin.txId, index: coin.vout, sequence: 0xfffffffd, witnessUtxo });
  }
  tx.addOutput({ script, amount: 2_000n });
  tx.addOutput({ script, amount: BigInt(money?.satoshis ?? 0) - 2_000n });
  tx.sign(demoKey(name));
  tx.finalize();
  await world.chain.rpc('sendrawtransaction', [tx.hex]);
  await world.mine();
}

/** The decimals of the world's tokens. */
const ZEROS = '00000000';

/** The first key of the demo wallet of a seed. */
export function demoKey(seed: string): Uint8Array {
  const root = createHash('sha256').update(`rialto demo wallet ${seed}`).digest();
  return createHash('sha256').update(root).update(Uint8Array.of(0)).digest();
}
