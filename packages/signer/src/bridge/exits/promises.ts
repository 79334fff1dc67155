/**
 * On MVC the first signer alone has keys. The others judge every exit all the same and write it into their journals, so that each of them
 * knows what has been minted; what they give for it is a promise, and without the promises of all the first lets no signature out (bridge §4).
 */
import { createHash } from 'node:crypto';
import type { BridgeGiveRequest, SignerAnswer } from '@rialto/contract';
import { bytesToHex, encodeUtf8, hexToBytes, invariant } from '@rialto/protocols';
import { pureVerifier, signSchnorr } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { BridgeKeys } from '../keys.ts';

/** What is promised: this exit of this deposit, by this transaction. */
export interface Promised {
  readonly asset: string;
  readonly deposit: string;
  readonly kind: 'payout' | 'refund';
  /** Of the transfer. */
  readonly core: string;
}

type Given = NonNullable<BridgeGiveRequest['promises']>;

/** No transaction's digest: those are tagged, or hashed twice. */
function hashOf({ asset, deposit, kind, core }: Promised): Uint8Array {
  const text = encodeUtf8(['rialto bridge exit', asset, deposit, kind, core].join('\n'));
  invariant(text !== undefined, 'names are text');
  return Uint8Array.from(createHash('sha256').update(text).digest());
}

/** By the locked key of this signer. */
export function promiseOf(
  { locked }: Pick<BridgeKeys, 'locked'>,
  promised: Promised,
): NonNullable<SignerAnswer<'bridgeGive'>['promise']> {
  return {
    key: bytesToHex(locked.internalKey),
    signature: bytesToHex(signSchnorr(hashOf(promised), locked.secret)),
  };
}

/** Another than the first needs the first one’s: so every exit that it writes down stands in the first one’s journal too. @throws Refusal signature-missing */
export function requireFirst(
  { first: own, signers }: BridgeKeys,
  promised: Promised,
  given: Given = [],
): void {
  const [first] = signers ?? [];
  if (own === undefined && first !== undefined && !hasPromised(first, promised, given))
    throw new Refusal('signature-missing', 'the first signer has not promised it');
}

/** Whether all but the first have promised it; of a signer that is alone always. */
export function haveAllPromised(
  { signers = [] }: BridgeKeys,
  promised: Promised,
  given: Given = [],
): boolean {
  return signers.slice(1).every((key) => hasPromised(key, promised, given));
}

function hasPromised(key: Uint8Array, promised: Promised, given: Given): boolean {
  const found = given.find((one) => one.key === bytesToHex(key));
  if (found === undefined || !/^[0-9a-f]{128}$/.test(found.signature)) return false;
  return pureVerifier.schnorr(hexToBytes(found.signature), hashOf(promised), key);
}
