/** An address of either chain, shortened, to be copied whole. */
import { shortened } from '@rialto/market';
import { Copyable } from '../../ui/Copyable.tsx';
import { t } from '../../words.ts';

interface BridgeAddressProps {
  readonly address: string | undefined;
  /** Said where there is none. */
  readonly none?: string;
}

export function BridgeAddress({ address, none = t('unknown') }: BridgeAddressProps) {
  if (address === undefined) return <span className="text-haze">{none}</span>;
  return <Copyable text={address} shown={shortened(address)} label={t('Copy the address')} />;
}
