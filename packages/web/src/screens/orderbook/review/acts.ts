/** The acts of this screen as one machine: idle, building, review, signing. Faults come out as toasts. */
import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { KEYS } from '../../../data/keys.ts';
import type { Credential } from '../../../data/calls/credentials.ts';
import { untilAnswered } from '../../../data/calls/line.ts';
import type { User } from '../../../flows/account/account.ts';
import type { CancelIntent, CancelReview, SoftCancel } from '../../../flows/orders/cancel-order.ts';
import type { EditIntent, EditReview } from '../../../flows/orders/edit-price.ts';
import type { AskIntent, AskReview } from '../../../flows/orders/place-ask.ts';
import type { TakeIntent, TakeReview } from '../../../flows/orders/take-ask.ts';
import { isUnanswered } from '../../../flows/handing/hand-in.ts';
import type { Handed } from '../../../flows/handing/shown.ts';
import { tellHanded } from '../../../flows/handing/told.ts';
import { errorWords } from '../../../error-words.ts';
import { toast } from '../../../ui/toast/toast.ts';
import type { ToastWords } from '../../../ui/toast/toast.ts';
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
  /** `waits`: for the line; it goes on by itself. */
  | { readonly step: 'building'; readonly waits: boolean }
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

type Withdrawal = Omit<SoftCancel, 'address'> & { readonly title: string };

export interface Acts {
  readonly state: ActState;
  take(intent: TakeIntent, session: Credential, title: string): Promise<void>;
  ask(intents: readonly AskIntent[], title: string): Promise<void>;
  edit(intent: EditIntent, title: string): Promise<void>;
  hardCancel(intent: CancelIntent, session: Credential, title: string): Promise<void>;
  softCancel(orders: Withdrawal, actor: Actor): Promise<void>;
  /** Signs what is reviewed; true when it went through. */
  confirm(actor: Actor): Promise<boolean>;
  back(): void;
}

// Each act is fetched when it is first done.
const takes = () => import('../../../flows/orders/take-ask.ts');
const asks = () => import('../../../flows/orders/place-ask.ts');
const edits = () => import('../../../flows/orders/edit-price.ts');
const cancels = () => import('../../../flows/orders/cancel-order.ts');

/** Prepares an act and shows its review. Whoever went back, or began another, is not led into it again. */
function useBuilding(setState: (next: ActState) => void): {
  build: (make: () => Promise<Reviewed>) => Promise<void>;
  leave: () => void;
} {
  const builds = useRef(0);
  const build = async (make: () => Promise<Reviewed>): Promise<void> => {
    builds.current += 1;
    const mine = builds.current;
    const set = (next: ActState): void => {
      if (builds.current === mine) setState(next);
    };
    set({ step: 'building', waits: false });
    try {
      const reviewed = await insisted(make, () => set({ step: 'building', waits: true }));
      set({ step: 'review', reviewed, again: () => build(make) });
    } catch (error) {
      if (builds.current === mine) tell(error);
      set({ step: 'idle' });
    }
  };
  const leave = (): void => {
    builds.current += 1;
    setState({ step: 'idle' });
  };
  return { build, leave };
}

export function useActs(): Acts {
  const [state, setState] = useState<ActState>({ step: 'idle' });
  const client = useQueryClient();
  const { build, leave } = useBuilding(setState);
  const done = (): void => refresh(client);
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
        await withdraw(orders, actor, done);
      } catch (error) {
        tell(error);
      }
      refresh(client);
    },
    confirm: async (actor) => {
      if (state.step !== 'review') return false;
      setState({ ...state, step: 'signing' });
      try {
        await submit(state.reviewed, actor, done);
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
    back: leave,
  };
}

const BUILDS = 3;

/** What only prepares may be asked for again: when the line broke it is, once the line is back. */
async function insisted<T>(make: () => Promise<T>, onWaiting: () => void): Promise<T> {
  for (let left = BUILDS; ; left -= 1) {
    try {
      return await make();
    } catch (error) {
      if (left <= 1 || !isUnanswered(error)) throw error;
      onWaiting();
      await untilAnswered();
    }
  }
}

/** @param words of the answer */
function follow<T>(handed: Handed<T>, words: (answer: T) => ToastWords | undefined, later: () => void): void {
  const answered = (answer: T): void => {
    const said = words(answer);
    if (said !== undefined) toast(said);
  };
  tellHanded(handed, { answered, say: toast, failed: tell, later });
}

async function withdraw(
  { title, ...orders }: Withdrawal,
  { user, session }: Actor,
  done: () => void,
): Promise<void> {
  const { softCancel } = await cancels();
  const handed = await softCancel({ ...orders, address: user.address }, session, title);
  follow(handed, (stayed) => withdrawnWords(orders.orderIds.length, stayed.length), done);
}

async function submit(reviewed: Reviewed, actor: Actor, done: () => void): Promise<void> {
  const { title } = reviewed;
  switch (reviewed.kind) {
    case 'take':
      follow(await (await takes()).submitTake(reviewed.take, actor, title), nothing, done);
      break;
    case 'ask': {
      const handed = await (await asks()).submitAsks(reviewed.ask, actor, title);
      follow(handed, (placed) => placedWords(placed, title), done);
      break;
    }
    case 'edit': {
      const handed = await (await edits()).submitEdit(reviewed.edit, actor, title);
      follow(handed, () => ({ title: t('Price lowered'), description: title, variant: 'success' }), done);
      break;
    }
    case 'cancel':
      follow(await (await cancels()).submitHardCancel(reviewed.cancel, actor, title), nothing, done);
      break;
  }
}

/** The tray tells. */
const nothing = (): undefined => undefined;

function refresh(client: QueryClient): void {
  for (const kind of [KEYS.myOrders, KEYS.balance, KEYS.coins, KEYS.asks])
    void client.invalidateQueries({ queryKey: kind() });
}
