/** Signs one input of a transaction with an account's key and returns its witness. */
import type { Transaction } from '@scure/btc-signer';
import type { WalletAccount } from './accounts.ts';

/** Throws when the input is not the account's, or its sighash is not among the allowed ones. */
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
