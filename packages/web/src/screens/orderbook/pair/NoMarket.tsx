/** No such token, or no list of tokens: what is true, and the way on. */
import type { MouseEvent, ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { MARKETS } from '@rialto/market';
import { bookHref, hrefOfPair } from '../../../data/pair-href.ts';
import { TokenMark } from '../../../show/TokenMark.tsx';
import { bookWords } from './book-words.ts';
import { rulesOf } from './books.ts';
import type { Market } from '../market.ts';
import { shown } from '../../../shown.ts';
import { t } from '../../../words.ts';

const LOOK =
  'flex h-11 items-center gap-2.5 rounded-xl border border-line bg-ink-1 px-4 text-sm hover:bg-ink-2';

export function NoMarket({ market: { tokens, failed, rules } }: { market: Market }) {
  const none = tokens?.length === 0;
  return (
    <main className="grid flex-1 place-content-center justify-items-center gap-6 p-6 text-center">
      <div>
        <h1 className="text-lg font-semibold">
          {failed
            ? t('The token list can’t be loaded right now')
            : none
              ? t('No token yet')
              : t('Token not found')}
        </h1>
        <p className="mt-1.5 text-sm text-haze">
          {failed
            ? t('Retrying automatically.')
            : none
              ? t(bookWords(rules).noToken)
              : t('Tokens traded here:')}
        </p>
      </div>
      <ul className="flex max-w-lg flex-wrap justify-center gap-2">
        {(tokens ?? []).slice(0, 8).map((token) => (
          <Way key={token.assetId} href={hrefOfPair(token)}>
            <TokenMark tick={token.ticker} className="size-7 text-xs" />
            {shown(token.ticker)}
          </Way>
        ))}
        {none
          ? MARKETS.filter(({ name }) => name !== rules.name).map(({ name }) => (
              <Way key={name} href={bookHref(name)}>
                {t('{book} order book', { book: t(rulesOf(name).label) })}
              </Way>
            ))
          : null}
      </ul>
    </main>
  );
}

function Way({ href, children }: { href: string; children: ReactNode }) {
  const navigate = useNavigate();
  const go = (event: MouseEvent): void => {
    // A new tab is the browser's business.
    if (event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    void navigate({ href });
  };
  return (
    <li>
      <a href={href} onClick={go} className={LOOK}>
        {children}
      </a>
    </li>
  );
}
