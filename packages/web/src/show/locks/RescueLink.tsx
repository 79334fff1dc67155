/** Opens the rescue page beside this one: a page of its own, no route of the app. */
import { LINK } from '../../ui/Page.tsx';
import { t } from '../../words.ts';

export function RescueLink() {
  return (
    <a href="/rescue" target="_blank" rel="noreferrer" className={LINK}>
      {t('Open the rescue page')}
    </a>
  );
}
