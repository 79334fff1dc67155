/** A token coin at an inlet, or sent to the stock by mistake, as the chain tells it: whose it is, which order it names, and who paid. */
import { bridgeBackingId, unitOf } from '@rialto/market';
import { bridgeIdInMvc, keyHashOf, p2pkhScript, readFtScript, sameToken } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes, outpoint, splitOutpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import { keepDeposit, keepOwnCoin } from '../../store/bridge/deposit-store.ts';
import { heldCoins } from '../../store/bridge/mvc-coin-store.ts';
import type { HeldCoin, NewMvcCoin } from '../../store/bridge/mvc-coin-store.ts';
import type { BridgeContext } from '../context.ts';

/** A coin that nobody has looked at: a deposit, or ours. One of which neither can be shown now is looked at again. */
export async function takeInMvc(
  context: Pick<BridgeContext, 'store' | 'mvc'>,
  known: KnownAsset,
  coin: NewMvcCoin,
): Promise<void> {
  const { store, mvc } = context;
  const { asset } = known;
  const { txid, vout, core } = coin;
  const name = `mvc:${core}:${vout}`;
  const tx = (await mvc.ledger.transaction(txid)) ?? (await mvc.chain.transaction(txid));
  if (tx === undefined) return;
  const id = bridgeIdInMvc(tx);
  if (id === bridgeBackingId(asset.id)) return keepOwnCoin(store.db, name, asset.id);
  const spent = await spentBy(context, tx);
  const whose = whoseIs(known, { tx, vout, spent });
  if (whose === 'ours') return keepOwnCoin(store.db, name, asset.id);
  if (whose === 'unknown' || (coin.height === null && spent.includes(undefined))) return;
  await keepDeposit(store.db, {
    ...{ name, asset: asset.id, direction: 'redeem', txid, vout, core, value: coin.value },
    ...{ amount: coin.units * unitOf(asset), orderId: id ?? null, height: null, status: 'paid' },
    origin: originOf(spent),
  });
}

type Spent = readonly (HeldCoin | undefined)[];

/** What each input spent, by the index, and by the node where that is older than the index; undefined of what neither has now. */
async function spentBy(
  { store, mvc }: Pick<BridgeContext, 'store' | 'mvc'>,
  { inputs }: MvcTransaction,
): Promise<Spent> {
  const points = inputs.map(({ txid, vout }) => outpoint(txid, vout));
  const held = await heldCoins(store.db, points);
  return Promise.all(points.map(async (point) => held.get(point) ?? atNode(mvc, point)));
}

async function atNode({ chain }: BridgeContext['mvc'], point: Outpoint): Promise<HeldCoin | undefined> {
  const { txid, vout } = splitOutpoint(point);
  const script = (await chain.transaction(txid))?.outputs[vout]?.script;
  if (script === undefined) return undefined;
  const token = readFtScript(script);
  if (token !== undefined) return token;
  const key = keyHashOf(script);
  return { holder: key === undefined ? null : bytesToHex(key), codehash: null, genesis: null };
}

interface Looked {
  readonly tx: MvcTransaction;
  readonly vout: number;
  readonly spent: Spent;
}

/**
 * Ours is what spends tokens of ours, for nobody else signs for those, and what the one minting made; somebody else's what spends tokens of
 * another. Where no token is found among what was spent, nothing is shown.
 */
function whoseIs(
  { asset: { token }, keys }: KnownAsset,
  { tx, vout, spent }: Looked,
): 'ours' | 'theirs' | 'unknown' {
  const own = [keys.stockHash, keys.inletHash];
  const holders = spent.flatMap((coin) =>
    coin?.codehash === token.codehash && coin.genesis === token.genesis ? [coin.holder ?? ''] : [],
  );
  if (holders.some((holder) => own.includes(holder))) return 'ours';
  if (holders.length > 0) return 'theirs';
  const script = tx.outputs[vout]?.script;
  const made = script === undefined ? undefined : readFtScript(script);
  if (made === undefined || !sameToken(made, token)) return 'unknown';
  const isMinting = tx.inputs.some((input) => outpoint(input.txid, input.vout) === made.sensibleId);
  return isMinting ? 'ours' : 'unknown';
}

/** The script of the one key that held all of it; empty where there are several, or not all is known. */
function originOf(spent: Spent): string {
  const holders = new Set(spent.flatMap((coin) => (coin?.holder == null ? [] : [coin.holder])));
  const [only, more] = holders;
  const isOne = only !== undefined && more === undefined && !spent.includes(undefined);
  return isOne ? bytesToHex(p2pkhScript(hexToBytes(only))) : '';
}
