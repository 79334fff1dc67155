/** Checks that were signed and whose acts never came: what whoever has them could make us pay for nothing. They are with the server alone until their acts are signed. */
import { PPM } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { SignedMvcAct } from './books/recall.ts';
import type { MvcView } from './books/view.ts';

const HOUR_MS = 3_600_000;
/** What they may cost our wallet in an hour, in sat. */
const MOST_OF_WALLET = 1_000_000n;
/** What they may cost a pool in an hour: a part of its SPACE in millionths, and never less than some of them. */
const LOST_PPM = 10_000n;
const LEAST_LOST = 200_000n;

/**
 * Of checks that spend the same coin only one can be mined, and none beside an act that was signed over it, of whichever side.
 * @param isBuy of purchases, whose checks our wallet pays for, or of everything else, whose checks the pool pays for
 */
function lostBy(signed: readonly SignedMvcAct[], isBuy: boolean, now: number): bigint {
  const used = new Set(signed.flatMap(({ check }) => (check === undefined ? [] : [check])));
  const checks = signed.filter(({ kind, side }) => kind === 'check' && (side === 'buy') === isBuy);
  const taken = new Set(
    signed.filter(({ id, kind }) => kind === 'swap' || used.has(id)).flatMap(({ spends }) => spends),
  );
  const dearest = new Map<string, bigint>();
  for (const { at, costs, spends } of checks) {
    const [coin] = spends;
    if (coin === undefined || taken.has(coin) || now - at >= HOUR_MS) continue;
    const before = dearest.get(coin) ?? 0n;
    if (costs > before) dearest.set(coin, costs);
  }
  return [...dearest.values()].reduce((sum, one) => sum + one, 0n);
}

/** @param signed for all pools. @throws Refusal limit-reached */
export function keepLostOfWallet(signed: readonly SignedMvcAct[], now: number, cost: bigint): void {
  if (lostBy(signed, true, now) + cost > MOST_OF_WALLET)
    throw new Refusal('limit-reached', 'checks of purchases that came to nothing');
}

/** @param signed for this pool. @throws Refusal limit-reached */
export function keepLostOfPool(
  { confirmed }: Pick<MvcView, 'confirmed'>,
  { signed, now }: { readonly signed: readonly SignedMvcAct[]; readonly now: number },
  cost: bigint,
): void {
  const part = (confirmed.r1 * LOST_PPM) / PPM;
  if (lostBy(signed, false, now) + cost > (part > LEAST_LOST ? part : LEAST_LOST))
    throw new Refusal('limit-reached', 'checks that the pool paid for, and that came to nothing');
}
