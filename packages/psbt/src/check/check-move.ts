/** Whether a transaction is the move of a lot that was agreed: into a lock, home out of one, or into a new one. */
import { equalBytes, invariant, sats, writeBase } from '@rialto/protocols';
import type { Coin, Sats, Transaction } from '@rialto/protocols';
import { DUST_FLOOR, feeOf, outputVsize } from '../tx/size.ts';
import { buildLotMove, checkLotMove } from '../lock/move-lot.ts';
import type { LotMovePlan } from '../lock/move-lot.ts';
import { mismatchIf } from './mismatch.ts';
import type { Mismatch } from './mismatch.ts';
import { spentCoins } from './reading.ts';

interface MoveExpectation extends Pick<
  LotMovePlan,
  'from' | 'to' | 'ownerScript' | 'ownerKey' | 'feeRateSatVb'
> {
  /** The coin of the lot. */
  readonly outpoint: string;
}

interface ReadMove {
  readonly plan: LotMovePlan;
  readonly fee: Sats;
  readonly vsize: number;
  readonly mismatches: readonly Mismatch[];
}

/**
 * Reads the plan out of the transaction, and makes the transaction of the plan again: it is that and nothing else.
 * @param known the coins it spends, in any order
 * @returns the plan, whose own PSBT is the one to sign, and nothing in `mismatches` when all is as agreed
 * @throws Refusal coin-unknown, and as `checkLotMove`
 */
export function readMove(tx: Transaction, known: readonly Coin[], expected: MoveExpectation): ReadMove {
  const [lot, ...payments] = spentCoins(tx, known);
  const [first, second] = tx.outputs;
  invariant(lot !== undefined && first !== undefined, 'a transaction has an input and an output');
  const { outpoint, ...parts } = expected;
  const plan: LotMovePlan = { ...parts, lot, payments, value: first.value, change: second?.value };
  const isLot = lot.outpoint === outpoint;
  if (isLot) checkLotMove(plan);
  const { ownerScript, feeRateSatVb } = expected;
  const built = buildLotMove(plan);
  const spare = plan.change === undefined ? outputVsize(ownerScript) : 0;
  const most = feeOf(built.vsize + spare, feeRateSatVb) + (spare === 0 ? 0n : DUST_FLOOR - 1n);
  const mismatches: Mismatch[] = [
    ...mismatchIf(!isLot, 'lot-missing'),
    ...mismatchIf(!equalBytes(built.unsigned, writeBase(tx)), 'other-act'),
    ...mismatchIf(
      payments.some(({ script }) => !equalBytes(script, ownerScript)),
      'spends-foreign',
    ),
    ...mismatchIf(
      payments.some(({ assets }) => assets.length > 0),
      'moves-carrying',
    ),
  ];
  if (built.fee > most) mismatches.push({ code: 'fee-too-high', value: sats(built.fee) });
  return { plan, fee: built.fee, vsize: built.vsize, mismatches };
}
