/** What both directions are held against: the id that this page made, the addresses of the list of assets, and what was shown to come out. */
import { sentenceOf } from '@rialto/contract';
import type { BridgeAssetView } from '@rialto/contract';
import { hexToBytes, isHex } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import { mvcAddress } from '@rialto/mvc';
import { scriptToAddress } from '@rialto/psbt';
import { refusalWords, t } from '../../words.ts';
import type { BridgeIntent } from './bridge-intent.ts';
import type { MadeTerms } from './bridge-terms.ts';

interface Answered {
  readonly orderId: string;
  readonly bridgeAddress: string;
  readonly out: string;
}

/**
 * Why this order must not be paid; empty where everything is as it was agreed.
 * @param answered what the exchange made of the terms
 */
export function differences(answered: Answered, made: MadeTerms, intent: BridgeIntent): readonly string[] {
  const { asset, direction, network, quote } = intent;
  const [said, known] =
    direction === 'mint'
      ? [asset.lockedAddress, lockedAddressOf(asset, network)]
      : [asset.inletAddress, inletAddressOf(asset, network)];
  const isAddress = said === known && answered.bridgeAddress === known;
  return [
    ...(answered.orderId === made.orderId ? [] : [t('It is another order than the one this page made.')]),
    ...(isAddress ? [] : [t('It would be paid to another address than the bridge’s.')]),
    ...(answered.out === quote.out.toString()
      ? []
      : [refusalWords('bridge-terms-differ', sentenceOf('bridge-terms-differ'))]),
  ];
}

/** Of the script that the list has; undefined where it is none that the bridge has. */
const lockedAddressOf = ({ lockedScript }: BridgeAssetView, network: Network): string | undefined =>
  isHex(lockedScript) ? scriptToAddress(hexToBytes(lockedScript), network) : undefined;

const inletAddressOf = ({ inletHash }: BridgeAssetView, network: Network): string =>
  mvcAddress(hexToBytes(inletHash), network);
