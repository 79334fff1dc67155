/** The review of an act on one's own: what the bytes do, what they cost beyond what is spent already, and why they may not be signed. */
import { sats } from '@rialto/protocols';
import type { Network, Sats } from '@rialto/protocols';
import type { PreparedOwn } from '@rialto/contract';
import {
  addressToScript,
  checkAnnounced,
  checkBump,
  checkChild,
  checkGather,
  checkLoss,
  checkCancelTransaction,
  checkSameCoins,
  checkSplit,
  describeEffects,
} from '@rialto/psbt';
import type { OwnReading, Mismatch, Reading, Sizes } from '@rialto/psbt';
import { coinsOfOwner, sideLines } from './own-lines.ts';
import type { CoinMade, OwnLine } from './own-lines.ts';
import { mismatchWords } from '../mismatch-words.ts';
import { readPreparedOwn, readWaitingOf, waitingIn } from '../read-bytes.ts';

/** What was asked for. */
export type OwnIntent = {
  readonly network: Network;
  readonly address: string;
  readonly feeRateSatVb: number;
} & (
  | WaitingIntent
  | { readonly act: 'split'; readonly outpoint: string; readonly sizes?: Sizes }
  | { readonly act: 'gather'; readonly assetId: string }
);

interface WaitingIntent {
  readonly act: 'bump' | 'child' | 'cancel-transaction';
  readonly txId: string;
  /** The node's bytes of it; undefined when it has none. */
  readonly rawTx: string | undefined;
  /** What it pays, as the form said. */
  readonly networkFee: bigint;
}

export interface OwnReview {
  readonly act: OwnIntent['act'] | 'leftover' | 'renew';
  readonly give: readonly OwnLine[];
  readonly get: readonly OwnLine[];
  readonly makes: readonly CoinMade[];
  readonly networkFee: Sats;
  readonly vsize: number;
  /** What goes out beyond what is spent already. */
  readonly cost: bigint;
  /** What is true of it beside its lines. */
  readonly notes?: readonly string[];
  /** Why the bytes are not what was asked. Anything here forbids to go on. */
  readonly mismatches: readonly string[];
}

/** @throws Error with a sentence for people when the bytes cannot be read */
export function reviewOwn(prepared: PreparedOwn, intent: OwnIntent): OwnReview {
  const owner = addressToScript(intent.address, intent.network);
  const mayCarry = intent.act === 'split' || intent.act === 'bump';
  const steps = prepared.transactions.map((one) => readPreparedOwn(one, mayCarry));
  const all = steps.map(({ read }) => read);
  const fee = sats(all.reduce((sum, { does }) => sum + does.fee, 0n));
  const vsize = all.reduce((sum, { does }) => sum + does.vsize, 0);
  const { mismatches, spared } = checked(prepared, intent, { all, owner, vsize, fee });
  const common = steps.flatMap(({ read, check }) => [...checkLoss(read), ...check(owner)]);
  const announced = checkAnnounced(fee, BigInt(prepared.fees.networkFee));
  const [first] = all;
  const sides = first === undefined || intent.act !== 'bump' ? undefined : describeEffects(first.does, owner);
  return {
    act: intent.act,
    give: sides === undefined ? [] : sideLines(sides.youGive, fee),
    get: sides === undefined ? [] : sideLines(sides.youGet, 0n),
    makes: all.flatMap((read, at) => coinsOfOwner(read, owner, all[at + 1])),
    networkFee: fee,
    vsize,
    cost: fee - spared,
    mismatches: mismatchWords([...mismatches, ...common, ...announced], intent.network),
  };
}

interface Checked {
  readonly mismatches: readonly Mismatch[];
  /** The fee of a waiting transaction that is not paid any more, because this one does its work. */
  readonly spared: bigint;
}

const failed = (code: 'other-act' | 'waiting-unreadable'): Checked => ({
  mismatches: [{ code }],
  spared: 0n,
});

function checked(prepared: PreparedOwn, intent: OwnIntent, read: OwnReading): Checked {
  const [now, more] = read.all;
  if (prepared.act !== intent.act || now === undefined || (more !== undefined && intent.act !== 'split'))
    return failed('other-act');
  if (intent.act === 'split') return { mismatches: checkSplit(read, intent), spared: 0n };
  if (intent.act === 'gather') return { mismatches: checkGather(read, intent), spared: 0n };
  return aboutWaiting(now, intent, read);
}

function aboutWaiting(
  now: Reading,
  intent: WaitingIntent & { feeRateSatVb: number },
  read: OwnReading,
): Checked {
  if (intent.rawTx === undefined) return failed('waiting-unreadable');
  const tx = waitingIn(intent.rawTx, intent.txId);
  switch (intent.act) {
    case 'bump': {
      const others = checkSameCoins(now, tx);
      if (others.length > 0) return { mismatches: others, spared: 0n };
      const before = readWaitingOf(tx, now.coins);
      return { mismatches: checkBump(read, before, intent), spared: before.does.fee };
    }
    case 'cancel-transaction':
      return { mismatches: checkCancelTransaction(read, { tx, fee: intent.networkFee }, intent), spared: 0n };
    case 'child':
      return { mismatches: checkChild(read, tx, intent), spared: 0n };
  }
}
