/**
 * The way home of a lane that k of n signers keep: the same text for all of them before anybody has signed, a half of each, and the
 * finished text out of k halves.
 */
import { bytesToHex, isFlaw, readTransaction, writeTransaction } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import { TextFile } from '../../tx/text-file.ts';
import type { Verifier } from '../../tx/signature.ts';
import { witnessAt } from '../pool-script.ts';
import type { PoolHalf, PoolScript } from '../pool-script.ts';
import { poolOfWords } from '../pool-words.ts';
import { buildDissolution } from './dissolution.ts';
import type { DissolutionPlan } from './dissolution.ts';
import { readExit, writeExit } from './exit-text.ts';

const FILE: TextFile = new TextFile('exit');

/** As `writeExit`, with the transactions as they are signed: equal plans have equal texts. */
export function writeUnsignedExit(network: Network, plan: DissolutionPlan): string {
  return writeExit(
    network,
    plan,
    buildDissolution(plan).map((raw) => ({ raw })),
  );
}

/**
 * The text with every transaction signed, read back as `readExit` reads it: so each signature is verified.
 * @param text what `writeUnsignedExit` returned
 * @param halves of each signer what `signDissolution` returned
 * @throws Refusal signature-missing when too few signed, bad-request with the place of what is wrong
 */
export function completeExit(
  text: string,
  halves: readonly (readonly PoolHalf[])[],
  verifier?: Verifier,
): string {
  const file = FILE.parsed(text);
  const pool = poolOfWords(FILE, file['pool']);
  const transactions = FILE.list(file['transactions'], 'transactions').map((raw, at) => {
    const signed = halves.flatMap((half) => half[at] ?? []);
    return completed(FILE.bytes(raw, 'transaction'), pool, signed);
  });
  const complete = `${JSON.stringify({ ...file, transactions }, null, 2)}\n`;
  readExit(complete, verifier);
  return complete;
}

function completed(raw: Uint8Array, pool: PoolScript, halves: readonly PoolHalf[]): string {
  const tx = readTransaction(raw);
  if (isFlaw(tx)) return FILE.refuse('transaction');
  const witness = witnessAt(pool, 0, halves);
  return bytesToHex(writeTransaction({ ...tx, inputs: tx.inputs.map((input) => ({ ...input, witness })) }));
}
