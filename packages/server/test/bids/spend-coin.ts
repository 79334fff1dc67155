/** A coin of a trader's that goes back to them past the exchange: a spend elsewhere. */
import type { Trader, World } from '@rialto/devnet';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { Transaction } from '@scure/btc-signer';

interface Spent {
  readonly outpoint: string;
  readonly value: string | bigint;
  readonly script: string | Uint8Array;
}

/** Sent to the node at once. @returns its id */
export async function spendElsewhere(
  world: World,
  trader: Trader,
  coin: Spent,
  fee = 2_000n,
): Promise<string> {
  const [txid = '', index = '0'] = coin.outpoint.split(':');
  const script = typeof coin.script === 'string' ? hexToBytes(coin.script) : coin.script;
  const isTaproot = trader.script.length === 34;
  const tx = new Transaction();
  tx.addInput({
    txid,
    index: Number(index),
    sequence: 0xfffffffd,
    witnessUtxo: { amount: BigInt(coin.value), script },
    ...(isTaproot ? { tapInternalKey: trader.publicKey.slice(1) } : {}),
  });
  tx.addOutput({ script: trader.script, amount: BigInt(coin.value) - fee });
  tx.sign(trader.key);
  tx.finalize();
  await world.chain.rpc('sendrawtransaction', [bytesToHex(tx.extract())]);
  return tx.id;
}
