/** That a wrapped token was minted once, whole, to the stock, and that no more can ever be: by the transaction that minted it (bridge §3). */
import type { MvcChain, MvcLedger } from '@rialto/ground';
import type { BridgeAsset } from '@rialto/market';
import { readFtScript, sameToken } from '@rialto/mvc';
import type { FtOutput } from '@rialto/mvc';
import { hexToBytes } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';

interface Source {
  readonly chain: Pick<MvcChain, 'transaction'>;
  readonly ledger: Pick<MvcLedger, 'tokensOf' | 'spentBy' | 'byCore' | 'transaction'>;
}

/**
 * @param stock hash of the key that has to hold it
 * @throws Refusal bridge-asset-impossible with why not
 */
export async function requireSupply(
  { chain, ledger }: Source,
  { token: { codehash, genesis, supply } }: Pick<BridgeAsset, 'token'>,
  stock: string,
): Promise<void> {
  const no = (why: string): Refusal => new Refusal('bridge-asset-impossible', `the token: ${why}`);
  const key = { codehash, genesis };
  const [any] = await ledger.tokensOf(hexToBytes(stock), key);
  if (any === undefined) throw no(`none of it is held by the stock, ${stock}, in a block`);
  const made = await mintedWith({ chain, ledger }, any.token.sensibleId);
  if (made === undefined) throw no('its minting is in no block that we have read');
  const [only, more] = made;
  if (only === undefined || !sameToken(only, key)) throw no('its minting makes another');
  if (more !== undefined) throw no('more of it can be minted, or was minted to several');
  if (only.amount !== supply) throw no(`${only.amount} of it were minted, the file says ${supply}`);
  if (only.holder !== stock) throw no(`it was minted to ${only.holder}, not to the stock, ${stock}`);
}

/** What the transaction made that spent the contract which the token began with. */
async function mintedWith({ chain, ledger }: Source, began: Outpoint): Promise<FtOutput[] | undefined> {
  const spender = (await ledger.spentBy([began])).get(began);
  const minted = spender === undefined ? undefined : (await ledger.byCore([spender.core])).get(spender.core);
  if (minted?.height === undefined) return undefined;
  const tx = (await ledger.transaction(minted.txid)) ?? (await chain.transaction(minted.txid));
  return tx?.outputs.flatMap(({ script }) => readFtScript(script) ?? []);
}
