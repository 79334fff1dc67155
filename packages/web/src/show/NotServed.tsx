/** What visitors read whose country is not served. */
import { Sentence } from '../ui/Page.tsx';
import { t } from '../words.ts';

export function NotServed() {
  return (
    <Sentence title={t('Rialto is not available in your region')} testId="not-available">
      <p>{t('Your coins are in your wallet. Nothing of yours is held here.')}</p>
    </Sentence>
  );
}
