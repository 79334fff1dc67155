/**
 * Whose turn it is: a pool gives one turn in a block, so that who never signs stops swaps for a part of the time at most; and who left his
 * turns unused waits 1, 2, 4 … 64 blocks for the next, by whatever address he comes with the same shares (pools §11). Pure.
 */
import type { PoolActRow } from '../../store/pools/pool-act-store.ts';

const MOST_EXPONENT = 6;

export type Turn = Pick<PoolActRow, 'id' | 'address' | 'status' | 'turnHeight' | 'voidHeight' | 'expiresAt'>;

/** Who asks for a turn. */
export interface Asker {
  readonly address: string;
  /** Acts that the coins he brings were in before, or descend from. */
  readonly traced: ReadonlySet<string>;
}

/**
 * The height from which on somebody may have a pool.
 * @param turns that the pool gave, the latest first
 * @returns 0 for who left none unused
 */
export function turnFrom(turns: readonly Turn[], { address, traced }: Asker): number {
  const own = turns.filter((turn) => turn.address === address || traced.has(turn.id));
  const used = own.findIndex(isUsed);
  const unused = used === -1 ? own : own.slice(0, used);
  const [last, ...more] = new Set(unused.flatMap(({ turnHeight }) => turnHeight ?? []));
  return last === undefined ? 0 : last + 2 ** Math.min(more.length, MOST_EXPONENT);
}

/** Signed, and not taken back by whoever signed it. */
function isUsed({ status, voidHeight }: Turn): boolean {
  return status !== 'failed' && status !== 'built' && !(status === 'void' && voidHeight !== null);
}

/** True when the turn of this block was given. */
export function isGiven(turns: readonly Turn[], tip: number): boolean {
  return turns.some(({ turnHeight }) => turnHeight !== null && turnHeight >= tip);
}

/** The turn that an address has already at this tip: what it builds anew has the rest of that one's time. */
export function ownTurn(
  turns: readonly Turn[],
  address: string,
  { tip, now }: { readonly tip: number; readonly now: number },
): Turn | undefined {
  return turns.find(
    (turn) => turn.address === address && turn.turnHeight === tip && turn.expiresAt.getTime() > now,
  );
}

/** Of a turn, so much must be left for another provider to sign in. */
const LEAST_REST = 3;

/**
 * The rest of this block's turn, for another provider whose act stands on those before it.
 * @param taskMs how long a turn is
 * @returns its end, in ms; undefined while somebody is signing, when nobody has signed, and when too little is left
 */
export function restOfTurn(
  turns: readonly Turn[],
  { tip, now, taskMs }: { readonly tip: number; readonly now: number; readonly taskMs: number },
): number | undefined {
  const given = turns.filter(({ turnHeight }) => turnHeight === tip);
  const isTaken = given.some(({ status, expiresAt }) => status === 'built' && expiresAt.getTime() > now);
  if (isTaken || !given.some(({ status }) => status === 'signed')) return undefined;
  const end = Math.min(...given.map(({ expiresAt }) => expiresAt.getTime()));
  return LEAST_REST * (end - now) >= taskMs ? end : undefined;
}
