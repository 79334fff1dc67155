/** The review of an act on a pool: what its bytes change in the user's wallet, and why they may not be signed. */
import { coinFromWire } from '@rialto/contract';
import { sumSats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import {
  addressToScript,
  checkAnnounced,
  checkPoolAct,
  checkSigning,
  readPoolAct,
  statesValues,
} from '@rialto/psbt';
import type { LotsExpectation, Mismatch } from '@rialto/psbt';
import { areAsked, isAsked, isFair, worseBy } from './asked-of-pool.ts';
import type { PoolTask } from './asked-of-pool.ts';
import { mismatchWords } from '../mismatch-words.ts';
import { bytesIn, inWords } from '../read-bytes.ts';
import { isBuy } from './pool-intent.ts';
import { poolKeysIn } from './pool-keys.ts';
import type { PoolIntent } from './pool-intent.ts';

export interface PoolReview {
  /** What the user's coins gain, negative what they lose: sat with all fees and what lots lie on, units of the token, shares. */
  readonly sats: bigint;
  readonly units: bigint;
  readonly shares: bigint;
  readonly networkFee: bigint;
  readonly serviceFee: bigint;
  /** For inscribing new lots in the place of those that are bought. */
  readonly restockFee: bigint;
  /** What each lot holds that changes hands. */
  readonly lots: readonly bigint[];
  /** The sat that lots lie on come and go with them; negative where they go. */
  readonly lotSats: bigint;
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
    const lots = lotsOf(task, intent);
    const lotSats = satsUnder(read.coins, lots);
    const { restockFee, ...said } = changesOf(task, intent, lotSats);
    const mismatches: Mismatch[] = [
      ...(statesValues(psbt, read.coins) ? [] : [{ code: 'values-differ' } as const]),
      ...checkPoolAct(read, {
        ...{ ...said, userScript, asset: intent.asset, feeRateSatVb: intent.feeRateSatVb },
        serviceFee: said.serviceFee + restockFee,
        keys: poolKeysIn(intent.keys),
        ...(lots === undefined ? {} : { lots }),
      }),
      ...checkAnnounced(fee, BigInt(task.minerFee)),
      ...checkSigning({ psbt, toSign: task.toSignInputs }, read, userScript),
      ...(isAsked(task, intent) ? [] : [{ code: 'other-act' } as const]),
      ...(areAsked(task, intent) ? [] : [{ code: 'other-lots' } as const]),
      ...(isFair(task, intent) ? [] : [{ code: 'service-fee-too-high' } as const]),
    ];
    return {
      ...{ ...said, restockFee, lotSats, lots: task.lots.map(BigInt) },
      ...{ networkFee: fee, vsize, feeRateSatVb, worse: worseBy(task, intent) },
      mismatches: mismatchWords(mismatches, intent.network),
    };
  });
}

/** Undefined of runes. */
function lotsOf(task: PoolTask, { kind, lots }: PoolIntent): LotsExpectation | undefined {
  if (kind === 'runes') return undefined;
  if (lots.length > 0) return { brought: lots, gotten: [] };
  return { brought: [], gotten: task.lots.map(BigInt) };
}

/** Of the first coins of the act; negative where they are the user's. */
function satsUnder(coins: readonly Coin[], lots: LotsExpectation | undefined): bigint {
  const { brought, gotten } = lots ?? { brought: [], gotten: [] };
  const values = coins.slice(0, brought.length + gotten.length).map(({ value }) => value);
  return brought.length > 0 ? -sumSats(values) : sumSats(values);
}

interface Changes {
  readonly sats: bigint;
  readonly units: bigint;
  readonly shares: bigint;
  readonly burned: bigint;
  readonly serviceFee: bigint;
  readonly restockFee: bigint;
}

/** What the exchange says it does, with the sign of the act. */
function changesOf(task: PoolTask, intent: PoolIntent, lotSats: bigint): Changes {
  const [money, units, shares, fee] = [task.amount1, task.amount2, task.equity, task.minerFee].map(BigInt);
  const [a, b, s, f] = [money ?? 0n, units ?? 0n, shares ?? 0n, (fee ?? 0n) - lotSats];
  const fees = { serviceFee: BigInt(task.serviceFee), restockFee: BigInt(task.restockFee) };
  switch (intent.act) {
    case 'swap':
      return isBuy(intent.type)
        ? { sats: -a - f, units: b, shares: 0n, burned: 0n, ...fees }
        : { sats: a - f, units: -b, shares: 0n, burned: 0n, ...fees };
    case 'init':
      return { sats: -a - f, units: -b, shares: s - BURNED, burned: BURNED, ...fees };
    case 'add':
      return { sats: -a - f, units: -b, shares: s, burned: 0n, ...fees };
    case 'remove':
      return { sats: a - f, units: b, shares: -s, burned: 0n, ...fees };
  }
}
