/** The liquidity under way on this page: built and checked, signed twice within its time, then followed. */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { OF_MVC, showTask } from '../../../data/mvc/mvc-queries.ts';
import { errorWords } from '../../../error-words.ts';
import type { MvcMoveIntent } from '../../../flows/mvc/move-intent.ts';
import { buildMove, forgetMove, signMove, signPark } from '../../../flows/mvc/move-mvc.ts';
import type { MoveToSign, ParkToSign } from '../../../flows/mvc/move-mvc.ts';
import { reviewPark } from '../../../flows/mvc/review-move.ts';
import { signedUntil } from '../../../flows/mvc/sign-mvc.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { WalletError } from '../../../wallets/wallet.ts';

export type MoveStep =
  /** It must not be signed. */
  | { readonly at: 'refused'; readonly intent: MvcMoveIntent; readonly words: string }
  | { readonly at: 'park'; readonly intent: MvcMoveIntent; readonly park: ParkToSign }
  | { readonly at: 'move'; readonly intent: MvcMoveIntent; readonly move: MoveToSign }
  /** Signed once, and nothing was sent. */
  | { readonly at: 'stopped'; readonly intent: MvcMoveIntent; readonly words: string }
  | { readonly at: 'sent'; readonly intent: MvcMoveIntent; readonly move: MoveToSign };

export interface MvcMoving {
  readonly busy: boolean;
  readonly signing: boolean;
  /** How many were handed in: the form begins anew then. */
  readonly done: number;
  readonly step: MoveStep | undefined;
  readonly begin: (intent: MvcMoveIntent) => void;
  readonly signPark: (park: ParkToSign) => void;
  readonly signMove: (move: MoveToSign) => void;
  /** Puts away what is looked at: what was not signed twice is forgotten, what was goes on. */
  readonly end: () => void;
}

/** @param address of the account on MVC: what was built for another one is not signed any more */
export function useMvcMoving(address: string | undefined): MvcMoving {
  const queries = useQueryClient();
  const [step, setStep] = useState<MoveStep>();
  const [busy, setBusy] = useState(false);
  const [signing, setSigning] = useState(false);
  const [done, setDone] = useState(0);

  const begin = async (intent: MvcMoveIntent): Promise<void> => {
    forget(step);
    const askedAt = Date.now();
    const built = await buildMove(intent);
    const until = signedUntil(askedAt);
    try {
      setStep({ at: 'park', intent, park: { built, intent, until, review: reviewPark(built, intent) } });
    } catch (error) {
      setStep({ at: 'refused', intent, words: errorWords(error) });
    }
  };
  const first = async (park: ParkToSign): Promise<void> => {
    const { intent } = park;
    try {
      setStep({ at: 'move', intent, move: await signPark(park) });
    } catch (error) {
      // The wallet can be asked again while there is time; anything else ends it.
      if (error instanceof WalletError) throw error;
      setStep({ at: 'stopped', intent, words: errorWords(error) });
    }
  };
  const second = async (move: MoveToSign): Promise<void> => {
    const { intent } = move;
    try {
      showTask(queries, intent.place.venue, await signMove(move));
    } catch (error) {
      setStep({ at: 'stopped', intent, words: errorWords(error) });
      return;
    }
    setStep({ at: 'sent', intent, move });
    setDone((count) => count + 1);
    await Promise.all(OF_MVC.map((name) => queries.invalidateQueries({ queryKey: [name] })));
  };
  const during = (set: (on: boolean) => void, work: Promise<void>): void => {
    set(true);
    work.catch(tell).finally(() => set(false));
  };
  return {
    ...{ busy, signing, done },
    step: step?.intent.account.address === address ? step : undefined,
    begin: (intent) => during(setBusy, begin(intent)),
    signPark: (park) => during(setSigning, first(park)),
    signMove: (move) => during(setSigning, second(move)),
    end: () => {
      forget(step);
      setStep(undefined);
    },
  };
}

function forget(step: MoveStep | undefined): void {
  if (step?.at === 'move') forgetMove(step.move);
}

function tell(error: unknown): void {
  toast({ title: errorWords(error), variant: error instanceof WalletError ? 'warn' : 'destructive' });
}
