/** Names of things on the chain: transactions, outpoints, inscriptions, assets. All are branded strings. */

declare const kind: unique symbol;

/** A transaction id in display order: 64 lower-case hex digits, byte-reversed. */
export type Txid = string & { readonly [kind]: 'Txid' };
/** `txid:vout`. */
export type Outpoint = string & { readonly [kind]: 'Outpoint' };
/** `<txid>i<index>`: the running number over the whole transaction (inscriptions §2). */
export type InscriptionId = string & { readonly [kind]: 'InscriptionId' };
/** An asset is its deploy id, never its name (rules §21): `brc20:<inscription id>`, `rune:<rune id>`, `mrc20:<PIN id>`. */
export type AssetId = string & { readonly [kind]: 'AssetId' };
/** A scriptPubKey as lower-case hex; the key of every balance. */
export type ScriptHex = string & { readonly [kind]: 'ScriptHex' };

const TXID = /^[0-9a-f]{64}$/;
const OUTPOINT = /^[0-9a-f]{64}:(0|[1-9][0-9]{0,9})$/;
const MAX_VOUT = 0xffffffff;

export function isTxid(text: string): text is Txid {
  return TXID.test(text);
}

/** True for `txid:vout` with a canonical vout below 2^32. */
export function isOutpoint(text: string): text is Outpoint {
  return OUTPOINT.test(text) && Number.parseInt(text.slice(65), 10) <= MAX_VOUT;
}

export function outpoint(txid: Txid, vout: number): Outpoint {
  return `${txid}:${vout}` as Outpoint;
}

/** Splits an outpoint into its transaction and output number. */
export function splitOutpoint(point: Outpoint): { txid: Txid; vout: number } {
  return { txid: point.slice(0, 64) as Txid, vout: Number.parseInt(point.slice(65), 10) };
}

export function inscriptionId(txid: Txid, index: number): InscriptionId {
  return `${txid}i${index}` as InscriptionId;
}

/** Splits the id of an inscription into its transaction and its number there. */
export function splitInscriptionId(id: InscriptionId): { txid: Txid; index: number } {
  return { txid: id.slice(0, 64) as Txid, index: Number.parseInt(id.slice(65), 10) };
}

/** The asset deployed by a BRC-20 deploy inscription. */
export function brc20Asset(deploy: InscriptionId): AssetId {
  return `brc20:${deploy}` as AssetId;
}

/** The asset of a rune id (`block:transaction`). */
export function runeAsset(rune: string): AssetId {
  return `rune:${rune}` as AssetId;
}

/** The asset deployed by an MRC-20 deploy PIN. */
export function mrc20Asset(deploy: string): AssetId {
  return `mrc20:${deploy}` as AssetId;
}

type Protocol = 'brc20' | 'rune' | 'mrc20';

/** The protocol of an asset and its id there; undefined for a text that names none. */
export function splitAsset(asset: string): { protocol: Protocol; id: string } | undefined {
  const [protocol, ...rest] = asset.split(':');
  const id = rest.join(':');
  return (protocol === 'brc20' || protocol === 'rune' || protocol === 'mrc20') && id !== ''
    ? { protocol, id }
    : undefined;
}
