/** An act on one's own as one machine: form, building, review, signing. Faults come out as toasts. */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNetwork } from '../../../data/network.ts';
import { askAgain } from '../../../data/ask-again.ts';
import { KEYS } from '../../../data/keys.ts';
import { useAccount } from '../../../flows/account/account.ts';
import { tellHanded } from '../../../flows/handing/told.ts';
import { prepareOwn } from '../../../flows/own/own-act.ts';
import type { Reviewed } from '../../../flows/own/own-params.ts';
import { dropRequest } from '../../../flows/own/own-request.ts';
import type { OwnRequest } from '../../../flows/own/own-request.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { WalletError } from '../../../wallets/wallet.ts';
import { tellWallet } from '../tell.ts';
import { t } from '../../../words.ts';

type OwnStep =
  | { readonly step: 'form' | 'building' }
  | { readonly step: 'review' | 'signing'; readonly reviewed: Reviewed }
  /** A lot lies in a new lock: its way home is offered as a file. */
  | { readonly step: 'locked'; readonly rescue: string };

export interface Price {
  readonly feeRateSatVb: number;
  readonly highFee: boolean;
}

interface OwnActing {
  readonly state: OwnStep;
  prepare(request: OwnRequest, price: Price): void;
  /** Signs what is reviewed. */
  confirm(title: string): void;
  again(): void;
  back(): void;
}

export function useOwnActing(): OwnActing {
  const [state, setState] = useState<OwnStep>({ step: 'form' });
  const network = useNetwork();
  const client = useQueryClient();
  const { user, credential } = useAccount();
  const actor = user === undefined || credential === undefined ? undefined : { user, session: credential };
  const refresh = (): void =>
    askAgain(client, [KEYS.own(), KEYS.myOrders(), KEYS.balance(), KEYS.coins(), KEYS.trade()]);
  const prepare = async (request: OwnRequest, price: Price): Promise<void> => {
    if (actor === undefined) return;
    setState({ step: 'building' });
    try {
      setState({ step: 'review', reviewed: await prepareOwn({ network, request, ...price }, actor) });
    } catch (error) {
      setState({ step: 'form' });
      tellWallet(error);
      // It may be over: then the dialog says so.
      refresh();
    }
  };
  const sign = async (reviewed: Reviewed, title: string): Promise<void> => {
    if (actor === undefined) return;
    setState({ step: 'signing', reviewed });
    try {
      const { handed, rescue } = await reviewed.send(title);
      const answered = (): void => {
        toast({ title: t('Sent'), description: title, variant: 'success' });
      };
      tellHanded(handed, { answered, say: toast, failed: tellWallet, later: refresh });
      if (rescue === undefined) dropRequest();
      else setState({ step: 'locked', rescue });
    } catch (error) {
      // Cancelled in the wallet: the review stays, so that one can try again or go back.
      setState(error instanceof WalletError ? { step: 'review', reviewed } : { step: 'form' });
      tellWallet(error);
    } finally {
      refresh();
    }
  };
  return {
    state,
    prepare: (request, price) => void prepare(request, price),
    confirm: (title) => {
      if (state.step === 'review') void sign(state.reviewed, title);
    },
    again: () => {
      if (state.step !== 'review') return;
      const { request, feeRateSatVb, highFee } = state.reviewed.params;
      void prepare(request, { feeRateSatVb, highFee });
    },
    back: () => setState({ step: 'form' }),
  };
}
