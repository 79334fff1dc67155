/** A block of the private MVC chain: what a miner chose, behind a first transaction that pays what is asked for. No proof of work. */
import { nameMvcTransaction, writeMvcBlock } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { concatBytes, merkleRootOf, uint32 } from '@rialto/protocols';
import type { Sats, Txid, TxOutput } from '@rialto/protocols';
import { pointOf } from './confirmed-coins.ts';
import type { ConfirmedCoins } from './confirmed-coins.ts';

const NOTHING = '00'.repeat(32);
const COINBASE_VOUT = 0xffffffff;
/** The easiest there is; nobody reads it. */
const BITS = 0x207fffff;
/** Version 10: a contract can look back to what it pays. */
const VERSION = 10;
const MARK = new TextEncoder().encode('private chain');

export interface Template {
  readonly height: number;
  readonly previousHash: string | undefined;
  readonly time: number;
  readonly nonce: number;
  readonly pays: readonly TxOutput[];
  readonly transactions: readonly MvcTransaction[];
}

export function blockBytes({ height, previousHash, time, nonce, pays, transactions }: Template): Uint8Array {
  const all = [coinbase([height, time, nonce], pays), ...transactions];
  return writeMvcBlock({
    header: {
      version: 1,
      previousHash: previousHash ?? NOTHING,
      merkleRoot: merkleRootOf(all.map(({ txid }) => txid)),
      time,
      bits: BITS,
      nonce,
    },
    transactions: all,
  });
}

/** @param marks keep its id apart from that of any other */
function coinbase(marks: readonly number[], pays: readonly TxOutput[]): MvcTransaction {
  const scriptSig = concatBytes(...marks.map(uint32), MARK);
  const nothing = { value: 0n as Sats, script: Uint8Array.of(0x6a) };
  return nameMvcTransaction({
    version: VERSION,
    locktime: 0,
    inputs: [{ txid: NOTHING as Txid, vout: COINBASE_VOUT, scriptSig, sequence: 0xffffffff }],
    outputs: pays.length === 0 ? [nothing] : pays,
  });
}

/** The first of these that fit behind each other: whose coins are there and spent by none before. */
export function fitting(
  transactions: readonly MvcTransaction[],
  confirmed: Pick<ConfirmedCoins, 'get'>,
): MvcTransaction[] {
  const spent = new Set<string>();
  const made = new Set<string>();
  return transactions.filter((tx) => {
    const points = tx.inputs.map(pointOf);
    const fits = points.every(
      (point) => !spent.has(point) && (made.has(point) || confirmed.get(point) !== undefined),
    );
    if (!fits) return false;
    for (const point of points) spent.add(point);
    tx.outputs.forEach((_, vout) => made.add(pointOf({ txid: tx.txid, vout })));
    return true;
  });
}
