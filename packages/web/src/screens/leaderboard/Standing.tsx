/** How a ranking stands: its blocks, the volume of all, what it pays now, and how far the next level is. */
import type { ReactNode } from 'react';
import type { Ranking } from '../../data/rewards/ranking-queries.ts';
import { Fiat, Money } from '../../show/Money.tsx';
import { Bar, percentOf } from '../../show/rewards/Bar.tsx';
import { Reward } from '../../show/rewards/Reward.tsx';
import { leftWords } from '../../show/rewards/blocks-left.ts';
import { Words } from '../../ui/Words.tsx';
import { numberWords, t } from '../../words.ts';

type Level = Ranking['levels'][number];

const levelNamed = ({ levels }: Ranking, level: number | null): Level | undefined =>
  levels.find((one) => one.level === level);

/** A closed epoch, one that is over and not six blocks deep, or one that runs. */
function timeWords({ epoch, height, closed }: Ranking): string {
  if (closed) return t('Closed');
  return height > epoch.last ? t('Over: settled 6 blocks after its end') : leftWords(epoch, height);
}

export function Standing({ ranking }: { ranking: Ranking }) {
  const { title, epoch, totalAmount, orderCount, pays, tickCurrentLevel, tickNextLevel } = ranking;
  const now = levelNamed(ranking, tickCurrentLevel);
  const next = levelNamed(ranking, tickNextLevel);
  return (
    <section className="panel space-y-4 px-4 py-4 sm:px-5" aria-label={title} data-testid="standing">
      <h2 className="text-sm font-semibold [overflow-wrap:anywhere]">{title}</h2>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
        <Fact name={t('Duration')} testId="standing-left">
          {timeWords(ranking)}
          <Under>
            {t('Blocks {first} to {last}', {
              first: numberWords(epoch.first),
              last: numberWords(epoch.last),
            })}
          </Under>
        </Fact>
        <Fact name={t('Volume of all')} testId="standing-volume">
          <Money value={BigInt(totalAmount)} full />
          <Under>
            {t('{count, plural, one {# trade} other {# trades}}', { count: orderCount })}{' '}
            <Fiat value={BigInt(totalAmount)} />
          </Under>
        </Fact>
        <Fact name={ranking.closed ? t('Reward') : t('Reward now')} testId="standing-reward">
          <Reward amount={now?.rewardAmount ?? '0'} pays={pays} />
          <Under>{now === undefined ? t('Below level 1') : t('Level {level}', { level: now.level })}</Under>
        </Fact>
        <Fact name={t('Reward at the next level')} testId="standing-next">
          {next === undefined ? (
            <span className="text-mist">{t('The highest level is reached')}</span>
          ) : (
            <>
              <Reward amount={next.rewardAmount} pays={pays} />
              <Under>{t('Level {level}', { level: next.level })}</Under>
            </>
          )}
        </Fact>
      </dl>
      {next === undefined ? null : <ToNext total={BigInt(totalAmount)} next={next} />}
    </section>
  );
}

function ToNext({ total, next }: { total: bigint; next: Level }) {
  const limit = BigInt(next.limitAmount);
  const percent = percentOf(total, limit);
  return (
    <div className="space-y-1.5">
      <Bar
        label={t('Volume towards level {level}', { level: next.level })}
        value={total}
        most={limit}
        testId="level-bar"
      />
      <p className="num flex flex-wrap justify-between gap-x-4 text-xs text-haze">
        <span>
          <Words
            of="{left} of volume to level {level}"
            parts={{ left: <Money value={total > limit ? 0n : limit - total} /> }}
            values={{ level: next.level }}
          />
        </span>
        <span>{t('{percent}%', { percent })}</span>
      </p>
    </div>
  );
}

function Fact({ name, testId, children }: { name: string; testId: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-2xs text-haze">{name}</dt>
      <dd className="num mt-0.5 text-[0.9375rem] font-medium" data-testid={testId}>
        {children}
      </dd>
    </div>
  );
}

function Under({ children }: { children: ReactNode }) {
  return <span className="num mt-0.5 block text-xs font-normal text-haze">{children}</span>;
}
