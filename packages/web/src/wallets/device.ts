/** On what the page is seen: a computer, a phone's own browser, or the browser inside a wallet's app. */
import type { Face } from './wallet.ts';

export const DEVICES = ['desktop', 'phone', 'unisat-app', 'okx-app', 'metalet-app'] as const;
export type Device = (typeof DEVICES)[number];

export function isPhone(userAgent: string): boolean {
  return /Android|iPhone|iPad|iPod|Mobile/i.test(userAgent);
}

/** @param has whether a wallet's object is in the page: on a phone only its own app puts it there */
export function deviceOf(userAgent: string, has: (face: Face) => boolean): Device {
  if (!isPhone(userAgent)) return 'desktop';
  if (/OKApp/i.test(userAgent) || has('okx')) return 'okx-app';
  if (has('unisat')) return 'unisat-app';
  return has('metalet') ? 'metalet-app' : 'phone';
}
