/** A deposit on MVC: wrapped tokens on the inlet, real by what their transaction spends; or, sent there by mistake, on the stock. */
import { unitOf } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { bridgeIdInMvc, isAnyCheck, keyHashOf, p2pkhScript, readFtScript } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { tokenOnScript, requireGenuine } from '../../mvc/genuine.ts';
import type { BridgeParts } from '../parts.ts';
import type { BridgeSource } from '../source.ts';
import type { AskedDeposit, Deposit, Now } from './deposit.ts';
import { owedOfSpent } from './spent-deposits.ts';

export async function readMvcDeposit(
  { source: { mvc }, keys, mvcPlaces, journal }: BridgeParts,
  asset: BridgeAsset,
  { deposit: name, at }: AskedDeposit,
  { tips: { mvc: tip }, places }: Now,
): Promise<Deposit> {
  const found = await mvc.coins.at(at).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'coin-unknown')
      throw new Refusal('bridge-deposit-unknown', at);
    throw error;
  });
  if (name !== `mvc:${found.name}`) throw new Refusal('bad-request', 'it is something else');
  const { stock, inlet } = keys(asset.id);
  const holder = tokenOnScript(found.coin)?.holder;
  if (holder !== bytesToHex(inlet.hash) && holder !== bytesToHex(stock.hash))
    throw new Refusal('bridge-deposit-unknown', 'held by another key');
  const { token } = await requireGenuine(mvc.coins, found, asset.token).catch((error: unknown) => {
    if (error instanceof Refusal) throw new Refusal('bridge-deposit-unknown', error.message);
    throw error;
  });
  const unspent = await mvc.chain.unspent(at, 'blocks');
  const whole = {
    direction: 'redeem',
    ...{ name, coin: found.name, point: at, order: bridgeIdInMvc(found.tx) },
    ...{ amount: token.amount * unitOf(asset), sender: () => senderOf(mvc, found.tx) },
  } as const;
  if (unspent === undefined || unspent.confirmations < 1) {
    const height = (await mvcPlaces.of([found.tx.core])).get(found.tx.core)?.height;
    if (height === undefined) throw new Refusal('bridge-deposit-waits', at);
    const owed = owedOfSpent(asset.id, journal.recall, places).find((one) => one.name === name);
    if (owed === undefined) throw new Refusal('bridge-exit-made', at);
    return { ...whole, isSpent: true, amount: owed.amount, height, depth: tip.height - height + 1 };
  }
  const depth = unspent.confirmations;
  return { ...whole, isSpent: false, height: tip.height - depth + 1, depth };
}

/** One key owns everything that it spends: its SPACE, and its tokens. What counts its tokens is nobody’s. */
async function senderOf(
  { coins }: BridgeSource['mvc'],
  { inputs }: Pick<MvcTransaction, 'inputs'>,
): Promise<Uint8Array | undefined> {
  const spent = await Promise.all(
    inputs.map(async ({ txid, vout }) => (await coins.transaction(txid)).outputs[vout]?.script),
  );
  const scripts = spent.flatMap((script) => (script === undefined || isAnyCheck(script) ? [] : [script]));
  const [owner, more] = new Set(scripts.map(ownerOf));
  // A token may be held by the hash of a script: whoever has SPACE of the same hash has a key.
  const hasSpace = scripts.some((script) => keyHashOf(script) !== undefined);
  if (owner === undefined || more !== undefined || !hasSpace || spent.includes(undefined)) return undefined;
  return p2pkhScript(hexToBytes(owner));
}

/** Of a key or a holder; what has another owner is told apart by its script. */
function ownerOf(script: Uint8Array): string {
  const key = keyHashOf(script);
  return key === undefined ? (readFtScript(script)?.holder ?? bytesToHex(script)) : bytesToHex(key);
}
