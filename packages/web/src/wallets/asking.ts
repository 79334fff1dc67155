/** How several wallets are asked alike. */
import { WalletError } from './wallet.ts';
import type { InputToSign } from './wallet.ts';

/**
 * Always said, never left to a default: those differ between wallets and versions.
 * @param forScripts what this wallet is told of an input that is signed by a script
 */
export function optionsFor(inputs: readonly InputToSign[], forScripts: object = {}): object {
  const toSignInputs = inputs.map(({ byScript = false, sighashTypes, ...input }) => ({
    ...input,
    sighashTypes: [...sighashTypes],
    ...(byScript ? forScripts : {}),
  }));
  return { autoFinalized: false, toSignInputs };
}

/** What an old version does not know is asked in its old words. */
export async function orElse(newer: Promise<unknown>, older: () => Promise<unknown>): Promise<unknown> {
  try {
    return await newer;
  } catch (error) {
    if (error instanceof WalletError && error.kind === 'unsupported') return await older();
    throw error;
  }
}
