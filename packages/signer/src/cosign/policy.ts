/** What the signer signs: only its own pad, only in a take it has rebuilt from its own view of the world, only when nothing of ours is lost. */
import { planFromWire } from '@rialto/contract';
import type { CosignRequest } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import type { Source, Tip } from '@rialto/ground';
import { serviceFee as maxServiceFee, requireDeep } from '@rialto/market';
import type { LotDepth } from '@rialto/market';
import {
  bytesToHex,
  equalBytes,
  hexToBytes,
  isClean,
  isFlaw,
  readTransaction,
  sumSats,
} from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Outpoint, Sats, Transaction } from '@rialto/protocols';
import {
  DUST_FLOOR,
  FINAL_SEQUENCE,
  MAX_COINS,
  SEQUENCE,
  buildTake,
  checkLockCoin,
  effects,
  feeOf,
  intentOfTake,
  lockedLots,
  outputVsize,
  partyOf,
  publicKeyOwns,
  requireLots,
  sameEffects,
  scriptKind,
  takeDraft,
  totalOfTake,
} from '@rialto/psbt';
import type { BuiltTake, Lock, TakeLot, TakePlan, Verifier } from '@rialto/psbt';
import { refuseNearExit } from '../locks/near-exit.ts';
import { lockOfOurs } from '../locks/ours.ts';
import type { FeeBounds } from './fee-bounds.ts';
import { verifyBuyer, verifySellers } from './signatures.ts';

export interface World extends Source {
  readonly padScript: Uint8Array;
  readonly fees: FeeBounds;
  /** How deep a lot must be, by our own index. */
  readonly depth: LotDepth;
  readonly verifier: Verifier;
  /** Of the exchange's half of locks, 33 bytes. */
  readonly lockKey: Uint8Array;
  /** True when the outpoint is a pad of ours: one that our journal made. */
  isPad(point: string): boolean;
}

export interface Checked {
  readonly plan: TakePlan;
  readonly unsigned: Uint8Array;
  /** In input order. */
  readonly coins: readonly Coin[];
  readonly tip: { height: number; hash: string };
}

/** Checks a request that asks for the pad's signature; returns the plan to sign, or refuses saying why. */
export async function check(world: World, request: CosignRequest): Promise<Checked> {
  const { pad } = request.plan;
  if (!pad.platform || !world.isPad(pad.coin))
    throw new Refusal('not-yours', 'the pad is not of our own stock');
  return checkTake(world, request);
}

/** Checks a take, whatever of ours is in it. */
export async function checkTake(world: World, request: CosignRequest): Promise<Checked> {
  const { pad, lots, payments } = request.plan;
  if (payments.length > MAX_COINS) throw new Refusal('too-many-coins', `more than ${MAX_COINS}`);
  const points = [pad.coin, ...lots.map((lot) => lot.coin), ...payments];
  if (new Set(points).size < points.length) throw new Refusal('duplicate-input');
  const { coins, tip } = await loadCoins(world, points);
  const coinAt = (point: Outpoint): Coin => {
    const coin = coins.get(point);
    if (coin === undefined) throw new Refusal('coin-spent', point);
    return coin;
  };
  const spent = points.map(coinAt);
  const plan: TakePlan = planFromWire(request.plan, coinAt, (ticket) => lockOfOurs(ticket, world.lockKey));
  checkFront(plan, world);
  checkLive(plan);
  for (const { lot, lock } of lockedLots(plan)) checkLocked(lot, lock, tip);
  checkBuyer(plan, world);
  requireLots(plan.lots.map((lot) => lot.coin));
  for (const lot of plan.lots)
    requireDeep(lot.coin.height, pricePaid(plan, lot), { ...world.depth, tipHeight: tip.height });
  // Before any sum of prices: what real coins pay is an amount of money, what is asked for may be more than there is.
  refuseOverspending(plan);
  checkServiceFee(plan);
  const unsigned = hexToBytes(request.unsigned);
  const tx = rebuilt(plan, unsigned);
  checkEffects(world, plan, { tx, spent });
  verifySellers(request, plan, { tx, spent, verifier: world.verifier });
  verifyBuyer(request, plan, { tx, spent, verifier: world.verifier });
  return { plan, unsigned, coins: spent, tip };
}

/** A sale into a live bid is of one lot, out of no lock. */
function checkLive({ live, lots }: TakePlan): void {
  if (live === true && (lots.length !== 1 || lots.some(({ lock }) => lock !== undefined)))
    throw new Refusal('psbt-shape', 'a live bid buys one lot of its owner’s');
}

/** A pad of ours, or a clean coin of the buyer's. */
function checkFront({ pad, buyerScript }: TakePlan, { padScript, isPad }: World): void {
  if (pad.platform) {
    if (!isPad(pad.coin.outpoint)) throw new Refusal('not-yours', 'the pad is not of our own stock');
    checkPad(pad.coin, padScript);
    return;
  }
  if (!equalBytes(pad.coin.script, buyerScript)) throw new Refusal('not-yours', pad.coin.outpoint);
  if (!isClean(pad.coin)) throw new Refusal('lot-mixed', pad.coin.outpoint);
}

