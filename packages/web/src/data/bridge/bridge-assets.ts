/** What is bridged, as this page counts: the list of the exchange in whole numbers, and how long things take. Pure. */
import type { BridgeAssetView, BridgeAssets } from '@rialto/contract';
import { bridgedAsset, depthFor, tierOf, unitOf } from '@rialto/market';
import type { BridgeAsset, BridgeDirection } from '@rialto/market';
import type { AssetId } from '@rialto/protocols';

export type BridgeRules = Pick<BridgeAsset, 'fees' | 'trim' | 'minimum' | 'maximum' | 'tiers'>;

export function rulesOf({ fees, trimDecimals, minimum, maximum, tiers }: BridgeAssetView): BridgeRules {
  const feeOf = ({ ppm, constant, network }: BridgeAssetView['fees']['mint']) => ({
    ...{ ppm: BigInt(ppm), constant: BigInt(constant), network: BigInt(network) },
  });
  return {
    fees: { mint: feeOf(fees.mint), redeem: feeOf(fees.redeem) },
    trim: trimDecimals,
    ...{ minimum: BigInt(minimum), maximum: BigInt(maximum) },
    tiers: tiers.map(({ upTo, btc, mvc }) => ({
      ...{ upTo: upTo === null ? undefined : BigInt(upTo), btc, mvc },
    })),
  };
}

/** What of the origin one wrapped unit is. */
export const unitOfView = ({ trimDecimals }: Pick<BridgeAssetView, 'trimDecimals'>): bigint =>
  unitOf({ trim: trimDecimals });

/** Digits after the point that both sides have. */
export const digitsOf = ({
  decimals,
  trimDecimals,
}: Pick<BridgeAssetView, 'decimals' | 'trimDecimals'>): number => decimals - trimDecimals;

/** What a deposit of it is on Bitcoin. */
export const paysOf = ({
  network,
  originTokenId,
}: Pick<BridgeAssetView, 'network' | 'originTokenId'>): 'sats' | AssetId =>
  bridgedAsset(network, originTokenId);

/** The wrapped token, as amounts on MVC are named. */
export const tokenOfView = (view: BridgeAssetView) => ({
  ...{ symbol: view.targetSymbol, genesis: view.targetTokenGenesis, decimals: digitsOf(view) },
});

export const isOpen = (
  { isEnableMint, isEnableRedeem }: BridgeAssetView,
  direction: BridgeDirection,
): boolean => (direction === 'mint' ? isEnableMint : isEnableRedeem);

/** Confirmations after which a payment of either chain is final, by what was paid in. */
export const depthOn = (asset: BridgeAssetView, chain: 'btc' | 'mvc', amount: bigint): number =>
  tierOf(rulesOf(asset), amount)[chain];

export interface Duration {
  /** Confirmations of the deposit. */
  readonly blocks: number;
  readonly seconds: number;
}

/** Until it is paid out, by the blocks of the last hours: an estimate. */
export function durationOf(
  { btc, mvc }: Pick<BridgeAssets, 'btc' | 'mvc'>,
  rules: Pick<BridgeRules, 'tiers'>,
  direction: BridgeDirection,
  amount: bigint,
): Duration {
  const blocks = depthFor(rules, direction, amount);
  const { secondsPerBlock } = direction === 'mint' ? btc : mvc;
  return { blocks, seconds: blocks * secondsPerBlock };
}
