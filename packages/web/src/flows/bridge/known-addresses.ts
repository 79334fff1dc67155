/** The bridge's addresses as this browser saw them first. Whose an address is the page can't know; that it is another than before it can, and then nothing is paid until that is confirmed. */
import type { BridgeAssetView } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { recallText, rememberText } from '../../memory.ts';
import { t } from '../../words.ts';

type Addresses = Pick<BridgeAssetView, 'asset' | 'lockedScript' | 'inletHash'>;

const keyOf = ({ asset }: Addresses, network: Network): string => `bridge-addresses:${network} ${asset}`;

const textOf = ({ lockedScript, inletHash }: Addresses): string => `${lockedScript} ${inletHash}`;

/** @returns whether they are others than this browser has seen; what it sees first it keeps */
export function haveAddressesChanged(addresses: Addresses, network: Network): boolean {
  const before = recallText(keyOf(addresses, network));
  if (before === undefined) rememberText(keyOf(addresses, network), textOf(addresses));
  return before !== undefined && before !== textOf(addresses);
}

/** From now on these are the known ones: whoever pays has said so in words. */
export function confirmAddresses(addresses: Addresses, network: Network): void {
  rememberText(keyOf(addresses, network), textOf(addresses));
}

/** @throws Error with a sentence for people; asked at the last moment before the wallet opens */
export function requireKnownAddresses(addresses: Addresses, network: Network): void {
  if (haveAddressesChanged(addresses, network))
    throw new Error(
      t('The bridge’s addresses of this asset are not those this browser has seen before. Nothing was paid.'),
    );
}
