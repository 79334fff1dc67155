/**
 * Whether a wallet signed beside a pool's coin, a taproot input that is not its own: known by what it did the last time in this browser,
 * and by no table of wallets.
 */
import { recall, remember } from '../../memory.ts';
import { isRecord } from '../../unknown.ts';
import type { WalletId } from '../../wallets/wallet.ts';
import { WalletError } from '../../wallets/wallet.ts';

const KEY = 'signed-beside-pool';

type Known = Readonly<Record<string, boolean>>;

const isKnown = (value: unknown): value is Known =>
  isRecord(value) && Object.values(value).every((one) => typeof one === 'boolean');

/** Undefined where it was not tried yet. */
export const signedBeside = (wallet: WalletId): boolean | undefined =>
  recall<Known>(KEY, isKnown, {})[wallet];

/**
 * Does the work of signing, and remembers what came of it. A person who said no says nothing of his wallet, nor does a page that would not
 * ask it.
 */
export async function rememberedBeside<T>(wallet: WalletId, sign: () => Promise<T>): Promise<T> {
  const note = (didSign: boolean): void =>
    remember(KEY, { ...recall<Known>(KEY, isKnown, {}), [wallet]: didSign });
  try {
    const signed = await sign();
    note(true);
    return signed;
  } catch (error) {
    if (error instanceof WalletError && error.kind === 'other') note(false);
    throw error;
  }
}
