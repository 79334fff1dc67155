/** The signatures of a bridge's keys: every token by the key that holds it, SPACE by the key of its script, and nothing of anybody else's. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, invariant } from '@rialto/protocols';
import { keyHashOf } from '../address.ts';
import { hash160 } from '../hashes.ts';
import { signMvcInput } from '../signature.ts';
import type { MvcSignature } from '../signature.ts';
import { bodyOfPlan } from '../swap/plan.ts';
import type { MvcPlan, PlannedInput } from '../swap/plan.ts';
import { readFtScript } from '../token/tail.ts';

/**
 * Signs what a plan spends of the bridge's: of an exit, or of the transaction that makes its check. Signing twice gives the same bytes.
 * @param secrets of the bridge's keys, in any order
 * @returns by the place of the input
 * @throws invariant when no key owns an input of the bridge's, or nothing in the plan is the bridge's
 */
export function signBridgeTransfer(
  plan: MvcPlan,
  secrets: readonly Uint8Array[],
): ReadonlyMap<number, MvcSignature> {
  const owners = new Map(
    secrets.map((secret) => [bytesToHex(hash160(secp256k1.getPublicKey(secret, true))), secret]),
  );
  const tx = bodyOfPlan(plan);
  const signed = new Map<number, MvcSignature>();
  plan.inputs.forEach((input, index) => {
    if (!input.role.startsWith('bridge-')) return;
    const secret = owners.get(ownerOf(input) ?? '');
    invariant(secret !== undefined, `a key of the bridge owns input ${index}`);
    signed.set(index, signMvcInput({ tx, index, coin: input.coin }, secret));
  });
  invariant(signed.size > 0, 'something of the bridge is spent');
  return signed;
}

/** The hash of the key that signs it, in hex. */
function ownerOf({ role, coin }: PlannedInput): string | undefined {
  if (role === 'bridge-token') return readFtScript(coin.script)?.holder;
  const hash = keyHashOf(coin.script);
  return hash === undefined ? undefined : bytesToHex(hash);
}
