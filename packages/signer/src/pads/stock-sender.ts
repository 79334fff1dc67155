/** Sends the stock's transactions until they are final: after a crash before the first send, after an eviction, after a reorg. */
import type { Chain } from '@rialto/ground';
import { hexToBytes, invariant, isFlaw, readTransaction, spentPoint } from '@rialto/protocols';
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

/** A transaction of a line: the line's own, or one that was signed with it and spends an output of that. */
interface Part {
  readonly line: OwnLine;
  /** Its first input: nobody else spends it, so it tells where the transaction is. */
  readonly input: Outpoint;
  raw(): Uint8Array;
}

/**
 * Only our own key spends these coins, and the keeper never spends one twice. So an input that is unspent says that its
 * transaction is nowhere; one that is spent, by nothing in the mempool, says that it is in a block, or if it spends an output of another
 * that this one is nowhere yet.
 */
export function openStockSender(parts: SenderParts): StockSender {
  const { chain, recall } = parts;
  /** The height at which a line was first seen in blocks, with all of its parts, by this process. */
  const inBlockSince = new Map<string, number>();
  const final = new Set<string>();
  let complaint = '';

  const send = async ({ line, raw }: Part): Promise<void> => {
    const verdict = await chain.send(raw());
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
  /** Sends those that are nowhere. @returns lines of which a part is in no block, and our tip */
  const sendParts = async (all: readonly Part[]) => {
    const inputs = all.map(({ input }) => input);
    const { coins, tip } = await chain.unspentAt(inputs);
    const spending = await chain.spendingOf(inputs);
    const waiting = new Set<OwnLine>();
    for (const part of all) {
      const { input, line } = part;
      if (coins.has(input)) await send(part);
      if (coins.has(input) || spending.has(input)) waiting.add(line);
    }
    return { waiting, tip };
  };
  return {
    sendAll: async () => {
      const open = recall.own().filter((line) => !final.has(line.txid));
      if (open.length === 0) return [];
      const own = await sendParts(open.map((line) => ownPart(line, parts.key)));
      // What spends their outputs can go when they are there.
      const children = open.flatMap(childrenOf);
      const made = children.length === 0 ? own : await sendParts(children);
      const waiting = open.filter((line) => own.waiting.has(line) || made.waiting.has(line));
      for (const line of open)
        if (waiting.includes(line)) inBlockSince.delete(line.txid);
        else note(line, made.tip.height);
      return waiting;
    },
  };
}

function ownPart(line: OwnLine, key: PadKey): Part {
  return {
    line,
    input: (line.coins[0]?.outpoint ?? '') as Outpoint,
    raw: () => resign(line, key),
  };
}

function childrenOf(line: OwnLine): Part[] {
  if (line.kind !== 'pool-restock') return [];
  return line.reveals.map((text) => {
    const raw = hexToBytes(text);
    const tx = readTransaction(raw);
    invariant(!isFlaw(tx) && tx.inputs[0] !== undefined, 'a reveal is a transaction');
    return { line, input: spentPoint(tx.inputs[0]), raw: () => raw };
  });
}
