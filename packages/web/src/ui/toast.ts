/** At most one toast at a time (specification, section 4). */
import { createStore, useStore } from '../store.ts';

export type ToastVariant = 'default' | 'destructive' | 'warn' | 'success';

export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly variant: ToastVariant;
  readonly action: { readonly label: string; readonly href: string } | undefined;
}

export interface ToastWords {
  readonly title: string;
  readonly description?: string;
  readonly variant?: ToastVariant;
  readonly action?: { readonly label: string; readonly href: string };
}

const current = createStore<Toast | undefined>(undefined);
let last = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Bad news stays longer. */
const STAYS_MS: Readonly<Record<ToastVariant, number>> = {
  default: 5_000,
  success: 5_000,
  warn: 9_000,
  destructive: 12_000,
};

export function toast(words: ToastWords): void {
  last += 1;
  const { title, description = '', variant = 'default', action } = words;
  current.set({ id: last, title, description, variant, action });
  clearTimeout(timer);
  timer = setTimeout(dismissToast, STAYS_MS[variant]);
}

export function dismissToast(): void {
  clearTimeout(timer);
  current.set(undefined);
}

export function useToast(): Toast | undefined {
  return useStore(current);
}
