/** What is handed in at this moment, and what it holds. Who carries it comes later than the page. */
import { useMemo } from 'react';
import { createStore, useStore } from '../../store.ts';
import type { TrayItem } from '../tray.ts';

/** What it is, as the tray has it. */
export type Act = TrayItem['kind'];

interface Handing {
  readonly id: string;
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
/** What acts of a kind hold that are not through yet. */
export function useHeld(act: Act): readonly string[] {
  const all = useStore(handings);
  return useMemo(() => all.filter((one) => one.act === act).flatMap(({ holds }) => holds), [all, act]);
}

export const anyHandedIn = (): boolean => handings.get().length > 0;
export const isHandedIn = (id: string): boolean => handings.get().some((one) => one.id === id);

export function beganHanding(one: Handing): void {
  handings.update((all) => [...all, one]);
}

export function endedHanding(id: string): void {
  handings.update((all) => all.filter((one) => one.id !== id));
}

export function changeHanding(id: string, to: Partial<Handing>): void {
  handings.update((all) => all.map((one) => (one.id === id ? { ...one, ...to } : one)));
}
