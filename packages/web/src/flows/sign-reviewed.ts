/** The one way to a signature under a transaction: its review found nothing wrong, and what the wallet gives back is that transaction. */
import { walletById } from '../wallets/wallets.ts';
import type { PsbtToSign, Wallet, WalletId } from '../wallets/wallet.ts';
import type { ToSign } from './review.ts';
import { t } from '../words.ts';

interface Unsigned {
  readonly hex: string;
  readonly toSign: readonly ToSign[];
  /** Its own inputs are locks: all, or these. */
  readonly byScript?: boolean | readonly number[];
}

interface Signer {
  readonly wallet: WalletId;
  readonly address: string;
}

/**
 * Each with its signatures, in the same order; one that wants none comes back as it is.
 * @throws WalletError what the wallet said; Error when the review forbids to go on, or another transaction came back
 */
export async function signReviewed(
  review: { readonly mismatches: readonly string[] },
  transactions: readonly Unsigned[],
  { wallet, address }: Signer,
): Promise<readonly string[]> {
  if (review.mismatches.length > 0) throw new Error(t('The transaction does not do what was asked.'));
  const asked = transactions.map(({ hex, toSign, byScript = false }) => {
    const inputs = toSign.map(({ index, sighash }) => ({
      ...{ index, address, sighashTypes: [sighash] },
      ...(isByScript(byScript, index) ? { byScript: true as const } : {}),
    }));
    return { hex, inputs, toSign };
  });
  const requested = asked.filter(({ inputs }) => inputs.length > 0);
  const signed = await signAll(await walletById(wallet), requested);
  const { sealed } = await import('./read-bytes.ts');
  return asked.map((one) => {
    const at = requested.indexOf(one);
    return at < 0 ? one.hex : sealed(one.hex, one.toSign, signed[at] ?? '');
  });
}

const isByScript = (which: boolean | readonly number[], index: number): boolean =>
  typeof which === 'boolean' ? which : which.includes(index);

/** One pop-up where the wallet can, else one after the other: a wallet drops a second pop-up. */
async function signAll(wallet: Wallet, asked: readonly PsbtToSign[]): Promise<readonly string[]> {
  if (wallet.can.batch && asked.length > 1) return wallet.signPsbts(asked);
  const signed: string[] = [];
  for (const { hex, inputs } of asked) signed.push(await wallet.signPsbt(hex, inputs));
  return signed;
}
