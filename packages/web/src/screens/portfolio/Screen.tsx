/** Portfolio: what one holds, what it is worth, what of it is listed, and what trading here brought. */
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Order } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import type { Credential } from '../../data/calls/credentials.ts';
import { useMrc20Balances, useRuneBalances } from '../../data/ledger-balances.ts';
import { useNetwork } from '../../data/network.ts';
import { holdingsOf } from '../../data/portfolio/holdings.ts';
import { withLocked } from '../../data/portfolio/locked.ts';
import { useInLocks, useListed, useMarketsOf } from '../../data/portfolio/queries.ts';
import { resultsOf } from '../../data/portfolio/results.ts';
import { useCoins } from '../../data/queries.ts';
import { useTokenBalances } from '../../data/user-queries.ts';
import { useAccount } from '../../flows/account/account.ts';
import type { User } from '../../flows/account/account.ts';
import { askToConnect } from '../../flows/account/connect-request.ts';
import { readHistory } from '../../flows/own/own-history.ts';
import { Button } from '../../ui/Button.tsx';
import { Sentence } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { HoldingsTable } from './HoldingsTable.tsx';
import { rowsOf, totalsOf } from './portfolio.ts';
import { Sums } from './Sums.tsx';
import { t } from '../../words.ts';

export function PortfolioScreen() {
  const { user, credential } = useAccount();
  if (user === undefined)
    return (
      <Sentence
        title={t('Portfolio')}
        act={
          <Button tone="primary" data-testid="portfolio-connect" onClick={askToConnect}>
            {t('Connect Wallet')}
          </Button>
        }
      >
        {t('Connect a wallet to see what you hold.')}
      </Sentence>
    );
  return <Mine user={user} credential={credential} />;
}

const NONE: readonly Order[] = [];

function Mine({ user: { address }, credential }: { user: User; credential: Credential | undefined }) {
  const net = useNetwork();
  const brc20 = useTokenBalances(net, address);
  const mrc20 = useMrc20Balances(net, address);
  const runes = useRuneBalances(net, address);
  const coins = useCoins(net, address);
  const listed = useListed(net, credential);
  const history = useHistory(net, credential);
  const locks = useInLocks(net, credential);
  const holdings = withLocked(holdingsOf(brc20.data, mrc20.data, runes.data), locks);
  const results = history.data === undefined ? undefined : resultsOf(history.data, address);
  const assets = new Set([...holdings.map(({ assetId }) => assetId), ...(results?.keys() ?? [])]);
  const markets = useMarketsOf(net, [...assets]);
  const known = { markets, listed, results };
  const rows = rowsOf(holdings, known);
  const loading = [brc20, mrc20, runes, coins].some(({ isPending }) => isPending);
  const failed = [brc20, mrc20, runes, coins].some(({ isError, data }) => isError && data === undefined);
  const bitcoin = coins.data?.reduce((sum, coin) => sum + BigInt(coin.satoshis), 0n);
  return (
    <main tabIndex={0} className="flex-1 focus-visible:-outline-offset-2 lg:min-h-0 lg:overflow-y-auto">
      <div className="mx-auto w-full max-w-6xl px-2 py-6 sm:px-5 sm:py-8" data-testid="portfolio">
        <h1 className="px-2 text-2xl font-semibold tracking-tight sm:px-0">{t('Portfolio')}</h1>
        <Sums
          bitcoin={bitcoin}
          locked={locks?.sats}
          totals={loading ? undefined : totalsOf(rows, known)}
          known={{ listed: listed !== undefined, result: results !== undefined }}
        />
        {failed ? (
          <p role="status" className="mb-3 px-2 text-[0.8125rem] text-warn sm:px-0">
            {t('Some of your balances can’t be loaded right now.')}
          </p>
        ) : null}
        {credential === undefined ? (
          <p className="mb-3 px-2 text-[0.8125rem] text-haze sm:px-0">
            {t('Log in to see what is listed and the result of your trades.')}
          </p>
        ) : null}
        <section aria-label={t('Tokens')} className="panel overflow-hidden">
          {loading ? <Loading /> : <HoldingsTable rows={rows} />}
        </section>
        <p className="mt-3 px-2 text-xs leading-5 text-haze sm:px-0">
          {t(
            'Value is at the last price. Result is your sales less the average cost of what you bought here, service fees included, network fees not.',
          )}
        </p>
      </div>
    </main>
  );
}

const SECOND = 1_000;

function useHistory(net: Network, session: Credential | undefined): UseQueryResult<readonly Order[]> {
  return useQuery({
    queryKey: ['history', net, session?.address ?? ''],
    enabled: session !== undefined,
    queryFn: () => (session === undefined ? NONE : readHistory(net, session)),
    staleTime: 10 * SECOND,
    refetchInterval: 60 * SECOND,
  });
}

function Loading() {
  return (
    <div role="status" aria-label={t('Loading your tokens')} className="divide-y divide-line">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex h-14 items-center gap-3 px-4">
          <Skeleton className="size-8 rounded-full" />
          <Skeleton className="h-4 w-24" />
          <Skeleton className="ml-auto h-4 w-32" />
        </div>
      ))}
    </div>
  );
}
