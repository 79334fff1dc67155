/** The one claim under way: prepared and checked, signed once, then sent. */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { OWN_REWARDS } from '../../../data/rewards/reward-queries.ts';
import { errorWords } from '../../../error-words.ts';
import { useOnce } from '../../../ui/once.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { WalletError } from '../../../wallets/wallet.ts';
import { prepareClaim, submitClaim } from './claim-act.ts';
import type { ClaimIntent, PreparedClaim } from './claim-intent.ts';
import { reviewClaim } from './review-claim.ts';
import type { ClaimReview } from './review-claim.ts';

export type ClaimStep =
  | { readonly at: 'asking' }
  /** It must not be signed, or cannot be; nothing was sent. */
  | { readonly at: 'stopped'; readonly words: string }
  | { readonly at: 'review'; readonly prepared: PreparedClaim; readonly review: ClaimReview }
  /** Without a transaction the exchange has not answered yet. */
  | { readonly at: 'sent'; readonly prepared: PreparedClaim; readonly txid: string | undefined };

export interface Claiming {
  readonly step: ClaimStep;
  readonly signing: boolean;
  readonly begin: () => void;
  readonly sign: () => void;
}

export function useClaiming(intent: ClaimIntent): Claiming {
  const queries = useQueryClient();
  const [step, setStep] = useState<ClaimStep>({ at: 'asking' });
  const [signing, setSigning] = useState(false);

  const again = (): Promise<unknown> =>
    Promise.all(OWN_REWARDS.map((name) => queries.invalidateQueries({ queryKey: [name] })));
  const stopped = (error: unknown): void => {
    setStep({ at: 'stopped', words: errorWords(error) });
    // What can be claimed may be another sum by now.
    void again();
  };
  const begin = async (): Promise<void> => {
    setStep({ at: 'asking' });
    try {
      const prepared = await prepareClaim(intent);
      setStep({ at: 'review', prepared, review: reviewClaim(prepared, intent) });
    } catch (error) {
      stopped(error);
    }
  };
  const sign = async (): Promise<void> => {
    if (step.at !== 'review') return;
    const { prepared, review } = step;
    const txid = await submitClaim(prepared, review, intent);
    setStep({ at: 'sent', prepared, txid });
    void again();
  };
  useOnce(() => void begin());
  return {
    ...{ step, signing },
    begin: () => void begin(),
    sign: () => {
      setSigning(true);
      sign()
        .catch((error: unknown) => {
          // The wallet can be asked again while there is time; anything else ends it.
          if (error instanceof WalletError) toast({ title: errorWords(error), variant: 'warn' });
          else stopped(error);
        })
        .finally(() => setSigning(false));
    },
  };
}
