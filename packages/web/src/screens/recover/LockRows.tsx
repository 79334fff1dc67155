/** Locks of one's own bids: from which block each is one's own alone, and the way to take it back; and bids of which nothing is on the chain. */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { OwnBidLock } from '@rialto/contract';
import { formatSats, grouped, shortened } from '@rialto/market';
import { askAgain } from '../../data/ask-again.ts';
import type { Credential } from '../../data/calls/credentials.ts';
import { KEYS } from '../../data/keys.ts';
import { useNetwork } from '../../data/network.ts';
import { errorWords } from '../../error-words.ts';
import { takeBack } from '../../flows/bids/take-back.ts';
import { Button } from '../../ui/Button.tsx';
import { Copyable } from '../../ui/Copyable.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { PairLink } from '../../show/markets/PairLink.tsx';
import { Money } from '../../show/Money.tsx';
import { numberWords, t } from '../../words.ts';

/** Of one rung. */
export function LockRow({ lock, session }: { lock: OwnBidLock; session: Credential }) {
  const { tick, coinAmount, amount, ripe, outpoint, orderId, state } = lock;
  const title = t('Lock of a bid for {amount} {tick}', { amount: grouped(coinAmount), tick });
  return (
    <li data-testid="own-lock" data-id={orderId} data-ripe={ripe} className="space-y-2 px-4 py-3.5">
      <div className="flex items-baseline justify-between gap-4">
        <p className="min-w-0 text-sm font-medium [overflow-wrap:anywhere]">{title}</p>
        <span className="shrink-0 text-xs">
          <Copyable text={outpoint} shown={shortened(outpoint, 6, 6)} label={t('Copy the coin')} />
        </span>
      </div>
      <div className="num text-xs leading-5 text-mist">
        <p>{standWords(lock)}</p>
        <p>
          <Money value={BigInt(amount)} /> · {stateWords(lock)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <TakeBack {...{ lock, session, title }} />
        {state === 'open' ? <ToOrders rung={lock} /> : null}
      </div>
    </li>
  );
}

/** Where the lock is, and when it is one's own. */
function standWords({ lock, ripe, exitHeight }: OwnBidLock): string {
  if (ripe) return t('Yours alone now: take it back without the exchange’s help.');
  if (lock === 'waiting' || exitHeight === undefined)
    return t('Its funding waits for its block. You get the lock back alone some blocks after that.');
  return t('Yours alone from block {height} on.', { height: numberWords(exitHeight) });
}

const stateWords = ({ state }: OwnBidLock): string =>
  state === 'open' ? t('in the book, can be sold into') : t('in no book any more');

interface TakeBackProps {
  readonly lock: OwnBidLock;
  readonly session: Credential;
  readonly title: string;
}

function TakeBack({ lock, session, title }: TakeBackProps) {
  const net = useNetwork();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await takeBack(lock, { net, session }, title);
      toast({
        title: t('On its way home'),
        description: t('{amount} sat less the fixed fee of 1,500 sat, to your address.', {
          amount: formatSats(BigInt(lock.amount)),
        }),
        variant: 'success',
      });
      askAgain(client, [KEYS.own(), KEYS.coins(), KEYS.myOrders()]);
    } catch (error) {
      toast({ title: errorWords(error), variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="sm" data-testid="take-back" disabled={!lock.ripe} busy={busy} onClick={() => void send()}>
      {t('Take back')}
    </Button>
  );
}

/** All open rungs of one bid whose funding is held. */
export function HeldRow({ rungs }: { rungs: readonly OwnBidLock[] }) {
  const [first] = rungs;
  if (first === undefined) return null;
  const total = rungs.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  return (
    <li data-testid="own-held" data-id={first.bidId} className="space-y-2 px-4 py-3.5">
      <p className="text-sm font-medium">
        {t('{count, plural, one {Bid of # rung} other {Bid of # rungs}}', { count: rungs.length })} ·{' '}
        {first.tick}
      </p>
      <div className="num text-xs leading-5 text-mist">
        <p>{t('Not published: nothing is on the chain, and your coins have not moved.')}</p>
        <p>
          <Money value={total} />
        </p>
      </div>
      <ToOrders rung={first} />
    </li>
  );
}

function ToOrders({ rung: { book, tick, assetId } }: { rung: OwnBidLock }) {
  return (
    <PairLink
      pair={{ book, ticker: tick, assetId, firstDeployed: false }}
      className="inline-flex min-h-8 items-center text-[0.8125rem] underline underline-offset-4"
    >
      {t('Cancel it among your orders')}
    </PairLink>
  );
}
