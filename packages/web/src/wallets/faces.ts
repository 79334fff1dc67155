/** Which wallets there are. All that the first page knows of them: their names, and what they do, come when one is connected. */
import { inner } from '../unknown.ts';
import type { Face, WalletId } from './wallet.ts';

export function isFace(value: unknown): value is Face {
  return value === 'unisat' || value === 'okx' || value === 'metalet';
}

export function isWalletId(value: unknown): value is WalletId {
  return value === 'demo' || isFace(value);
}

/** The demo wallet keeps its objects to itself: a real extension may be installed, too. */
export const demoObject = (): unknown => inner(window, 'rialtoDemo');

/** The face the demo wallet wears; undefined where there is no demo wallet. */
export function demoFace(): Face | undefined {
  const face = inner(demoObject(), 'face');
  return isFace(face) ? face : undefined;
}

/** Whose rules apply to a wallet. */
export function faceOf(id: WalletId): Face | undefined {
  return id === 'demo' ? demoFace() : id;
}
