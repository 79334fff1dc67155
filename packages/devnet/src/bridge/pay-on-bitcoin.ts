/** A payment to the bridge on Bitcoin past the exchange, with any id: what is paid twice or late, without an order, or put in as backing. */
import type { BridgeAssetView } from '@rialto/contract';
import { bridgedAsset } from '@rialto/market';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import type { AssetId, Coin } from '@rialto/protocols';
import { acceptPlanned, planBridgePayment, publicKeyOf } from '@rialto/psbt';
import type { PrivateChain } from '../chain/private-chain.ts';
import { text } from '../chain/json.ts';
import { carries, coinsOf, heldOn } from '../market/facts.ts';
import { signPsbt } from '../market/trader.ts';
import type { Trader } from '../market/trader.ts';

const FEE_RATE = 2;

/** MRC-20 is paid whole: one coin with that amount and nothing else. BRC-20 with a lot of it. */
function spentFor(coins: readonly Coin[], pays: AssetId, amount: bigint): Coin[] {
  if (pays.startsWith('brc20:')) return coins.filter((coin) => isLot(coin, pays, amount)).slice(0, 1);
  const all = coins.filter((coin) => carries(coin, pays));
  if (!pays.startsWith('mrc20:')) return all;
  return all.filter((coin) => coin.assets.length === 1 && heldOn(coin, pays) === amount).slice(0, 1);
}

const isLot = ({ assets: [only, more] }: Coin, asset: AssetId, amount: bigint): boolean =>
  only?.kind === 'inscription' &&
  more === undefined &&
  only.transfer?.asset === asset &&
  only.transfer.amount === amount;

/** @param amount sat, or units of the token; of MRC-20 and BRC-20 what one coin holds @returns the transaction's id */
export async function payOnBitcoin(
  chain: PrivateChain,
  { origin, address, script, key }: Pick<Trader, 'address' | 'script' | 'key'> & { readonly origin: string },
  {
    network,
    originTokenId,
    lockedScript,
  }: Pick<BridgeAssetView, 'network' | 'originTokenId' | 'lockedScript'>,
  { amount, id }: { readonly amount: bigint; readonly id: string },
): Promise<string> {
  const pays = bridgedAsset(network, originTokenId);
  const coins = await coinsOf(origin, { address, script });
  const planned = planBridgePayment({
    payer: { script, key: publicKeyOf(key), coins: coins.filter(({ assets }) => assets.length === 0) },
    pays,
    coins: pays === 'sats' ? [] : spentFor(coins, pays, amount),
    ...{ amount, id, bridge: hexToBytes(lockedScript), feeRateSatVb: FEE_RATE },
  });
  const { raw } = acceptPlanned(planned, hexToBytes(signPsbt(bytesToHex(planned.psbt), key, planned.toSign)));
  return text(await chain.rpc('sendrawtransaction', [bytesToHex(raw)]));
}
