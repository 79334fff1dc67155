/** The one act under way on these pages: begin it, look at it, sign it, put it away. */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNetwork } from '../../../data/network.ts';
import { useOngoingTask } from '../../../data/pools/pool-queries.ts';
import type { OngoingTask } from '../../../data/pools/pool-queries.ts';
import { errorWords } from '../../../error-words.ts';
import { useAccount } from '../../../flows/account/account.ts';
import { askToConnect } from '../../../flows/account/connect-request.ts';
import { login } from '../../../flows/account/on-demand.ts';
import { endOngoing, startOngoing, useOngoing } from '../../../flows/pools/ongoing.ts';
import type { Ongoing } from '../../../flows/pools/ongoing.ts';
import { buildPoolAct, submitPoolAct } from '../../../flows/pools/pool-act.ts';
import type { PoolIntent } from '../../../flows/pools/pool-intent.ts';
import type { PoolReview } from '../../../flows/pools/review-pool.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { WalletError } from '../../../wallets/wallet.ts';

export interface Acting {
  readonly busy: boolean;
  readonly signing: boolean;
  readonly open: boolean;
  /** How many were looked at to their end: the form begins anew then. */
  readonly done: number;
  readonly ongoing: Ongoing | undefined;
  readonly task: OngoingTask | undefined;
  readonly begin: (intent: PoolIntent) => void;
  readonly sign: (task: OngoingTask, review: PoolReview) => void;
  readonly show: () => void;
  readonly hide: () => void;
  /** Forgets it: what is over, or what was not signed. */
  readonly end: () => void;
}

export function useActing(): Acting {
  const { user, credential } = useAccount();
  const net = useNetwork();
  const queries = useQueryClient();
  const ongoing = useOngoing();
  const isOwn = ongoing !== undefined && ongoing.intent.address === user?.address;
  const { data } = useOngoingTask(
    { net, kind: ongoing?.intent.kind ?? 'runes', buildId: isOwn ? ongoing.buildId : undefined },
    credential,
  );
  const [busy, setBusy] = useState(false);
  const [signing, setSigning] = useState(false);
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState(0);
  const session = credential;

  const begin = async (intent: PoolIntent): Promise<void> => {
    if (user === undefined) {
      askToConnect();
      return;
    }
    if (session === undefined) return login(user, net);
    const { buildId } = await buildPoolAct(intent, session);
    startOngoing({ buildId, intent });
    setOpen(true);
  };
  const sign = async (task: OngoingTask, review: PoolReview): Promise<void> => {
    const kind = ongoing?.intent.kind;
    if (user === undefined || session === undefined || kind === undefined) return;
    await submitPoolAct(task, review, { kind, user, session });
    await queries.invalidateQueries({ queryKey: ['ongoing-task', task.buildId] });
  };
  const during = (set: (on: boolean) => void, work: Promise<void>): void => {
    set(true);
    work.catch(tell).finally(() => set(false));
  };
  return {
    ...{ busy, signing, open, done },
    ongoing: isOwn ? ongoing : undefined,
    task: isOwn ? data : undefined,
    begin: (intent) => during(setBusy, begin(intent)),
    sign: (task, review) => during(setSigning, sign(task, review)),
    show: () => setOpen(true),
    hide: () => setOpen(false),
    end: () => {
      setOpen(false);
      if (data?.status === 'completed') setDone(done + 1);
      endOngoing();
    },
  };
}

export function tell(error: unknown): void {
  const variant = error instanceof WalletError ? 'warn' : 'destructive';
  toast({ title: errorWords(error), variant });
}
