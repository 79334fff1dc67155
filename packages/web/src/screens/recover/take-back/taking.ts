/** The one taking back under way: built and checked, signed twice, then sent. */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { MvcTakenBack } from '@rialto/contract';
import { OF_MVC } from '../../../data/mvc/mvc-queries.ts';
import { errorWords } from '../../../error-words.ts';
import { signedUntil } from '../../../flows/mvc/sign-mvc.ts';
import { buildTakeBack, reviewTakeBack, signBack, signCheck } from '../../../flows/mvc/take-back-mvc.ts';
import type { BackReview, CheckReview, TakeBackIntent } from '../../../flows/mvc/take-back-mvc.ts';
import { useOnce } from '../../../ui/once.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { WalletError } from '../../../wallets/wallet.ts';

export type TakingStep =
  | { readonly at: 'asking' }
  /** It must not be signed, or cannot be; nothing was sent. */
  | { readonly at: 'stopped'; readonly words: string }
  | { readonly at: 'check'; readonly review: CheckReview; readonly until: number }
  | { readonly at: 'back'; readonly review: BackReview; readonly until: number }
  | { readonly at: 'sent'; readonly review: BackReview; readonly sent: MvcTakenBack | undefined };

export interface Taking {
  readonly step: TakingStep;
  readonly signing: boolean;
  readonly begin: () => void;
  readonly sign: () => void;
}

/** @param onSent the token lies there no more, as far as the exchange knows */
export function useTaking(intent: TakeBackIntent, onSent: () => void): Taking {
  const queries = useQueryClient();
  const [step, setStep] = useState<TakingStep>({ at: 'asking' });
  const [signing, setSigning] = useState(false);

  const begin = async (): Promise<void> => {
    setStep({ at: 'asking' });
    const askedAt = Date.now();
    try {
      const review = reviewTakeBack(await buildTakeBack(intent), intent);
      setStep({ at: 'check', review, until: signedUntil(askedAt) });
    } catch (error) {
      setStep({ at: 'stopped', words: errorWords(error) });
    }
  };
  const sign = async (): Promise<void> => {
    if (step.at === 'check') {
      const review = await signCheck(step.review, intent, step.until);
      setStep({ at: 'back', review, until: signedUntil(Date.now()) });
    } else if (step.at === 'back') {
      const { review } = step;
      const sent = await signBack(review, intent, step.until);
      setStep({ at: 'sent', review, sent });
      if (sent !== undefined) onSent();
      await Promise.all(OF_MVC.map((name) => queries.invalidateQueries({ queryKey: [name] })));
    }
  };
  const told = (error: unknown): void => {
    // The wallet can be asked again while there is time; anything else ends it.
    if (error instanceof WalletError) toast({ title: errorWords(error), variant: 'warn' });
    else setStep({ at: 'stopped', words: errorWords(error) });
  };
  useOnce(() => void begin());
  return {
    ...{ step, signing },
    begin: () => void begin(),
    sign: () => {
      setSigning(true);
      sign()
        .catch(told)
        .finally(() => setSigning(false));
    },
  };
}
