/** The keyboard of this screen. Keys typed into fields, with modifiers, or while a dialog is open, are nobody's business here. */
import { useEffect, useRef } from 'react';

export interface Keys {
  readonly search: () => void;
  readonly buy: () => void;
  readonly sell: () => void;
  readonly book: () => void;
  readonly help: () => void;
  readonly best: (count: number) => void;
  readonly back: () => void;
}

export function actOf(key: string, keys: Keys): (() => void) | undefined {
  if (/^[1-9]$/.test(key)) return () => keys.best(Number.parseInt(key, 10));
  const table: Readonly<Record<string, () => void>> = {
    '/': keys.search,
    b: keys.buy,
    s: keys.sell,
    o: keys.book,
    '?': keys.help,
    Escape: keys.back,
  };
  return table[key];
}

export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const act = actOf(event.key, latest.current);
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'radio' && target.type !== 'checkbox';
  return target instanceof HTMLTextAreaElement;
}
