/**
 * Toasts (product §4): at most one is kept; it can be added, updated, dismissed and removed. A dismissed one is
 * out of sight at once and is forgotten after the removal delay, or when the next one comes.
 */
import { createStore, useStore } from '../../store.ts';

export type ToastVariant = 'default' | 'destructive' | 'warn' | 'success';

export interface ToastWords {
  readonly title: string;
  readonly description?: string;
  readonly variant?: ToastVariant;
  readonly action?: { readonly label: string; readonly href: string };
}

interface Toast {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly variant: ToastVariant;
  readonly action: { readonly label: string; readonly href: string } | undefined;
  /** False once dismissed. */
  readonly open: boolean;
}

/** A handle to a toast that is shown. */
interface ToastHandle {
  readonly id: number;
  readonly update: (words: ToastWords) => void;
  readonly dismiss: () => void;
}

export const TOAST_LIMIT = 1;
export const REMOVAL_DELAY_MS = 1_000_000;

/** How long one stays in sight by itself; bad news, which takes reading, twice as long. */
const STAYS_MS: Readonly<Record<ToastVariant, number>> = {
  default: 4_000,
  success: 4_000,
  warn: 8_000,
  destructive: 8_000,
};

const toasts = createStore<readonly Toast[]>([]);
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let last = 0;

function made(id: number, words: ToastWords): Toast {
  const { title, description = '', variant = 'default', action } = words;
  return { id, title, description, variant, action, open: true };
}

function later(id: number, ms: number, act: (id: number) => void): void {
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => act(id), ms),
  );
}

export function toast(words: ToastWords): ToastHandle {
  last += 1;
  const id = last;
  const now = [made(id, words), ...toasts.get()];
  for (const gone of now.slice(TOAST_LIMIT)) forgetTimer(gone.id);
  toasts.set(now.slice(0, TOAST_LIMIT));
  later(id, STAYS_MS[words.variant ?? 'default'], dismissToast);
  return { id, update: (next) => updateToast(id, next), dismiss: () => dismissToast(id) };
}

/** Other words in the same place. Does nothing when it is gone. */
function updateToast(id: number, words: ToastWords): void {
  if (!toasts.get().some((one) => one.id === id)) return;
  toasts.update((now) => now.map((one) => (one.id === id ? made(id, words) : one)));
  later(id, STAYS_MS[words.variant ?? 'default'], dismissToast);
}

export function dismissToast(id: number): void {
  if (!toasts.get().some((one) => one.id === id)) return;
  toasts.update((now) => now.map((one) => (one.id === id ? { ...one, open: false } : one)));
  later(id, REMOVAL_DELAY_MS, removeToast);
}

export function removeToast(id: number): void {
  forgetTimer(id);
  toasts.update((now) => now.filter((one) => one.id !== id));
}

function forgetTimer(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

/** All that are kept, newest first, the dismissed ones too. */
export function keptToasts(): readonly Toast[] {
  return toasts.get();
}

/** Grows with each dialog that opens: what is to be above it is shown anew. */
const dialogs = createStore(0);
export const dialogOpened = (): void => dialogs.update((count) => count + 1);
export const useDialogsOpened = (): number => useStore(dialogs);

/** The one to show. */
export function useToast(): Toast | undefined {
  return useStore(toasts).find((one) => one.open);
}
