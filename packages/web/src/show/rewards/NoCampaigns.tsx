/** What the pages of rewards say while there is no campaign: and where one can trade all the same. */
import { LINK_BUTTON } from '../../ui/Page.tsx';
import { Way } from '../../ui/Way.tsx';
import { t } from '../../words.ts';
import { Told } from '../panels/Told.tsx';

export function NoCampaigns({ words }: { words: string }) {
  return (
    <Told
      testId="no-campaigns"
      title={words}
      words={t('Trading and providing liquidity work without one. New campaigns are listed under Rewards.')}
    >
      <div className="flex flex-wrap justify-center gap-3">
        <Way href="/swap/brc20" className={LINK_BUTTON} data-testid="no-campaigns-swap">
          {t('Swap')}
        </Way>
        <Way href="/" className={LINK_BUTTON} data-testid="no-campaigns-book">
          {t('Order book')}
        </Way>
      </div>
    </Told>
  );
}
