/** A seller moves their lot past the exchange: to themselves, with a coin for the fee, as any wallet would. */
import type { Trader, World } from '@rialto/devnet';
import { Transaction } from '@scure/btc-signer';

const FEE_COIN = 5_000n;
const LEFT = 4_900n;

export async function spendElsewhere(
  world: World,
  seller: Trader,
  lot: { readonly outpoint: string; readonly value: bigint },
  feeCoin?: string,
): Promise<void> {
  const tx = new Transaction({ version: 2 });
  const fee = feeCoin ?? (await feeCoins(world, seller, 1))[0] ?? '';
  for (const [point, amount] of [
    [lot.outpoint, lot.value],
    [fee, FEE_COIN],
  ] as const) {
    const [txid = '', vout = '0'] = point.split(':');
    tx.addInput({ txid, index: Number.parseInt(vout, 10), witnessUtxo: { script: seller.script, amount } });
  }
  tx.addOutput({ script: seller.script, amount: LEFT });
  tx.sign(seller.key);
  tx.finalize();
  await world.chain.rpc('sendrawtransaction', [tx.hex]);
}

/** Coins that pay such a spend each. */
export async function feeCoins({ chain }: World, { address }: Trader, count: number): Promise<string[]> {
  const coins = await chain.fundMany(Array.from({ length: count }, () => ({ address, sats: FEE_COIN })));
  return coins.map(({ txid, vout }) => `${txid}:${vout}`);
}
