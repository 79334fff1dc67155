/** In what an OPI has a balance of BRC-20, or a lot, otherwise than we say; in our own words, for a log. */
import type { Opi, Tip } from '@rialto/ground';
import { foldTick } from '@rialto/protocols';
import type { InscriptionId } from '@rialto/protocols';

/** What we say of a lot; scripts in hex, units of 18 decimals. */
export interface Brc20Word {
  readonly inscription: InscriptionId;
  readonly amount: bigint;
  /** Who inscribed it. */
  readonly owner: string;
  /** Where its first movement went; undefined where it has not moved. */
  readonly to: string | undefined;
}

/** What we say of a script; `tick` in small letters. */
interface SaidBalance {
  readonly tick: string;
  readonly script: string;
  readonly available: bigint;
  readonly transferable: bigint;
}

/** What an OPI has more of is no danger: it may count what came out of a module that we do not follow. @returns in words what it has less of @throws NoAnswer */
export async function balanceDiffers(
  opi: Opi,
  { height }: Tip,
  { tick, script, ...ours }: SaidBalance,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { overall, available } = await opi.balanceAfter(height, { script, tick }, signal);
  if (available < ours.available)
    return `${ours.available} units available to ${script}, ${available} by OPI`;
  const all = ours.available + ours.transferable;
  return overall < all ? `${all} units on ${script}, ${overall} by OPI` : undefined;
}

/** @param lot with its tick in small letters @returns in words what it has otherwise @throws NoAnswer */
export async function lotDiffers(
  opi: Opi,
  { tick, inscription, amount, owner, to }: Brc20Word & { readonly tick: string },
  signal: AbortSignal,
): Promise<string | undefined> {
  const events = await opi.eventsOf(inscription, signal);
  const made = events.filter(({ kind }) => kind === 'transfer-inscribe');
  const moves = events.filter(({ kind }) => kind === 'transfer-transfer');
  if (made.length !== 1) return `${inscription} is no lot by OPI`;
  for (const one of events) {
    if (foldTick(one.tick) !== tick) return `${inscription} is of another token by OPI`;
    if (one.who !== owner) return `${inscription} is of another owner by OPI`;
    if (one.amount !== amount) return `${amount} units in ${inscription}, ${one.amount} by OPI`;
  }
  if (to === undefined) return moves.length === 0 ? undefined : `${inscription} has moved by OPI`;
  if (moves.length !== 1) return `${inscription} has not moved by OPI`;
  return moves[0]?.to === to ? undefined : `${inscription} moved elsewhere by OPI`;
}
