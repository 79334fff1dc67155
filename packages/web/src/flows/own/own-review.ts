/** The review of an act on one's own: what the bytes do, what they cost beyond what is spent already, and why they may not be signed. */
import { sats } from '@rialto/protocols';
import type { Network, Sats } from '@rialto/protocols';
import type { PreparedOwn } from '@rialto/contract';
import {
  addressToScript,
  checkAnnounced,
  checkBump,
  checkChild,
  checkLoss,
  checkReclaim,
  checkSameCoins,
  checkSplit,
  describeEffects,
} from '@rialto/psbt';
import type { OwnReading, Problem, Reading, Sizes } from '@rialto/psbt';
import { coinsOfOwner, sideLines } from './own-lines.ts';
import type { CoinMade, OwnLine } from './own-lines.ts';
import { problemWords } from '../problem-words.ts';
import { readPreparedOwn, readWaitingOf, waitingIn } from '../read-bytes.ts';

/** What was asked for. */
export type OwnIntent = {
  readonly network: Network;
  readonly address: string;
  readonly feeRateSatVb: number;
} & (WaitingIntent | { readonly act: 'split'; readonly outpoint: string; readonly sizes?: Sizes });

interface WaitingIntent {
  readonly act: 'bump' | 'child' | 'callback';
  readonly txId: string;
  /** The node's bytes of it; undefined when it has none. */
  readonly rawTx: string | undefined;
  /** What it pays, as the form said. */
  readonly networkFee: bigint;
}

export interface OwnReview {
  readonly act: OwnIntent['act'] | 'leftover';
  readonly give: readonly OwnLine[];
  readonly get: readonly OwnLine[];
  readonly makes: readonly CoinMade[];
  readonly networkFee: Sats;
  readonly vsize: number;
  /** What goes out beyond what is spent already. */
  readonly cost: bigint;
  /** Why the bytes are not what was asked. Anything here forbids to go on. */
  readonly problems: readonly string[];
}

/** @throws Error with a sentence for people when the bytes cannot be read */
export function reviewOwn(prepared: PreparedOwn, intent: OwnIntent): OwnReview {
  const owner = addressToScript(intent.address, intent.network);
  const mayCarry = intent.act === 'split' || intent.act === 'bump';
  const steps = prepared.transactions.map((one) => readPreparedOwn(one, mayCarry));
  const all = steps.map(({ read }) => read);
  const fee = sats(all.reduce((sum, { does }) => sum + does.fee, 0n));
  const vsize = all.reduce((sum, { does }) => sum + does.vsize, 0);
  const { problems, spared } = judged(prepared, intent, { all, owner, vsize, fee });
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
    problems: problemWords([...problems, ...common, ...announced], intent.network),
  };
}

interface Judgement {
  readonly problems: readonly Problem[];
  /** The fee of a waiting transaction that is not paid any more, because this one does its work. */
  readonly spared: bigint;
}

const failed = (code: 'other-act' | 'waiting-unreadable'): Judgement => ({
  problems: [{ code }],
  spared: 0n,
});

function judged(prepared: PreparedOwn, intent: OwnIntent, read: OwnReading): Judgement {
  const [now, more] = read.all;
  if (prepared.act !== intent.act || now === undefined || (more !== undefined && intent.act !== 'split'))
    return failed('other-act');
  if (intent.act === 'split') return { problems: checkSplit(read, intent), spared: 0n };
  return aboutWaiting(now, intent, read);
}

function aboutWaiting(
  now: Reading,
  intent: WaitingIntent & { feeRateSatVb: number },
  read: OwnReading,
): Judgement {
  if (intent.rawTx === undefined) return failed('waiting-unreadable');
  const tx = waitingIn(intent.rawTx, intent.txId);
  switch (intent.act) {
    case 'bump': {
      const others = checkSameCoins(now, tx);
      if (others.length > 0) return { problems: others, spared: 0n };
      const before = readWaitingOf(tx, now.coins);
      return { problems: checkBump(read, before, intent), spared: before.does.fee };
    }
    case 'callback':
      return { problems: checkReclaim(read, { tx, fee: intent.networkFee }, intent), spared: 0n };
    case 'child':
      return { problems: checkChild(read, tx, intent), spared: 0n };
  }
}
