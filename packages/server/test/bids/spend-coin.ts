/** A coin of a trader's that goes back to them past the exchange: a spend elsewhere. */
import { callApi } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { Transaction } from '@scure/btc-signer';

interface Spent {
  readonly outpoint: string;
  readonly value: string | bigint;
  readonly script: string | Uint8Array;
}

/** Sent to the node at once; the first coin goes to output 0. @returns its id */
export async function spendElsewhere(
  world: World,
  trader: Trader,
  coins: readonly Spent[],
  { fee = 2_000n, to = trader.script }: { fee?: bigint; to?: Uint8Array } = {},
): Promise<string> {
  const isTaproot = trader.script.length === 34;
  const tx = new Transaction();
  for (const { outpoint, value, script } of coins) {
    const [txid = '', index = '0'] = outpoint.split(':');
    tx.addInput({
      txid,
      index: Number(index),
      sequence: 0xfffffffd,
      witnessUtxo: {
        amount: BigInt(value),
        script: typeof script === 'string' ? hexToBytes(script) : script,
      },
      ...(isTaproot ? { tapInternalKey: trader.publicKey.slice(1) } : {}),
    });
  }
  const total = coins.reduce((sum, { value }) => sum + BigInt(value), 0n);
  if (coins.length > 1) tx.addOutput({ script: to, amount: 546n });
  tx.addOutput({ script: trader.script, amount: total - (coins.length > 1 ? 546n : 0n) - fee });
  tx.sign(trader.key);
  tx.finalize();
  await world.chain.rpc('sendrawtransaction', [bytesToHex(tx.extract())]);
  return tx.id;
}

/** A coin of 100,000 sat or more that nothing of the exchange keeps. */
export async function freeMoney({ origin }: World, { address, script }: Trader): Promise<Spent> {
  const coins = await callApi(origin, 'btcCoins', { query: { net: 'regtest', address } });
  const coin = coins.find(({ satoshis, lockedBy }) => BigInt(satoshis) >= 100_000n && lockedBy === undefined);
  if (coin === undefined) throw new Error('there is money');
  return { outpoint: `${coin.txId}:${coin.vout}`, value: coin.satoshis, script };
}
