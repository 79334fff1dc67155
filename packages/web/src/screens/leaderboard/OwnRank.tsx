/** One's own row, on whichever page it is: always in view. */
import type { Ranking } from '../../data/rewards/ranking-queries.ts';
import { askToConnect } from '../../flows/account/connect-request.ts';
import { Money } from '../../show/Money.tsx';
import { Button } from '../../ui/Button.tsx';
import { numberWords, t } from '../../words.ts';
import { Capped } from './Capped.tsx';

interface OwnRankProps {
  readonly ranking: Ranking;
  readonly address: string | undefined;
}

export function OwnRank({ ranking, address }: OwnRankProps) {
  if (address === undefined)
    return (
      <div
        data-testid="own-rank-connect"
        className="panel flex flex-wrap items-center justify-between gap-3 px-4 py-3 sm:px-5"
      >
        <p className="text-sm text-mist">{t('Connect a wallet to see your rank.')}</p>
        <Button size="sm" className="max-sm:h-11" onClick={askToConnect}>
          {t('Connect Wallet')}
        </Button>
      </div>
    );
  const { addressRank, addressOrderCount, addressTotalAmount, addressReward, addressWanted, pays } = ranking;
  return (
    <div data-testid="own-rank" className="panel border-amber px-4 py-3 sm:px-5">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 text-[0.8125rem] sm:grid-cols-[auto_1fr_1fr] sm:items-baseline">
        <div className="max-sm:col-span-2">
          <dt className="text-2xs text-haze">{t('Your rank')}</dt>
          <dd className="num text-[0.9375rem] font-semibold" data-testid="own-rank-place">
            {addressRank === null ? t('Not ranked yet') : `#${numberWords(addressRank)}`}
          </dd>
        </div>
        <div className="sm:text-right">
          <dt className="text-2xs text-haze">{t('Your volume')}</dt>
          <dd className="num">
            <Money value={BigInt(addressTotalAmount)} full />
            <span className="block text-xs text-haze">
              {t('{count, plural, one {# trade} other {# trades}}', { count: addressOrderCount })}
            </span>
          </dd>
        </div>
        <div className="text-right">
          <dt className="text-2xs text-haze">{t('Your reward')}</dt>
          <dd className="num">
            <Capped reward={addressReward} wanted={addressWanted} pays={pays} />
          </dd>
        </div>
      </dl>
    </div>
  );
}
