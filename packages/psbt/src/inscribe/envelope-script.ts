/** The tapscript that carries an inscription, and the taproot output that commits to it (inscriptions §2; BIP-341). */
import { utf8 } from '@scure/base';
import { concatBytes, hexToBytes } from '@rialto/protocols';
import type { InscriptionId } from '@rialto/protocols';
import { SIGHASH } from '../tx/digest.ts';
import type { SpendKind } from '../tx/spend.ts';
import { leafHashOf, taprootOutput } from '../tx/taproot.ts';

export const OP = {
  FALSE: 0x00,
  PUSHDATA1: 0x4c,
  PUSHDATA2: 0x4d,
  IF: 0x63,
  ENDIF: 0x68,
  DROP: 0x75,
  CHECKSIG: 0xac,
} as const;
/** A script element holds at most this many bytes (BIP-342 keeps the limit). */
const MAX_PUSHED = 520;
/** Content type; a plain one-byte push, because OP_1 would make the inscription cursed. */
const TAG_CONTENT_TYPE = Uint8Array.of(1);
const TAG_PARENT = Uint8Array.of(3);
const BODY_FOLLOWS = new Uint8Array(0);

export interface EnvelopeLock {
  /** The tapscript: key, CHECKSIG, and what it carries. */
  readonly leaf: Uint8Array;
  readonly leafHash: Uint8Array;
  /** The scriptPubKey of the commit output. */
  readonly script: Uint8Array;
  readonly controlBlock: Uint8Array;
  /** How the commit output is spent: by this leaf and one signature. */
  readonly kind: SpendKind;
}

/**
 * Locks an inscription to a key; `xOnlyKey` is both the key of the leaf and the internal key, where no other is said.
 * @param xOnlyKey 32 bytes
 */
export function lockEnvelope(
  xOnlyKey: Uint8Array,
  content: { contentType: string; body: Uint8Array; parent?: InscriptionId },
  internalKey = xOnlyKey,
): EnvelopeLock {
  const { contentType, body, parent } = content;
  const tags = [TAG_CONTENT_TYPE, utf8.decode(contentType)];
  if (parent !== undefined) tags.push(TAG_PARENT, idBytes(parent));
  return lockFields(xOnlyKey, [utf8.decode('ord'), ...tags, BODY_FOLLOWS], body, internalKey);
}

/** Locks an envelope of any protocol to a key: its fields, one push each, then its body. No interpreter runs what stands in it. */
export function lockFields(
  xOnlyKey: Uint8Array,
  fields: readonly Uint8Array[],
  body: Uint8Array,
  internalKey = xOnlyKey,
): EnvelopeLock {
  const leaf = concatBytes(
    push(xOnlyKey),
    Uint8Array.of(OP.CHECKSIG, OP.FALSE, OP.IF),
    ...[...fields, ...chunks(body)].map(push),
    Uint8Array.of(OP.ENDIF),
  );
  return lockLeaf(xOnlyKey, leaf, internalKey);
}

/** The taproot output that commits to one leaf; `xOnlyKey` is the key of the leaf, and the internal key (BIP-341) where no other is said. */
export function lockLeaf(xOnlyKey: Uint8Array, leaf: Uint8Array, internalKey = xOnlyKey): EnvelopeLock {
  const leafHash = leafHashOf(leaf);
  const { script, controlByte } = taprootOutput(internalKey, leafHash);
  const controlBlock = concatBytes(Uint8Array.of(controlByte), internalKey);
  const kind: SpendKind = {
    name: 'envelope',
    script,
    path: { path: 'leaf', leaf, controlBlock },
    stack: [{ item: 'signature', key: xOnlyKey, sighashes: [SIGHASH.DEFAULT] }],
    signatures: 1,
  };
  return { leaf, leafHash, script, controlBlock, kind };
}

/** An id as a tag's value: the txid in internal order, then the index little-endian without trailing zeros. */
function idBytes(id: InscriptionId): Uint8Array {
  const txid = hexToBytes(id.slice(0, 64)).toReversed();
  const index: number[] = [];
  for (let rest = Number.parseInt(id.slice(65), 10); rest > 0; rest = Math.floor(rest / 256))
    index.push(rest % 256);
  return concatBytes(txid, Uint8Array.from(index));
}

/** A body in pushes of the size a script allows. */
function chunks(body: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < body.length; at += MAX_PUSHED) parts.push(body.subarray(at, at + MAX_PUSHED));
  return parts;
}

/** A data push as short as it goes; single bytes are never opcodes. */
export function push(data: Uint8Array): Uint8Array {
  if (data.length < OP.PUSHDATA1) return concatBytes(Uint8Array.of(data.length), data);
  if (data.length <= 0xff) return concatBytes(Uint8Array.of(OP.PUSHDATA1, data.length), data);
  return concatBytes(Uint8Array.of(OP.PUSHDATA2, data.length & 0xff, data.length >> 8), data);
}
