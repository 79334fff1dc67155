/** A transaction on Bitcoin that spends what is locked, signed as far as this signer signs it. */
import { hexToBytes, invariant } from '@rialto/protocols';
import { beginBridgePayout, joinBridgePayout, signBridgePayout } from '@rialto/psbt';
import type { BridgePayout } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { BridgeKeys } from '../keys.ts';

/** Alone, as the first of several, or after others. @throws Refusal signature-missing, psbt-changed */
export function signedBy(keys: BridgeKeys, plan: BridgePayout, signed: string | undefined): Uint8Array {
  const { locked, first, signers } = keys;
  if (first === undefined) {
    if (signed === undefined) throw new Refusal('signature-missing', 'the first signer signs first');
    return joinBridgePayout(plan, hexToBytes(signed), locked.secret);
  }
  if (signers !== undefined) return beginBridgePayout(plan, locked.secret, first.fees);
  const done = signBridgePayout(plan, locked.secret, first.fees);
  invariant(done.txid === plan.txid, 'what is signed is what was planned');
  return done.raw;
}
