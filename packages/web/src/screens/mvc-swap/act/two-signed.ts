/** An act that is signed twice and sent once, under way on this page: built and checked, signed, signed again within its time, then followed. */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { MvcTask } from '@rialto/contract';
import { ApiError } from '../../../data/calls/api-error.ts';
import { OF_MVC, showTask } from '../../../data/mvc/mvc-queries.ts';
import { errorWords } from '../../../error-words.ts';
import type { MvcIntent } from '../../../flows/mvc/mvc-intent.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { WalletError } from '../../../wallets/wallet.ts';

type AnyIntent = Pick<MvcIntent, 'account' | 'place'>;

type At<Name extends string, Intent, More> = { readonly at: Name; readonly intent: Intent } & More;
export type TwoSignedStep<Intent, First, Second> =
  /** It must not be signed. */
  | At<'refused', Intent, { readonly words: string }>
  | At<'first', Intent, { readonly first: First }>
  | At<'second', Intent, { readonly second: Second }>
  /** Signed once or twice, and nothing was sent. */
  | At<'stopped', Intent, { readonly words: string }>
  | At<'sent', Intent, { readonly second: Second }>;

/** How one kind of act goes. */
interface Ways<Intent, First, Second> {
  /** @throws ApiError where the exchange does not build it; Error with a sentence for people: it must not be signed */
  readonly begin: (intent: Intent) => Promise<First>;
  readonly signFirst: (first: First) => Promise<Second>;
  readonly signSecond: (second: Second) => Promise<MvcTask | undefined>;
  /** What was signed once is not signed again. */
  readonly forget?: (second: Second) => void;
}

export interface TwoSigned<Intent, First, Second> {
  readonly busy: boolean;
  readonly signing: boolean;
  /** How many were handed in: the form begins anew then. */
  readonly done: number;
  readonly step: TwoSignedStep<Intent, First, Second> | undefined;
  readonly begin: (intent: Intent) => void;
  readonly signFirst: (first: First) => void;
  readonly signSecond: (second: Second) => void;
  /** Puts away what is looked at: what was not signed twice is forgotten, what was goes on. */
  readonly end: () => void;
}

/** @param address of the account on MVC: what was built for another one is not signed any more */
export function useTwoSigned<Intent extends AnyIntent, First, Second>(
  address: string | undefined,
  ways: Ways<Intent, First, Second>,
): TwoSigned<Intent, First, Second> {
  const queries = useQueryClient();
  const [step, setStep] = useState<TwoSignedStep<Intent, First, Second>>();
  const [busy, setBusy] = useState(false);
  const [signing, setSigning] = useState(false);
  const [done, setDone] = useState(0);

  const forget = (): void => {
    if (step?.at === 'second') ways.forget?.(step.second);
  };
  const begin = async (intent: Intent): Promise<void> => {
    forget();
    try {
      setStep({ at: 'first', intent, first: await ways.begin(intent) });
    } catch (error) {
      if (error instanceof ApiError) throw error;
      setStep({ at: 'refused', intent, words: errorWords(error) });
    }
  };
  const signFirst = async (intent: Intent, first: First): Promise<void> => {
    try {
      setStep({ at: 'second', intent, second: await ways.signFirst(first) });
    } catch (error) {
      // The wallet can be asked again while there is time; anything else ends it.
      if (error instanceof WalletError) throw error;
      setStep({ at: 'stopped', intent, words: errorWords(error) });
    }
  };
  const signSecond = async (intent: Intent, second: Second): Promise<void> => {
    try {
      showTask(queries, intent.place.venue, await ways.signSecond(second));
    } catch (error) {
      setStep({ at: 'stopped', intent, words: errorWords(error) });
      return;
    }
    setStep({ at: 'sent', intent, second });
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
    signFirst: (first) => step && during(setSigning, signFirst(step.intent, first)),
    signSecond: (second) => step && during(setSigning, signSecond(step.intent, second)),
    end: () => {
      forget();
      setStep(undefined);
    },
  };
}

function tell(error: unknown): void {
  toast({ title: errorWords(error), variant: error instanceof WalletError ? 'warn' : 'destructive' });
}
