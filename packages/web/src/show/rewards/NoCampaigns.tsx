/** What the pages of rewards say while there is no campaign: and where one can trade all the same. */
import { LINK_BUTTON } from '../../ui/Page.tsx';
import { Way } from '../../ui/Way.tsx';
import { t } from '../../words.ts';

export function NoCampaigns({ words }: { words: string }) {
  return (
    <div className="panel grid justify-items-center gap-4 px-6 py-10 text-center" data-testid="no-campaigns">
      <p className="text-[0.9375rem] font-semibold">{words}</p>
      <p className="max-w-sm text-sm leading-6 text-mist">
        {t('Trading and providing liquidity work without one. New campaigns are listed under Rewards.')}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Way href="/swap/brc20" className={LINK_BUTTON} data-testid="no-campaigns-swap">
          {t('Swap')}
        </Way>
        <Way href="/" className={LINK_BUTTON} data-testid="no-campaigns-book">
          {t('Order book')}
        </Way>
      </div>
    </div>
  );
}
