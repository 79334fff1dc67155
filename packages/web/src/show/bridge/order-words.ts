/** An order in words and addresses: which way it goes, how it is coloured, and whose scripts its terms name. */
import type { BridgeAssetView, BridgeOrderView } from '@rialto/contract';
import { hexToBytes } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import { keyHashOf, mvcAddress } from '@rialto/mvc';
import { scriptToAddress } from '@rialto/psbt';
import type { BridgeDirection } from '@rialto/market';
import { isRefund } from '../../data/bridge/bridge-state.ts';
import { t } from '../../words.ts';
import { amountText, chainsOf, nameOf } from './BridgeAmount.tsx';

type Way = Pick<BridgeOrderView, 'direction' | 'amount' | 'out' | 'deposits'>;

/** As text, for a row and a title. @param asset undefined where it is not bridged here any more */
export function wayWords(
  { direction, amount, out, deposits }: Way,
  asset: BridgeAssetView | undefined,
): string {
  if (asset === undefined || amount === 'any') return directionWords(direction);
  const [from, to] = chainsOf(direction);
  const exit = deposits[0]?.exit ?? null;
  if (exit?.kind === 'refund')
    return t('{amount} {unit}, sent back: {back}', {
      ...{ amount: amountText(BigInt(amount), asset), unit: nameOf(asset, from) },
      back: amountText(BigInt(exit.out), asset),
    });
  return t('{amount} {from} to {out} {to}', {
    ...{ amount: amountText(BigInt(amount), asset), from: nameOf(asset, from) },
    ...{ out: amountText(BigInt(out), asset), to: nameOf(asset, to) },
  });
}

export const directionWords = (direction: BridgeDirection): string =>
  direction === 'mint' ? t('Bitcoin to MVC') : t('MVC to Bitcoin');

/** Before the address that is paid out to. */
export const receiverWords = (direction: BridgeDirection): string =>
  direction === 'mint' ? t('To your address on MVC') : t('To your address on Bitcoin');

/** A class: what goes back is a warning, what is done is good. */
export const stateTone = ({ state }: Pick<BridgeOrderView, 'state'>): string =>
  isRefund(state) ? 'text-warn' : state === 'done' ? 'text-buy' : 'text-mist';

/** Undefined for a script that neither chain writes as an address. */
export function addressOf(script: string, network: Network): string | undefined {
  const bytes = hexToBytes(script);
  const hash = keyHashOf(bytes);
  return hash === undefined ? scriptToAddress(bytes, network) : mvcAddress(hash, network);
}
