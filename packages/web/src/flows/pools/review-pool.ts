/** The review of an act on a pool: what its bytes change in the user's wallet, and why they may not be signed. */
import { coinFromWire } from '@rialto/contract';
import type { AnswerOf } from '@rialto/contract';
import { POOL_SERVICE_FEE } from '@rialto/market';
import {
  addressToScript,
  checkAnnounced,
  checkPoolAct,
  checkSigning,
  readPoolAct,
  statesValues,
} from '@rialto/psbt';
import type { Mismatch } from '@rialto/psbt';
import { mismatchWords } from '../mismatch-words.ts';
import { bytesIn, inWords } from '../read-bytes.ts';
import { isBuy } from './pool-intent.ts';
import type { PoolIntent, SwapType } from './pool-intent.ts';

export type PoolTask = AnswerOf<'build1x'>;

export interface PoolReview {
  /** What the user's coins gain, negative what they lose: sat with all fees, units of the rune, shares. */
  readonly sats: bigint;
  readonly units: bigint;
  readonly shares: bigint;
  readonly networkFee: bigint;
  readonly serviceFee: bigint;
  readonly vsize: number;
  readonly feeRateSatVb: number;
  /** By how many hundredths of a percent it is worse than the form showed. */
  readonly worse: number;
  /** Why the bytes are not what was asked. Anything here forbids to go on. */
  readonly mismatches: readonly string[];
}

/** Burned when a pool opens (pools §4). */
const BURNED = 1_000n;

/** @throws Error with a sentence for people when the bytes cannot be read */
export function reviewPool(task: PoolTask, intent: PoolIntent): PoolReview {
  return inWords(() => {
    const psbt = bytesIn(task.rawPsbt ?? '');
    const userScript = addressToScript(intent.address, intent.network);
    const read = readPoolAct(psbt, task.coins.map(coinFromWire), userScript);
    const { fee, vsize, feeRateSatVb } = read.does;
    const said = changesOf(task, intent);
    const asset = `rune:${intent.token}`;
    const mismatches: Mismatch[] = [
      ...(statesValues(psbt, read.coins) ? [] : [{ code: 'values-differ' } as const]),
      ...checkPoolAct(read, { userScript, asset, ...said, feeRateSatVb: intent.feeRateSatVb }),
      ...checkAnnounced(fee, BigInt(task.minerFee)),
      ...checkSigning({ psbt, toSign: task.toSignInputs }, read, userScript),
      ...(isAsked(task, intent) ? [] : [{ code: 'other-act' } as const]),
      ...(isFair(task, intent) ? [] : [{ code: 'service-fee-too-high' } as const]),
    ];
    return {
      ...said,
      ...{ networkFee: fee, vsize, feeRateSatVb, worse: worseBy(task, intent) },
      mismatches: mismatchWords(mismatches, intent.network),
    };
  });
}

interface Changes {
  readonly sats: bigint;
  readonly units: bigint;
  readonly shares: bigint;
  readonly burned: bigint;
  readonly serviceFee: bigint;
}

/** What the exchange says it does, with the sign of the act. */
function changesOf(task: PoolTask, intent: PoolIntent): Changes {
  const [money, units, shares, fee] = [task.amount1, task.amount2, task.equity, task.minerFee].map(BigInt);
  const [a, b, s, f] = [money ?? 0n, units ?? 0n, shares ?? 0n, fee ?? 0n];
  const serviceFee = BigInt(task.serviceFee);
  switch (intent.act) {
    case 'swap':
      return isBuy(intent.type)
        ? { sats: -a - f, units: b, shares: 0n, burned: 0n, serviceFee }
        : { sats: a - f, units: -b, shares: 0n, burned: 0n, serviceFee };
    case 'init':
      return { sats: -a - f, units: -b, shares: s - BURNED, burned: BURNED, serviceFee };
    case 'add':
      return { sats: -a - f, units: -b, shares: s, burned: 0n, serviceFee };
    case 'remove':
      return { sats: a - f, units: b, shares: -s, burned: 0n, serviceFee };
  }
}

/** The amount that was named is to the unit what was typed. */
function isAsked(task: PoolTask, intent: PoolIntent): boolean {
  switch (intent.act) {
    case 'swap':
      return task.type === intent.type && exactOf(task, intent.type) === intent.amount;
    case 'init':
      return task.type === 'init' && task.amount1 === intent.sats && task.amount2 === intent.units;
    // What one side has too much of is not taken.
    case 'add':
      return (
        task.type === 'add' &&
        BigInt(intent.source === 'token1' ? task.amount1 : task.amount2) <= BigInt(intent.amount)
      );
    case 'remove':
      return task.type === 'remove' && task.equity === intent.shares;
  }
}

const exactOf = (task: PoolTask, type: SwapType): string =>
  type === '1x' || type === 'x1' ? task.amount1 : task.amount2;

/** The most an operator may ask for, whatever his settings: four times the usual. */
const MOST_TIMES = 4n;
const PPM = 1_000_000n;

function isFair(task: PoolTask, intent: PoolIntent): boolean {
  const fee = BigInt(task.serviceFee);
  if (intent.act !== 'swap') return fee === 0n;
  const share = ((BigInt(task.amount1) + fee) * POOL_SERVICE_FEE.ppm * MOST_TIMES) / PPM;
  const least = POOL_SERVICE_FEE.least * MOST_TIMES;
  return fee <= (share > least ? share : least);
}

/** The price may move between the form and the build. */
function worseBy(task: PoolTask, intent: PoolIntent): number {
  switch (intent.act) {
    case 'swap': {
      const other = intent.type === '1x' || intent.type === 'x1' ? task.amount2 : task.amount1;
      const isGotten = intent.type === '1x' || intent.type === '2x';
      return isGotten ? lessBy(other, intent.other) : lessBy(intent.other, other);
    }
    case 'add':
      return lessBy(task.equity, intent.shares);
    case 'init':
    case 'remove':
      return 0;
  }
}

/** In hundredths of a percent, zero where it is not less. */
function lessBy(now: string, before: string): number {
  const [is, was] = [BigInt(now), BigInt(before)];
  return was === 0n || is >= was ? 0 : Number(((was - is) * 10_000n) / was);
}
