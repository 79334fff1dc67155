/** The script of a pool, by one key or by k of n, and how its coins are signed: always the whole transaction, DEFAULT (BIP-341). */
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import { bytesToHex, concatBytes, equalBytes, invariant, writeBase } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin } from '@rialto/protocols';
import { SEQUENCE, bodyOf, coinsOf } from '../draft/draft.ts';
import type { Draft, DraftInput } from '../draft/draft.ts';
import { OP, push } from '../inscribe/envelope-script.ts';
import { scriptOfKey } from '../tx/address.ts';
import { SIGHASH } from '../tx/digest.ts';
import { publicKeyOf, signSchnorr } from '../tx/sign.ts';
import { keySpend, leafSpend } from '../tx/spend-kinds.ts';
import { digestOf, itemsOf } from '../tx/spend.ts';
import type { SpendKind } from '../tx/spend.ts';
import { UNSPENDABLE, leafHashOf, taprootOutput } from '../tx/taproot.ts';

export interface PoolScript {
  /** The scriptPubKey, P2TR. */
  readonly script: Uint8Array;
  /** How each coin of it is spent. */
  readonly kind: SpendKind;
}

/** What one signer of a pool signed: a signature for each coin of the pool, in the order of the inputs. */
export interface PoolHalf {
  /** As it stands in the spend: of a pool of one key the output key, of k of n the signer's key in the leaf; 32 bytes. */
  readonly key: Uint8Array;
  /** 64 bytes each. */
  readonly signatures: readonly Uint8Array[];
}

const MORE = { CHECKSIGADD: 0xba, NUMEQUAL: 0x9c, OP_0: 0x50 } as const;
/** As many as one opcode counts. */
const MOST_SIGNERS = 16;
const DEFAULT: readonly number[] = [SIGHASH.DEFAULT];

/**
 * A pool of one key: its key path, without a tree (BIP-86).
 * @param internalKey 32 bytes
 * @throws invariant when it is no point of the curve
 */
export function soloPool(internalKey: Uint8Array): PoolScript {
  invariant(internalKey.length === 32, 'an internal key has 32 bytes');
  const script = scriptOfKey(concatBytes(Uint8Array.of(2), internalKey), 'p2tr');
  return { script, kind: { ...keySpend(script, DEFAULT), name: 'pool' } };
}

/**
 * A pool of n keys of which k sign, more than half: no key path, one leaf `<k1> CHECKSIG <k2> CHECKSIGADD … <k> NUMEQUAL` (BIP-342).
 * @param keys 32 bytes each, all different, in the order in which they stand in the leaf
 * @throws invariant for numbers or keys that make no such leaf
 */
export function jointPool(k: number, keys: readonly Uint8Array[]): PoolScript {
  const different = new Set(keys.map(bytesToHex)).size === keys.length;
  invariant(different && keys.every((key) => key.length === 32), 'the keys are different, 32 bytes each');
  const isMost = Number.isInteger(k) && 2 * k > keys.length && k <= keys.length;
  invariant(isMost && keys.length <= MOST_SIGNERS, `${k} of ${keys.length} is more than half`);
  const checks = keys.map((key, at) =>
    concatBytes(push(key), Uint8Array.of(at === 0 ? OP.CHECKSIG : MORE.CHECKSIGADD)),
  );
  const leaf = concatBytes(...checks, Uint8Array.of(MORE.OP_0 + k, MORE.NUMEQUAL));
  const { script, controlByte } = taprootOutput(UNSPENDABLE, leafHashOf(leaf));
  const controlBlock = concatBytes(Uint8Array.of(controlByte), UNSPENDABLE);
  // The first key takes its signature from the top of the stack, which is the last item.
  const stack = keys.toReversed().map((key) => ({ item: 'signature' as const, key, sighashes: DEFAULT }));
  const kind = leafSpend(
    { script, leaf, controlBlock },
    { name: `pool, ${k} of ${keys.length}`, stack, signatures: k },
  );
  return { script, kind };
}

/** A coin of the pool as an input. @throws Refusal script-not-allowed when it is another script's */
export function poolInput(coin: Coin, { script, kind }: PoolScript): DraftInput {
  if (!equalBytes(coin.script, script)) throw new Refusal('script-not-allowed', coin.outpoint);
  return { coin, signer: 'exchange', kind, sequence: SEQUENCE };
}

/**
 * One signer's half: every coin of the pool in a draft, and nothing but this draft.
 * @param unsigned what the signer is asked to sign
 * @param secret of the internal key, or of the signer's key in the leaf
 * @throws Refusal psbt-changed when that is not the draft's transaction byte for byte
 * @throws invariant when the key is none of the pool's
 */
export function signPool(draft: Draft, pool: PoolScript, unsigned: Uint8Array, secret: Uint8Array): PoolHalf {
  requireSame(draft, unsigned);
  return signAt(draft, pool, placesOf(draft, pool), secret);
}

/** @throws Refusal psbt-changed when this is not the draft's transaction byte for byte */
export function requireSame(draft: Draft, unsigned: Uint8Array): void {
  if (!equalBytes(writeBase(bodyOf(draft)), unsigned)) throw new Refusal('psbt-changed');
}

