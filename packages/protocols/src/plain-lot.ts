/** Whether the message that made a lot can be read in one way only (decision 0021). */
import type { CoinAsset } from './coin.ts';
import { splitInscriptionId } from './ids.ts';
import { envelopesOf } from './inscriptions/envelope.ts';
import { isPlainJson } from './json/plain.ts';
import { hasPlainMrc20 } from './mrc20/plain-messages.ts';
import type { Transaction } from './transaction.ts';

/**
 * @param tx the transaction that made the coin: the one that inscribed a BRC-20 transfer (it has not moved since, or it is no lot), or
 * the last one that moved MRC-20 tokens, which needs no message
 * @returns false when a message in it that could have made the lot is odd
 */
export function hasPlainMessage(tx: Pick<Transaction, 'inputs' | 'outputs'>, lot: CoinAsset): boolean {
  switch (lot.kind) {
    case 'inscription': {
      const body = envelopesOf(tx)[splitInscriptionId(lot.id).index]?.body;
      return body !== undefined && isPlainJson(body);
    }
    case 'mrc20':
      return hasPlainMrc20(tx);
    default:
      // A rune's message is no JSON.
      return true;
  }
}
