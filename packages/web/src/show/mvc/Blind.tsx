/** What every review on MVC says of the wallet's own window. */
import { Notice } from '../Lines.tsx';
import { t } from '../../words.ts';

export function Blind() {
  return (
    <Notice tone="warn">
      <span data-testid="mvc-blind">
        {t(
          'Metalet will not show what you sign. What protects you is this page’s check. Keep only what you swap in this account.',
        )}
      </span>
    </Notice>
  );
}
