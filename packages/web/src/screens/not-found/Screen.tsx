/** A page that does not exist. */
import { Link } from '@tanstack/react-router';
import { LINK_BUTTON, Sentence } from '../../ui/Page.tsx';
import { t } from '../../words.ts';

export function NotFoundScreen() {
  return (
    <Sentence
      over="404"
      title={t('There is no such page')}
      testId="not-found"
      act={
        <Link to="/" className={LINK_BUTTON}>
          {t('To the order book')}
        </Link>
      }
    />
  );
}
