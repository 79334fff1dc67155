/**
 * The live bids this browser has placed: what they were is remembered here, and nothing the exchange says later is signed against anything
 * else. All its windows share one list, so what is written is what the others wrote and this change.
 */
import type { MarketName } from '@rialto/market';
import { recall, remember } from '../../memory.ts';
import { createStore, useStore } from '../../store.ts';
import { isRecord } from '../../unknown.ts';
import { LIVE_KEY, liveBidsRemembered } from './live-flag.ts';

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

const TEXTS = ['orderId', 'address', 'book', 'tick', 'assetId', 'coinAmount', 'amount'] as const;

const written = (): readonly OwnLiveBid[] => recall(LIVE_KEY, isList, []);
/** What could not be written, for the storage is full or blocked: this window remembers it for itself. */
let unwritten: readonly OwnLiveBid[] = [];
const store = createStore(written());

function isList(value: unknown): value is readonly OwnLiveBid[] {
  return (
    Array.isArray(value) &&
    value.every((one) => isRecord(one) && TEXTS.every((name) => typeof one[name] === 'string'))
  );
}

// Told of the other windows alone.
window.addEventListener('storage', ({ key }) => {
  if (key !== LIVE_KEY && key !== null) return;
  know([...written(), ...unwritten]);
});

function know(all: readonly OwnLiveBid[]): void {
  store.set(all);
  liveBidsRemembered.set(all.length > 0);
}

function change(to: (all: readonly OwnLiveBid[]) => readonly OwnLiveBid[]): void {
  const all = to([...written(), ...unwritten]);
  remember(LIVE_KEY, all);
  const ids = written().map(({ orderId }) => orderId);
  unwritten = all.filter(({ orderId }) => !ids.includes(orderId));
  know(all);
}

export const keepLiveBid = (bid: OwnLiveBid): void => change((all) => [...all, bid]);

export const ownLiveBid = (orderId: string): OwnLiveBid | undefined =>
  store.get().find((bid) => bid.orderId === orderId);

export const liveBidsOf = (address: string): readonly OwnLiveBid[] =>
  store.get().filter((bid) => bid.address === address);

/** The exchange does not list these any more. */
export function dropLiveBids(orderIds: readonly string[]): void {
  if (store.get().some(({ orderId }) => orderIds.includes(orderId)))
    change((all) => all.filter(({ orderId }) => !orderIds.includes(orderId)));
}

export function useOwnLiveBids(address: string | undefined): readonly OwnLiveBid[] {
  return useStore(store).filter((bid) => bid.address === address);
}
