/** What an asset's file may say: everything that is wrong in it at once (bridge §3). */
import { BRC20_DECIMALS, DUST_FLOOR, encodeUtf8 } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { BridgeAsset, BridgeSigners, BridgeTier } from './asset.ts';
import { PPM, bridgeQuote } from './quote.ts';

/** Bounds of the contract's number type: the safe side of 2^53 (mvc §2). */
const MOST_WRAPPED = 2n ** 53n - 1n;
const MOST_DECIMALS = 38;
const NAME_BYTES = 40;
const SYMBOL_BYTES = 10;
const MOST_TIERS = 10;
const MOST_DEPTH = 1_000;
/** Of a hundred coins with so many signatures each the transaction is still taken by nodes, and made in time. */
export const MOST_BRIDGE_SIGNERS = 8;

/**
 * Holds an asset's file against the rules of bridge §3.
 * @throws Refusal bridge-asset-impossible, with everything that is wrong in it
 */
export function requireBridgeable(asset: BridgeAsset): void {
  const wrong = wrongsOf(asset);
  if (wrong.length > 0) throw new Refusal('bridge-asset-impossible', wrong.join('; '));
}

function wrongsOf(asset: BridgeAsset): string[] {
  const { decimals, trim, token, minimum, maximum, fees, tiers, origin } = asset;
  const isTrim = trim >= 0 && trim <= decimals;
  const rules: [boolean, string][] = [
    [decimals >= 0 && decimals <= MOST_DECIMALS, `decimals: 0 to ${MOST_DECIMALS}`],
    [isTrim, 'trim: at most its decimals'],
    [origin.network !== 'BTC' || decimals === 8, 'decimals: 8 for BTC'],
    [
      origin.network !== 'BRC20' || decimals === BRC20_DECIMALS,
      `decimals: ${BRC20_DECIMALS} for BRC-20, and no token that has fewer is bridged`,
    ],
    [token.supply > 0n && token.supply <= MOST_WRAPPED, `token.supply: 1 to ${MOST_WRAPPED}`],
    [bytesOf(token.name) >= 1 && bytesOf(token.name) <= NAME_BYTES, `token.name: 1 to ${NAME_BYTES} bytes`],
    [
      bytesOf(token.symbol) >= 1 && bytesOf(token.symbol) <= SYMBOL_BYTES,
      `token.symbol: 1 to ${SYMBOL_BYTES} bytes`,
    ],
    [minimum >= 1n && minimum <= maximum, 'minimum: 1 to the maximum'],
    [asset.hourCap >= maximum, 'hourCap: the maximum at least, else the largest order is never paid'],
    [asset.dayCap >= asset.hourCap, 'dayCap: the hourCap at least'],
    [asset.exposure >= 0n, 'exposure: 0 at least'],
    [asset.mostPayoutFee >= 1n, 'mostPayoutFee: 1 sat at least'],
    [areSigners(asset.signers), `signers.lockedKeys: 2 to ${MOST_BRIDGE_SIGNERS}, all different`],
    [areTiers(tiers), 'tiers: growing upTo and depths, the last without upTo'],
    ...(['mint', 'redeem'] as const).flatMap((direction): [boolean, string][] => {
      const { ppm, constant, network } = fees[direction];
      const isFee = ppm >= 0n && ppm < PPM && constant >= 0n && network >= 0n;
      const least = isFee && isTrim ? bridgeQuote(asset, direction, minimum).out : 0n;
      // A payout of sats is a coin.
      const floor = direction === 'redeem' && origin.network === 'BTC' ? DUST_FLOOR : 1n;
      return [
        [isFee, `fees.${direction}: ppm under ${PPM}, nothing negative`],
        [least >= floor, `fees.${direction}: the minimum leaves ${least}, ${floor} at least`],
        [
          // What a refund of sats leaves locked is a coin, or nothing.
          direction === 'redeem' || origin.network !== 'BTC' || network === 0n || network >= DUST_FLOOR,
          `fees.mint.network: 0, or ${DUST_FLOOR} sat at least`,
        ],
      ];
    }),
  ];
  return rules.flatMap(([holds, rule]) => (holds ? [] : [rule]));
}

const bytesOf = (text: string): number => encodeUtf8(text)?.length ?? 0;

function areSigners(signers: BridgeSigners | undefined): boolean {
  if (signers === undefined) return true;
  const { lockedKeys } = signers;
  const areSome = lockedKeys.length >= 2 && lockedKeys.length <= MOST_BRIDGE_SIGNERS;
  return areSome && new Set(lockedKeys).size === lockedKeys.length;
}

function areTiers(tiers: readonly BridgeTier[]): boolean {
  if (tiers.length === 0 || tiers.length > MOST_TIERS) return false;
  return tiers.every(({ upTo, btc, mvc }, at) => {
    const before = tiers[at - 1];
    const isLast = at === tiers.length - 1;
    const areDepths = [btc, mvc].every(
      (depth) => Number.isInteger(depth) && depth >= 1 && depth <= MOST_DEPTH,
    );
    const grows =
      before === undefined ||
      (btc >= before.btc &&
        mvc >= before.mvc &&
        before.upTo !== undefined &&
        (upTo === undefined || upTo > before.upTo));
    return areDepths && grows && (isLast ? upTo === undefined : upTo !== undefined && upTo > 0n);
  });
}
