/** Each deposit that leaves as BRC-20 has a lot made for it, of its very amount; where strangers have locked up what is available, that comes home first. */
import type { KnownAsset } from '../../../store/bridge/asset-store.ts';
import { awaitedRefunds, dropEnvelope, envelopesOf } from '../../../store/bridge/envelope-store.ts';
import { lockedBalance } from '../../../store/bridge/lot-store.ts';
import type { BridgeContext } from '../../context.ts';
import type { Heights } from '../../follow/heights.ts';
import { refundFor } from '../exit-of.ts';
import type { Exit } from '../exit-of.ts';
import type { Pauses } from '../pauses.ts';
import { isReady, lotStates } from './lot-states.ts';
import type { LotAt } from './lot-states.ts';
import { triedAll } from './make-one.ts';
import type { Lacking } from './make-one.ts';
import { returnLots } from './returns.ts';
import type { Returns } from './returns.ts';

/** Looked at in one go. */
const MOST_LOOKED = 500;

interface Turn {
  readonly heights: Heights;
  readonly pauses: Pauses;
  readonly returns: Returns;
}

export async function makeLots(
  context: BridgeContext,
  known: KnownAsset,
  payouts: readonly Exit[],
  turn: Turn,
): Promise<void> {
  const exits = [...payouts, ...(await refundsOf(context, known))];
  if (exits.length === 0) return;
  const { db } = context.store;
  const names = exits.map(({ deposit }) => deposit.name);
  const states = await lotStates(context, known, await envelopesOf(db, names));
  for (const { row, state } of states)
    if (!row.dead && (state === 'dead' || state === 'gone')) await dropEnvelope(db, row.txid);
  const lacking = exits.flatMap((exit) => lackingOf(exit, states));
  const { fit, missing } = fitting(lacking, await leftAvailable(context, known, states));
  if (missing > 0n) await returnLots(context, known, { ...turn, kept: keptOf(states), missing });
  await triedAll(context, carefully(fit, states), turn);
}

/** So many blocks after a lot has died others are made one at a time. */
const CAREFUL = 36;

/**
 * A lot that is dead was made while a stranger locked up the balance: one inscription of his kills all of ours that wait. Then they are made
 * one at a time, each when the one before is deep, so that each costs him one too.
 */
function carefully(fit: readonly Lacking[], states: readonly LotAt[]): readonly Lacking[] {
  if (!states.some(({ state, depth }) => state === 'dead' && depth < CAREFUL)) return fit;
  const again = fit.filter(({ last }) => last !== undefined);
  const isOnItsWay = states.some((lot) => lot.state === 'there' && !isReady(lot));
  return again.length > 0 || isOnItsWay ? again : fit.slice(0, 1);
}

/** Of refused deposits whose way back somebody asked for. */
async function refundsOf(context: BridgeContext, known: KnownAsset): Promise<readonly Exit[]> {
  const exits: Exit[] = [];
  for (const deposit of await awaitedRefunds(context.store.db, known.asset.id, MOST_LOOKED)) {
    const exit = await refundFor(context, known, deposit);
    if (exit !== undefined) exits.push(exit);
  }
  return exits;
}

/** One that has a lot in a block lacks nothing. */
function lackingOf(exit: Exit, states: readonly LotAt[]): Lacking[] {
  const own = states.filter(({ row }) => row.deposit === exit.deposit.name);
  if (own.some(({ state }) => state === 'there')) return [];
  return [{ exit, last: own.findLast(({ row, state }) => !row.dead && state === 'waits')?.row }];
}

/** Of each deposit the lot that it leaves with: what was made twice for one may go home. */
function keptOf(states: readonly LotAt[]): ReadonlySet<string> {
  const living = states.filter(({ state }) => state === 'there' || state === 'waits');
  const first = new Map(living.toReversed().map(({ row, point }) => [row.deposit, point]));
  return new Set(first.values());
}

/** What is available beside the lots that wait for a block. */
async function leftAvailable(
  { store }: BridgeContext,
  known: KnownAsset,
  states: readonly LotAt[],
): Promise<bigint> {
  const balance = await lockedBalance(store.db, known);
  const waiting = states.filter(({ row, state }) => !row.dead && state === 'waits');
  return waiting.reduce((left, { row }) => left - row.out, balance?.available ?? 0n);
}

/** Those whose lot would be valid, oldest first; and how much of the asset is missing for the others. */
function fitting(
  lacking: readonly Lacking[],
  available: bigint,
): { readonly fit: readonly Lacking[]; readonly missing: bigint } {
  const fit: Lacking[] = [];
  let [left, wanted] = [available, 0n];
  for (const one of lacking) {
    const { out } = one.exit;
    if (one.last === undefined && out > left) wanted += out;
    else {
      fit.push(one);
      if (one.last === undefined) left -= out;
    }
  }
  return { fit, missing: wanted === 0n ? 0n : wanted - left };
}
