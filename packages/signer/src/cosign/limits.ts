/** How much the signer does in an hour, whoever asks (threats §G1). The operator raises it by a setting and a restart. */
import { Refusal } from '@rialto/refusals';
import type { Usage } from '../journal/recall.ts';

export interface Limits {
  /** Signatures of both kinds. */
  readonly signatures: number;
  /** Sats of our own that takes may spend; they come back, so this is what a flaw in the policy could cost. */
  readonly stake: bigint;
  /** What the stock's own transactions may pay in fees: the only money that leaves by itself. */
  readonly stockFees: bigint;
}

/** @throws Refusal limit-reached when one more would be too much */
export function keepToLimits(
  usage: Usage,
  limits: Limits,
  next: { readonly stake?: bigint; readonly stockFee?: bigint },
): void {
  if (usage.signatures + 1 > limits.signatures) throw new Refusal('limit-reached', 'signatures this hour');
  if (usage.stake + (next.stake ?? 0n) > limits.stake)
    throw new Refusal('limit-reached', 'sats in takes this hour');
  if (usage.stockFees + (next.stockFee ?? 0n) > limits.stockFees)
    throw new Refusal('limit-reached', 'fees of the stock this hour');
}
