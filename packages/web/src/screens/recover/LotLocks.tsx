/** Lots of one's own that lie in locks: from which block each is one's own alone, and the way to take it out. */
import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnLock } from '@rialto/contract';
import { formatSats, shortened } from '@rialto/market';
import { askAgain } from '../../data/ask-again.ts';
import { call, newKey } from '../../data/calls/client.ts';
import type { Credential } from '../../data/calls/credentials.ts';
import { KEYS } from '../../data/keys.ts';
import { useNetwork } from '../../data/network.ts';
import { errorWords } from '../../error-words.ts';
import { Button } from '../../ui/Button.tsx';
import { Copyable } from '../../ui/Copyable.tsx';
import { download } from '../../ui/download.ts';
import { toast } from '../../ui/toast/toast.ts';
import { numberWords, t } from '../../words.ts';

const SECOND = 1_000;
/** The calls are the same in every book, and answer for all. */
const ANY_BOOK = { book: 'mrc20' } as const;

/** Whatever became of their orders; none while they are not known. */
export function useLotLocks(session: Credential): readonly OwnLock[] {
  const net = useNetwork();
  const { address } = session;
  const { data } = useQuery({
    queryKey: KEYS.own(address, 'lot-locks'),
    queryFn: ({ signal }) => call('ownLocks', { params: ANY_BOOK, query: { net, address }, session, signal }),
    refetchInterval: 30 * SECOND,
  });
  return data?.results ?? [];
}

export function LotLockRow({ lock, session }: { lock: OwnLock; session: Credential }) {
  const { orderId, outpoint, ticket, exitHeight, ripe, rescue } = lock;
  const net = useNetwork();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const leave = async (): Promise<void> => {
    setBusy(true);
    try {
      const body = { net, address: session.address, orderId };
      await call('leaveLock', { params: ANY_BOOK, session, body, idempotencyKey: newKey() });
      toast({ title: t('On its way home'), variant: 'success' });
      askAgain(client, [KEYS.own(), KEYS.coins(), KEYS.myOrders()]);
    } catch (error) {
      toast({ title: errorWords(error), variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <li data-testid="lot-lock" data-id={orderId} data-ripe={ripe} className="space-y-2 px-4 py-3.5">
      <div className="flex items-baseline justify-between gap-4">
        <p className="text-sm font-medium">
          {t('Lot in a lock, for {price} sat', { price: formatSats(BigInt(ticket.price)) })}
        </p>
        <span className="shrink-0 text-xs">
          <Copyable text={outpoint} shown={shortened(outpoint, 6, 6)} label={t('Copy the coin')} />
        </span>
      </div>
      <p className="num text-xs leading-5 text-mist">{standWords(ripe, exitHeight)}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" data-testid="leave-lock" disabled={!ripe} busy={busy} onClick={() => void leave()}>
          {t('Take back')}
        </Button>
        <Button
          size="sm"
          data-testid="lot-rescue"
          onClick={() => download(`rialto-rescue-${orderId.slice(0, 8)}.json`, rescue, 'application/json')}
        >
          {t('Save the file')}
        </Button>
      </div>
    </li>
  );
}

function standWords(ripe: boolean, exitHeight: number | undefined): string {
  if (ripe) return t('Yours alone now: take it back without the exchange’s help.');
  if (exitHeight === undefined) return t('Its lock waits for its block.');
  return t('Yours alone from block {height} on.', { height: numberWords(exitHeight) });
}
