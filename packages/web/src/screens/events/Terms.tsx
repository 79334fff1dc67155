/** What a campaign pays for what, in figures. */
import { mostAtRate } from '@rialto/market';
import type { RewardCampaign } from '../../data/rewards/campaigns.ts';
import { Line } from '../../show/Lines.tsx';
import { Money } from '../../show/Money.tsx';
import { ppmWords } from '../../show/percent.ts';
import { Reward } from '../../show/rewards/Reward.tsx';
import { numberWords, t } from '../../words.ts';

const SATS_OF_BTC = 100_000_000n;

export function Terms({ campaign: { terms, pays, epochBlocks } }: { readonly campaign: RewardCampaign }) {
  switch (terms.kind) {
    case 'newcomer':
      return (
        <>
          <Line name={t('Paid per trade')}>
            <Reward amount={terms.each} pays={pays} />
          </Line>
          <Line name={t('Trades paid per address')}>
            {t('the first {count}', { count: numberWords(terms.trades) })}
          </Line>
          <Line name={t('Smallest trade that counts')}>
            <Money value={BigInt(terms.least)} full />
          </Line>
        </>
      );
    case 'liquidity':
      return (
        <>
          <Line name={t('Paid per epoch, at most')}>
            <Reward amount={terms.epochPot} pays={pays} />
          </Line>
          <Line name={t('Paid per epoch for each BTC in the pool, at most')}>
            <Reward amount={perBitcoin(terms.maxRate, epochBlocks)} pays={pays} />
          </Line>
        </>
      );
    case 'trading':
      return (
        <>
          {terms.levels.map(({ limit, pot }) => (
            <Line key={limit} name={<LevelName limit={limit} />}>
              <Reward amount={pot} pays={pays} />
            </Line>
          ))}
        </>
      );
    case 'fee-share':
      return <Line name={t('Part of the service fees')}>{ppmWords(terms.partPpm)}</Line>;
  }
}

const perBitcoin = (maxRate: string, blocks: number): string =>
  mostAtRate(BigInt(maxRate), SATS_OF_BTC * BigInt(blocks)).toString();

function LevelName({ limit }: { readonly limit: string }) {
  if (limit === '0') return t('Paid per epoch');
  return (
    <>
      {t('Paid per epoch, from a total volume of')} <Money value={BigInt(limit)} full />
    </>
  );
}