/** One signer's half of the inputs named, all of this script. @throws invariant when the key is none of the script's */
export function signAt(
  draft: Draft,
  pool: PoolScript,
  indexes: readonly number[],
  secret: Uint8Array,
): PoolHalf {
  const { key, signing } = signingKey(pool, secret);
  const spend = { tx: bodyOf(draft), prevouts: coinsOf(draft) };
  const signatures = indexes.map((index) =>
    signSchnorr(digestOf(pool.kind, spend, index, SIGHASH.DEFAULT), signing),
  );
  return { key, signatures };
}

/** The key as the spend knows it, and the secret that signs for it. */
function signingKey(
  { script, kind }: PoolScript,
  secret: Uint8Array,
): { key: Uint8Array; signing: Uint8Array } {
  const publicKey = publicKeyOf(secret);
  if (kind.path.path === 'key') {
    invariant(equalBytes(scriptOfKey(publicKey, 'p2tr'), script), 'the key is the pool’s');
    return { key: script.slice(2), signing: taprootTweakPrivKey(secret) };
  }
  const key = publicKey.slice(1);
  const isOne = kind.stack.some((item) => item.item === 'signature' && sameKey(item.key, key));
  invariant(isOne, 'the key is one of the pool’s');
  return { key, signing: secret };
}

function sameKey(one: Uint8Array | 'beside', key: Uint8Array): boolean {
  return one !== 'beside' && equalBytes(one, key);
}

/** Indexes of the inputs that spend coins of this script. */
export function placesOf({ inputs }: Draft, { script }: Pick<PoolScript, 'script'>): number[] {
  return inputs.flatMap(({ coin }, index) => (equalBytes(coin.script, script) ? [index] : []));
}

/**
 * The witnesses of the pool's coins by input index, undefined where the pool does not sign. Of more halves than needed the first are taken.
 * @throws Refusal signature-missing when fewer signed than the pool asks for
 */
export function poolWitnesses(
  draft: Draft,
  pool: PoolScript,
  halves: readonly PoolHalf[],
): (readonly Uint8Array[] | undefined)[] {
  return ofCoins(draft, pool, (at) => witnessAt(pool, at, halves));
}

/** By input index, what each coin of the pool has, in their order. */
function ofCoins<T>(draft: Draft, pool: PoolScript, of: (at: number) => T): (T | undefined)[] {
  const places = placesOf(draft, pool);
  return draft.inputs.map((_, index) => {
    const at = places.indexOf(index);
    return at < 0 ? undefined : of(at);
  });
}

/**
 * The witness of the coin that each half signed at this place.
 * @throws Refusal signature-missing when fewer signed than the script asks for
 */
export function witnessAt(pool: PoolScript, at: number, halves: readonly PoolHalf[]): Uint8Array[] {
  const { witness, left } = partAt(pool, at, halves);
  if (left > 0) throw new Refusal('signature-missing', `${left} more of the pool’s`);
  return witness;
}

/** As far as it is signed: places of keys that have not are empty. */
function partAt(
  { kind }: PoolScript,
  at: number,
  halves: readonly PoolHalf[],
): { readonly witness: Uint8Array[]; readonly left: number } {
  let left = kind.signatures;
  const witness = itemsOf(kind).map((item): Uint8Array => {
    if (item.item === 'bytes') return item.bytes;
    const half =
      item.item === 'signature' && left > 0 ? halves.find(({ key }) => sameKey(item.key, key)) : undefined;
    const signature = half?.signatures[at];
    if (signature !== undefined) left -= 1;
    return signature ?? NOTHING;
  });
  return { witness, left };
}

/** As `poolWitnesses`, of a transaction that others sign after these. */
export function partWitnesses(
  draft: Draft,
  pool: PoolScript,
  halves: readonly PoolHalf[],
): (readonly Uint8Array[] | undefined)[] {
  return ofCoins(draft, pool, (at) => partAt(pool, at, halves).witness);
}

/** The keys of a leaf, in their order; none of a pool of one key. */
export function leafKeys({ kind }: PoolScript): readonly Uint8Array[] {
  if (kind.path.path !== 'leaf') return [];
  const keys = kind.stack.flatMap((item) =>
    item.item === 'signature' && item.key !== 'beside' ? [item.key] : [],
  );
  return keys.toReversed();
}

/** The halves that witnesses hold, as they are, nothing of them verified: of each key that has something in its place of every coin. */
export function halvesIn(
  draft: Draft,
  pool: PoolScript,
  witnesses: readonly (readonly Uint8Array[] | undefined)[],
): PoolHalf[] {
  const places = placesOf(draft, pool);
  return itemsOf(pool.kind).flatMap((item, at): PoolHalf[] => {
    if (item.item !== 'signature' || item.key === 'beside') return [];
    const signatures = places.flatMap((index) => {
      const found = witnesses[index]?.[at];
      return found === undefined || found.length === 0 ? [] : [found];
    });
    return signatures.length === places.length ? [{ key: item.key, signatures }] : [];
  });
}

const NOTHING = new Uint8Array(0);
