/** What holds of every layout of an act that is signed: it is the plan byte for byte, does what the plan says and no more, and its user has signed all of it. */
import type { UserPoolAct } from '@rialto/contract';
import { equalBytes, hexToBytes, isFlaw, readTransaction } from '@rialto/protocols';
import type { Coin, Transaction } from '@rialto/protocols';
import {
  buildAct,
  contextOfAct,
  draftOfAct,
  effects,
  intentOfAct,
  sameEffects,
  verifyInput,
} from '@rialto/psbt';
import type { PoolAct, Verifier } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { FeeBounds } from '../cosign/fee-bounds.ts';

/** Before any sum of outputs is taken for an amount of money. */
export function refuseOverspending({
  userCoins,
  poolCoins,
  userOutputs,
  poolOutputs,
  serviceFee,
}: PoolAct): void {
  const sum = (all: readonly { readonly value: bigint }[]): bigint =>
    all.reduce((total, { value }) => total + value, 0n);
  const made = sum(userOutputs) + sum(poolOutputs) + (serviceFee?.value ?? 0n);
  if (made > sum(userCoins) + sum(poolCoins)) throw new Refusal('outputs-exceed-inputs');
}

/** The transaction that the plan makes, byte for byte what we are asked to sign: so are its version, sequences and locktime. */
export function rebuilt(plan: PoolAct, unsigned: Uint8Array): Transaction {
  const tx = readTransaction(unsigned);
  if (isFlaw(tx)) throw new Refusal('psbt-malformed');
  if (!equalBytes(buildAct(plan).unsigned, unsigned)) throw new Refusal('psbt-changed');
  return tx;
}

/** By `effects`, on the message as it stands in the transaction: the plan and nothing else, at a fee within bounds. */
export function checkEffects(
  fees: FeeBounds,
  plan: PoolAct,
  { tx, coins }: { readonly tx: Transaction; readonly coins: readonly Coin[] },
): void {
  const done = effects(tx, coins, { ...contextOfAct(plan), feeRateLimit: fees.highestRate });
  if (done.fee > fees.highestFee) throw new Refusal('fee-too-high', `${done.fee} sat`);
  if (done.feeRateSatVb < fees.lowestRate) throw new Refusal('fee-too-low');
  if (!sameEffects(done, intentOfAct(plan))) throw new Refusal('effects-differ');
  if (done.toFee.length > 0) throw new Refusal('effects-differ', 'an asset would be lost');
}

/** The user has signed the whole of it, every coin that is his; of the pool's coins nobody has. */
export function checkSigned(
  witnesses: UserPoolAct['witnesses'],
  plan: PoolAct,
  { tx, coins, verifier }: { tx: Transaction; coins: readonly Coin[]; verifier: Verifier },
): void {
  const { inputs } = draftOfAct(plan);
  if (witnesses.length !== inputs.length) throw new Refusal('psbt-shape', 'one witness each input');
  inputs.forEach(({ kind, signer }, index) => {
    const witness = witnesses[index] ?? null;
    if (signer !== 'owner') {
      if (witness !== null) throw new Refusal('psbt-shape', `input ${index}`);
      return;
    }
    if (witness === null) throw new Refusal('signature-missing', `input ${index}`);
    verifyInput({ tx, coins, index }, kind, witness.map(hexToBytes), verifier);
  });
}
