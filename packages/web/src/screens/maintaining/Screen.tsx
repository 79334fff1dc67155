/** While the operator works on the exchange. The page comes back by itself. */
import { Sentence } from '../../ui/Page.tsx';
import { t } from '../../words.ts';

export function MaintainingScreen() {
  return (
    <Sentence title={t('Rialto is being maintained')} testId="maintaining">
      <p>
        {t(
          'Your coins are in your wallet, and orders stay as they are. This page opens again by itself when the work is done.',
        )}
      </p>
    </Sentence>
  );
}
