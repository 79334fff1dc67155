/** The acts of this screen as one machine: idle, building, review, signing. Faults come out as toasts. */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { Credential } from '../../data/credentials.ts';
import type { Person } from '../../flows/account.ts';
import { prepareHardCancel, softCancel, submitHardCancel } from '../../flows/cancel-order.ts';
import type { CancelIntent, CancelReview } from '../../flows/cancel-order.ts';
import { prepareAsk, submitAsk } from '../../flows/place-ask.ts';
import type { AskIntent, AskReview } from '../../flows/place-ask.ts';
import { prepareTake, submitTake } from '../../flows/take-ask.ts';
import type { TakeIntent, TakeReview } from '../../flows/take-ask.ts';
import { toast } from '../../ui/toast.ts';
import { WalletError } from '../../wallets/wallet.ts';
import type { Network } from '@rialto/protocols';
import { t } from '../../words.ts';

export type Reviewed =
  | { readonly kind: 'take'; readonly take: TakeReview; readonly title: string }
  | { readonly kind: 'ask'; readonly ask: AskReview; readonly title: string }
  | { readonly kind: 'cancel'; readonly cancel: CancelReview; readonly title: string };

export type ActState =
  | { readonly step: 'idle' }
  | { readonly step: 'building' }
  | { readonly step: 'review' | 'signing'; readonly reviewed: Reviewed };

export interface Who {
  readonly person: Person;
  readonly session: Credential;
}

/** What the wallet, the exchange or our own checks said, as the one toast. */
export function tell(error: unknown): void {
  if (error instanceof WalletError) {
    toast({ title: error.message, variant: 'warn' });
    return;
  }
  toast({
    title: error instanceof Error ? error.message : t('Something went wrong.'),
    variant: 'destructive',
  });
}

export interface Acts {
  readonly state: ActState;
  take(intent: TakeIntent, session: Credential, title: string): Promise<void>;
  ask(intent: AskIntent, title: string): Promise<void>;
  hardCancel(intent: CancelIntent, session: Credential, title: string): Promise<void>;
  softCancel(order: { orderId: string; network: Network }, who: Who): Promise<void>;
  /** Signs what is reviewed; true when it went through. */
  confirm(who: Who): Promise<boolean>;
  /** Prepares the same purchase anew. */
  again(who: Who): Promise<void>;
  back(): void;
}

export function useActs(): Acts {
  const [state, setState] = useState<ActState>({ step: 'idle' });
  const client = useQueryClient();
  const build = async (make: () => Promise<Reviewed>): Promise<void> => {
    setState({ step: 'building' });
    try {
      setState({ step: 'review', reviewed: await make() });
    } catch (error) {
      setState({ step: 'idle' });
      tell(error);
    }
  };
  const take: Acts['take'] = (intent, session, title) =>
    build(async () => ({ kind: 'take', take: await prepareTake(intent, session), title }));
  return {
    state,
    take,
    ask: (intent, title) => build(async () => ({ kind: 'ask', ask: await prepareAsk(intent), title })),
    hardCancel: (intent, session, title) =>
      build(async () => ({ kind: 'cancel', cancel: await prepareHardCancel(intent, session), title })),
    softCancel: async (order, who) => {
      try {
        await softCancel({ ...order, address: who.person.address }, who.session);
        toast({
          title: t('Order cancelled'),
          description: t('The exchange deleted your signature.'),
          variant: 'success',
        });
      } catch (error) {
        tell(error);
      }
      refresh(client);
    },
    confirm: async (who) => {
      if (state.step !== 'review') return false;
      const { reviewed } = state;
      setState({ step: 'signing', reviewed });
      try {
        await submit(reviewed, who);
        setState({ step: 'idle' });
        return true;
      } catch (error) {
        // Cancelled in the wallet: the review stays, so that one can try again or go back.
        setState(error instanceof WalletError ? { step: 'review', reviewed } : { step: 'idle' });
        tell(error);
        return false;
      } finally {
        refresh(client);
      }
    },
    again: async (who) => {
      if (state.step !== 'review' || state.reviewed.kind !== 'take') return;
      await take(state.reviewed.take.intent, who.session, state.reviewed.title);
    },
    back: () => setState({ step: 'idle' }),
  };
}

async function submit(reviewed: Reviewed, who: Who): Promise<void> {
  switch (reviewed.kind) {
    case 'take':
      await submitTake(reviewed.take, who, reviewed.title);
      break;
    case 'ask':
      await submitAsk(reviewed.ask, who);
      toast({ title: t('Order placed'), description: reviewed.title, variant: 'success' });
      break;
    case 'cancel':
      await submitHardCancel(reviewed.cancel, who, reviewed.title);
      break;
  }
}

function refresh(client: QueryClient): void {
  for (const key of ['my-orders', 'balance', 'coins', 'asks'])
    void client.invalidateQueries({ queryKey: [key] });
}
