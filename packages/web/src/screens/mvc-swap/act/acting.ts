/** The one swap under way on this page: built and checked, signed within its time, then followed. */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { MvcBuilt } from '@rialto/contract';
import { OF_MVC, showTask } from '../../../data/mvc/mvc-queries.ts';
import { errorWords } from '../../../error-words.ts';
import type { MvcIntent } from '../../../flows/mvc/mvc-intent.ts';
import { reviewMvc } from '../../../flows/mvc/review-mvc.ts';
import type { MvcReview } from '../../../flows/mvc/review-mvc.ts';
import { signedUntil } from '../../../flows/mvc/sign-mvc.ts';
import { buildMvc, signAndHandIn } from '../../../flows/mvc/swap-mvc.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { WalletError } from '../../../wallets/wallet.ts';

export interface BuiltSwap {
  readonly intent: MvcIntent;
  readonly built: MvcBuilt;
  /** Or why it must not be signed. */
  readonly review: MvcReview | string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export type Checked = BuiltSwap & { readonly review: MvcReview };

export interface MvcActing {
  readonly busy: boolean;
  readonly signing: boolean;
  /** How many were handed in: the form begins anew then. */
  readonly done: number;
  /** To be reviewed. */
  readonly swap: BuiltSwap | undefined;
  /** Handed in. */
  readonly sent: Checked | undefined;
  readonly begin: (intent: MvcIntent) => void;
  readonly sign: (swap: Checked) => void;
  /** Puts away what is looked at: what was not signed is forgotten, what was goes on. */
  readonly end: () => void;
}

/** @param address of the account on MVC: what was built for another one is not signed any more */
export function useMvcActing(address: string | undefined): MvcActing {
  const queries = useQueryClient();
  const [swap, setSwap] = useState<BuiltSwap>();
  const [sent, setSent] = useState<Checked>();
  const [busy, setBusy] = useState(false);
  const [signing, setSigning] = useState(false);
  const [done, setDone] = useState(0);

  const begin = async (intent: MvcIntent): Promise<void> => {
    const askedAt = Date.now();
    const built = await buildMvc(intent);
    setSwap({ intent, built, review: reviewOf(built, intent), until: signedUntil(askedAt) });
  };
  const sign = async (one: Checked): Promise<void> => {
    showTask(queries, one.intent.place.venue, await signAndHandIn(one));
    setSent(one);
    setSwap(undefined);
    setDone((count) => count + 1);
    await Promise.all(OF_MVC.map((name) => queries.invalidateQueries({ queryKey: [name] })));
  };
  const during = (set: (on: boolean) => void, work: Promise<void>): void => {
    set(true);
    work.catch(tell).finally(() => set(false));
  };
  return {
    ...{ busy, signing, done, sent },
    swap: swap?.intent.account.address === address ? swap : undefined,
    begin: (intent) => during(setBusy, begin(intent)),
    sign: (one) => during(setSigning, sign(one)),
    end: () => {
      setSwap(undefined);
      setSent(undefined);
    },
  };
}

function reviewOf(built: MvcBuilt, intent: MvcIntent): MvcReview | string {
  try {
    return reviewMvc(built, intent);
  } catch (error) {
    return errorWords(error);
  }
}

function tell(error: unknown): void {
  toast({ title: errorWords(error), variant: error instanceof WalletError ? 'warn' : 'destructive' });
}
