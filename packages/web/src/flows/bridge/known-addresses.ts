/**
 * What is bridged where, as this browser saw it first. Whose an address is the page can't know; that it is another than before it can, and then
 * nothing is paid until that is confirmed. Names are the exchange's to choose: an asset is no new one where what it bridges, or the token it
 * makes, was seen under another name.
 */
import type { BridgeAssetView } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { recall, remember } from '../../memory.ts';
import { isRecord } from '../../unknown.ts';
import { t } from '../../words.ts';

type Bridged = Pick<BridgeAssetView, 'asset' | 'network' | 'originTokenId' | 'originName'> &
  Pick<BridgeAssetView, 'decimals' | 'trimDecimals' | 'lockedScript' | 'inletHash'> &
  Pick<BridgeAssetView, 'targetTokenCodeHash' | 'targetTokenGenesis'>;

/** Of one asset: what was known of it, compared letter by letter. */
interface Known {
  readonly origin: string;
  readonly token: string;
  /** Where it is paid, and what its amounts are. */
  readonly paid: string;
}

const keyOf = (network: Network): string => `bridge-known:${network}`;

const knownOf = (one: Bridged): Known => ({
  origin: `${one.network} ${one.originTokenId}`,
  token: `${one.targetTokenCodeHash} ${one.targetTokenGenesis}`,
  paid: [
    ...[one.lockedScript, one.inletHash, one.decimals, one.trimDecimals],
    // Transfers of BRC-20 name their token by its tick alone.
    ...(one.network === 'BRC20' ? [one.originName] : []),
  ].join(' '),
});

const isKnown = (value: unknown): value is Readonly<Record<string, Known>> =>
  isRecord(value) &&
  Object.values(value).every(
    (one) =>
      isRecord(one) && (['origin', 'token', 'paid'] as const).every((name) => typeof one[name] === 'string'),
  );

/** @returns whether they are others than this browser has seen; what it sees first it keeps */
export function haveAddressesChanged(asset: Bridged, network: Network): boolean {
  const all = recall(keyOf(network), isKnown, {});
  const now = knownOf(asset);
  const before = all[asset.asset];
  if (before !== undefined) return !isSame(before, now);
  const isSeen = Object.values(all).some(({ origin, token }) => origin === now.origin || token === now.token);
  if (!isSeen) confirmAddresses(asset, network);
  return isSeen;
}

const isSame = (one: Known, other: Known): boolean =>
  one.origin === other.origin && one.token === other.token && one.paid === other.paid;

/** From now on these are the known ones: whoever pays has said so in words. */
export function confirmAddresses(asset: Bridged, network: Network): void {
  const all = recall(keyOf(network), isKnown, {});
  remember(keyOf(network), { ...all, [asset.asset]: knownOf(asset) });
}

/** @throws Error with a sentence for people; asked at the last moment before the wallet opens */
export function requireKnownAddresses(asset: Bridged, network: Network): void {
  if (haveAddressesChanged(asset, network))
    throw new Error(
      t('The bridge’s addresses of this asset are not those this browser has seen before. Nothing was paid.'),
    );
}
