/** A provider's page keeps the signed ways home of his pool in this browser: those there are, and each new one as it is signed (pools §9). */
import { useEffect, useState } from 'react';
import { API_ROOT, FIRST_CALLS } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { keepExits } from '../../exit-store.ts';
import type { LaneExit } from '../../exit-store.ts';
import { isRecord } from '../../unknown.ts';
import { poolExits } from './pool-queries.ts';

/** What the feed missed comes by this. */
const LOOK_MS = 60_000;
/** After an answer that is no stream the browser does not try any more. */
const REOPEN_MS = 5_000;

/** @returns whether all that came is kept; undefined while nothing came, and for who is no provider */
export function useKeptExits(net: Network, token: string, isProvider: boolean): boolean | undefined {
  const [came, setCame] = useState<{ readonly token: string; readonly areKept: boolean }>();
  useEffect(
    () => (isProvider ? keepComing(net, token, (areKept) => setCame({ token, areKept })) : undefined),
    [net, token, isProvider],
  );
  return isProvider && came?.token === token ? came.areKept : undefined;
}

/** @param told after each whether it is kept @returns what ends it */
export function keepComing(net: Network, token: string, told: (areKept: boolean) => void): () => void {
  let isOver = false;
  const keep = (exits: readonly LaneExit[]): void => {
    if (!isOver && exits.length > 0) told(keepExits(token, exits));
  };
  const look = (): void => {
    poolExits({ net, kind: 'runes', token })
      .then(({ exits }) => keep(exits))
      // The exchange is away: what came before is here.
      .catch(() => undefined);
  };
  let reopening: ReturnType<typeof setTimeout> | undefined;
  const query = new URLSearchParams({ net, pool: `runes/btc-${token}` });
  const listen = (): EventSource => {
    const opened = new EventSource(`${API_ROOT}${FIRST_CALLS.feed.path}?${query.toString()}`);
    opened.addEventListener('hello', look);
    opened.addEventListener('exit', ({ data }: MessageEvent<unknown>) => {
      const exit = exitIn(data);
      if (exit !== undefined) keep([exit]);
    });
    opened.addEventListener('error', () => {
      if (opened.readyState !== EventSource.CLOSED) return;
      reopening = setTimeout(() => {
        source = listen();
      }, REOPEN_MS);
    });
    return opened;
  };
  let source = listen();
  const looking = setInterval(look, LOOK_MS);
  return () => {
    isOver = true;
    clearTimeout(reopening);
    clearInterval(looking);
    source.close();
  };
}

function exitIn(data: unknown): LaneExit | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    const event: unknown = JSON.parse(data);
    const exit = isRecord(event) ? event['exit'] : undefined;
    if (!isRecord(exit)) return undefined;
    const { lane, text } = exit;
    return typeof lane === 'string' && typeof text === 'string' ? { lane, text } : undefined;
  } catch {
    return undefined;
  }
}