/** As the ticket says, while the exchange still sells it: not when its seller could soon take it out alone. */
function checkLocked({ coin, price, payScript }: TakeLot, lock: Lock, tip: Tip): void {
  const { ticket } = lock;
  if (ticket.kind !== 'ask') throw new Refusal('bad-request', 'ticket: kind');
  checkLockCoin(lock, coin);
  if (price !== ticket.price || !equalBytes(payScript, ticket.script))
    throw new Refusal('effects-differ', 'the ticket says another payment');
  if (tip.height >= ticket.expiry) throw new Refusal('bid-expired', `height ${ticket.expiry}`);
  refuseNearExit(lock, coin, tip);
}

function checkPad(pad: Coin, padScript: Uint8Array): void {
  if (!equalBytes(pad.script, padScript)) throw new Refusal('not-yours', 'the pad is of another key');
  if (!isClean(pad)) throw new Refusal('not-yours', 'the pad is not confirmed and clean');
}

/** The buyer pays with clean coins of one script and its key, and that script is not ours. */
function checkBuyer(plan: TakePlan, { padScript }: World): void {
  const { buyerScript, buyerKey, payments } = plan;
  if (scriptKind(buyerScript) === 'other') throw new Refusal('wrong-address-type');
  if (!publicKeyOwns(bytesToHex(buyerKey), buyerScript)) throw new Refusal('not-yours', 'public key');
  if (equalBytes(buyerScript, padScript)) throw new Refusal('own-order', 'the platform buys nothing');
  for (const coin of payments) {
    if (!equalBytes(coin.script, buyerScript)) throw new Refusal('not-yours', coin.outpoint);
    if (coin.height === undefined) throw new Refusal('coin-unconfirmed', coin.outpoint);
    if (!isClean(coin)) throw new Refusal('lot-mixed', coin.outpoint);
  }
}

/** What a live bid pays is the price; its seller gets that less both fees. */
const pricePaid = (plan: TakePlan, lot: TakeLot): Sats =>
  plan.live === true ? totalOfTake(plan) : lot.price;

/** None where the orders are free, and never more than all of them together would owe (trading §5). */
function checkServiceFee(plan: TakePlan): void {
  const { lots, serviceFee } = plan;
  const most = maxServiceFee(sumSats(lots.map((lot) => pricePaid(plan, lot))));
  if (serviceFee !== undefined && serviceFee.value > most)
    throw new Refusal('effects-differ', `a service fee of more than ${most} sat`);
}

/** The take as we build it, byte for byte what we are asked to sign, with the fee that its rate says. */
function rebuilt(plan: TakePlan, unsigned: Uint8Array): Transaction {
  if (plan.lots.some((lot) => lot.sequence !== SEQUENCE && lot.sequence !== FINAL_SEQUENCE))
    throw new Refusal('psbt-sequence');
  const built = buildTake(plan);
  if (!equalBytes(built.unsigned, unsigned)) throw new Refusal('psbt-changed');
  checkFee(plan, built);
  const tx = readTransaction(unsigned);
  if (isFlaw(tx)) throw new Refusal('psbt-malformed');
  return tx;
}

function refuseOverspending(plan: TakePlan): void {
  const { inputs, outputs } = takeDraft(plan);
  const paid = inputs.reduce((sum, { coin }) => sum + coin.value, 0n);
  if (outputs.reduce((sum, { value }) => sum + value, 0n) > paid) throw new Refusal('outputs-exceed-inputs');
}

/** With change the fee is exact; without, at most what a change output would have had to be is left to it. */
function checkFee(plan: TakePlan, built: BuiltTake): void {
  const due = feeOf(built.vsize, plan.feeRateSatVb);
  const withChange = feeOf(built.vsize + outputVsize(plan.buyerScript), plan.feeRateSatVb);
  const most = plan.change === undefined ? withChange + DUST_FLOOR : due;
  if (built.fee < due || built.fee > most) throw new Refusal('effects-differ', 'the fee is not the rate’s');
}

interface Seen {
  readonly tx: Transaction;
  readonly spent: readonly Coin[];
}

/** By `effects`: the plan and nothing else; our script gets back what it gives, and no asset of anybody goes astray. */
function checkEffects(world: World, plan: TakePlan, { tx, spent }: Seen): void {
  const { lowestRate, highestRate, highestFee } = world.fees;
  const kinds = takeDraft(plan).inputs.map((input) => input.kind);
  const done = effects(tx, spent, { kinds, feeRateLimit: highestRate });
  if (done.fee > highestFee) throw new Refusal('fee-too-high', `${done.fee} sat`);
  if (done.feeRateSatVb < lowestRate) throw new Refusal('fee-too-low');
  if (!sameEffects(done, intentOfTake(plan))) throw new Refusal('effects-differ');
  const ours = partyOf(done, world.padScript);
  if (ours.satsOut < ours.satsIn || ours.gives.length > 0 || ours.gets.length > 0)
    throw new Refusal('effects-differ', 'the platform would lose its pad or carry a token');
  if (done.toFee.length > 0 || done.burned.length > 0)
    throw new Refusal('effects-differ', 'an asset would be lost');
}
