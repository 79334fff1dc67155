/** A token coin at an inlet, or sent to the stock by mistake, as the chain tells it: whose it is, which order it names, and who paid. */
import { bridgeBackingId, unitOf } from '@rialto/market';
import { bridgeIdInMvc, p2pkhScript } from '@rialto/mvc';
import { bytesToHex, hexToBytes, outpoint } from '@rialto/protocols';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import { ownersOf } from '../../store/bridge/coin-store.ts';
import type { NewMvcCoin } from '../../store/bridge/coin-store.ts';
import { keepDeposit, keepOwnCoin } from '../../store/bridge/deposit-store.ts';
import type { BridgeContext } from '../context.ts';

/** A coin that nobody has looked at: a deposit, or ours. */
export async function takeInMvc(
  { store, mvc }: BridgeContext,
  known: KnownAsset,
  coin: NewMvcCoin,
): Promise<void> {
  const { asset, keys } = known;
  const { txid, vout, core } = coin;
  const name = `mvc:${core}:${vout}`;
  const tx = (await mvc.ledger.transaction(txid)) ?? (await mvc.chain.transaction(txid));
  if (tx === undefined) return;
  const owners = await ownersOf(
    store.db,
    tx.inputs.map((input) => outpoint(input.txid, input.vout)),
  );
  const tokens = owners.filter(({ genesis }) => genesis === asset.token.genesis);
  const isOurs = tokens.some(({ holder }) => holder === keys.stockHash || holder === keys.inletHash);
  const id = bridgeIdInMvc(tx);
  // All there is was minted once: what spends no token made the first of it.
  if (isOurs || tokens.length === 0 || id === bridgeBackingId(asset.id))
    return keepOwnCoin(store.db, name, asset.id);
  const [only, more] = [...new Set(owners.map(({ holder }) => holder))];
  const origin = only === undefined || more !== undefined ? '' : bytesToHex(p2pkhScript(hexToBytes(only)));
  await keepDeposit(store.db, {
    ...{ name, asset: asset.id, direction: 'redeem', txid, vout, core, value: coin.value, origin },
    ...{ amount: coin.units * unitOf(asset), orderId: id ?? null, height: null, status: 'paid' },
  });
}
