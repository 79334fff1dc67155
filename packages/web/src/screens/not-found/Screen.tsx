/** A page that does not exist. */
import { Link } from '@tanstack/react-router';
import { LINK_BUTTON, Sentence } from '../../ui/Page.tsx';

export function NotFoundScreen() {
  return (
    <Sentence
      over="404"
      title="There is no such page"
      testId="not-found"
      act={
        <Link to="/" className={LINK_BUTTON}>
          To the order book
        </Link>
      }
    />
  );
}
