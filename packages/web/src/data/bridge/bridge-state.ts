/** How an order of the bridge stands, as rules. Pure. */
import type { BridgeOrderView, BridgeState } from '@rialto/contract';

const OVER: readonly BridgeState[] = ['done', 'refunded', 'expired'];
const WAITS_FOR_OWNER: readonly BridgeState[] = ['refused'];

/** Nothing more comes of it. */
export const isOver = (state: BridgeState): boolean => OVER.includes(state);

/** It goes on by itself. */
export const isUnderWay = (state: BridgeState): boolean => !isOver(state) && !WAITS_FOR_OWNER.includes(state);

/** By the exchange's word its money is where its terms say. */
export const isSettled = ({ state, deposits }: Pick<BridgeOrderView, 'state' | 'deposits'>): boolean =>
  (state === 'done' || state === 'refunded') &&
  deposits.length > 0 &&
  deposits.every((one) => one.state === 'done' || one.state === 'refunded');

export type Step = 'paid' | 'confirmed' | 'paying' | 'paid-out' | 'done';
export const STEPS: readonly Step[] = ['paid', 'confirmed', 'paying', 'paid-out', 'done'];

const BEHIND: Readonly<Record<BridgeState, number>> = {
  ...{ 'awaiting-payment': 0, expired: 0, gone: 0 },
  ...{ paid: 1, confirming: 1, paying: 3, 'paid-out': 4, done: 5 },
  ...{ refused: 1, refunding: 1, refunded: 1 },
};

/** How many of the steps are behind it. */
export function stepsBehind({ state, deposits }: Pick<BridgeOrderView, 'state' | 'deposits'>): number {
  const [deposit] = deposits;
  const isDeep = deposit !== undefined && deposit.confirmations >= deposit.needed;
  return state === 'confirming' && isDeep ? 2 : BEHIND[state];
}

/** It goes back to where it came from. */
export const isRefund = (state: BridgeState): boolean =>
  state === 'refused' || state === 'refunding' || state === 'refunded';
