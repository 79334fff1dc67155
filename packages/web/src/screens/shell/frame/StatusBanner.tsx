/** What is wrong with the exchange as a whole. That the index is a block behind for a moment is nothing wrong. */
import { useEffect, useState } from 'react';
import { msg, t } from '../../../words.ts';

const WORDS: Readonly<Record<string, string>> = {
  syncing: msg('The index is syncing. Prices and balances may be stale.'),
  stopped: msg('Trading is paused by the operator.'),
  down: msg('The Bitcoin node does not answer. Nothing can be sent right now.'),
};

const SYNC_MAY_TAKE_MS = 10_000;

export function StatusBanner({ status }: { status: string }) {
  const shown = useShown(status);
  if (shown === 'ok') return null;
  const look = shown === 'syncing' ? 'bg-warn-deep text-warn' : 'bg-sell-deep text-sell';
  return (
    <section
      aria-label={t('State of the exchange')}
      role="status"
      data-testid="status-banner"
      data-state={shown}
      className={`shrink-0 px-4 py-1.5 text-center text-xs leading-4 ${look}`}
    >
      {t(WORDS[shown] ?? shown)}
    </section>
  );
}

/** Every block is with the node a moment before it is in the index. */
function useShown(status: string): string {
  const [late, setLate] = useState(false);
  const syncs = status === 'syncing';
  useEffect(() => {
    if (!syncs) return;
    const timer = setTimeout(() => setLate(true), SYNC_MAY_TAKE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [syncs]);
  return syncs && !late ? 'ok' : status;
}
