/** The signers of a pool of k of n: who they are by our settings, which keys they have for a pool, and the script that these make. */
import type { JointKey } from '@rialto/contract';
import { bytesToHex, hexToBytes, isHex } from '@rialto/protocols';
import { jointPool } from '@rialto/psbt';
import type { PoolScript, Verifier } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { identityOf, isVouchedKey, jointKeyOf } from './identity.ts';

export interface JointGroup {
  /** How many sign: more than half. */
  readonly needed: number;
  /** Of all, our own among them: 32 bytes each, hex, in ascending order. */
  readonly identities: readonly string[];
}

const KEY_DIGITS = 64;
const MOST_SIGNERS = 16;

/**
 * The group of the settings.
 * @param signers identities with commas between; without them there is no group
 * @throws Error when they are none, when our own is not among them, or when k is not more than half of them
 */
export function groupOf(
  master: Uint8Array | undefined,
  { signers, needed }: { readonly signers: string | undefined; readonly needed: number | undefined },
): JointGroup | undefined {
  if (signers === undefined || master === undefined) return undefined;
  const identities = signers.split(',').map((one) => one.trim().toLowerCase());
  if (!identities.every((one) => isHex(one) && one.length === KEY_DIGITS))
    throw new Error('POOL_SIGNERS are public keys of 32 bytes, with commas between them');
  if (new Set(identities).size < identities.length || identities.length > MOST_SIGNERS)
    throw new Error(`POOL_SIGNERS are at most ${MOST_SIGNERS}, all different`);
  const own = identityOf(master).key;
  if (!identities.includes(own)) throw new Error(`POOL_SIGNERS do not have our own key`);
  if (needed === undefined || 2 * needed <= identities.length || needed > identities.length)
    throw new Error('POOL_SIGNERS_NEEDED is more than half of the signers, and not more than all');
  return { needed, identities: identities.toSorted() };
}

export interface JointScript {
  readonly script: PoolScript;
  /** In the order of the leaf: by key. */
  readonly keys: readonly JointKey[];
}

/**
 * The script of a pool, out of one key of each signer of our settings, each vouched for by its signer; the same on each side, whatever the
 * order in which the keys came.
 * @throws Refusal signer-missing when one is missing or is not of the group, signature-invalid, psbt-changed when our own is another
 */
export function scriptOfKeys(
  { group, master, verifier }: { group: JointGroup; master: Uint8Array; verifier: Verifier },
  pool: number,
  given: readonly JointKey[],
): JointScript {
  const keys = given.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const who = keys.map(({ identity }) => identity).toSorted();
  if (who.join() !== group.identities.join()) throw new Refusal('signer-missing', 'the keys of the pool');
  for (const one of keys)
    if (!isVouchedKey(pool, one, verifier)) throw new Refusal('signature-invalid', `key of ${one.identity}`);
  const own = jointKeyOf(master, pool);
  if (!keys.some(({ identity, key }) => identity === own.identity && key === own.key))
    throw new Refusal('psbt-changed', 'our key');
  if (new Set(keys.map(({ key }) => key)).size < keys.length)
    throw new Refusal('signer-missing', 'a key twice');
  return {
    script: jointPool(
      group.needed,
      keys.map(({ key }) => hexToBytes(key)),
    ),
    keys,
  };
}

export const hexOf = ({ script }: PoolScript): string => bytesToHex(script);
