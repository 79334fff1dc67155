/** Whether transactions are the act on one's own coins that was agreed, act by act. */
import { equalBytes, outpoint, sats, sumSats, virtualSize } from '@rialto/protocols';
import type { Coin, Outpoint, Sats, Transaction, TxOutput } from '@rialto/protocols';
import { describeEffects } from '../effects/describe.ts';
import { partyOf } from '../effects/effects.ts';
import type { Effects } from '../effects/effects.ts';
import { checkHome, checkMoney, checkPaid, signedVsize, spentPoints } from './check-parts.ts';
import type { AssetMove } from '../effects/moves.ts';
import { mismatchIf } from './mismatch.ts';
import type { Mismatch } from './mismatch.ts';
import type { Reading } from './reading.ts';
import { DUST_FLOOR } from '../tx/size.ts';

/** All transactions of one act, in the order they are sent. */
export interface OwnReading {
  readonly all: readonly Reading[];
  readonly owner: Uint8Array;
  /** Of all together. */
  readonly vsize: number;
  readonly fee: Sats;
}

/** The replacement spends all coins of the waiting one, in their order, before any other. */
export function checkSameCoins(now: Reading, before: Pick<Transaction, 'inputs'>): readonly Mismatch[] {
  const spent = spentPoints(before);
  return mismatchIf(spentPoints(now.tx).slice(0, spent.length).join() !== spent.join(), 'other-coins');
}

/**
 * A fee bump does the same to everybody: besides the same coins it spends plain money, pays the same, and brings the same.
 * @param before what the waiting one does
 */
export function checkBump(
  { all, owner }: OwnReading,
  before: Reading,
  { feeRateSatVb }: { readonly feeRateSatVb: number },
): readonly Mismatch[] {
  const [now] = all;
  if (now === undefined) return [{ code: 'other-act' }];
  const isOther = hasOtherOutputs(now, before, owner) || gainText(now, owner) !== gainText(before, owner);
  return [
    ...checkMoney(now, owner, spentPoints(before.tx)),
    ...mismatchIf(isOther, 'other-meaning'),
    ...checkPaid(
      { fee: ownFee(now, owner), vsize: signedVsize(now, owner) },
      {
        feeRateSatVb,
        least: minToReplace({ fee: ownFee(before, owner), vsize: before.does.vsize }),
        change: owner,
      },
    ),
  ];
}

/**
 * The network fee as far as the owner's own coins pay it: of everybody else's coins no more than the smallest value counts. What those
 * are worth is the exchange's word, and a P2WPKH signature binds no value but its own coin's (BIP-143).
 */
function ownFee({ coins, does }: Pick<Reading, 'coins' | 'does'>, owner: Uint8Array): Sats {
  const others = coins.filter(({ script }) => !equalBytes(script, owner));
  const above = others.reduce((sum, { value }) => sum + value - DUST_FLOOR, 0n);
  return sats(does.fee > above ? does.fee - above : 0n);
}

/**
 * What a replacement of this size pays at least: more than the fee of what it replaces and its own way, and as much again where others
 * build on that and go away too (BIP-125, rules 3 and 4), at a rate above the replaced one's.
 */
const minToReplace =
  ({ fee, vsize: replaced }: Pick<Effects, 'fee' | 'vsize'>) =>
  (vsize: number): bigint => {
    const byRules = 2n * (fee + BigInt(vsize));
    const aboveItsRate = (fee * BigInt(vsize)) / BigInt(replaced) + 1n;
    return byRules > aboveItsRate ? byRules : aboveItsRate;
  };

function hasOtherOutputs(now: Reading, before: Reading, owner: Uint8Array): boolean {
  const isMine = (output: TxOutput | undefined): boolean =>
    output === undefined || equalBytes(output.script, owner);
  const places = Math.max(now.tx.outputs.length, before.tx.outputs.length);
  return Array.from({ length: places }, (_, at) => [now.tx.outputs[at], before.tx.outputs[at]]).some(
    ([one, other]) => !(isMine(one) && isMine(other)) && !isSame(one, other),
  );
}

function isSame(one: TxOutput | undefined, other: TxOutput | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.value === other.value && equalBytes(one.script, other.script);
}

/** All that changes hands for the owner, money apart. */
function gainText({ does }: Reading, owner: Uint8Array): string {
  const { youGive, youGet } = describeEffects(does, owner);
  return [youGive, youGet]
    .map(({ tokens, inscriptions, pins }) => {
      const sums = tokens.map(({ asset, amount }) => `${asset} ${amount}`);
      return [...sums, ...inscriptions, ...pins].toSorted().join();
    })
    .join(' / ');
}

/**
 * A coin of the waiting one goes to its owner instead.
 * @param waiting with the fee it pays, in sat
 */
export function checkCancelTransaction(
  { all, owner, fee, vsize }: OwnReading,
  waiting: { readonly tx: Transaction; readonly fee: bigint },
  { feeRateSatVb }: { readonly feeRateSatVb: number },
): readonly Mismatch[] {
  const [now] = all;
  if (now === undefined) return [{ code: 'other-act' }];
  const spent = spentPoints(waiting.tx);
  const replaced = { fee: sats(waiting.fee), vsize: virtualSize(waiting.tx) };
  return [
    ...mismatchIf(!spentPoints(now.tx).some((point) => spent.includes(point)), 'leaves-waiting'),
    ...checkMoney(now, owner),
    ...checkHome(now, owner),
    ...checkPaid({ fee, vsize }, { feeRateSatVb, least: minToReplace(replaced) }),
  ];
}

