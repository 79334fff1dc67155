/** That a wrapped token was minted once, whole, to the bridge's stock, and that no more can be: by the transaction that minted it, not by anybody's word. */
import type { BridgeAsset } from '@rialto/market';
import { readFtScript, sameToken } from '@rialto/mvc';
import { bytesToHex } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { foundIn } from '../../mvc/coins.ts';
import { requireWholeSupply } from '../../mvc/genuine.ts';
import type { MvcPlaces } from '../books/mvc-places.ts';
import type { BridgeSource } from '../source.ts';

type Source = BridgeSource['mvc'];

export interface Supply {
  /**
   * @param of any coin of the token
   * @returns the name of the coin that was all there is
   * @throws Refusal bridge-break, syncing
   */
  first(asset: BridgeAsset, stock: Uint8Array, of: Outpoint): Promise<string>;
}

export function openSupply(source: Source, places: MvcPlaces): Supply {
  const known = new Map<string, string>();
  return {
    first: async (asset, stock, of) => {
      const { codehash, genesis, supply } = asset.token;
      const key = `${codehash} ${genesis} ${supply} ${bytesToHex(stock)}`;
      const name = known.get(key) ?? (await firstCoin({ source, places }, { asset, stock, of }));
      known.set(key, name);
      return name;
    },
  };
}

const broken = (asset: BridgeAsset, why: string): Refusal =>
  new Refusal('bridge-break', `the supply of ${asset.id}: ${why}`);

async function firstCoin(
  { source, places }: { readonly source: Source; readonly places: MvcPlaces },
  { asset, stock, of }: { readonly asset: BridgeAsset; readonly stock: Uint8Array; readonly of: Outpoint },
): Promise<string> {
  const token = readFtScript((await source.coins.at(of)).coin.script);
  if (token === undefined) throw broken(asset, `${of} is no token`);
  // A token is named by the genesis contract’s coin that its first minting spent.
  const spender = (await source.ledger.spentBy([token.sensibleId])).get(token.sensibleId);
  const minted = spender === undefined ? undefined : (await places.of([spender.core])).get(spender.core);
  if (minted === undefined) throw new Refusal('syncing', `the minting of ${asset.id}`);
  const { tx } = minted;
  const vout = tx.outputs.findIndex(({ script }) => {
    const made = readFtScript(script);
    return made !== undefined && sameToken(made, asset.token);
  });
  if (vout < 0) throw broken(asset, 'its minting makes another token');
  const found = foundIn(tx, vout);
  const made = await requireWholeSupply(source.coins, found, asset.token).catch((error: unknown) => {
    if (error instanceof Refusal) throw broken(asset, error.message);
    throw error;
  });
  if (made.amount !== asset.token.supply) throw broken(asset, `${made.amount} were minted`);
  if (made.holder !== bytesToHex(stock)) throw broken(asset, 'it was minted to another key');
  return found.name;
}
