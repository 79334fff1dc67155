/** What a new act of a pool stands on, and what could still confirm beside it. Pure. */
import { after } from './reach.ts';
import type { PoolChange, Reserves } from './reach.ts';

/** An act that the pool signed and that is not confirmed. */
export interface SignedAct {
  readonly id: string;
  /** Every coin it spends, those of its payer too. */
  readonly spends: readonly string[];
  /** The coins of the pool that it makes. */
  readonly makes: readonly string[];
  readonly change: PoolChange;
}

interface Standing {
  /** Confirmed, with the ancestors of the new act. */
  readonly base: Reserves;
  /** What everything that can confirm beside the new act would change. */
  readonly others: readonly PoolChange[];
  /** From the new act's parents back. */
  readonly ancestors: readonly SignedAct[];
}

/** All acts that coins descend from, the nearest first. */
function ancestorsOf(
  makers: ReadonlyMap<string, SignedAct>,
  spends: readonly string[],
): ReadonlySet<SignedAct> {
  const found = new Set<SignedAct>();
  const coins = [...spends];
  for (let coin = coins.shift(); coin !== undefined; coin = coins.shift()) {
    const maker = makers.get(coin);
    if (maker === undefined || found.has(maker)) continue;
    found.add(maker);
    coins.push(...maker.spends);
  }
  return found;
}

/** All acts that descend from some, these among them. */
function descendantsOf(pending: readonly SignedAct[], acts: readonly SignedAct[]): ReadonlySet<SignedAct> {
  const spenders = new Map<string, SignedAct[]>();
  for (const act of pending)
    for (const coin of act.spends) spenders.set(coin, [...(spenders.get(coin) ?? []), act]);
  const found = new Set(acts);
  // A set that grows while it is gone through is gone through to its end.
  for (const act of found)
    for (const child of act.makes.flatMap((coin) => spenders.get(coin) ?? [])) found.add(child);
  return found;
}

const makersOf = (pending: readonly SignedAct[]): ReadonlyMap<string, SignedAct> =>
  new Map(pending.flatMap((act) => act.makes.map((coin) => [coin, act])));

/**
 * By coin, all acts that it descends from.
 * @param pending as `standingOf` has them
 */
export function actsBelow(
  pending: readonly SignedAct[],
  coins: readonly string[],
): ReadonlyMap<string, ReadonlySet<SignedAct>> {
  const makers = makersOf(pending);
  return new Map(coins.map((coin) => [coin, ancestorsOf(makers, [coin])]));
}

/**
 * Where a new act would stand: what it builds on for certain, and what may confirm beside it or not. An act that needs a coin which
 * the new one, or an ancestor of it, spends can never confirm together with it and is left out.
 * @param confirmed the pool's reserves in the chain
 * @param pending **every** act that the pool ever signed and that can still confirm, also what its payer replaced and what no
 * mempool holds: such acts are mined all the same (pools §3)
 * @param spends the coins of the new act, its payer's too
 */
export function standingOf(
  confirmed: Reserves,
  pending: readonly SignedAct[],
  spends: readonly string[],
): Standing {
  const ancestors = ancestorsOf(makersOf(pending), spends);
  const taken = new Set([...spends, ...[...ancestors].flatMap((act) => act.spends)]);
  const meets = (act: SignedAct): boolean =>
    !ancestors.has(act) && act.spends.some((coin) => taken.has(coin));
  const never = descendantsOf(pending, pending.filter(meets));
  const beside = pending.filter((act) => !ancestors.has(act) && !never.has(act));
  return {
    base: [...ancestors].reduce((base, act) => after(base, act.change), confirmed),
    others: beside.map(({ change }) => change),
    ancestors: [...ancestors],
  };
}

/**
 * The acts that can still confirm once blocks have spent coins: all but those that confirmed themselves, those whose coin a confirmed
 * transaction spent, and what descends from the latter. Nothing else ends an act (pools §3).
 * @param spentBy coin -> the id of the confirmed transaction that spent it
 */
export function stillPending(
  pending: readonly SignedAct[],
  spentBy: ReadonlyMap<string, string>,
): readonly SignedAct[] {
  const makers = makersOf(pending);
  const isDead = (act: SignedAct): boolean =>
    act.spends.some((coin) => {
      const spender = spentBy.get(coin);
      return spender !== undefined && spender !== act.id;
    });
  const isConfirmed = (act: SignedAct): boolean => act.spends.some((coin) => spentBy.get(coin) === act.id);
  return pending.filter(
    (act) => !isConfirmed(act) && !isDead(act) && ![...ancestorsOf(makers, act.spends)].some(isDead),
  );
}

/**
 * Of acts that spend the same coin at most one is ever mined: the one that takes most stands for all of them. Somebody who has a hundred
 * built and signs none moves no price with them.
 * @param acts that nothing builds on, each with one coin of the pool
 */
export function withoutRivals<A extends Pick<SignedAct, 'spends' | 'change'>>(acts: readonly A[]): A[] {
  const dearest = new Map<string, A>();
  for (const act of acts) {
    const [coin = ''] = act.spends;
    const before = dearest.get(coin);
    if (before === undefined || act.change.d1 < before.change.d1) dearest.set(coin, act);
  }
  return [...dearest.values()];
}
