/** While the operator works on the exchange. The address stays, and the page comes back by itself. */
import { Sentence } from '../ui/Page.tsx';
import { dateWords, t } from '../words.ts';

/** @param since milliseconds since 1970, as the exchange says it */
export function Maintaining({ since }: { since?: number | undefined }) {
  return (
    <Sentence title={t('Down for maintenance')} testId="maintaining">
      <p>{t('Your coins are in your wallet; open orders stay. This page reopens automatically.')}</p>
      {since === undefined ? null : (
        <p className="mt-1" data-testid="maintaining-since">
          {t('Since {time}.', { time: dateWords(since, { dateStyle: 'medium', timeStyle: 'short' }) })}
        </p>
      )}
    </Sentence>
  );
}
