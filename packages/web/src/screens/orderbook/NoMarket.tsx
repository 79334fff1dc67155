/** No such token, or no list of tokens: what is true, and the way on. */
import { Link } from '@tanstack/react-router';
import type { Token } from '@rialto/contract';
import { TokenMark } from '../../show/TokenMark.tsx';
import { t } from '../../words.ts';

export function NoMarket({ tokens, failed }: { tokens: readonly Token[] | undefined; failed: boolean }) {
  const none = tokens?.length === 0;
  return (
    <main className="grid flex-1 place-content-center justify-items-center gap-6 p-6 text-center">
      <div>
        <h1 className="text-lg font-semibold">
          {failed
            ? t('The list of tokens cannot be read right now')
            : none
              ? t('No token yet')
              : t('There is no such token')}
        </h1>
        <p className="mt-1.5 text-sm text-haze">
          {failed
            ? t('The page asks again by itself.')
            : none
              ? t('The index knows no BRC-20 token on this chain. Markets appear with the first deploy.')
              : t('These have a market here:')}
        </p>
      </div>
      <ul className="flex max-w-lg flex-wrap justify-center gap-2">
        {(tokens ?? []).slice(0, 8).map((token) => (
          <li key={token.assetId}>
            <Link
              to="/orderbook/brc20/{-$pair}"
              params={{ pair: `btc-${token.ticker}` }}
              className="flex h-11 items-center gap-2.5 rounded-xl border border-line bg-ink-1 pl-2 pr-4 text-sm hover:bg-ink-2"
            >
              <TokenMark tick={token.ticker} className="size-7 text-xs" />
              {token.ticker}
            </Link>
          </li>
        ))}
      </ul>
    </main>
  );
}
