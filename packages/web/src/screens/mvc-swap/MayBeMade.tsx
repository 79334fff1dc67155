/** Said in every form of a token whose issuer has not given up making more of it. */
import type { MvcPool } from '@rialto/contract';
import { Notice } from '../../show/Lines.tsx';
import { t } from '../../words.ts';

export function MayBeMade({ pool }: { pool: Pick<MvcPool, 'mintable'> }) {
  if (!pool.mintable) return null;
  return (
    <Notice tone="warn">
      <span data-testid="mvc-mintable">
        {t('The issuer can make more at any time and take this pool’s SPACE.')}
      </span>
    </Notice>
  );
}
