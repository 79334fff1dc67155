/** Leads from wherever a lock is made to what the operator could do with it; beside the page, whose form is kept. */
import { LINK } from '../../ui/Page.tsx';
import { t } from '../../words.ts';

export function TrustLink() {
  return (
    <a href="/trust" target="_blank" rel="noreferrer" className={LINK} data-testid="trust-link">
      {t('What the operator could do')}
    </a>
  );
}
