/** A lot that is taken out of its lock: its seller promised long ago, and the exchange signs last, the whole purchase (trading §10). */
import { equalBytes, spentPoint } from '@rialto/protocols';
import type { Transaction } from '@rialto/protocols';
import { takeDraft } from '../trade/take-layout.ts';
import type { TakeLot, TakePlan } from '../trade/take-layout.ts';
import { lockWitness, signLock } from './half.ts';
import { tradeSpend } from './lock.ts';
import type { Lock } from './lock.ts';
import { FILL_SIGHASHES, promisedOutput } from './promise.ts';

/** The lots of a take that lie in locks, with their place among the lots. */
export function lockedLots({
  lots,
}: Pick<TakePlan, 'lots'>): readonly { at: number; lot: TakeLot; lock: Lock }[] {
  return lots.flatMap((lot, at) => (lot.lock === undefined ? [] : [{ at, lot, lock: lot.lock }]));
}

/**
 * The exchange's signatures, one for each locked lot, for the take the plan makes and nothing else.
 * @param unsigned what it is asked to sign
 * @param key the secret of the tickets' exchange key
 * @throws Refusal psbt-changed when the transaction is not the plan's byte for byte
 * @throws invariant when the key is another
 */
export function signLockedLots(plan: TakePlan, unsigned: Uint8Array, key: Uint8Array): readonly Uint8Array[] {
  const draft = takeDraft(plan);
  return lockedLots(plan).map(({ at, lock }) => signLock(draft, { index: at + 1, lock }, unsigned, key));
}

/**
 * The witness of a locked lot, as `finishTake` takes it.
 * @param halves.user what `acceptPromise` returned
 * @param halves.exchange what `signLockedLots` returned
 */
export function lockedLotWitness(
  lock: Lock,
  halves: { readonly user: Uint8Array; readonly exchange: Uint8Array },
): readonly Uint8Array[] {
  return lockWitness(tradeSpend(lock, FILL_SIGHASHES), lock, halves);
}

/** True when a transaction pays what the ticket of an ask says, at the index where it spends the lock. */
export function paysTicket(lock: Lock, point: string, tx: Pick<Transaction, 'inputs' | 'outputs'>): boolean {
  const index = tx.inputs.findIndex((input) => spentPoint(input) === point);
  const [paid, owed] = [tx.outputs[index], promisedOutput(lock.ticket)];
  return paid !== undefined && paid.value === owed.value && equalBytes(paid.script, owed.script);
}
