/** That the wallet did not sign its part of a transaction in which others sign for other coins. */
import { t } from '../words.ts';
import { Notice } from './Lines.tsx';

export function NotBeside() {
  return (
    <Notice tone="warn">
      <span data-testid="not-beside">
        {t(
          'The last time this wallet did not sign beside the pool’s coin. If it fails again, another wallet with the same key can.',
        )}
      </span>
    </Notice>
  );
}
