/** Kinds of spend that no template has yet: a lock in taproot and in a witness script, and k of n. Each is a record and nothing else. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, equalBytes } from '@rialto/protocols';
import { SIGHASH } from '../../src/tx/digest.ts';
import { bodyOf, coinsOf } from '../../src/draft/draft.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { push } from '../../src/inscribe/envelope-script.ts';
import { digestOf, isV0, itemsOf } from '../../src/tx/spend.ts';
import type { SignatureItem, SpendKind, WitnessItem } from '../../src/tx/spend.ts';
import { leafSpend } from '../../src/tx/spend-kinds.ts';
import { branchHashOf, leafHashOf, taprootOutput } from '../../src/tx/taproot.ts';
import type { User } from '../people.ts';

const OP = { IF: 0x63, ELSE: 0x67, ENDIF: 0x68, DROP: 0x75, CHECKSIG: 0xac, CHECKSIGVERIFY: 0xad };
const CSV = 0xb2;
const CHECKSIGADD = 0xba;
const NUMEQUAL = 0x9c;
/** The point of BIP-341 whose secret nobody knows. */
const UNSPENDABLE = Uint8Array.from(
  Buffer.from('50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0', 'hex'),
);

export const DELAY = 3;
const ALL = [SIGHASH.DEFAULT, SIGHASH.ALL];
const op = (...codes: number[]): Uint8Array => Uint8Array.from(codes);
const bytes = (value: Uint8Array): WitnessItem => ({ item: 'bytes', bytes: value });
const signed = (key: Uint8Array, sighashes: readonly number[]): WitnessItem => ({
  item: 'signature',
  key,
  sighashes,
});
const xOnly = (who: User): Uint8Array => who.key.slice(1);

interface Lock {
  /** Owner and exchange together. */
  readonly together: SpendKind;
  /** The owner alone, when the coin is deep enough. */
  readonly alone: SpendKind;
}

/** A tree of two leaves over a key that nobody has. */
export function taprootLock(owner: User, exchange: User, ticket: Uint8Array): Lock {
  const [mine, theirs] = [xOnly(owner), xOnly(exchange)];
  const both = concatBytes(
    ...[push(ticket), op(OP.DROP), push(mine), op(OP.CHECKSIGVERIFY), push(theirs), op(OP.CHECKSIG)],
  );
  const late = concatBytes(op(0x50 + DELAY, CSV, OP.DROP), push(mine), op(OP.CHECKSIG));
  const [first, second] = [leafHashOf(both), leafHashOf(late)];
  const { script, controlByte } = taprootOutput(UNSPENDABLE, branchHashOf(first, second));
  const control = (sibling: Uint8Array): Uint8Array => concatBytes(op(controlByte), UNSPENDABLE, sibling);
  return {
    together: leafSpend(
      { script, leaf: both, controlBlock: control(second) },
      {
        name: 'lock, together',
        delay: 'none' as const,
        stack: [signed(theirs, ALL), signed(mine, [SIGHASH.SINGLE_ANYONECANPAY])],
      },
    ),
    alone: leafSpend(
      { script, leaf: late, controlBlock: control(first) },
      { name: 'lock, alone', delay: DELAY, stack: [signed(mine, [SIGHASH.SINGLE_ANYONECANPAY])] },
    ),
  };
}

/** The same as two branches of one witness script. */
export function scriptLock(owner: User, exchange: User, ticket: Uint8Array): Lock {
  const witnessScript = concatBytes(
    ...[op(OP.IF), push(ticket), op(OP.DROP), push(exchange.key), op(OP.CHECKSIGVERIFY)],
    ...[op(OP.ELSE, 0x50 + DELAY, CSV, OP.DROP, OP.ENDIF), push(owner.key), op(OP.CHECKSIG)],
  );
  const script = concatBytes(op(0, 32), sha256(witnessScript));
  const path = { path: 'witness-script' as const, witnessScript };
  const mine = signed(owner.key, [SIGHASH.SINGLE_ANYONECANPAY]);
  return {
    together: {
      name: 'script lock, together',
      script,
      path,
      signatures: 2,
      delay: 'none',
      stack: [mine, signed(exchange.key, [SIGHASH.ALL]), bytes(op(1))],
    },
    alone: {
      name: 'script lock, alone',
      script,
      path,
      signatures: 1,
      delay: DELAY,
      stack: [mine, bytes(op())],
    },
  };
}

/** k of these signers; the first key's signature is the last item. */
export function someOf(k: number, signers: readonly User[]): SpendKind {
  const checks = signers.map((who, at) =>
    concatBytes(push(xOnly(who)), op(at === 0 ? OP.CHECKSIG : CHECKSIGADD)),
  );
  const leaf = concatBytes(...checks, op(0x50 + k, NUMEQUAL));
  const { script, controlByte } = taprootOutput(UNSPENDABLE, leafHashOf(leaf));
  return leafSpend(
    { script, leaf, controlBlock: concatBytes(op(controlByte), UNSPENDABLE) },
    {
      name: `${k} of ${signers.length}`,
      signatures: k,
      stack: signers.toReversed().map((who) => signed(xOnly(who), ALL)),
    },
  );
}

/** True for both spellings of a person's key. */
export function isKeyOf(who: User, key: SignatureItem['key']): boolean {
  return key !== 'beside' && (equalBytes(key, who.key) || equalBytes(key, who.key.slice(1)));
}

/** The signature of a key with one of the sighash bytes it may use. */
export function signatureOf(
  draft: Draft,
  people: readonly User[],
  item: SignatureItem,
  sighash = item.sighashes[0] ?? 0,
): Uint8Array {
  const kind = draft.inputs[0]?.kind;
  const who = people.find((one) => isKeyOf(one, item.key));
  if (kind === undefined || who === undefined) throw new Error('nobody has that key');
  const digest = digestOf(kind, { tx: bodyOf(draft), prevouts: coinsOf(draft) }, 0, sighash);
  if (digest === undefined) throw new Error('nothing to sign');
  if (isV0(kind))
    return concatBytes(
      secp256k1.sign(digest, who.secret, { prehash: false, lowS: true, format: 'der' }),
      Uint8Array.of(sighash),
    );
  const signature = schnorr.sign(digest, who.secret, new Uint8Array(32));
  return sighash === SIGHASH.DEFAULT ? signature : concatBytes(signature, Uint8Array.of(sighash));
}

/** Everybody signs, until there are enough. */
export function fullWitness(draft: Draft, people: readonly User[]): Uint8Array[] {
  const kind = draft.inputs[0]?.kind;
  if (kind === undefined) throw new Error('one input');
  let left = kind.signatures;
  return itemsOf(kind).map((item) => {
    if (item.item === 'bytes') return item.bytes;
    if (item.item !== 'signature') throw new Error('no key by its hash here');
    left -= 1;
    return left < 0 ? new Uint8Array(0) : signatureOf(draft, people, item);
  });
}