/** A child spends plain change of the waiting one, and comes home. */
export function checkChild(
  { all, owner, fee, vsize }: OwnReading,
  waiting: Transaction,
  { feeRateSatVb }: { readonly feeRateSatVb: number },
): readonly Mismatch[] {
  const [now] = all;
  if (now === undefined) return [{ code: 'other-act' }];
  // It pays for itself and for the parents it lifts: here one, and one more of its size that may follow it.
  const lifted = 2 * Math.ceil(waiting.weight / 4);
  return [
    ...mismatchIf(!now.tx.inputs.some((input) => input.txid === waiting.txid), 'not-a-child'),
    ...checkMoney(now, owner),
    ...checkHome(now, owner),
    ...checkPaid({ fee, vsize: vsize + lifted }, { feeRateSatVb }),
  ];
}

export interface Sizes {
  readonly assetId: string;
  /** In the token's smallest units. */
  readonly units: readonly bigint[];
}

interface SplitExpectation {
  readonly outpoint: string;
  /** Of the lots that are wanted; without them each thing goes to a coin of its own. */
  readonly sizes?: Sizes | undefined;
  readonly feeRateSatVb: number;
}

/** A coin is split by one transaction, or by two, of which the first locks the message of the second. */
export function checkSplit(read: OwnReading, expected: SplitExpectation): readonly Mismatch[] {
  const { all, owner } = read;
  const last = all.at(-1);
  const isSpent = last?.coins.some((coin) => coin.outpoint === expected.outpoint) === true;
  const steps = all.flatMap((step, at) => {
    const made = all.slice(0, at).map(({ tx }) => tx.txid);
    const own = step.coins.flatMap(({ outpoint: point }) => (isMadeBy(point, made) ? [point] : []));
    const later = all[at + 1];
    return [
      ...(later === undefined ? [] : checkLock(step, later)),
      ...checkHome(step, owner, later),
      ...checkMoney(step, owner, [expected.outpoint, ...own]),
    ];
  });
  return [
    ...mismatchIf(!isSpent, 'coin-not-spent'),
    ...steps,
    ...(last === undefined ? [] : checkParts(last, owner, expected)),
    // The first has the change; what it locks pays for the second to the sat.
    ...all.flatMap(({ does }, at) =>
      checkPaid(does, { feeRateSatVb: expected.feeRateSatVb, change: at === 0 ? owner : undefined }),
    ),
  ];
}

const isMadeBy = (point: Outpoint, txids: readonly string[]): boolean =>
  txids.some((txid) => point.startsWith(`${txid}:`));

/**
 * What is locked for a later one of the same act is what that one spends, and pays for its fee and small coins alone: the exchange
 * has the key of the lock, and could take whatever else lay there.
 */
function checkLock({ tx }: Reading, later: Reading): readonly Mismatch[] {
  const locked = later.coins.filter((coin) => coin.outpoint.startsWith(`${tx.txid}:`));
  const isMade = (coin: Coin): boolean =>
    tx.outputs.some((output, vout) => coin.outpoint === outpoint(tx.txid, vout) && isSame(output, coin));
  const most = later.does.fee + DUST_FLOOR * BigInt(later.tx.outputs.length);
  return [
    ...mismatchIf(!locked.every(isMade), 'message-unreadable'),
    ...mismatchIf(sumSats(locked.map(({ value }) => value)) > most, 'locks-too-much'),
  ];
}

function checkParts(
  last: Reading,
  owner: Uint8Array,
  { sizes, outpoint: point }: SplitExpectation,
): readonly Mismatch[] {
  return sizes === undefined
    ? mismatchIf(!isSplit(last, owner, point), 'stays-together')
    : mismatchIf(!hasSizes(last, owner, sizes), 'sizes-differ');
}

/** What the owner gets, by the output it lands on. */
export function coinsMade({ does, tx }: Reading, owner: Uint8Array): readonly (readonly AssetMove[])[] {
  const { gets } = partyOf(does, owner);
  return tx.outputs.map((_, at) => gets.filter((move) => move.index === at));
}

/** What lay on the coin is on several now, and no two things of different kinds on one. */
function isSplit(read: Reading, owner: Uint8Array, point: string): boolean {
  const lay = read.coins.find((coin) => coin.outpoint === point)?.assets ?? [];
  const names = new Set<string>(lay.map((asset) => ('id' in asset ? asset.id : asset.asset)));
  const parts = coinsMade(read, owner).map((moves) => moves.filter((move) => names.has(nameOf(move))));
  const isMixed = parts.some((moves) => new Set(moves.map(kindOf)).size > 1);
  return !isMixed && parts.filter((moves) => moves.length > 0).length > 1;
}

/** What a split parts from what: each inscription, each rune, all PINs, all tokens of MRC-20. */
const kindOf = (move: AssetMove): string =>
  move.kind === 'inscription' || move.kind === 'rune' ? nameOf(move) : move.kind;

const nameOf = (move: AssetMove): string => ('id' in move ? move.id : move.asset);

/** A coin for each size, with nothing else on it. */
function hasSizes(read: Reading, owner: Uint8Array, { assetId, units }: Sizes): boolean {
  const made = coinsMade(read, owner).flatMap((moves): bigint[] => {
    const [only, more] = moves;
    const isLot =
      (only?.kind === 'mrc20' || only?.kind === 'rune') && only.asset === assetId && more === undefined;
    return isLot ? [only.amount] : [];
  });
  return units.every((size) => {
    const at = made.indexOf(size);
    if (at >= 0) made.splice(at, 1);
    return at >= 0;
  });
}
