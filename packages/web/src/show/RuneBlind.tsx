/** What can happen to a rune on a small coin, and where it is safer. */
import { t } from '../words.ts';
import { addressKind } from './address-kind.ts';

/** @param address whose coin it is: wallets that know no runes pay from native SegWit first */
export function RuneBlind({ address }: { address: string }) {
  return (
    <span className="mt-1 block" data-testid="rune-blind">
      {t(
        'The rune comes on a coin of 546 sat. Don’t pay from this address with a wallet that knows no runes, like Electrum or Sparrow: it can give the rune away with the coin.',
      )}
      {addressKind(address).type === 'p2wpkh' ? (
        <span className="mt-1 block" data-testid="keep-on-taproot">
          {t('Better keep it on a taproot address of your own: such wallets rarely pay from one.')}
        </span>
      ) : null}
    </span>
  );
}
