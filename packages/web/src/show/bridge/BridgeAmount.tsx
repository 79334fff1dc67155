/** Amounts of the bridge: both sides count in the same digits, only the name differs. */
import type { BridgeAssetView } from '@rialto/contract';
import { formatDecimal, grouped } from '@rialto/market';
import { digitsOf, tokenOfView, unitOfView } from '../../data/bridge/bridge-assets.ts';
import { Digits } from '../../ui/number/Digits.tsx';
import { MvcTokenName } from '../mvc/Space.tsx';

type Chain = 'btc' | 'mvc';

interface BridgeAmountProps {
  /** In origin units. */
  readonly value: bigint;
  readonly asset: BridgeAssetView;
  /** Whose name it has. */
  readonly chain: Chain;
  readonly signed?: boolean;
  /** Digits after the point, as the others of its column have. */
  readonly places?: number;
  /** By its symbol alone: its whole name stands beside it. */
  readonly brief?: boolean;
}

/** A wrapped token never stands without a part of its genesis. */
export function BridgeAmount({
  value,
  asset,
  chain,
  signed = false,
  places = 0,
  brief = false,
}: BridgeAmountProps) {
  const size = value < 0n ? -value : value;
  const digits = padded(amountText(size, asset), places);
  return (
    <span className="whitespace-nowrap">
      {signed ? (value < 0n ? '−' : '+') : null}
      {chain === 'mvc' && !brief ? (
        <>
          <Digits digits={digits} /> <MvcTokenName token={tokenOfView(asset)} />
        </>
      ) : (
        <Digits digits={digits} unit={nameOf(asset, chain)} />
      )}
    </span>
  );
}

/** The digits after the point that all of a column need. */
export const placesOf = (values: readonly bigint[], asset: BridgeAssetView): number =>
  Math.max(...values.map((value) => fractionOf(amountText(value, asset))));

const fractionOf = (text: string): number => text.split('.')[1]?.length ?? 0;

function padded(text: string, places: number): string {
  const missing = places - fractionOf(text);
  if (missing <= 0) return text;
  return `${text}${text.includes('.') ? '' : '.'}${'0'.repeat(missing)}`;
}

/** Without its unit. */
export const amountText = (value: bigint, { decimals }: Pick<BridgeAssetView, 'decimals'>): string =>
  grouped(formatDecimal(value, decimals));

export const nameOf = ({ originSymbol, targetSymbol }: BridgeAssetView, chain: Chain): string =>
  chain === 'btc' ? originSymbol : targetSymbol;

/** As it is typed: digits that both sides have, and no marks between them. */
export const typedText = (value: bigint, asset: BridgeAssetView): string =>
  formatDecimal(value / unitOfView(asset), digitsOf(asset));

/** The chain that a direction is paid on, and the one it is paid out on. */
export const chainsOf = (direction: 'mint' | 'redeem'): readonly [Chain, Chain] =>
  direction === 'mint' ? ['btc', 'mvc'] : ['mvc', 'btc'];
