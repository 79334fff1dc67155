/** Where the reserves lie, what waits there for the next block, and the signed way home of each, where there is one. */
import { useState } from 'react';
import type { AnswerOf } from '@rialto/contract';
import { joinExits } from '@rialto/psbt';
import { useKeptExits } from '../../../data/pools/kept-exits.ts';
import { poolExits, usePoolLanes } from '../../../data/pools/pool-queries.ts';
import { errorWords } from '../../../error-words.ts';
import { keptExits } from '../../../exit-store.ts';
import { RescueLink } from '../../../show/locks/RescueLink.tsx';
import { Money, Tokens } from '../../../show/Money.tsx';
import { shownUnits } from '../../../flows/review.ts';
import { Button } from '../../../ui/Button.tsx';
import { download } from '../../../ui/download.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { numberWords, t } from '../../../words.ts';
import type { OpenPage } from '../pool-page.ts';
import type { PoolToken } from '../pool-token.ts';

type Lane = AnswerOf<'poolLanes'>['lanes'][number];

interface LanesProps {
  readonly page: OpenPage;
  readonly token: PoolToken;
  /** Who looks has a part of the pool: this browser keeps the ways home. */
  readonly isProvider: boolean;
}

export function Lanes({ page, token, isProvider }: LanesProps) {
  const { data } = usePoolLanes(page.place);
  if (data === undefined || data.lanes.length === 0) return null;
  return (
    <section className="panel space-y-3 px-4 py-4" data-testid="pool-lanes">
      <h2 className="text-sm font-semibold">{t('Until the next block')}</h2>
      <ul className="space-y-3">
        {data.lanes.map((lane, nth) => (
          <LaneRow
            key={lane.outpoint}
            lane={lane}
            nth={nth}
            tokens={page.rules.movesLots ? undefined : token}
          />
        ))}
      </ul>
      {page.pool.hasWayHome ? (
        <Exit page={page} token={token} lanes={data.lanes} isProvider={isProvider} />
      ) : (
        <NoWayHome />
      )}
    </section>
  );
}

interface LaneRowProps {
  readonly lane: Lane;
  readonly nth: number;
  /** What lies on it beside sats. */
  readonly tokens: PoolToken | undefined;
}

function LaneRow({ lane, nth, tokens }: LaneRowProps) {
  const { waiting, most } = lane;
  return (
    <li className="space-y-1.5 text-[0.8125rem]" data-testid="pool-lane" data-waiting={waiting}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-haze">
          {t('Lane {lane}: {waiting} of {most} places taken', {
            lane: nth + 1,
            waiting: numberWords(waiting),
            most: numberWords(most),
          })}
        </span>
        <span className="num flex flex-wrap gap-x-3">
          <Money value={BigInt(lane.token1)} full />
          {tokens === undefined ? null : (
            <Tokens units={shownUnits(BigInt(lane.token2), tokens.divisibility)} tick={tokens.name} />
          )}
        </span>
      </p>
      <div className="flex gap-0.5" aria-hidden="true">
        {Array.from({ length: most }, (_, place) => (
          <span
            key={place}
            className={`h-2 flex-1 rounded-xs ${place < waiting ? 'bg-amber' : 'bg-ink-3'}`}
          />
        ))}
      </div>
    </li>
  );
}

/** Lots do not divide, and nothing signed beforehand holds an inscription to its way (pools §12). */
function NoWayHome() {
  return (
    <p className="border-t border-line pt-3 text-[0.8125rem] leading-5 text-haze" data-testid="no-way-home">
      {t(
        'This pool has no way home: lots do not divide, so nothing can be signed beforehand that pays its providers. It rests on its signers.',
      )}
    </p>
  );
}

interface ExitProps extends LanesProps {
  readonly lanes: readonly Lane[];
}

/** What it is and what it is not: both are said (pools §8). */
function Exit({ page, token, lanes, isProvider }: ExitProps) {
  const areKept = useKeptExits(page.net, token.id, isProvider);
  const [busy, setBusy] = useState(false);
  const heights = lanes.flatMap(({ exitHeight }) => exitHeight ?? []);
  if (heights.length === 0) return null;
  const save = async (): Promise<void> => {
    const kept = keptExits(token.id);
    // When the exchange is gone for good, this page still has what it kept.
    const newest = await poolExits(page.place).catch((error: unknown) => {
      if (kept.length === 0) throw error;
      return { exits: [] };
    });
    const texts = new Set([...kept, ...newest.exits.map(({ text }) => text)]);
    const name = `rialto-pool-${token.id.replace(':', '-')}-exits.json`;
    download(name, joinExits([...texts]), 'application/json');
  };
  return (
    <div className="space-y-3 border-t border-line pt-3">
      <p className="text-[0.8125rem] leading-5 text-haze">
        {t(
          'For the day the operator is gone: a signed transaction pays all providers of each lane, valid from block {height} on if nobody spends the lane before. It is no way out of a pool that trades; the signers could delay you, not take your share.',
          { height: numberWords(Math.max(...heights)) },
        )}
      </p>
      {areKept === undefined ? null : (
        <p className="text-[0.8125rem] leading-5 text-haze" data-testid="exits-kept" data-kept={areKept}>
          {areKept
            ? t('You are a provider: while this page is open, this browser keeps every new one.')
            : t('This browser couldn’t keep a copy: its storage is full or blocked. Save the file now.')}{' '}
          <RescueLink />
        </p>
      )}
      <Button
        busy={busy}
        data-testid="pool-exit"
        onClick={() => {
          setBusy(true);
          save()
            .catch((error: unknown) => toast({ title: errorWords(error), variant: 'destructive' }))
            .finally(() => setBusy(false));
        }}
      >
        {t('Save the way home')}
      </Button>
    </div>
  );
}
