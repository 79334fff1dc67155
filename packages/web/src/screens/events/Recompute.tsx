/** How anybody makes the rewards again: the published tables of each closed epoch, their hashes, and the command. */
import { useState } from 'react';
import { API_ROOT } from '@rialto/contract';
import { shortened } from '@rialto/market';
import { useNetwork } from '../../data/network.ts';
import type { RewardCampaign } from '../../data/rewards/campaigns.ts';
import { useClosedEpochs } from '../../data/rewards/reward-queries.ts';
import type { ClosedEpochs } from '../../data/rewards/reward-queries.ts';
import { Unavailable } from '../../show/Unavailable.tsx';
import { Reward } from '../../show/rewards/Reward.tsx';
import { Button } from '../../ui/Button.tsx';
import { Copyable } from '../../ui/Copyable.tsx';
import { LINK } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { numberWords, t } from '../../words.ts';

const FEW = 5;
const MORE = 50;

export function Recompute({ campaign }: { campaign: RewardCampaign }) {
  const command = `npm run campaign -- recompute ${campaign.campaign}`;
  return (
    <section
      className="panel px-4 py-4 sm:px-5"
      aria-label={t('Recompute it yourself')}
      data-testid="recompute"
    >
      <h2 className="text-sm font-semibold">{t('Recompute it yourself')}</h2>
      <p className="mt-1 text-[0.8125rem] leading-5 text-mist">
        {t(
          'Every closed epoch is published with its trades and never changes. With your own node, this command computes it again and compares the hashes:',
        )}
      </p>
      <Copyable
        text={command}
        shown={command}
        label={t('Copy the command')}
        className="mt-2 max-w-full flex-wrap rounded-lg bg-ink-2 px-3 py-2 text-left text-xs [overflow-wrap:anywhere]"
      />
      <Epochs campaign={campaign} />
    </section>
  );
}

/** The youngest first. */
function Epochs({ campaign }: { campaign: RewardCampaign }) {
  const query = useClosedEpochs(useNetwork(), campaign.campaign);
  const [most, setMost] = useState(FEW);
  const { data, isError } = query;
  if (data === undefined)
    return isError ? (
      <Unavailable words={t('The closed epochs can’t be loaded right now.')} query={query} />
    ) : (
      <Skeleton className="mt-3 h-24 w-full" />
    );
  const epochs = data.results.toReversed();
  if (epochs.length === 0) return <p className="mt-3 text-xs text-haze">{t('No epoch is closed yet.')}</p>;
  return (
    <>
      <ul className="mt-3 divide-y divide-line border-t border-line">
        {epochs.slice(0, most).map((epoch) => (
          <Epoch key={epoch.number} campaign={campaign} epoch={epoch} />
        ))}
      </ul>
      {epochs.length > most ? (
        <Button
          tone="ghost"
          className="mt-1 w-full"
          data-testid="epochs-more"
          onClick={() => setMost(most + MORE)}
        >
          {t('Show more')}
        </Button>
      ) : null}
    </>
  );
}

interface EpochProps {
  readonly campaign: RewardCampaign;
  readonly epoch: ClosedEpochs['results'][number];
}

function Epoch({ campaign: { campaign, pays }, epoch }: EpochProps) {
  const net = useNetwork();
  const { number, first, last, total, scaled, rowsHash } = epoch;
  const place = `${API_ROOT}/book/event/epochs/${campaign}/${number}`;
  const link = `${LINK} inline-flex min-h-8 items-center max-sm:min-h-11`;
  return (
    <li
      data-testid="closed-epoch"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 py-2 text-xs text-haze"
    >
      <span className="text-[0.8125rem] text-fog">
        {t('Epoch {number}', { number: numberWords(number + 1) })}{' '}
        <span className="num text-xs text-haze">
          {t('Blocks {first} to {last}', { first: numberWords(first), last: numberWords(last) })}
        </span>
      </span>
      <span className="num">
        <Reward amount={total} pays={pays} className="text-fog" />
        {scaled ? <span className="ml-2 text-warn">{t('scaled down to the pot')}</span> : null}
      </span>
      <Copyable
        text={rowsHash}
        shown={shortened(rowsHash, 6, 6)}
        label={t('Copy the SHA-256 of the rewards')}
        className="min-h-8 max-sm:min-h-11"
      />
      <span className="flex gap-4">
        <a
          href={`${place}?net=${net}`}
          target="_blank"
          rel="noreferrer"
          data-testid="epoch-json"
          className={link}
        >
          {t('JSON')}
        </a>
        <a href={`${place}/rows.csv?net=${net}`} download data-testid="epoch-csv" className={link}>
          {t('CSV')}
        </a>
        <a href={`${place}/trades.csv?net=${net}`} download data-testid="epoch-trades" className={link}>
          {t('Trades (CSV)')}
        </a>
      </span>
    </li>
  );
}
