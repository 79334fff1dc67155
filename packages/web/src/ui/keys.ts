/**
 * The keyboard of the page. Each component registers its keys while it is mounted, and the list shows what is registered. Keys typed into
 * fields, with modifiers, or while a dialog is open are nobody's business here; keys of one sign can be switched off (WCAG 2.1.4).
 */
import { useEffect, useRef } from 'react';
import { createStore, useStore } from '../store.ts';
import { recallText, rememberText } from '../memory.ts';

export interface Key {
  /** As `KeyboardEvent.key` names it; `Mod+k` with Ctrl or Cmd; `g b` one after the other. */
  readonly press: string;
  /** Without one it is only listed; another part handles it. */
  readonly act?: () => void;
  /** What it does; without words it is not listed. */
  readonly words?: string;
  /** How it is written in the list, when not as it is pressed. */
  readonly shown?: string;
}

export interface KeyGroup {
  readonly title: string;
  readonly keys: readonly Key[];
}

/** How `Mod+k` is written on this machine. */
export const COMMAND_K = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

const groups: { now: KeyGroup; readonly frame: boolean }[] = [];
const FIRST_WAITS_MS = 1_500;

/** Keys are registered as long as their component is mounted. When two register the same key, the screen's wins over the frame's. */
export function useKeys(group: KeyGroup, frame = false): void {
  const latest = useRef(group);
  useEffect(() => {
    latest.current = group;
  });
  useEffect(() => {
    const entry = {
      get now() {
        return latest.current;
      },
      frame,
    };
    groups.push(entry);
    return () => {
      groups.splice(groups.indexOf(entry), 1);
    };
  }, [frame]);
}

/** Every registered key, the screen's own first; of a key registered twice the first counts. */
export function keyGroups(): readonly KeyGroup[] {
  const taken = new Set<string>();
  return groups
    .toSorted((a, b) => Number(a.frame) - Number(b.frame))
    .map(({ now: { title, keys } }) => {
      const own = keys.filter(({ press }) => !taken.has(press));
      for (const { press } of own) taken.add(press);
      return { title, keys: own };
    });
}

const OFF = 'single-keys';
const single = createStore(recallText(OFF) !== 'false');
export const useSingleKeys = (): boolean => useStore(single);
export function setSingleKeys(on: boolean): void {
  single.set(on);
  rememberText(OFF, String(on));
}

/** Hears the keys of the whole page; gives back the way to stop. */
export function listenForKeys(): () => void {
  let first: { key: string; at: number } | undefined;
  const hear = (event: KeyboardEvent): void => {
    const key = nameOf(event);
    if (key === undefined || document.querySelector('dialog[open]') !== null) return;
    const before = first !== undefined && event.timeStamp - first.at < FIRST_WAITS_MS ? first.key : undefined;
    first = undefined;
    const keys = keyGroups().flatMap((group) => group.keys);
    const found = (press: string): Key | undefined =>
      keys.find((one) => one.press === press && one.act !== undefined);
    const meant = (before === undefined ? undefined : found(`${before} ${key}`)) ?? found(key);
    if (meant?.act !== undefined) {
      event.preventDefault();
      meant.act();
    } else if (keys.some((one) => one.press.startsWith(`${key} `))) first = { key, at: event.timeStamp };
  };
  document.addEventListener('keydown', hear);
  return () => document.removeEventListener('keydown', hear);
}

/** The name of what was pressed; undefined when it is not meant for the page. */
function nameOf(event: KeyboardEvent): string | undefined {
  if (event.defaultPrevented || event.altKey || event.isComposing) return undefined;
  if (event.ctrlKey || event.metaKey) return `Mod+${event.key.toLowerCase()}`;
  if (isTyping(event.target)) return undefined;
  return event.key.length === 1 && !single.get() ? undefined : event.key;
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'radio' && target.type !== 'checkbox';
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
