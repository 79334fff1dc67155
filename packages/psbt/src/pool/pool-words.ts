/** A pool's script in words: its key, or the keys of its signers and how many sign. The script itself always follows from them. */
import { bytesToHex, equalBytes } from '@rialto/protocols';
import { scriptKind } from '../tx/address.ts';
import { SIGHASH } from '../tx/digest.ts';
import { keySpend } from '../tx/spend-kinds.ts';
import type { TextFile } from '../tx/text-file.ts';
import { jointPool } from './pool-script.ts';
import type { PoolScript } from './pool-script.ts';

interface PoolWords {
  /** The scriptPubKey, hex. */
  readonly script: string;
  /** Of k of n: how many sign, and the keys in their order in the leaf. */
  readonly signers?: { readonly needed: number; readonly keys: readonly string[] };
}

/** As fields of a file. */
export function wordsOfPool({ script, kind }: PoolScript): PoolWords {
  const words = { script: bytesToHex(script) };
  if (kind.path.path === 'key') return words;
  const keys = kind.stack.flatMap((item) =>
    item.item === 'signature' && item.key !== 'beside' ? [bytesToHex(item.key)] : [],
  );
  return { ...words, signers: { needed: kind.signatures, keys: keys.toReversed() } };
}

/** @throws Refusal bad-request, also where the keys make another script */
export function poolOfWords(file: TextFile, value: unknown): PoolScript {
  const words = file.fields(value, 'pool');
  const script = file.bytes(words['script'], 'pool');
  if (scriptKind(script) !== 'p2tr') return file.refuse('pool');
  if (!('signers' in words))
    return { script, kind: { ...keySpend(script, [SIGHASH.DEFAULT]), name: 'pool' } };
  const signers = file.fields(words['signers'], 'signers');
  const needed = file.count(signers['needed'], 'signers');
  const keys = file.list(signers['keys'], 'signers').map((key) => file.bytes(key, 'signers'));
  const isPossible = 2 * needed > keys.length && needed <= keys.length && keys.length <= 16;
  const areKeys =
    keys.every((key) => key.length === 32) && new Set(keys.map(bytesToHex)).size === keys.length;
  if (!isPossible || !areKeys) return file.refuse('signers');
  const pool = jointPool(needed, keys);
  return equalBytes(pool.script, script) ? pool : file.refuse('signers');
}
