/** Under every screen: whether the exchange works, and the pages one looks for at the bottom. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useLineLost } from '../../../data/calls/line.ts';
import { useHealth } from '../../../data/queries.ts';
import { useConfig } from '../../../data/shell-queries.ts';
import { msg, t } from '../../../words.ts';

const STATUS: Readonly<Record<string, { readonly look: string; readonly words: string }>> = {
  ok: { look: 'bg-buy', words: msg('Operational') },
  syncing: { look: 'bg-warn', words: msg('Syncing') },
  stopped: { look: 'bg-sell', words: msg('Trading stopped') },
  down: { look: 'bg-sell', words: msg('Node offline') },
  offline: { look: 'bg-sell', words: msg('Offline') },
};

const ITEM = 'flex items-center px-2 hover:text-fog max-lg:h-11 lg:h-7';

/** On small screens it stands above the bar at the thumb. */
export function Footer() {
  const health = useHealth().data;
  const terms = useConfig().data?.terms ?? '';
  const status = useLineLost() ? 'offline' : (health?.status ?? '');
  const { look, words } = STATUS[status] ?? { look: 'bg-haze', words: msg('Connecting') };
  return (
    <footer
      data-testid="footer"
      className="flex shrink-0 flex-wrap items-center justify-between gap-x-6 border-t border-line px-3 text-xs text-haze max-lg:pb-20 max-lg:pt-2 sm:px-5"
    >
      <p className="flex items-center gap-2 max-lg:h-11" data-testid="footer-status">
        <span className={`size-2 rounded-full ${look}`} aria-hidden="true" />
        {t(words)}
        {health === undefined ? null : <span className="num">v{health.version}</span>}
      </p>
      <nav aria-label={t('About')} className="-mx-2 flex flex-wrap items-center">
        <Link to="/markets" className={ITEM} data-testid="footer-markets">
          {t('Markets')}
        </Link>
        <Link to="/events" className={ITEM} data-testid="footer-rewards">
          {t('Rewards')}
        </Link>
        <Link to="/changelog" className={ITEM} data-testid="footer-changelog">
          {t('Changelog')}
        </Link>
        <Link to="/trust" className={ITEM} data-testid="footer-trust">
          {t('Trust')}
        </Link>
        {terms === '' ? (
          <Link to="/terms" className={ITEM} data-testid="footer-terms">
            {t('Terms')}
          </Link>
        ) : (
          <Outside href={terms} testId="footer-terms">
            {t('Terms')}
          </Outside>
        )}
        <Outside href="/rescue" testId="footer-rescue">
          {t('Rescue')}
        </Outside>
        <Outside href="/api/docs" testId="footer-api">
          {t('API')}
        </Outside>
      </nav>
    </footer>
  );
}

function Outside({ href, testId, children }: { href: string; testId: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={ITEM} data-testid={testId}>
      {children}
    </a>
  );
}
