/** A page that does not exist. */
import { Link } from '@tanstack/react-router';
import { LINK_BUTTON, Sentence } from '../../ui/Page.tsx';
import { t } from '../../words.ts';

export function NotFoundScreen() {
  return (
    <Sentence
      over="404"
      title={t('Page not found')}
      testId="not-found"
      act={
        <Link to="/" className={LINK_BUTTON}>
          {t('Back to the order book')}
        </Link>
      }
    />
  );
}
