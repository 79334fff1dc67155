/** Signs one input of a transaction with an account's key: the account's own coin, or one whose script names the key. */
import { bytesToHex } from '@rialto/protocols';
import type { Transaction } from '@scure/btc-signer';
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import type { WalletAccount } from './accounts.ts';

/** Returns its witness. Throws when the input is not the account's, or its sighash is not among the allowed ones. */
export function signInput(
  tx: Transaction,
  index: number,
  account: WalletAccount,
  sighashTypes?: readonly number[],
): Uint8Array[] {
  if (account.kind === 'p2tr' && tx.getInput(index).tapInternalKey === undefined) {
    tx.updateInput(index, { tapInternalKey: account.internalKey });
  }
  tx.signIdx(account.key, index, sighashTypes === undefined ? undefined : [...sighashTypes]);
  const { partialSig, tapKeySig } = tx.getInput(index);
  if (tapKeySig !== undefined) return [tapKeySig];
  const own = partialSig?.find(([key]) => key.every((byte, at) => byte === account.publicKey[at]));
  if (own === undefined) throw new Error('Nothing was signed.');
  return [own[1], own[0]];
}

/** True where the PSBT names the script by which the coin is spent: a leaf of taproot, or a witness script. */
export function isOfScript(tx: Transaction, index: number): boolean {
  const { tapLeafScript, witnessScript } = tx.getInput(index);
  return tapLeafScript !== undefined || witnessScript !== undefined;
}

interface ByScript {
  readonly account: WalletAccount;
  /** Of a taproot account. */
  readonly leafKey: 'output' | 'internal';
  readonly sighashTypes?: readonly number[] | undefined;
}

/** The signature stands in the PSBT. Throws in the words of the wallets' library when the script does not name the key. */
export function signByScript(
  tx: Transaction,
  index: number,
  { account, leafKey, sighashTypes }: ByScript,
): void {
  const isTweaked = account.kind === 'p2tr' && leafKey === 'output';
  const secret = isTweaked ? taprootTweakPrivKey(account.key) : account.key;
  const key = publicKeyFor(account, leafKey);
  const { tapLeafScript = [], witnessScript } = tx.getInput(index);
  const scripts = witnessScript === undefined ? tapLeafScript.map(([, leaf]) => leaf) : [witnessScript];
  if (!scripts.some((script) => bytesToHex(script).includes(key)))
    throw new Error(`Can not sign for input #${index} with the key ${key}`);
  tx.signIdx(secret, index, sighashTypes === undefined ? undefined : [...sighashTypes]);
}

function publicKeyFor(account: WalletAccount, leafKey: ByScript['leafKey']): string {
  if (account.kind === 'p2wpkh') return account.publicKeyHex;
  return bytesToHex(leafKey === 'output' ? account.script.subarray(2) : account.internalKey);
}
