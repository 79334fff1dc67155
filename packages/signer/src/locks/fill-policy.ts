/** Which fill the signer signs: of a bid it took on, as the ticket says, rebuilt from its own view of the world. */
import { fillFromWire } from '@rialto/contract';
import type { FillRequest } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import { serviceFee as maxServiceFee, requireDeep } from '@rialto/market';
import { bytesToHex, equalBytes, hexToBytes, isFlaw, readTransaction } from '@rialto/protocols';
import type { Coin, Outpoint, Transaction } from '@rialto/protocols';
import {
  buildFill,
  contextOfFill,
  effects,
  fillDraft,
  intentOfFill,
  judgeFill,
  planFill,
  sameEffects,
  ticketHash,
  verifyInput,
  verifyPromise,
} from '@rialto/psbt';
import type { FillPlan, Lock } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { AdmittedBid, LockRecall } from '../journal/lock-recall.ts';
import { refuseNearExit } from './near-exit.ts';
import { ourLock } from './ours.ts';
import type { LockWorld } from './ours.ts';

export interface CheckedFill {
  readonly plan: FillPlan;
  readonly unsigned: Uint8Array;
  /** In input order. */
  readonly coins: readonly Coin[];
  readonly tip: Tip;
}

/** Checks a request; returns the plan to sign, or refuses saying why. */
export async function checkFill(
  world: LockWorld,
  recall: Pick<LockRecall, 'admitted'>,
  request: FillRequest,
): Promise<CheckedFill> {
  const { coin: point, lot } = request.plan;
  const lock = ourLock(request.ticket, world.lockKey);
  const bid = requireAdmitted(recall, point, lock);
  const { coins, tip } = await loadCoins(world, [point, lot, ...bid.coins]);
  if (tip.height >= lock.ticket.expiry) throw new Refusal('bid-expired', `height ${lock.ticket.expiry}`);
  const coin = coins.get(point) ?? heldCoin({ lock, bid, point }, coins);
  refuseNearExit(lock, coin, tip);
  const sold = coins.get(lot);
  if (sold === undefined) throw new Refusal('coin-spent', lot);
  requireDeep(sold.height, lock.ticket.price, { ...world.depth, tipHeight: tip.height });
  const plan = planned(request, { lock, coin, lot: sold });
  const unsigned = hexToBytes(request.unsigned);
  const spent = fillDraft(plan).inputs.map((input) => input.coin);
  const tx = rebuilt(plan, unsigned);
  checkEffects(world, plan, { tx, spent });
  checkHalves(request, plan, { tx, spent, world });
  return { plan, unsigned, coins: spent, tip };
}

/** @throws Refusal not-admitted unless the bid was taken on with this very ticket for this lock, and none over its coins after it */
export function requireAdmitted(
  recall: Pick<LockRecall, 'admitted'>,
  point: Outpoint,
  { ticket }: Lock,
): AdmittedBid {
  const found = recall.admitted(point);
  if (found === undefined || found.lock.ticketHash !== bytesToHex(ticketHash(ticket)))
    throw new Refusal('not-admitted', point);
  return found.bid;
}

/** The lock as its funding will make it, while every coin of that is there to pay. */
function heldCoin(
  { lock, bid, point }: { lock: Lock; bid: AdmittedBid; point: Outpoint },
  coins: ReadonlyMap<Outpoint, Coin>,
): Coin {
  if (!bid.coins.every((one) => coins.has(one))) throw new Refusal('coin-spent', point);
  return { outpoint: point, value: lock.ticket.price, script: lock.script, assets: [] };
}

function planned(request: FillRequest, { lock, coin, lot }: { lock: Lock; coin: Coin; lot: Coin }): FillPlan {
  const terms = fillFromWire(request.plan, (point) => (point === lot.outpoint ? lot : coin));
  const most = maxServiceFee(lock.ticket.price);
  if (terms.serviceFee !== undefined && terms.serviceFee.value > most)
    throw new Refusal('effects-differ', `a service fee of more than ${most} sat`);
  const plan = planFill({ ...terms, lock });
  if (plan.proceeds !== terms.proceeds)
    throw new Refusal('effects-differ', `the seller would get ${plan.proceeds} sat`);
  return plan;
}

function rebuilt(plan: FillPlan, unsigned: Uint8Array): Transaction {
  if (!equalBytes(buildFill(plan).unsigned, unsigned)) throw new Refusal('psbt-changed');
  const tx = readTransaction(unsigned);
  if (isFlaw(tx)) throw new Refusal('psbt-malformed');
  return tx;
}

interface Seen {
  readonly tx: Transaction;
  readonly spent: readonly Coin[];
}

/** By `effects`: the plan and nothing else, at a fee within bounds; and the ticket is kept, as an audit would judge it. */
function checkEffects({ fees }: LockWorld, plan: FillPlan, { tx, spent }: Seen): void {
  const done = effects(tx, spent, { ...contextOfFill(plan), feeRateLimit: fees.highestRate });
  if (done.fee > fees.highestFee) throw new Refusal('fee-too-high', `${done.fee} sat`);
  if (done.feeRateSatVb < fees.lowestRate) throw new Refusal('fee-too-low');
  if (!sameEffects(done, intentOfFill(plan))) throw new Refusal('effects-differ');
  if (!judgeFill(plan, tx, spent).kept) throw new Refusal('effects-differ', 'the ticket is not kept');
}

function checkHalves(
  { promise, sellerWitness }: FillRequest,
  plan: FillPlan,
  { tx, spent, world: { verifier } }: Seen & { world: LockWorld },
): void {
  if (!verifyPromise(plan.lock, plan.coin, hexToBytes(promise), verifier))
    throw new Refusal('signature-invalid', 'promise');
  const index = spent.indexOf(plan.lot);
  const kind = fillDraft(plan).inputs[index]?.kind;
  if (kind === undefined) throw new Refusal('psbt-shape');
  verifyInput({ tx, coins: spent, index }, kind, sellerWitness.map(hexToBytes), verifier);
}
