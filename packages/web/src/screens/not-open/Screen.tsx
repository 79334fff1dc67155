/** A screen that has its place and is not open yet: what it will be, what is open, and the way back. */
import { Link, useMatches, useNavigate } from '@tanstack/react-router';
import { useCameFrom } from '../../data/came-from.ts';
import { Icon } from '../../ui/Icon.tsx';
import { LINK_BUTTON } from '../../ui/Page.tsx';
import { comingOf } from './coming.ts';
import { t } from '../../words.ts';

export function NotOpenScreen() {
  const name = useMatches().at(-1)?.staticData.name ?? '';
  const coming = comingOf(name);
  return (
    <main data-testid="not-open" className="grid flex-1 place-content-center p-4 sm:p-6">
      <div className="panel w-full max-w-lg p-6 sm:p-8">
        <p className="inline-block rounded-md bg-ink-3 px-2 py-0.5 text-xs text-mist">{t('Soon')}</p>
        <h1 className="mt-3 text-xl font-semibold tracking-tight">{t(coming.title)}</h1>
        <p className="mt-2 text-[0.9375rem] leading-6 text-mist">{t(coming.words)}</p>
        <ul className="mt-4 space-y-2.5">
          {coming.points.map((point) => (
            <li key={point} className="flex gap-2.5 text-sm leading-6 text-mist">
              <Icon name="check" className="mt-1 size-4 text-amber" />
              {t(point)}
            </li>
          ))}
        </ul>
        <p className="mt-6 border-t border-line pt-4 text-[0.8125rem] leading-5 text-haze">
          {t(
            'Open today: the order books of MRC-20, BRC-20, ID-Coins and Runes, swaps on Bitcoin and on MVC, and rewards.',
          )}
        </p>
        <Ways />
      </div>
    </main>
  );
}

const isBook = (href: string): boolean => href === '/' || href.startsWith('/orderbook/');

function Ways() {
  const { href, title } = useCameFrom();
  const navigate = useNavigate();
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <Link
        to={href}
        data-testid="way-back"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          // With its query, which `to` would write anew.
          void navigate({ href });
        }}
        className={`${LINK_BUTTON} max-sm:h-11`}
      >
        {isBook(href) ? t('Back to trading') : t('Back to {page}', { page: t(title) })}
      </Link>
    </div>
  );
}
