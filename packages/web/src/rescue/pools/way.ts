/**
 * The way home of a pool's lane in plain facts: who gets what, and from which block on. Its text is believed as far as its signed
 * transactions go: each is followed by `effects`, and what they pay in the end is what is shown (pools §9).
 */
import { bytesToHex, equalBytes, splitAsset, splitOutpoint } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import { readExit, scriptToAddress, splitExits } from '@rialto/psbt';

export interface Way {
  readonly network: Network;
  /** The lane it pays out. */
  readonly outpoint: string;
  readonly lane: { readonly txid: string; readonly vout: number };
  readonly value: bigint;
  /** Of the rune, in its smallest units. */
  readonly amount: bigint;
  /** The id of the rune. */
  readonly rune: string;
  /** The first block that may have it. */
  readonly from: number;
  /** Of the block whose list of providers it is, as the file says. */
  readonly listHeight: number;
  /** Of all its transactions, in sat. */
  readonly fee: bigint;
  readonly paid: readonly Paid[];
  /** In the order in which they are sent. */
  readonly transactions: readonly { readonly hex: string; readonly txid: string }[];
}

interface Paid {
  readonly address: string;
  readonly value: bigint;
  readonly amount: bigint;
  /** The pool's own output: of those who are not listed. */
  readonly isPool: boolean;
}

/** The texts of a file of such ways home; of a file of locks none. Whether they are good ones is for `wayOf` to say. */
export function wayTexts(file: string): readonly string[] {
  const texts = splitExits(file);
  return texts.every(isWayText) ? texts : [];
}

function isWayText(text: string): boolean {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && 'lane' in read && 'transactions' in read;
  } catch {
    return false;
  }
}

/** @throws Refusal as `readExit` */
export function wayOf(text: string): Way {
  const { network, pool, lane, listHeight, locktime, holders, transactions } = readExit(text);
  const [held] = lane.assets;
  return {
    network,
    outpoint: lane.outpoint,
    lane: splitOutpoint(lane.outpoint),
    value: lane.value,
    amount: held?.kind === 'rune' ? held.amount : 0n,
    rune: held?.kind === 'rune' ? (splitAsset(held.asset)?.id ?? '') : '',
    from: locktime + 1,
    listHeight,
    fee: lane.value - holders.reduce((sum, { value }) => sum + value, 0n),
    paid: holders.map(({ script, value, amount }) => ({
      address: scriptToAddress(script, network) ?? bytesToHex(script),
      value,
      amount,
      isPool: equalBytes(script, pool.script),
    })),
    transactions: transactions.map(({ raw, txid }) => ({ hex: bytesToHex(raw), txid })),
  };
}

/** A lane whose list changed has two. */
export const keyOf = ({ outpoint, transactions: [root] }: Way): string => `${outpoint} ${root?.txid ?? ''}`;
