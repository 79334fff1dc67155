/** A deposit on Bitcoin: a coin on the locked script, with sats or the rune. */
import type { BridgeAsset } from '@rialto/market';
import { equalBytes, hexToBytes, isFlaw, readTransaction, splitOutpoint } from '@rialto/protocols';
import type { Transaction, Txid } from '@rialto/protocols';
import { bridgeIdIn } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { assetsOn } from '../coins/assets-on.ts';
import { isUnusedLot, unitsOn } from '../coins/locked-coins.ts';
import type { BridgeParts } from '../parts.ts';
import { MATURE } from './deposit.ts';
import type { AskedDeposit, Deposit, Now } from './deposit.ts';
import { owedOfSpent } from './spent-deposits.ts';

export async function readBtcDeposit(
  { source: { btc }, keys, journal }: BridgeParts,
  asset: BridgeAsset,
  { deposit: name, at }: AskedDeposit,
  { tips: { btc: tip }, places }: Now,
): Promise<Deposit> {
  if (name !== `btc:${at}`) throw new Refusal('bad-request', 'it is somewhere else');
  const { txid } = splitOutpoint(at);
  const locked = keys(asset.id).locked.script.script;
  const [node, on, raws] = await Promise.all([
    btc.chain.settledAt([at]),
    assetsOn(btc, { asset, tip, locked }, [at]),
    btc.chain.rawTransactions([txid]),
  ]);
  if (node.tip.hash !== tip.hash) throw new Refusal('syncing', 'the chain moves');
  const coin = node.coins.get(at);
  const tx = transactionIn(raws, txid);
  if (tx === undefined) throw new Refusal('bridge-deposit-unknown', at);
  const sender = (): Promise<Uint8Array | undefined> => senderOf(btc.chain, txid);
  const depthAt = (height: number): number => tip.height - height + 1;
  const whole = { name, coin: at, direction: 'mint', point: at, order: bridgeIdIn(tx), sender } as const;
  if (coin?.height === undefined) {
    const height = (await btc.chain.heightsOf([txid])).get(txid);
    if (height === undefined) throw new Refusal('bridge-deposit-waits', at);
    const owed = owedOfSpent(asset.id, journal.recall, places).find((one) => one.name === name);
    if (owed === undefined) throw new Refusal('bridge-exit-made', at);
    return { ...whole, isSpent: true, amount: owed.amount, height, depth: depthAt(height) };
  }
  requireMature(coin, depthAt(coin.height));
  if (!equalBytes(coin.script, locked)) throw new Refusal('bridge-deposit-unknown', 'on another script');
  if (isUnusedLot(asset, on(at))) throw new Refusal('bridge-deposit-unknown', 'a lot of what is locked');
  return {
    ...{ ...whole, isSpent: false, height: coin.height, depth: depthAt(coin.height) },
    amount: unitsOn(asset, { value: coin.value, ...on(at) }),
  };
}

/** A block that is undone takes what it made for ever, and nobody can spend it before. @throws Refusal bridge-deposit-waits */
function requireMature({ coinbase }: { readonly coinbase: boolean }, depth: number): void {
  if (coinbase && depth < MATURE)
    throw new Refusal('bridge-deposit-waits', `${depth} of ${MATURE} blocks: a miner’s own`);
}

async function senderOf(
  chain: BridgeParts['source']['btc']['chain'],
  txid: Txid,
): Promise<Uint8Array | undefined> {
  const [funder, more] = (await chain.originsOf([txid])).get(txid)?.funders ?? [];
  return funder === undefined || more !== undefined ? undefined : hexToBytes(funder);
}

/** The one of this id, as a node has it. */
export function transactionIn(raws: ReadonlyMap<Txid, Uint8Array>, txid: Txid): Transaction | undefined {
  const raw = raws.get(txid);
  const tx = raw === undefined ? undefined : readTransaction(raw);
  return tx === undefined || isFlaw(tx) || tx.txid !== txid ? undefined : tx;
}
