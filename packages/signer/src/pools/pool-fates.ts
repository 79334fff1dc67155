/**
 * One act of a pool lives on a coin at a time: when another may be signed for it. What was signed before stays in the price until a block has
 * made it impossible; here it is only asked whether it is given up.
 */
import type { Tip } from '@rialto/ground';
import type { Outpoint, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { PoolRecall, SignedPoolAct } from '../journal/pool-recall.ts';
import type { PoolView, PoolViews } from './pool-view.ts';

/** Blocks for which an act must have been in no mempool of ours. */
const ABSENT_BLOCKS = 2;
/** Blocks after which an act that waits gives way to what needs the confirmed lanes. */
const OLD_BLOCKS = 6;

export interface PoolFates {
  /** Looks which acts wait in our mempool; to be done often, as only what was seen is known. */
  look(): Promise<void>;
  /** True when our mempool has not had it for two blocks. */
  isAbsent(act: SignedPoolAct, view: Pick<PoolView, 'tip' | 'waits'>): boolean;
}

export function openPoolFates(views: PoolViews, recall: PoolRecall): PoolFates {
  /** The height at which each was last seen waiting. */
  const seen = new Map<Txid, number>();
  /** What was before this process nobody has seen. */
  let since: number | undefined;
  const note = ({ pending, tip, waits }: PoolView): void => {
    since ??= tip.height;
    for (const act of pending) if (waits(act)) seen.set(act.id, tip.height);
  };
  return {
    look: async () => {
      const opened = recall
        .pools()
        .flatMap(({ number }) => (recall.signed(number).length > 0 ? [number] : []));
      // A pool that is refused as a whole, because a way home was taken, blinds nobody to the others.
      for (const view of (await views.views(opened)).values()) if (!(view instanceof Refusal)) note(view);
    },
    isAbsent: (act, { tip, waits }) => {
      since ??= tip.height;
      if (waits(act)) return false;
      return tip.height - Math.max(act.height, since, seen.get(act.id) ?? 0) >= ABSENT_BLOCKS;
    },
  };
}

interface Wanted {
  /** All coins that the new act spends. */
  readonly spends: readonly Outpoint[];
  /** A refresh, or an act of a provider: it stands on what blocks have, and may put aside what has waited for long. */
  readonly mayReset: boolean;
}

/**
 * @throws Refusal lane-waits while an act that was signed for a coin of the new one may still be sent: unless (1) what waits or a block
 *   spends another coin of it or of what it stands on, (2) our mempool has not had it for two blocks, or (3) it has waited for six and the
 *   new one may put it aside
 */
export function requireFree(
  {
    recall,
    fates,
    view,
  }: { readonly recall: PoolRecall; readonly fates: PoolFates; readonly view: PoolView },
  { spends, mayReset }: Wanted,
): void {
  const pending = new Map(view.pending.map((act) => [act.id, act]));
  for (const point of spends)
    for (const act of recall.signedFor(point)) {
      if (!pending.has(act.id) || isReplaced(act, point, view)) continue;
      if (fates.isAbsent(act, view) || (mayReset && isOld(act, view.tip))) continue;
      throw new Refusal('lane-waits', `${act.act} ${act.id}`);
    }
}

function isOld(act: SignedPoolAct, { height }: Pick<Tip, 'height'>): boolean {
  return height - act.height >= OLD_BLOCKS;
}

/** Something else that waits spends another coin of it, or of an act that it stands on. */
function isReplaced(act: SignedPoolAct, point: Outpoint | undefined, view: PoolView): boolean {
  const others = act.spends.filter((one) => one !== point);
  const isTaken = others.some((one) => {
    const by = view.spender(one);
    return by !== undefined && by !== act.id;
  });
  if (isTaken) return true;
  const parents = view.pending.filter(({ makes }) => makes.some((made) => act.of.includes(made)));
  return parents.some((parent) => isReplaced(parent, undefined, view));
}
