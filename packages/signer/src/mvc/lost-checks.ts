/** Checks that were signed and whose swaps never came: what somebody could make us pay for nothing. */
import { PPM } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { SignedMvcAct } from './books/recall.ts';
import type { MvcView } from './books/view.ts';

/** Of one user, in so long. */
const MOST_OPEN = 3;
const OPEN_MS = 600_000;

/** @param open those of a user without a swap. @throws Refusal limit-reached */
export function keepChecksOf(open: readonly SignedMvcAct[], now: number): void {
  if (open.filter(({ at }) => now - at < OPEN_MS).length >= MOST_OPEN)
    throw new Refusal('limit-reached', 'checks of this user without a swap');
}

/** What checks may cost a pool in an hour whose sales came to nothing: a part of its SPACE in millionths, and never less than some of them. */
const LOST_PPM = 10_000n;
const LEAST_LOST = 50_000n;
const HOUR_MS = 3_600_000;

/**
 * A sale's check can be mined alone, and then the pool has paid for nothing. Of several that spend the same coin only one can be.
 * @throws Refusal limit-reached
 */
export function keepLostChecks(
  { pending, mined, confirmed }: MvcView,
  { signed, now }: { readonly signed: readonly SignedMvcAct[]; readonly now: number },
  cost: bigint,
): void {
  const used = new Set(signed.flatMap(({ check }) => (check === undefined ? [] : [check])));
  const alive = new Set(pending.map(({ id }) => id));
  const dearest = new Map<string, bigint>();
  for (const { id, kind, at, change, spends } of signed) {
    const mayCost = kind === 'check' && !used.has(id) && (alive.has(id) || mined.has(id));
    const [coin] = spends;
    if (!mayCost || coin === undefined || now - at >= HOUR_MS) continue;
    const before = dearest.get(coin) ?? 0n;
    if (-change.d1 > before) dearest.set(coin, -change.d1);
  }
  const lost = [...dearest.values()].reduce((sum, one) => sum + one, 0n);
  const part = (confirmed.r1 * LOST_PPM) / PPM;
  if (lost + cost > (part > LEAST_LOST ? part : LEAST_LOST))
    throw new Refusal('limit-reached', 'checks of sales that came to nothing');
}
