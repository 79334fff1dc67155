/** The acts of this screen as one machine: idle, building, review, signing. Faults come out as toasts. */
import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { askAgain } from '../../../data/ask-again.ts';
import { KEYS } from '../../../data/keys.ts';
import { untilAnswered } from '../../../data/calls/line.ts';
import { isUnanswered } from '../../../data/calls/api-error.ts';
import { WalletError } from '../../../wallets/wallet.ts';
import type { Asked } from './prepare.ts';
import type { Actor, Reviewed, Withdrawal } from './reviewed.ts';
import { tell } from './tell.ts';

type ActState =
  | { readonly step: 'idle' }
  /** `waits`: for the line; it goes on by itself. */
  | { readonly step: 'building'; readonly waits: boolean }
  /** Money or a lot of one's own lies in locks now: its way home is offered as a file. */
  | { readonly step: 'placed'; readonly rescue: string }
  | {
      readonly step: 'review' | 'signing';
      readonly reviewed: Reviewed;
      /** Prepares the same anew. */
      readonly again: () => Promise<void>;
    };

export interface Acts {
  readonly state: ActState;
  /** Prepares it and shows its review. */
  begin(what: Asked): Promise<void>;
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
    begin: (what) => build(async () => (await import('./prepare.ts')).prepare(what)),
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
