/** Sends the stock's transactions until they are final: after a crash before the first send, after an eviction, after a reorg. */
import type { Chain } from '@rialto/ground';
import type { Outpoint } from '@rialto/protocols';
import type { PadKey } from '../files/keys.ts';
import type { OwnLine, Recall } from '../journal/recall.ts';
import { resign } from './stock-transaction.ts';

/** As deep as the chain is undone by itself (trading §9). */
const FINAL_DEPTH = 6;

export interface StockSender {
  /** Sends what is missing. @returns those that have no block yet */
  sendAll(): Promise<readonly OwnLine[]>;
}

interface SenderParts {
  readonly chain: Pick<Chain, 'unspentAt' | 'spendingOf' | 'send'>;
  readonly recall: Recall;
  readonly key: PadKey;
  say(message: string): void;
}

const firstInput = (line: OwnLine): Outpoint => (line.coins[0]?.outpoint ?? '') as Outpoint;

/**
 * Only our own key spends these coins, and the keeper never spends one twice. So an input that is unspent says that its
 * transaction is nowhere; one that is spent, by nothing in the mempool, says that it is in a block.
 */
export function openStockSender(parts: SenderParts): StockSender {
  const { chain, recall } = parts;
  /** The height at which a transaction was first seen in a block by this process. */
  const inBlockSince = new Map<string, number>();
  const final = new Set<string>();
  let complaint = '';

  const send = async (line: OwnLine): Promise<void> => {
    const verdict = await chain.send(resign(line, parts.key));
    const now = verdict.accepted ? '' : `stock ${line.txid.slice(0, 8)} is not taken: ${verdict.reason}`;
    if (now !== complaint && now !== '') parts.say(now);
    complaint = now;
  };
  const note = (line: OwnLine, height: number): void => {
    const since = inBlockSince.get(line.txid) ?? height;
    inBlockSince.set(line.txid, since);
    if (height - since < FINAL_DEPTH) return;
    final.add(line.txid);
    inBlockSince.delete(line.txid);
  };
  return {
    sendAll: async () => {
      const open = recall.own().filter((line) => !final.has(line.txid));
      const inputs = open.map(firstInput);
      if (inputs.length === 0) return [];
      const { coins, tip } = await chain.unspentAt(inputs);
      const spending = await chain.spendingOf(inputs);
      const waiting: OwnLine[] = [];
      for (const line of open) {
        const input = firstInput(line);
        if (!coins.has(input) && !spending.has(input)) {
          note(line, tip.height);
          continue;
        }
        inBlockSince.delete(line.txid);
        waiting.push(line);
        if (coins.has(input)) await send(line);
      }
      return waiting;
    },
  };
}
