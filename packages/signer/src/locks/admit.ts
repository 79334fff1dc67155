/** The act of taking on a bid: everything its owner signed is there and is good, and it is within the caps. Nothing is signed here. */
import { coinToWire } from '@rialto/contract';
import type { AdmitRequest } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import { bytesToHex, hexToBytes, isFlaw, readTransaction, spentPoint, writeBase } from '@rialto/protocols';
import type { Coin, Outpoint, Transaction } from '@rialto/protocols';
import {
  DUST_FLOOR,
  effects,
  lockCoin,
  readFunding,
  ticketHash,
  verifyExit,
  verifyPromise,
} from '@rialto/psbt';
import type { Lock, ReadFunding } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { valueOf } from '../journal/lock-recall.ts';
import type { AdmittedBid } from '../journal/lock-recall.ts';
import { keepBidToCaps } from './caps.ts';
import type { LockParts } from './fill.ts';
import { ourLock } from './ours.ts';
import type { LockWorld } from './ours.ts';
import { requireWanted } from '../cosign/wanted.ts';

interface CheckedBid {
  readonly tx: Transaction;
  /** What the funding spends, in input order. */
  readonly coins: readonly Coin[];
  readonly tip: Tip;
}

/**
 * Takes on a bid, or does so again. A bid over one of the coins of an earlier one takes its place: that one is filled no more, and never
 * taken on again, whoever kept its halves.
 * @throws Refusal bid-too-large, limit-reached; not-admitted, bid-expired, and whatever is wrong with a half
 */
export async function admit(parts: LockParts, request: AdmitRequest, gone: () => boolean): Promise<void> {
  if (parts.stopped()) throw new Refusal('trading-stopped');
  const locks = request.tickets.map((ticket) => ourLock(ticket, parts.lockWorld.lockKey));
  if (isKnown(parts, request, locks)) return;
  const checked = await checkBid(parts.lockWorld, request, locks);
  await parts.turns('admit', () => record(parts, request, { checked, locks, gone }));
}

/** The same again: whatever became of its coins since, the answer is the same. */
function isKnown({ journal }: LockParts, { fundingRaw }: AdmitRequest, locks: readonly Lock[]): boolean {
  const tx = readTransaction(hexToBytes(fundingRaw));
  if (isFlaw(tx)) throw new Refusal('bad-request', tx.flaw);
  const { bid, isReplaced } = journal.recall.locks;
  if (isReplaced(tx.txid)) throw new Refusal('not-admitted', 'another bid took its place');
  const known: AdmittedBid | undefined = bid(tx.txid);
  return (
    known?.locks.length === locks.length &&
    locks.every(({ ticket }, at) => known.locks[at]?.ticketHash === bytesToHex(ticketHash(ticket)))
  );
}

async function checkBid(
  world: LockWorld,
  request: AdmitRequest,
  locks: readonly Lock[],
): Promise<CheckedBid> {
  const raw = hexToBytes(request.fundingRaw);
  const tx = readTransaction(raw);
  const [first] = locks;
  if (isFlaw(tx) || first === undefined) throw new Refusal('bad-request', 'funding');
  const points = tx.inputs.map(spentPoint);
  const { coins, tip } = await loadCoins(world, points);
  const spent = points.map((point) => coinAt(coins, point));
  const bidderScript = first.ticket.script;
  const funding = readFunding(raw, { bidderScript, coins: spent, locks }, world.verifier);
  if (funding.change < DUST_FLOOR) throw new Refusal('too-small', `${funding.change} sat of change`);
  checkFee(world, tx, spent);
  for (const { ticket } of locks)
    if (tip.height >= ticket.expiry) throw new Refusal('bid-expired', `height ${ticket.expiry}`);
  checkHalves(world, request, funding);
  return { tx, coins: spent, tip };
}

function coinAt(coins: ReadonlyMap<Outpoint, Coin>, point: Outpoint): Coin {
  const coin = coins.get(point);
  if (coin === undefined) throw new Refusal('coin-spent', point);
  return coin;
}

function checkFee({ fees }: LockWorld, tx: Transaction, spent: readonly Coin[]): void {
  const { fee, feeRateSatVb } = effects(tx, spent, { feeRateLimit: fees.highestRate });
  if (fee > fees.highestFee) throw new Refusal('fee-too-high', `${fee} sat`);
  if (feeRateSatVb < fees.lowestRate) throw new Refusal('fee-too-low');
}

/** Of every lock both: without the exit its owner could not get it back, without the promise nobody could fill it. */
function checkHalves({ verifier }: LockWorld, { promises, exits }: AdmitRequest, funding: ReadFunding): void {
  const { locks } = funding;
  if (promises.length !== locks.length || exits.length !== locks.length)
    throw new Refusal('psbt-shape', 'one promise and one exit each lock');
  locks.forEach((lock, at) => {
    const coin = lockCoin(funding, at + 1);
    if (!verifyPromise(lock, coin, hexToBytes(promises[at] ?? ''), verifier))
      throw new Refusal('signature-invalid', `promise ${at + 1}`);
    if (!verifyExit(lock, coin, hexToBytes(exits[at] ?? ''), verifier))
      throw new Refusal('signature-invalid', `exit ${at + 1}`);
  });
}

async function record(
  parts: LockParts,
  request: AdmitRequest,
  { checked, locks, gone }: { checked: CheckedBid; locks: readonly Lock[]; gone: () => boolean },
): Promise<void> {
  // It may have come twice at once.
  if (isKnown(parts, request, locks)) return;
  const { tx, coins, tip } = checked;
  const { journal, caps, lockWorld } = parts;
  const value = valueOf(request.tickets);
  const next = { coins: coins.map(({ outpoint }) => outpoint), value };
  const at = { height: tip.height, now: parts.now() };
  await keepBidToCaps({ chain: lockWorld.chain, recall: journal.recall.locks, caps }, next, at);
  requireWanted(parts, gone);
  journal.append({
    at: new Date(at.now).toISOString(),
    kind: 'admit',
    txid: tx.txid,
    unsigned: bytesToHex(writeBase(tx)),
    coins: coins.map(coinToWire),
    ...tip,
    bidId: request.bidId,
    tickets: [...request.tickets],
  });
}
