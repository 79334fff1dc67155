/** How often a wallet asks for several signatures: once where it signs them together, else once for each. */
import type { Capabilities } from './wallet.ts';

export function popUps({ batch }: Pick<Capabilities, 'batch'>, transactions: number): number {
  return batch ? Math.min(1, transactions) : transactions;
}
