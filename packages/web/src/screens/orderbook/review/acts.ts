/** The acts of this screen as one machine: idle, building, review, signing. Faults come out as toasts. */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { KEYS } from '../../../data/keys.ts';
import type { Credential } from '../../../data/credentials.ts';
import type { User } from '../../../flows/account/account.ts';
import type { CancelIntent, CancelReview, SoftCancel } from '../../../flows/orders/cancel-order.ts';
import type { EditIntent, EditReview } from '../../../flows/orders/edit-price.ts';
import type { AskIntent, AskReview } from '../../../flows/orders/place-ask.ts';
import type { TakeIntent, TakeReview } from '../../../flows/orders/take-ask.ts';
import { errorWords } from '../../../error-words.ts';
import { toast } from '../../../ui/toast.ts';
import { WalletError } from '../../../wallets/wallet.ts';
import { placedWords, withdrawnWords } from './outcomes.ts';
import { t } from '../../../words.ts';

export type Reviewed =
  | { readonly kind: 'take'; readonly take: TakeReview; readonly title: string }
  | { readonly kind: 'ask'; readonly ask: AskReview; readonly title: string }
  | { readonly kind: 'edit'; readonly edit: EditReview; readonly title: string }
  | { readonly kind: 'cancel'; readonly cancel: CancelReview; readonly title: string };

type ActState =
  | { readonly step: 'idle' }
  | { readonly step: 'building' }
  | {
      readonly step: 'review' | 'signing';
      readonly reviewed: Reviewed;
      /** Prepares the same anew. */
      readonly again: () => Promise<void>;
    };

export interface Actor {
  readonly user: User;
  readonly session: Credential;
}

/** What the wallet, the exchange or our own checks said, as the one toast. */
export function tell(error: unknown): void {
  if (error instanceof WalletError) {
    toast({ title: error.message, variant: 'warn' });
    return;
  }
  toast({
    title: errorWords(error),
    variant: 'destructive',
  });
}

export interface Acts {
  readonly state: ActState;
  take(intent: TakeIntent, session: Credential, title: string): Promise<void>;
  ask(intents: readonly AskIntent[], title: string): Promise<void>;
  edit(intent: EditIntent, title: string): Promise<void>;
  hardCancel(intent: CancelIntent, session: Credential, title: string): Promise<void>;
  softCancel(orders: Omit<SoftCancel, 'address'>, actor: Actor): Promise<void>;
  /** Signs what is reviewed; true when it went through. */
  confirm(actor: Actor): Promise<boolean>;
  back(): void;
}

// Each act is fetched when it is first done.
const takes = () => import('../../../flows/orders/take-ask.ts');
const asks = () => import('../../../flows/orders/place-ask.ts');
const edits = () => import('../../../flows/orders/edit-price.ts');
const cancels = () => import('../../../flows/orders/cancel-order.ts');

export function useActs(): Acts {
  const [state, setState] = useState<ActState>({ step: 'idle' });
  const client = useQueryClient();
  const build = async (make: () => Promise<Reviewed>): Promise<void> => {
    setState({ step: 'building' });
    try {
      setState({ step: 'review', reviewed: await make(), again: () => build(make) });
    } catch (error) {
      setState({ step: 'idle' });
      tell(error);
    }
  };
  return {
    state,
    take: (intent, session, title) =>
      build(async () => ({ kind: 'take', take: await (await takes()).prepareTake(intent, session), title })),
    ask: (intents, title) =>
      build(async () => ({ kind: 'ask', ask: await (await asks()).prepareAsks(intents), title })),
    edit: (intent, title) =>
      build(async () => ({ kind: 'edit', edit: await (await edits()).prepareEdit(intent), title })),
    hardCancel: (intent, session, title) =>
      build(async () => ({
        kind: 'cancel',
        cancel: await (await cancels()).prepareHardCancel(intent, session),
        title,
      })),
    softCancel: async (orders, actor) => {
      try {
        await withdraw(orders, actor);
      } catch (error) {
        tell(error);
      }
      refresh(client);
    },
    confirm: async (actor) => {
      if (state.step !== 'review') return false;
      setState({ ...state, step: 'signing' });
      try {
        await submit(state.reviewed, actor);
        setState({ step: 'idle' });
        return true;
      } catch (error) {
        // Cancelled in the wallet: the review stays, so that one can try again or go back.
        setState(error instanceof WalletError ? state : { step: 'idle' });
        tell(error);
        return false;
      } finally {
        refresh(client);
      }
    },
    back: () => setState({ step: 'idle' }),
  };
}

async function withdraw(orders: Omit<SoftCancel, 'address'>, { user, session }: Actor): Promise<void> {
  const { softCancel } = await cancels();
  const stayed = await softCancel({ ...orders, address: user.address }, session);
  toast(withdrawnWords(orders.orderIds.length, stayed.length));
}

async function submit(reviewed: Reviewed, actor: Actor): Promise<void> {
  switch (reviewed.kind) {
    case 'take':
      await (await takes()).submitTake(reviewed.take, actor, reviewed.title);
      break;
    case 'ask':
      toast(placedWords(await (await asks()).submitAsks(reviewed.ask, actor), reviewed.title));
      break;
    case 'edit':
      await (await edits()).submitEdit(reviewed.edit, actor);
      toast({ title: t('Price lowered'), description: reviewed.title, variant: 'success' });
      break;
    case 'cancel':
      await (await cancels()).submitHardCancel(reviewed.cancel, actor, reviewed.title);
      break;
  }
}

function refresh(client: QueryClient): void {
  for (const kind of [KEYS.myOrders, KEYS.balance, KEYS.coins, KEYS.asks])
    void client.invalidateQueries({ queryKey: kind() });
}
