/** What is handed in at this moment, and what it holds. Who carries it comes later than the page. */
import { useMemo } from 'react';
import { createStore, useStore } from '../../store.ts';
import { connection, userOf } from '../account/account.ts';
import type { TrayItem } from '../tray.ts';

/** What it is, as the tray has it. */
export type Act = TrayItem['kind'];

interface Handing {
  readonly id: string;
  /** Whose act it is. */
  readonly address: string;
  readonly act: Act;
  /** Orders that are bought, or coins that are offered: nothing to be used twice meanwhile. */
  readonly holds: readonly string[];
  /** `going`: for the first time. `waiting`: for the line. `again`: on its way once more. */
  readonly state: 'going' | 'waiting' | 'again';
  /** It left this page and no answer came: the exchange may have it. */
  readonly mayHaveArrived: boolean;
}

const handings = createStore<readonly Handing[]>([]);

export const useHandings = (): readonly Handing[] => useStore(handings);
/** What the connected address's acts of a kind hold that are not through yet. */
export function useHeld(act: Act): readonly string[] {
  const all = useStore(handings);
  const address = userOf(useStore(connection))?.address;
  return useMemo(
    () => all.filter((one) => one.act === act && one.address === address).flatMap(({ holds }) => holds),
    [all, act, address],
  );
}

export const anyHandedIn = (): boolean => handings.get().length > 0;
export const isHandedIn = (id: string): boolean => handings.get().some((one) => one.id === id);

/** Wakes one from its pause, or ends it. */
export interface Hand {
  now: AbortController;
  readonly end: AbortController;
}

const hands = new Map<string, Hand>();

export function tryNow(id: string): void {
  hands.get(id)?.now.abort();
}

/** Forgets what was signed; whatever it held is free again. */
export function dropHanding(id: string): void {
  hands.get(id)?.end.abort();
}

/** Nothing of an address is handed in once its owner has left. */
export function dropOthers(address: string | undefined): void {
  for (const one of handings.get()) if (one.address !== address) dropHanding(one.id);
}

export function beganHanding(one: Handing, hand: Hand): void {
  hands.set(one.id, hand);
  handings.update((all) => [...all, one]);
}

export function endedHanding(id: string): void {
  hands.delete(id);
  handings.update((all) => all.filter((one) => one.id !== id));
}

export function changeHanding(id: string, to: Partial<Handing>): void {
  handings.update((all) => all.map((one) => (one.id === id ? { ...one, ...to } : one)));
}
