/** Whether a text about the reserves is signed by the keys that hold the coins: the one that the script shows, or all of its leaf. */
import { schnorr } from '@noble/curves/secp256k1.js';
import type { BridgeReserve } from '@rialto/contract';
import { MOST_BRIDGE_SIGNERS, bridgeStatementHash } from '@rialto/market';
import { bytesToHex, hexToBytes, isHex } from '@rialto/protocols';
import { jointPool } from '@rialto/psbt';

const DIGITS = 128;
const X_ONLY = /^[0-9a-f]{64}$/;

export function isSignedByLocked({
  lockedScript,
  signers,
  statement,
  signature,
}: Pick<BridgeReserve, 'lockedScript' | 'signers' | 'statement' | 'signature'>): boolean {
  if (!isHex(signature) || !/^5120[0-9a-f]{64}$/.test(lockedScript)) return false;
  if (signers.length > 0 && !isLeafOf(signers, lockedScript)) return false;
  const keys = signers.length === 0 ? [lockedScript.slice(4)] : signers;
  if (signature.length !== DIGITS * keys.length) return false;
  const hash = bridgeStatementHash(statement);
  return keys.every((key, at) =>
    schnorr.verify(hexToBytes(signature.slice(DIGITS * at, DIGITS * (at + 1))), hash, hexToBytes(key)),
  );
}

/** The script is the one that all of these keys together spend, and nobody else. */
function isLeafOf(signers: readonly string[], lockedScript: string): boolean {
  const isCount = signers.length >= 2 && signers.length <= MOST_BRIDGE_SIGNERS;
  const areKeys =
    isCount && signers.every((key) => X_ONLY.test(key)) && new Set(signers).size === signers.length;
  return areKeys && bytesToHex(jointPool(signers.length, signers.map(hexToBytes)).script) === lockedScript;
}
