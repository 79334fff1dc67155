/** Who holds what is locked, said above the button. */
import type { BridgeAssetView } from '@rialto/contract';
import { Notice } from '../../show/Lines.tsx';
import { t } from '../../words.ts';

export const Custody = ({ keys }: Pick<BridgeAssetView, 'keys'>) => (
  <Notice tone="warn">
    <span data-testid="bridge-custody">
      {t(
        '{n, plural, one {The operator holds the locked coins with a single key.} other {The operator holds the locked coins with {k} of {n} keys.}} Nothing on either chain forces them to pay you. The reserves below show that the coins exist, not that they will be paid. A deep reorganisation of MVC can leave them short.',
        keys,
      )}
    </span>
  </Notice>
);
