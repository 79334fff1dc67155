/** An act on a waiting transaction is over when a block has that one: the dialog closes by itself and says so. */
import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../data/calls/client.ts';
import { KEYS } from '../../../data/keys.ts';
import { useNetwork } from '../../../data/network.ts';
import { useOwn, waitingOf } from '../../../data/own-queries.ts';
import { useAccount } from '../../../flows/account/account.ts';
import { dropRequest } from '../../../flows/own/own-request.ts';
import type { OwnRequest, WaitingRequest } from '../../../flows/own/own-request.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { msg, numberWords, t } from '../../../words.ts';

const ASK_EVERY_MS = 3_000;
/** Its first coins say enough. */
const OUTPUTS = 10;

const NOTHING_LEFT: Readonly<Record<WaitingRequest['act'], string>> = {
  bump: msg('Already in block {height}. There is nothing to speed up.'),
  child: msg('Already in block {height}. There is nothing to speed up.'),
  'cancel-transaction': msg('Already in block {height}. It cannot be cancelled any more.'),
};

/** @param busy the wallet is open: what it signs is looked at first */
export function useEnded(request: OwnRequest, busy: boolean): void {
  const net = useNetwork();
  const { credential } = useAccount();
  const { data } = useOwn(net, credential);
  const about = request.kind === 'waiting' ? request : undefined;
  const txId = about?.txId ?? '';
  const isOver = about !== undefined && data !== undefined && waitingOf(data, txId) === undefined;
  const { data: height } = useQuery({
    queryKey: KEYS.own('block', txId),
    enabled: isOver,
    queryFn: async ({ signal }) => {
      const outpoints = Array.from({ length: OUTPUTS }, (_, vout) => `${txId}:${vout}`).join(',');
      const { coins } = await call('coins', { query: { net, outpoints }, signal });
      return coins.find((coin) => coin.height !== undefined)?.height ?? null;
    },
    refetchInterval: ASK_EVERY_MS,
  });
  const act = about?.act;
  useEffect(() => {
    if (!isOver || busy || act === undefined || height === undefined || height === null) return;
    dropRequest();
    toast({ title: t(NOTHING_LEFT[act], { height: numberWords(height) }) });
  }, [isOver, busy, act, height]);
}
