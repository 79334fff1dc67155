/** A payment to the bridge on Bitcoin past the exchange, with any id: what is paid twice or late, without an order, or put in as backing. */
import type { BridgeAssetView } from '@rialto/contract';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import { acceptPlanned, planBridgePayment, publicKeyOf } from '@rialto/psbt';
import type { PrivateChain } from '../chain/private-chain.ts';
import { text } from '../chain/json.ts';
import { carries, coinsOf } from '../market/facts.ts';
import { signPsbt } from '../market/trader.ts';
import type { Trader } from '../market/trader.ts';

const FEE_RATE = 2;

/** @param amount sat, or units of the rune @returns the transaction's id */
export async function payOnBitcoin(
  chain: PrivateChain,
  { origin, address, script, key }: Pick<Trader, 'address' | 'script' | 'key'> & { readonly origin: string },
  { originTokenId, lockedScript }: Pick<BridgeAssetView, 'originTokenId' | 'lockedScript'>,
  { amount, id }: { readonly amount: bigint; readonly id: string },
): Promise<string> {
  const pays = originTokenId === 'BTC' ? 'sats' : (`rune:${originTokenId}` as AssetId);
  const coins = await coinsOf(origin, { address, script });
  const planned = planBridgePayment({
    payer: { script, key: publicKeyOf(key), coins: coins.filter(({ assets }) => assets.length === 0) },
    pays,
    coins: pays === 'sats' ? [] : coins.filter((coin) => carries(coin, pays)),
    ...{ amount, id, bridge: hexToBytes(lockedScript), feeRateSatVb: FEE_RATE },
  });
  const { raw } = acceptPlanned(planned, hexToBytes(signPsbt(bytesToHex(planned.psbt), key, planned.toSign)));
  return text(await chain.rpc('sendrawtransaction', [bytesToHex(raw)]));
}
