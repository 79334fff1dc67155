/** Beside the figures of a market: what the token costs in its pool, and what can be earned with it; each with the way there. */
import { formatRate, rateE18 } from '@rialto/market';
import type { Amount, Sats } from '@rialto/protocols';
import { useNetwork } from '../../../data/network.ts';
import { usePools } from '../../../data/pools/pool-queries.ts';
import { poolsOfBook, swapHref } from '../../../data/pools/pool-rules.ts';
import type { BookToken } from '../../../data/tokens.ts';
import { Price } from '../../../show/Money.tsx';
import { EarnLink, useEarnings } from '../../../show/rewards/Earn.tsx';
import { LINK } from '../../../ui/Page.tsx';
import { Way } from '../../../ui/Way.tsx';
import { numberWords, t } from '../../../words.ts';
import { Figure } from './Figure.tsx';

interface TokenProps {
  readonly token: BookToken | undefined;
}

export function PoolPrice({ token }: TokenProps) {
  return (
    <>
      <InPool token={token} />
      <Earn token={token} />
    </>
  );
}

function Earn({ token }: TokenProps) {
  const [campaign, ...more] = useEarnings(token?.assetId);
  if (campaign === undefined) return null;
  return (
    <Figure name={t('Earn')}>
      <span className="flex gap-2">
        <span className="block max-w-48 truncate" title={campaign.title}>
          <EarnLink campaign={campaign} />
        </span>
        {more.length === 0 ? null : (
          <Way
            href="/events"
            title={more.map(({ title }) => title).join(', ')}
            data-testid="earn-more"
            className={LINK}
          >
            {t('{count} more', { count: numberWords(more.length) })}
          </Way>
        )}
      </span>
    </Figure>
  );
}

function InPool({ token }: TokenProps) {
  const rules = token === undefined ? undefined : poolsOfBook(token.book);
  const { data } = usePools(useNetwork(), rules?.kind);
  const pool = data?.find(({ tokenId }) => tokenId === token?.assetId);
  if (rules === undefined || pool === undefined || pool.token2Pool === '0') return null;
  const [sats, units] = [BigInt(pool.token1Pool) as Sats, BigInt(pool.token2Pool) as Amount];
  return (
    <Figure name={t('Pool')}>
      <Way href={swapHref(rules, pool.token2)} data-testid="pool-price" className={LINK}>
        <Price value={formatRate(rateE18(sats, units, pool.divisibility))} unit="sat" />
      </Way>
    </Figure>
  );
}
