/** The review of an act on one's own: what the bytes do, what they cost beyond what is spent already, and why they may not be signed. */
import { bytesToHex, sats } from '@rialto/protocols';
import type { Network, Outpoint, Sats } from '@rialto/protocols';
import type { PreparedOwn } from '@rialto/contract';
import { addressToScript, describeEffects } from '@rialto/psbt';
import { readOwn, readWaiting, waitingIn } from './own-bytes.ts';
import {
  apartProblems,
  bumpProblems,
  callbackProblems,
  childProblems,
  coinProblems,
  homeProblems,
  lockProblems,
  messageProblems,
  moneyProblems,
  sizeProblems,
} from './own-checks.ts';
import type { Owner, Sizes } from './own-checks.ts';
import { coinsOfOwner, sideLines } from './own-lines.ts';
import type { CoinMade, OwnLine } from './own-lines.ts';
import { feeProblems, lossProblems, signingProblems } from './read-bytes.ts';
import type { Bytes } from './read-bytes.ts';
import { t } from '../words.ts';

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
  const script = addressToScript(intent.address, intent.network);
  const owner = { script, network: intent.network };
  // What goes back or helps alone says nothing.
  const mayCarry = intent.act === 'split' || intent.act === 'bump';
  const all = prepared.transactions.map((psbt) => readOwn(psbt, mayCarry));
  const fee = sats(all.reduce((sum, { does }) => sum + does.fee, 0n));
  const vsize = all.reduce((sum, { does }) => sum + does.vsize, 0);
  const { problems, spared } = judged(prepared, intent, { all, owner, vsize, fee });
  const announced = BigInt(prepared.fees.networkFee) === fee;
  const common = all.flatMap((bytes, at) => {
    const psbt = prepared.transactions[at];
    if (psbt === undefined) return [];
    const signing = signingProblems(bytes, psbt.toSignInputs, bytesToHex(script));
    return [...lossProblems(bytes), ...signing, ...messageProblems(psbt, bytes)];
  });
  const [first] = all;
  const sides =
    first === undefined || intent.act !== 'bump' ? undefined : describeEffects(first.does, script);
  return {
    act: intent.act,
    give: sides === undefined ? [] : sideLines(sides.youGive, fee),
    get: sides === undefined ? [] : sideLines(sides.youGet, 0n),
    makes: all.flatMap((bytes, at) => coinsOfOwner(bytes, owner, all[at + 1])),
    networkFee: fee,
    vsize,
    cost: fee - spared,
    problems: [
      ...new Set([
        ...problems,
        ...common,
        ...(announced ? [] : [t('The network fee is not the one announced.')]),
      ]),
    ],
  };
}

interface Read {
  readonly all: readonly Bytes[];
  readonly owner: Owner;
  /** Of all together. */
  readonly vsize: number;
  readonly fee: Sats;
}

interface Judgement {
  readonly problems: readonly string[];
  /** The fee of a waiting transaction that is not paid any more, because this one does its work. */
  readonly spared: bigint;
}

function judged(prepared: PreparedOwn, intent: OwnIntent, read: Read): Judgement {
  const [now, more] = read.all;
  if (prepared.act !== intent.act || now === undefined || (more !== undefined && intent.act !== 'split'))
    return { problems: [t('It is another act than the one you chose.')], spared: 0n };
  if (intent.act === 'split') return { problems: splitProblems(intent, read), spared: 0n };
  return aboutWaiting(now, intent, read);
}

function aboutWaiting(now: Bytes, intent: WaitingIntent & { feeRateSatVb: number }, read: Read): Judgement {
  const { owner } = read;
  const { feeRateSatVb } = intent;
  if (intent.rawTx === undefined)
    return { problems: [t('The waiting transaction cannot be read.')], spared: 0n };
  const tx = waitingIn(intent.rawTx, intent.txId);
  switch (intent.act) {
    case 'bump': {
      const others = coinProblems(now, tx);
      if (others.length > 0) return { problems: others, spared: 0n };
      const before = readWaiting(tx, now.coins);
      const { fee } = before.does;
      const fees = feeProblems(read, feeRateSatVb, byRules(fee, read.vsize));
      return { problems: [...bumpProblems(now, before, owner), ...fees], spared: fee };
    }
    case 'callback': {
      const fees = feeProblems(read, feeRateSatVb, byRules(intent.networkFee, read.vsize));
      return { problems: [...callbackProblems(now, tx, owner), ...fees], spared: 0n };
    }
    case 'child': {
      // It pays for itself and for the parents it lifts: here one, and one more of its size that may stand behind it.
      const lifted = 2 * Math.ceil(tx.weight / 4);
      const lifting = { ...read, vsize: read.vsize + lifted };
      return {
        problems: [...childProblems(now, tx.txid, owner), ...feeProblems(lifting, feeRateSatVb)],
        spared: 0n,
      };
    }
  }
}

/**
 * What one that takes another's place pays at least: more than that one's fee and its own way, and as much again where others build on
 * it and go away too (BIP-125, rules 3 and 4).
 */
const byRules = (goesAway: bigint, vsize: number): bigint => 2n * (goesAway + BigInt(vsize));

function splitProblems(intent: Extract<OwnIntent, { act: 'split' }>, read: Read): string[] {
  const { all, owner } = read;
  const last = all.at(-1);
  const isSpent = last?.coins.some((coin) => coin.outpoint === intent.outpoint) === true;
  const problems = isSpent ? [] : [t('It does not spend the coin you chose.')];
  all.forEach((bytes, at) => {
    const made = all.slice(0, at).map(({ tx }) => tx.txid);
    const own = bytes.coins.flatMap(({ outpoint }) => (isMadeBy(outpoint, made) ? [outpoint] : []));
    const later = all[at + 1];
    problems.push(
      ...(later === undefined ? [] : lockProblems(bytes, later)),
      ...homeProblems(bytes, owner, later),
      ...moneyProblems(bytes, owner, [intent.outpoint, ...own]),
    );
  });
  if (last !== undefined)
    problems.push(
      ...(intent.sizes === undefined
        ? apartProblems(last, owner, intent.outpoint)
        : sizeProblems(last, intent.sizes, owner)),
    );
  return [...problems, ...feeProblems(read, intent.feeRateSatVb)];
}

const isMadeBy = (outpoint: Outpoint, txids: readonly string[]): boolean =>
  txids.some((txid) => outpoint.startsWith(`${txid}:`));
