/** A page that could not be loaded or drawn: after a new release the old files are gone, and loading anew mends it. */
import { Button } from '../../ui/Button.tsx';
import { Sentence } from '../../ui/Page.tsx';
import { t } from '../../words.ts';

export function BrokenScreen() {
  return (
    <Sentence
      title={t('This page could not be shown')}
      testId="broken"
      act={
        <Button tone="primary" onClick={() => window.location.reload()}>
          {t('Load it again')}
        </Button>
      }
    >
      <p>{t('Nothing of yours was sent.')}</p>
    </Sentence>
  );
}
