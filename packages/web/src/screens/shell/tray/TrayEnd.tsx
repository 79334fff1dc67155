/** An act whose transaction waits, watched until it is over where no feed tells. Shows nothing. */
import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../data/calls/client.ts';
import { useNetwork } from '../../../data/network.ts';
import { KEYS } from '../../../data/keys.ts';
import { useOwn, waitingOf } from '../../../data/own-queries.ts';
import { useAccount } from '../../../flows/account/account.ts';
import { isTrade, moveInTray } from '../../../flows/tray.ts';
import type { TrayItem } from '../../../flows/tray.ts';
import { t } from '../../../words.ts';

export function TrayEnd({ item }: { item: TrayItem }): null {
  const net = useNetwork();
  const { credential } = useAccount();
  const { data } = useOwn(net, credential);
  const waiting = data === undefined ? undefined : waitingOf(data, item.txId);
  useReplaced(item, waiting?.txId);
  useSeen(item, waiting !== undefined);
  useEnd(item, data !== undefined && waiting === undefined);
  return null;
}

/** Sent again from elsewhere: the card goes on under the new id. */
function useReplaced({ id, txId }: TrayItem, now: string | undefined): void {
  useEffect(() => {
    if (now !== undefined && now !== txId) moveInTray(id, { txId: now });
  }, [id, txId, now]);
}

/** Some wallets send a reveal only later: that it is lost can be said of one that was there. */
function useSeen({ id, kind, state }: TrayItem, waits: boolean): void {
  useEffect(() => {
    if (waits && kind === 'inscribe' && state === 'sent') moveInTray(id, { state: 'seen' });
  }, [id, kind, state, waits]);
}

const ASK_EVERY_MS = 5_000;
/** A transaction that is in no block and in no mempool after this time has come to nothing. */
const LOST_AFTER_MS = 60_000;
/** Its first coins say enough. */
const OUTPUTS = 10;

/**
 * It waits no more: either a block has it, and its coins are in the index, or it is gone. Trades are told of one by one; the feed
 * tells of a cancel while somebody listens, and of an order withdrawn before not at all; the balance tells of an inscription that a
 * block has, and nobody of one that was there and that no block will ever have.
 */
function useEnd({ id, kind, state, txId }: TrayItem, over: boolean): void {
  const net = useNetwork();
  const enabled = over && !isTrade({ kind }) && (kind !== 'inscribe' || state === 'seen');
  const { data } = useQuery({
    queryKey: KEYS.own('end', txId),
    enabled,
    queryFn: async ({ signal }) => {
      const outpoints = Array.from({ length: OUTPUTS }, (_, vout) => `${txId}:${vout}`).join(',');
      const { coins } = await call('coins', { query: { net, outpoints }, signal });
      return coins.some((coin) => coin.height !== undefined);
    },
    refetchInterval: ASK_EVERY_MS,
  });
  useEffect(() => {
    if (data === true) moveInTray(id, { state: 'confirmed' });
  }, [id, data]);
  useEffect(() => {
    if (!enabled) return;
    const timer = setTimeout(() => {
      moveInTray(id, {
        state: 'void',
        note: t('It is no longer in the mempool, and none of its outputs is in a block.'),
      });
    }, LOST_AFTER_MS);
    return () => clearTimeout(timer);
  }, [id, enabled]);
}
