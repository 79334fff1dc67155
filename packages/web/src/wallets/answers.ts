/** Reads what wallets answer: no answer of an extension is trusted to have a certain form. */
import { inner } from '../unknown.ts';
import { WalletError } from './wallet.ts';
import { t } from '../words.ts';

export function text(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw notUnderstood();
}

export function textIn(value: unknown, name: string): string {
  return text(inner(value, name));
}

export function texts(value: unknown, count: number): string[] {
  if (!Array.isArray(value) || value.length !== count) throw notUnderstood();
  return value.map(text);
}

export function numberIn(value: unknown, name: string): number {
  const found = inner(value, name);
  if (typeof found === 'number') return found;
  throw notUnderstood();
}

/** The first account of a list; undefined when the list is empty. */
export function firstText(list: unknown): string | undefined {
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  return typeof first === 'string' && first !== '' ? first : undefined;
}

/** A public key of 33 bytes; the 32 of an x-only key do not say which of two points is meant. */
export function isCompressedKey(value: unknown): value is string {
  return typeof value === 'string' && /^0[23][0-9a-f]{64}$/i.test(value);
}

export function compressedKey(value: unknown): string {
  if (isCompressedKey(value)) return value;
  throw notUnderstood();
}

export function notUnderstood(): WalletError {
  return new WalletError('other', t('The wallet sent an unexpected response.'));
}

const ARRIVAL_MS = 1_000;
const LOOK_EVERY_MS = 50;

/** Extensions inject late; some only when the page has a body. */
export async function arrives(find: () => unknown): Promise<boolean> {
  const until = Date.now() + ARRIVAL_MS;
  while (find() === undefined) {
    if (Date.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return true;
}
