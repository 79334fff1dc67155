/** The acts of this screen as one machine: idle, building, review, signing. Faults come out as toasts. */
import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { askAgain } from '../../../data/ask-again.ts';
import { KEYS } from '../../../data/keys.ts';
import type { Credential } from '../../../data/calls/credentials.ts';
import { untilAnswered } from '../../../data/calls/line.ts';
import type { BidCancelIntent } from '../../../flows/bids/cancel-bid.ts';
import type { BidIntent } from '../../../flows/bids/place-bid.ts';
import type { SaleIntent } from '../../../flows/bids/sell-into.ts';
import type { CancelIntent } from '../../../flows/orders/cancel-order.ts';
import type { EditIntent } from '../../../flows/orders/edit-price.ts';
import type { AskIntent } from '../../../flows/orders/place-ask.ts';
import type { TakeIntent } from '../../../flows/orders/take-ask.ts';
import { isUnanswered } from '../../../data/calls/api-error.ts';
import { WalletError } from '../../../wallets/wallet.ts';
import { asks, bidCancels, bids, cancels, edits, sales, takes } from './parts.ts';
import type { Actor, Reviewed, Withdrawal } from './reviewed.ts';
import { tell } from './tell.ts';

type ActState =
  | { readonly step: 'idle' }
  /** `waits`: for the line; it goes on by itself. */
  | { readonly step: 'building'; readonly waits: boolean }
  /** A ladder of bids is there: its way home is offered as a file. */
  | { readonly step: 'placed'; readonly rescue: string }
  | {
      readonly step: 'review' | 'signing';
      readonly reviewed: Reviewed;
      /** Prepares the same anew. */
      readonly again: () => Promise<void>;
    };

export interface Acts {
  readonly state: ActState;
  take(intent: TakeIntent, session: Credential, title: string): Promise<void>;
  ask(intents: readonly AskIntent[], title: string): Promise<void>;
  edit(intent: EditIntent, title: string): Promise<void>;
  hardCancel(intent: CancelIntent, session: Credential, title: string): Promise<void>;
  bid(intent: BidIntent, session: Credential, title: string): Promise<void>;
  sell(intent: SaleIntent, session: Credential, title: string): Promise<void>;
  cancelBid(intent: BidCancelIntent, session: Credential, title: string): Promise<void>;
  softCancel(orders: Withdrawal, actor: Actor): Promise<void>;
  /** Signs what is reviewed; true when it went through. */
  confirm(actor: Actor): Promise<boolean>;
  back(): void;
}

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
      const building = insisted(make, () => set({ step: 'building', waits: true }));
      // What hands it in is here before anybody signs.
      const [reviewed] = await Promise.all([building, import('./submit.ts')]);
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
    bid: (intent, session, title) =>
      build(async () => ({ kind: 'bid', bid: await (await bids()).prepareBid(intent, session), title })),
    sell: (intent, session, title) =>
      build(async () => ({ kind: 'sale', sale: await (await sales()).prepareSale(intent, session), title })),
    cancelBid: (intent, session, title) =>
      build(async () => ({
        kind: 'bid-cancel',
        cancel: await (await bidCancels()).prepareBidCancel(intent, session),
        title,
      })),
    softCancel: async (orders, actor) => {
      try {
        const { withdraw } = await import('./submit.ts');
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
        const { submit } = await import('./submit.ts');
        const rescue = await submit(state.reviewed, actor, done);
        setState(rescue === undefined ? { step: 'idle' } : { step: 'placed', rescue });
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

function refresh(client: QueryClient): void {
  askAgain(client, [KEYS.myOrders(), KEYS.balance(), KEYS.coins(), KEYS.asks(), KEYS.bids()]);
}
