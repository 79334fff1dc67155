/**
 * Whether the signer signs a swap on MVC, asked of the check and the swap together, before the one and before the other: whose coins they
 * are, what both do to the pool, and that the price rule holds over everything that was ever signed and can still be in a block.
 */
import { after, reachOf, standingOf, swapFits, waitingFits } from '@rialto/market';
import type { PoolChange, Reserves } from '@rialto/market';
import { MVC_LANE_DEPTH, MVC_MOST_WAITING_PPM, smallestMvcSwap } from '@rialto/mvc';
import { Refusal } from '@rialto/refusals';
import { keepSwapToCaps } from '../pools/pool-caps.ts';
import type { MvcView } from './books/view.ts';
import { spentBySwap } from './built-swap.ts';
import type { BuiltSwap } from './built-swap.ts';
import { feeOf } from './effects.ts';
import type { MvcParts, MvcRules } from './parts.ts';

/** What check and swap do to the pool together. */
function wholeChange({ ofCheck, ofSwap }: BuiltSwap): PoolChange {
  const { d1, d2, ds } = ofCheck.change;
  const rest = ofSwap.change;
  return { d1: d1 + rest.d1, d2: d2 + rest.d2, ds: ds + rest.ds };
}

/** @throws Refusal coin-spent when a block has spent one of its coins otherwise; and as `keepFees`, `keepPrice`, `keepSwapToCaps` */
export function judgeSwap(
  { rules, journal, now }: Pick<MvcParts, 'rules' | 'journal' | 'now'>,
  view: MvcView,
  built: BuiltSwap,
): void {
  const { check, swap, pool } = built;
  const names = [built.read.checkCoin, ...spentBySwap(built)].map(({ name }) => name);
  for (const name of names) {
    const spender = view.spentBy.get(name);
    if (spender !== undefined && spender !== check.core && spender !== swap.core)
      throw new Refusal('coin-spent', name);
  }
  keepFees(rules, built);
  const change = wholeChange(built);
  const base = keepPrice(rules, withoutOwn(view, built), { names, change });
  if (rules.poolSats !== undefined && change.d1 > 0n && base.r1 + change.d1 > rules.poolSats)
    throw new Refusal('limit-reached', 'SPACE in the pool');
  const signed = journal.recall.signed(pool.number).filter(({ id }) => id !== check.core);
  keepSwapToCaps(rules.caps, { change, base }, { signed, mined: view.mined, now: now() });
}

/** @throws Refusal fee-too-high, swap-too-small */
function keepFees({ mostFee }: MvcRules, built: BuiltSwap): void {
  const { act, read, check, plan } = built;
  const checkFee = feeOf([read.checkCoin.coin], check.outputs);
  for (const fee of [plan.fee, checkFee])
    if (fee > mostFee) throw new Refusal('fee-too-high', `${fee} sat, ${mostFee} at most`);
  const { d1 } = wholeChange(built);
  const least = smallestMvcSwap(BigInt(act.fee) + BigInt(act.checkFee));
  if ((d1 < 0n ? -d1 : d1) < least) throw new Refusal('swap-too-small', `${least} sat at least`);
}

type Standing = Pick<MvcView, 'confirmed' | 'pending'>;

/** The pool as if the check of this very swap had never been signed: it is a part of what is judged. */
function withoutOwn({ confirmed, pending, mined }: MvcView, { check, ofCheck }: BuiltSwap): Standing {
  const { d1, d2, ds } = ofCheck.change;
  return {
    confirmed: mined.has(check.core) ? after(confirmed, { d1: -d1, d2: -d2, ds: -ds }) : confirmed,
    pending: pending.filter(({ id }) => id !== check.core),
  };
}

interface Asked {
  readonly names: readonly string[];
  readonly change: PoolChange;
}

/** @returns what it stands on. @throws Refusal lanes-full, price-changed */
function keepPrice(
  { lpFeePpm }: MvcRules,
  { confirmed, pending }: Standing,
  { names, change }: Asked,
): Reserves {
  const { base, others, ancestors } = standingOf(confirmed, pending, names);
  const swaps = new Set(pending.filter(({ kind }) => kind === 'swap').map(({ id }) => id));
  if (ancestors.filter(({ id }) => swaps.has(id)).length >= MVC_LANE_DEPTH)
    throw new Refusal('lanes-full', `${MVC_LANE_DEPTH} wait below it`);
  const waiting = [...others, ...ancestors.map((act) => act.change)];
  if (!waitingFits(confirmed.r1, waiting, MVC_MOST_WAITING_PPM))
    throw new Refusal('lanes-full', 'too much waits');
  if (!swapFits(reachOf(base, others), change, lpFeePpm))
    throw new Refusal('price-changed', `${change.d1} sat, ${change.d2} units`);
  return base;
}
