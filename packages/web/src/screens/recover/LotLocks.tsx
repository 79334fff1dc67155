/** Lots of one's own that lie in locks: from which block each is one's own alone, the way to take it out, and its renewal. */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { OwnLock } from '@rialto/contract';
import { formatDecimal, formatSats, grouped, shortened } from '@rialto/market';
import { askAgain } from '../../data/ask-again.ts';
import { call, newKey } from '../../data/calls/client.ts';
import type { Credential } from '../../data/calls/credentials.ts';
import { KEYS } from '../../data/keys.ts';
import { useNetwork } from '../../data/network.ts';
import { ANY_BOOK } from '../../data/own/lock-queries.ts';
import { useHealth } from '../../data/queries.ts';
import { requestOwn } from '../../flows/own/own-request.ts';
import { renewalOf } from '../../flows/own/renew-request.ts';
import { blocksLeft, nearsItsEnd } from '../../flows/protected/renewal.ts';
import { errorWords } from '../../error-words.ts';
import { Button } from '../../ui/Button.tsx';
import { Copyable } from '../../ui/Copyable.tsx';
import { download } from '../../ui/download.ts';
import { toast } from '../../ui/toast/toast.ts';
import { numberWords, t } from '../../words.ts';

export function LotLockRow({ lock, session }: { lock: OwnLock; session: Credential }) {
  const { orderId, outpoint, ticket, exitHeight, ripe, rescue, tick, coinDecimalNum } = lock;
  const height = useHealth().data?.height;
  const net = useNetwork();
  const client = useQueryClient();
  const [busy, setBusy] = useState<'usual' | 'dear'>();
  const leave = async (exit: 'usual' | 'dear'): Promise<void> => {
    setBusy(exit);
    try {
      const body = { net, address: session.address, orderId, ...(exit === 'dear' ? { dear: true } : {}) };
      await call('leaveLock', { params: ANY_BOOK, session, body, idempotencyKey: newKey() });
      toast({ title: t('On its way home'), variant: 'success' });
      askAgain(client, [KEYS.own(), KEYS.coins(), KEYS.myOrders()]);
    } catch (error) {
      toast({ title: errorWords(error), variant: 'destructive' });
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <li data-testid="lot-lock" data-id={orderId} data-ripe={ripe} className="space-y-2 px-4 py-3.5">
      <div className="flex items-baseline justify-between gap-4">
        <p className="min-w-0 text-sm font-medium [overflow-wrap:anywhere]">
          {t('{amount} {tick} in a lock, for {price} sat', {
            amount: grouped(formatDecimal(BigInt(ticket.amount), coinDecimalNum)),
            tick,
            price: formatSats(BigInt(ticket.price)),
          })}
        </p>
        <span className="shrink-0 text-xs">
          <Copyable text={outpoint} shown={shortened(outpoint, 6, 6)} label={t('Copy the coin')} />
        </span>
      </div>
      <div className="num text-xs leading-5 text-mist">
        <p>{standWords(ripe, exitHeight)}</p>
        <p>{offerWords(lock, height)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          data-testid="leave-lock"
          disabled={!ripe || busy === 'dear'}
          busy={busy === 'usual'}
          onClick={() => void leave('usual')}
        >
          {t('Take back')}
        </Button>
        {isRenewable(lock, height) ? (
          <Button size="sm" data-testid="renew-lock" onClick={() => requestOwn(renewalOf(lock))}>
            {t('Renew')}
          </Button>
        ) : null}
        <Button
          size="sm"
          data-testid="lot-rescue"
          onClick={() => download(`rialto-rescue-${orderId.slice(0, 8)}.json`, rescue, 'application/json')}
        >
          {t('Save the file')}
        </Button>
      </div>
      {ripe ? (
        <DearExit disabled={busy === 'usual'} busy={busy === 'dear'} onLeave={() => void leave('dear')} />
      ) : null}
    </li>
  );
}

/** Nobody can add a fee to an exit that holds a lot, so there is one that pays all it can, while the usual one waits too. */
function DearExit(props: { disabled: boolean; busy: boolean; onLeave: () => void }) {
  return (
    <details className="text-xs leading-5 text-mist" data-testid="dear-exit">
      <summary className="cursor-pointer">{t('If the fee is too low')}</summary>
      <p className="py-2">
        {t(
          'A second signed transaction brings the token home and pays nearly all the sats of the lock to the miners. It replaces the first one if that is still waiting for a block.',
        )}
      </p>
      <Button
        size="sm"
        data-testid="leave-lock-dear"
        disabled={props.disabled}
        busy={props.busy}
        onClick={props.onLeave}
      >
        {t('Take back with the higher fee')}
      </Button>
    </details>
  );
}

/** Its order is in the book, or will be. */
const isOffered = ({ state }: OwnLock): boolean => state === 'open' || state === 'paused';

/** Near its end, and once it is offered no more; not while it is on its way home. */
function isRenewable(lock: OwnLock, height: number | undefined): boolean {
  if (lock.exitHeight === undefined || lock.state === 'cancelling' || lock.state === 'done') return false;
  return !isOffered(lock) || nearsItsEnd(lock, height);
}

function offerWords(lock: OwnLock, height: number | undefined): string {
  if (!isOffered(lock)) return t('in no book any more');
  const blocks = blocksLeft(lock, height);
  if (blocks === undefined || !nearsItsEnd(lock, height)) return t('in the book');
  return t('{blocks, plural, one {in the book for # more block} other {in the book for # more blocks}}', {
    blocks,
  });
}

function standWords(ripe: boolean, exitHeight: number | undefined): string {
  if (ripe) return t('Yours alone now: take it back without the exchange’s help.');
  if (exitHeight === undefined) return t('Its lock waits for its block.');
  return t('Yours alone from block {height} on.', { height: numberWords(exitHeight) });
}
