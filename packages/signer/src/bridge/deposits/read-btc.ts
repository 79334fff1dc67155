/** A deposit on Bitcoin: a coin on the locked script, with sats or the rune. */
import type { BridgeAsset } from '@rialto/market';
import { equalBytes, hexToBytes, isFlaw, readTransaction, splitOutpoint } from '@rialto/protocols';
import type { Transaction, Txid } from '@rialto/protocols';
import { bridgeIdIn } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { unitsOn } from '../coins/locked-coins.ts';
import type { BridgeParts } from '../parts.ts';
import type { BridgeTips } from '../source.ts';
import type { AskedDeposit, Deposit } from './deposit.ts';

export async function readBtcDeposit(
  { source: { btc }, keys }: BridgeParts,
  asset: BridgeAsset,
  { deposit: name, at }: AskedDeposit,
  { btc: tip }: BridgeTips,
): Promise<Deposit> {
  if (name !== `btc:${at}`) throw new Refusal('bad-request', 'it is somewhere else');
  const { txid } = splitOutpoint(at);
  const [node, on, raws] = await Promise.all([
    btc.chain.settledAt([at]),
    btc.ledger.assetsOn([at]),
    btc.chain.rawTransactions([txid]),
  ]);
  if (node.tip.hash !== tip.hash || on.tip.hash !== tip.hash) throw new Refusal('syncing', 'the chain moves');
  const coin = node.coins.get(at);
  const tx = transactionIn(raws, txid);
  if (tx === undefined) throw new Refusal('bridge-deposit-unknown', at);
  if (coin?.height === undefined) {
    const mined = await btc.chain.heightsOf([txid]);
    throw new Refusal(mined.has(txid) ? 'bridge-exit-made' : 'bridge-deposit-waits', at);
  }
  if (!equalBytes(coin.script, keys(asset.id).locked.script.script))
    throw new Refusal('bridge-deposit-unknown', 'on another script');
  return {
    ...{ name, coin: at, direction: 'mint', point: at, height: coin.height },
    amount: unitsOn(asset, { value: coin.value, assets: on.assets.get(at) ?? [] }),
    depth: tip.height - coin.height + 1,
    order: bridgeIdIn(tx),
    sender: async () => {
      const [funder, more] = (await btc.chain.originsOf([txid])).get(txid)?.funders ?? [];
      return funder === undefined || more !== undefined ? undefined : hexToBytes(funder);
    },
  };
}

function transactionIn(raws: ReadonlyMap<Txid, Uint8Array>, txid: Txid): Transaction | undefined {
  const raw = raws.get(txid);
  const tx = raw === undefined ? undefined : readTransaction(raw);
  return tx === undefined || isFlaw(tx) || tx.txid !== txid ? undefined : tx;
}
