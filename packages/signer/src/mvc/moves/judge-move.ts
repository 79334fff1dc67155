/** Whether the signer signs liquidity: whose coins it is about, and that shares are made or ended at no other price than the rule's, over all that can still be in a block. */
import { addFits, after, reachOf, removeFits, standingOf, waitingFits } from '@rialto/market';
import type { PoolChange } from '@rialto/market';
import { MVC_MOST_WAITING_PPM } from '@rialto/mvc';
import type { TokenKey } from '@rialto/mvc';
import { Refusal } from '@rialto/refusals';
import type { MvcPoolRecord } from '../books/recall.ts';
import type { MvcView } from '../books/view.ts';
import { requireSpendable } from '../coins.ts';
import { requireGenuine } from '../genuine.ts';
import type { MvcParts } from '../parts.ts';
import type { ReadMove } from './read-move.ts';

/** What it does to the pool in all. */
export function changeWanted({ act }: Pick<ReadMove, 'act'>): PoolChange {
  const sign = act.side === 'add' ? 1n : -1n;
  return { d1: sign * BigInt(act.sats), d2: sign * BigInt(act.units), ds: sign * BigInt(act.shares) };
}

/**
 * @param parked the kind of token that its user parks
 * @param stage before the checks are signed, whose payer's coin they spend; or before the move
 * @throws Refusal lane-unknown (a coin that the pool did not make), not-a-lot (a token that is not real), coin-spent, coin-unconfirmed
 */
export async function requireMoveCoins(
  { source, journal }: Pick<MvcParts, 'source' | 'journal'>,
  { number }: MvcPoolRecord,
  {
    read,
    parked,
    stage,
  }: { readonly read: ReadMove; readonly parked: TokenKey; readonly stage: 'check' | 'move' },
): Promise<void> {
  const { recall } = journal;
  for (const { name } of [read.space, read.given])
    if (!recall.isOf(number, name)) throw new Refusal('lane-unknown', `${name} is not the pool’s`);
  const spending = { chain: source.chain, isOurs: (core: string) => recall.act(core) !== undefined };
  const spent = [
    read.given,
    ...read.userTokens,
    ...read.userCoins,
    ...(stage === 'check' ? [read.space] : []),
  ];
  await Promise.all(spent.map((found) => requireSpendable(spending, found)));
  for (const found of read.userTokens) await requireGenuine(source.coins, found, parked);
}

interface Judged {
  readonly read: ReadMove;
  /** Names of all that checks, parking and move spend. */
  readonly names: readonly string[];
  /** Core of the transaction that makes the checks, and what it does to the pool. */
  readonly check: string;
  readonly ofCheck: PoolChange;
}

/** @throws Refusal fee-too-high, coin-spent, lanes-full, price-changed, limit-reached */
export function judgeMove({ rules }: Pick<MvcParts, 'rules'>, view: MvcView, judged: Judged): void {
  const { read, names, check, ofCheck } = judged;
  const { act } = read;
  for (const fee of [act.fee, act.parkFee, act.checkFee])
    if (BigInt(fee) > rules.mostFee)
      throw new Refusal('fee-too-high', `${fee} sat, ${rules.mostFee} at most`);
  for (const name of names) {
    const spender = view.spentBy.get(name);
    if (spender !== undefined && spender !== check) throw new Refusal('coin-spent', name);
  }
  // As if the checks of this very act had never been signed: they are a part of it.
  const { d1, d2, ds } = ofCheck;
  const isMined = view.mined.has(check);
  const confirmed = isMined ? after(view.confirmed, { d1: -d1, d2: -d2, ds: -ds }) : view.confirmed;
  const pending = view.pending.filter(({ id }) => id !== check);
  const { base, others, ancestors } = standingOf(confirmed, pending, names);
  const waiting = [...others, ...ancestors.map(({ change }) => change)];
  if (!waitingFits(confirmed.r1, waiting, MVC_MOST_WAITING_PPM))
    throw new Refusal('lanes-full', 'too much waits');
  const [reach, change] = [reachOf(base, others), changeWanted(read)];
  const fits = act.side === 'add' ? addFits(reach, change, rules.lpFeePpm) : removeFits(reach, change);
  if (!fits) throw new Refusal('price-changed', `${change.d1} sat, ${change.d2} units, ${change.ds} shares`);
  if (rules.poolSats !== undefined && change.d1 > 0n && base.r1 + change.d1 > rules.poolSats)
    throw new Refusal('limit-reached', 'SPACE in the pool');
}
