/** The live bids this browser has placed: what they were is remembered here, and nothing the exchange says later is signed against anything else. */
import type { MarketName } from '@rialto/market';
import type { LiveAnswer } from '@rialto/contract';
import { recall, remember } from '../../memory.ts';
import { createStore, useStore } from '../../store.ts';
import { isRecord } from '../../unknown.ts';

export interface OwnLiveBid {
  readonly orderId: string;
  readonly address: string;
  readonly book: MarketName;
  readonly tick: string;
  readonly assetId: string;
  /** Whole tokens, as typed. */
  readonly coinAmount: string;
  /** In sat, all of it. */
  readonly amount: string;
}

const KEY = 'live-bids';
const TEXTS = ['orderId', 'address', 'book', 'tick', 'assetId', 'coinAmount', 'amount'] as const;
const store = createStore<readonly OwnLiveBid[]>(recall(KEY, isList, []));

function isList(value: unknown): value is readonly OwnLiveBid[] {
  return (
    Array.isArray(value) &&
    value.every((one) => isRecord(one) && TEXTS.every((name) => typeof one[name] === 'string'))
  );
}

function change(to: (all: readonly OwnLiveBid[]) => readonly OwnLiveBid[]): void {
  store.update(to);
  remember(KEY, store.get());
}

export const keepLiveBid = (bid: OwnLiveBid): void => change((all) => [...all, bid]);

export const ownLiveBid = (orderId: string): OwnLiveBid | undefined =>
  store.get().find((bid) => bid.orderId === orderId);

/** The exchange lists these of the address; the others are over. */
export function keepOnlyLive(address: string, orderIds: readonly string[]): void {
  const isOver = (bid: OwnLiveBid): boolean => bid.address === address && !orderIds.includes(bid.orderId);
  if (store.get().some(isOver)) change((all) => all.filter((bid) => !isOver(bid)));
}

export function useOwnLiveBids(address: string | undefined): readonly OwnLiveBid[] {
  return useStore(store).filter((bid) => bid.address === address);
}

/** The last that was told of an answer, to either side. */
export const answerTold = createStore<LiveAnswer | undefined>(undefined);
