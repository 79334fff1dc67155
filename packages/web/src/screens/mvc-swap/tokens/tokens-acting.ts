/** The swap of a token for another that is under way on this page: signed twice within its time, then followed. */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../data/calls/api-error.ts';
import { OF_MVC, showTask } from '../../../data/mvc/mvc-queries.ts';
import { errorWords } from '../../../error-words.ts';
import type { MvcTokenIntent } from '../../../flows/mvc/tokens/token-intent.ts';
import { beginTokens, signFirst, signSecond } from '../../../flows/mvc/tokens/swap-tokens.ts';
import type { FirstToSign, SecondToSign } from '../../../flows/mvc/tokens/swap-tokens.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { WalletError } from '../../../wallets/wallet.ts';

type Of<At extends string, More = object> = { readonly at: At; readonly intent: MvcTokenIntent } & More;
export type TokensStep =
  | Of<'first', { readonly first: FirstToSign }>
  | Of<'second', { readonly second: SecondToSign }>
  /** Nothing was sent, whether something was signed or not. */
  | Of<'stopped', { readonly words: string }>
  | Of<'sent', { readonly second: SecondToSign }>;

export interface TokensActing {
  readonly busy: boolean;
  readonly signing: boolean;
  /** How many were handed in: the form begins anew then. */
  readonly done: number;
  readonly step: TokensStep | undefined;
  readonly begin: (intent: MvcTokenIntent) => void;
  readonly signFirst: (first: FirstToSign) => void;
  readonly signSecond: (second: SecondToSign) => void;
  /** Puts away what is looked at: what was not signed twice is forgotten, what was goes on. */
  readonly end: () => void;
}

/** @param address of the account on MVC: what was built for another one is not signed any more */
export function useTokensActing(address: string | undefined): TokensActing {
  const queries = useQueryClient();
  const [step, setStep] = useState<TokensStep>();
  const [busy, setBusy] = useState(false);
  const [signing, setSigning] = useState(false);
  const [done, setDone] = useState(0);

  const begin = async (intent: MvcTokenIntent): Promise<void> => {
    try {
      setStep({ at: 'first', intent, first: await beginTokens(intent) });
    } catch (error) {
      if (error instanceof ApiError) throw error;
      // It must not be signed.
      setStep({ at: 'stopped', intent, words: errorWords(error) });
    }
  };
  const first = async (one: FirstToSign): Promise<void> => {
    const { intent } = one;
    try {
      setStep({ at: 'second', intent, second: await signFirst(one) });
    } catch (error) {
      // The wallet can be asked again while there is time; anything else ends it.
      if (error instanceof WalletError) throw error;
      setStep({ at: 'stopped', intent, words: errorWords(error) });
    }
  };
  const second = async (one: SecondToSign): Promise<void> => {
    const { intent } = one;
    try {
      showTask(queries, intent.place.venue, await signSecond(one));
    } catch (error) {
      setStep({ at: 'stopped', intent, words: errorWords(error) });
      return;
    }
    setStep({ at: 'sent', intent, second: one });
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
    signFirst: (one) => during(setSigning, first(one)),
    signSecond: (one) => during(setSigning, second(one)),
    end: () => setStep(undefined),
  };
}

function tell(error: unknown): void {
  toast({ title: errorWords(error), variant: error instanceof WalletError ? 'warn' : 'destructive' });
}
