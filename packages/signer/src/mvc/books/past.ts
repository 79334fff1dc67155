/** What of a pool's acts no block will change any more, put together once and not looked at again. */
import type { MvcPoolRecord, SignedMvcAct } from './recall.ts';

export interface Past {
  /** SPACE in sat and units of the token, by acts that are deep enough. */
  r1: bigint;
  r2: bigint;
  /** Shares that there are, those that opened the pool among them. */
  shares: bigint;
  /** Coins of the pool then unspent. */
  readonly living: Set<string>;
  /** Of those acts. */
  readonly mined: Set<string>;
  /** Those acts, and what can never be in a block beside them. */
  readonly over: Set<string>;
}

/** Blocks: far below what a reorganisation reaches. */
const OVER = 30;

export function pastOf({ opened }: MvcPoolRecord): Past {
  const coins = opened?.coins ?? [];
  const sum = (of: 'space' | 'token'): bigint =>
    coins.reduce((all, { holds, amount }) => (holds === of ? all + BigInt(amount) : all), 0n);
  return {
    r1: sum('space'),
    r2: sum('token'),
    shares: BigInt(opened?.shares ?? 0),
    living: new Set(coins.map(({ coin }) => coin)),
    mined: new Set(),
    over: new Set(),
  };
}

/** Coins of a pool after some of its acts, in any order. */
export function livingAfter(before: ReadonlySet<string>, acts: readonly SignedMvcAct[]): Set<string> {
  const living = new Set([...before, ...acts.flatMap(({ gives }) => gives)]);
  for (const coin of acts.flatMap(({ spends }) => spends)) living.delete(coin);
  return living;
}

/**
 * Takes the acts in that are deep enough, and forgets those that need a coin they spent.
 * @param acts that are not over yet
 * @param heightOf undefined where no block has it
 */
export function putBehind(
  past: Past,
  acts: readonly SignedMvcAct[],
  { heightOf, tip }: { readonly heightOf: (core: string) => number | undefined; readonly tip: number },
): void {
  const deep = acts.filter(({ id }) => {
    const height = heightOf(id);
    return height !== undefined && tip - height + 1 >= OVER;
  });
  const spent = new Set(deep.flatMap(({ spends }) => spends));
  const living = livingAfter(past.living, deep);
  past.living.clear();
  for (const coin of living) past.living.add(coin);
  for (const { id, change } of deep) {
    past.r1 += change.d1;
    past.r2 += change.d2;
    past.shares += change.ds;
    past.mined.add(id);
    past.over.add(id);
  }
  // What spends a coin of an act that can never be, can never be.
  for (const act of acts.filter(({ id }) => !past.over.has(id)))
    if (act.spends.some((coin) => spent.has(coin))) {
      past.over.add(act.id);
      for (const coin of act.makes) spent.add(coin);
    }
}
