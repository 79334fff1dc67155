/** The block everything on this page is true at, and whether news of it come by themselves. */
import { useEffect, useState } from 'react';
import { useHealth } from '../../../data/queries.ts';
import { feedState } from '../../../data/feed/feed.ts';
import type { FeedState } from '../../../data/feed/feed.ts';
import { useLineLost } from '../../../data/calls/line.ts';
import { useStore } from '../../../store.ts';
import { msg, numberWords, t } from '../../../words.ts';

const LOOK: Readonly<Record<Exclude<FeedState, 'off'>, string>> = {
  live: 'bg-buy',
  connecting: 'border border-haze',
  lost: 'border border-sell',
};
const WORDS: Readonly<Record<Exclude<FeedState, 'off'>, string>> = {
  live: msg('Live'),
  connecting: msg('Connecting'),
  lost: msg('Connection lost, trying again'),
};

/** A full dot is live, a ring is not. A page without a feed has none: it asks now and then. */
export function FeedLight() {
  const health = useHealth();
  const state = useStore(feedState);
  // A feed may take a while to notice that its line is gone.
  const feed = useLineLost() && state !== 'off' ? 'lost' : state;
  const height = health.data?.indexHeight;
  return (
    <p
      className="num hidden items-center gap-2 pr-2 text-xs text-haze xl:flex"
      data-testid="feed-light"
      data-state={feed}
      {...(feed === 'off' ? {} : { title: t(WORDS[feed]) })}
    >
      {feed === 'off' ? null : (
        <>
          <span className={`size-2 rounded-full ${LOOK[feed]}`} aria-hidden="true" />
          <span className="sr-only">{t('{news}.', { news: t(WORDS[feed]) })} </span>
        </>
      )}
      {t('Block {height}', { height: height === undefined ? '—' : numberWords(height) })}
    </p>
  );
}

const TIMEOUT_MS = 3_000;

/** Said on every screen size, once the feed did not come back by itself. */
export function FeedLost() {
  const isFeedLost = useStore(feedState) === 'lost';
  const lost = useLineLost() || isFeedLost;
  const [told, setTold] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTold(lost), lost ? TIMEOUT_MS : 0);
    return () => clearTimeout(timer);
  }, [lost]);
  return (
    <div role="status">
      {told ? (
        <p
          data-testid="feed-lost"
          className="shrink-0 bg-warn-deep px-4 py-1.5 text-center text-xs leading-4 text-warn"
        >
          {t('Offline. Prices may be stale. Reconnecting.')}
        </p>
      ) : null}
    </div>
  );
}
