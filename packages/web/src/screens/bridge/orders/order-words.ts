/** An order in words and addresses: which way it goes, and whose scripts its terms name. */
import type { BridgeAssetView, BridgeOrderView } from '@rialto/contract';
import { hexToBytes } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import { keyHashOf, mvcAddress } from '@rialto/mvc';
import { scriptToAddress } from '@rialto/psbt';
import { amountText, chainsOf, nameOf } from '../../../show/bridge/BridgeAmount.tsx';
import { t } from '../../../words.ts';

type Way = Pick<BridgeOrderView, 'direction' | 'amount' | 'out'>;

/** As text, for a row and a title. @param asset undefined where it is not bridged here any more */
export function wayWords({ direction, amount, out }: Way, asset: BridgeAssetView | undefined): string {
  const isMint = direction === 'mint';
  if (asset === undefined || amount === 'any') return isMint ? t('Bitcoin to MVC') : t('MVC to Bitcoin');
  const [from, to] = chainsOf(direction);
  return t('{amount} {from} to {out} {to}', {
    ...{ amount: amountText(BigInt(amount), asset), from: nameOf(asset, from) },
    ...{ out: amountText(BigInt(out), asset), to: nameOf(asset, to) },
  });
}

export const directionWords = ({ direction }: Pick<BridgeOrderView, 'direction'>): string =>
  direction === 'mint' ? t('Bitcoin to MVC') : t('MVC to Bitcoin');

/** Undefined for a script that neither chain writes as an address. */
export function addressOf(script: string, network: Network): string | undefined {
  const bytes = hexToBytes(script);
  const hash = keyHashOf(bytes);
  return hash === undefined ? scriptToAddress(bytes, network) : mvcAddress(hash, network);
}
