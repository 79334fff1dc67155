/** What is bridged here and on which terms, and how fast both chains are. */
import type { AnswerOf, BridgeAssetView } from '@rialto/contract';
import { originId } from '@rialto/market';
import { mvcAddress } from '@rialto/mvc';
import { hexToBytes } from '@rialto/protocols';
import { scriptToAddress } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { allAssets } from '../../store/bridge/asset-store.ts';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import { blockSeconds } from '../../store/bridge/reserve-store.ts';
import { standsStill } from '../assets/stands-still.ts';
import type { BridgeContext } from '../context.ts';
import { heightsOf } from '../follow/heights.ts';

const LAST_BLOCKS = 20;

/** @throws Refusal bridge-closed where nothing is bridged */
export async function assetList(context: BridgeContext): Promise<AnswerOf<'bridgeAssets'>> {
  const assets = await allAssets(context.store.db);
  if (assets.length === 0) throw new Refusal('bridge-closed');
  const [heights, seconds, plans, still] = await Promise.all([
    heightsOf(context),
    blockSeconds(context.store.db, LAST_BLOCKS),
    context.plans(),
    standsStill(context),
  ]);
  return {
    assetList: assets.map((known) => viewOf(context, known)),
    net: context.network,
    btc: { height: heights.btc, secondsPerBlock: seconds.btc },
    mvc: { height: heights.mvc, secondsPerBlock: seconds.mvc, standsStill: still },
    feeRate: plans.avg,
  };
}

function viewOf({ network }: BridgeContext, { asset, keys, paused, row }: KnownAsset): BridgeAssetView {
  const { origin, token, fees, tiers } = asset;
  const feeOf = ({ ppm, constant, network: part }: typeof fees.mint) => ({
    ...{ ppm: ppm.toString(), constant: constant.toString(), network: part.toString() },
  });
  const isOpen = paused === null;
  // All of them sign (bridge §4).
  const signers = keys.signers?.length ?? 1;
  return {
    ...{ asset: asset.id, network: origin.network },
    originTokenId: originId(origin),
    // Of BRC-20 as transfers of it are inscribed.
    originName: origin.network === 'BRC20' ? origin.tick : asset.symbol,
    originSymbol: asset.symbol,
    ...{ targetTokenCodeHash: token.codehash, targetTokenGenesis: token.genesis },
    targetTokenId: `${token.codehash}-${token.genesis}`,
    ...{ targetName: token.name, targetSymbol: token.symbol },
    ...{ decimals: asset.decimals, trimDecimals: asset.trim },
    fees: { mint: feeOf(fees.mint), redeem: feeOf(fees.redeem) },
    ...{ minimum: asset.minimum.toString(), maximum: asset.maximum.toString() },
    tiers: tiers.map(({ upTo, btc, mvc }) => ({ upTo: upTo?.toString() ?? null, btc, mvc })),
    ...{ isEnableMint: isOpen && !row.mintsStopped, isEnableRedeem: isOpen, paused },
    lockedScript: keys.lockedScript,
    lockedAddress: scriptToAddress(hexToBytes(keys.lockedScript), network) ?? '',
    inletHash: keys.inletHash,
    inletAddress: mvcAddress(hexToBytes(keys.inletHash), network),
    keys: { k: signers, n: signers },
  };
}
