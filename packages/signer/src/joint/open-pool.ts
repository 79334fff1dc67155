/**
 * How a pool of k of n comes to be: each signer gives a key for it, each makes the same script of the keys, one pays for its shares, and
 * each stands for the etching as line 0.
 */
import type { JointKey, JointVote } from '@rialto/contract';
import { bytesToHex } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { SHARE_SUPPLY } from '../pools/pool-stock.ts';
import { hexOf, scriptOfKeys } from './group.ts';
import { jointKeyOf } from './identity.ts';
import { requireGroup, seenNow } from './joint-parts.ts';
import type { JointParts } from './joint-parts.ts';
import { checkEtch, repeated, vote } from './lines.ts';

/** The pool that is to be made next: one whose shares are etched, or a new one when too few are ready. */
export function nextPool(parts: JointParts): { poolNumber: number | null } {
  requireGroup(parts);
  const { pools } = parts.journal.recall;
  const all = pools.pools();
  const begun = pools
    .etchings()
    .find(({ number, signers }) => signers !== undefined && pools.pool(number) === undefined);
  if (begun !== undefined) return { poolNumber: begun.number };
  const ready = all.filter(
    ({ number, signers }) => signers !== undefined && pools.signed(number).length === 0,
  );
  if (ready.length >= parts.jointTarget) return { poolNumber: null };
  return { poolNumber: Math.max(-1, ...all.map(({ number }) => number)) + 1 };
}

/** @throws Refusal pool-exists where the number has a pool of ours alone */
export function giveKey(parts: JointParts, pool: number): JointKey {
  const { master } = requireGroup(parts);
  requireJoint(parts, pool);
  return jointKeyOf(master, pool);
}

function requireJoint({ journal }: JointParts, pool: number): void {
  const { pools } = journal.recall;
  const isOwn = pools.pool(pool) !== undefined && pools.pool(pool)?.signers === undefined;
  if (isOwn || pools.etchings().some(({ number, signers }) => number === pool && signers === undefined))
    throw new Refusal('pool-exists', `${pool}`);
}

interface Keyed {
  readonly poolNumber: number;
  readonly keys: readonly JointKey[];
}

/** Wishes its etching from our stock; the transaction, once it is signed. */
export function wantEtching(parts: JointParts, { poolNumber, keys }: Keyed): { etching: string | null } {
  requireJoint(parts, poolNumber);
  const made = scriptOfKeys(requireGroup(parts), poolNumber, keys);
  const { pools } = parts.journal.recall;
  const done = pools.etchings().find(({ number }) => number === poolNumber);
  if (done !== undefined) {
    if (done.script !== hexOf(made.script)) throw new Refusal('psbt-changed', 'the script of the pool');
    return { etching: done.unsigned };
  }
  if (pools.pool(poolNumber) !== undefined) throw new Refusal('pool-exists', `${poolNumber}`);
  if (parts.jointTarget === 0) throw new Refusal('insufficient-funds', 'POOL_STOCK is 0');
  parts.jointWanted.set(poolNumber, { number: poolNumber, ...made });
  return { etching: null };
}

/** We stand for the etching of a pool; for one alone. */
export async function standForEtching(
  parts: JointParts,
  { poolNumber, keys, etching }: Keyed & { readonly etching: string },
): Promise<JointVote> {
  const known = requireGroup(parts);
  requireJoint(parts, poolNumber);
  const { script, keys: sorted } = scriptOfKeys(known, poolNumber, keys);
  const read = {
    kind: 'etch',
    pool: poolNumber,
    number: 0,
    script: bytesToHex(script.script),
    needed: known.group.needed,
    keys: sorted.map(({ identity, key, signature }) => ({ identity, key, signature })),
    etching,
    supply: SHARE_SUPPLY.toString(),
  } as const;
  checkEtch(parts, read);
  const text = JSON.stringify(read);
  const seen = await seenNow(parts);
  const before = parts.journal.recall.joint.vote(poolNumber, 0);
  if (before !== undefined && before.text !== text) throw new Refusal('take-expired', 'another etching');
  return before === undefined ? vote(parts, text, { seen }) : repeated(parts, before);
}
