/**
 * The keys of the bridge, all out of one secret in the file `bridge.key`. A key is the HMAC-SHA256 of its name under that secret: `bridge btc
 * locked`, `bridge btc stock`, `bridge btc inlet` for an asset called btc, `bridge fees` for what pays for all transactions (bridge §4). A copy
 * of the file, and these names, bring everything back. Where several signers lock an asset, each has a locked key of its own, and of the
 * other keys those of the first are the asset's.
 */
import { createHmac } from 'node:crypto';
import type { SignerAnswer } from '@rialto/contract';
import type { BridgeSigners } from '@rialto/market';
import { hash160, p2pkhScript } from '@rialto/mvc';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { jointPool, publicKeyOf, soloPool } from '@rialto/psbt';
import type { PoolScript } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';

/** On Bitcoin, Taproot: of one signer by its key path, of several by their leaf. */
interface BridgeBtcKey {
  /** 32 bytes, before it is tweaked. */
  readonly internalKey: Uint8Array;
  readonly script: PoolScript;
}

/** On MVC. */
interface BridgeMvcKey {
  readonly hash: Uint8Array;
  readonly p2pkh: Uint8Array;
}

/** What only the first signer has. */
export interface FirstSecrets {
  readonly stock: Uint8Array;
  readonly inlet: Uint8Array;
  readonly fees: Uint8Array;
}

export interface BridgeKeys {
  readonly locked: BridgeBtcKey & { readonly secret: Uint8Array };
  readonly stock: BridgeMvcKey;
  readonly inlet: BridgeMvcKey;
  readonly fees: { readonly btc: BridgeBtcKey; readonly mvc: BridgeMvcKey };
  /** Undefined where this signer is not the first. */
  readonly first: FirstSecrets | undefined;
  /** The locked keys of all where there are several, x-only, in the order in which they sign; this one’s is among them. */
  readonly signers: readonly Uint8Array[] | undefined;
}

const secretOf = (master: Uint8Array, name: string): Uint8Array =>
  Uint8Array.from(createHmac('sha256', master).update(name).digest());

const xOnly = (secret: Uint8Array): Uint8Array => publicKeyOf(secret).slice(1);
const onBtc = (internalKey: Uint8Array): BridgeBtcKey => ({ internalKey, script: soloPool(internalKey) });
const onMvc = (hash: Uint8Array): BridgeMvcKey => ({ hash, p2pkh: p2pkhScript(hash) });
const hashOf = (secret: Uint8Array): Uint8Array => hash160(publicKeyOf(secret));

/** Those of a signer that has all of them. */
export function bridgeKeys(master: Uint8Array, asset: string): BridgeKeys {
  const fees = secretOf(master, 'bridge fees');
  const locked = secretOf(master, `bridge ${asset} locked`);
  const stock = secretOf(master, `bridge ${asset} stock`);
  const inlet = secretOf(master, `bridge ${asset} inlet`);
  return {
    locked: { secret: locked, ...onBtc(xOnly(locked)) },
    ...{ stock: onMvc(hashOf(stock)), inlet: onMvc(hashOf(inlet)) },
    fees: { btc: onBtc(xOnly(fees)), mvc: onMvc(hashOf(fees)) },
    first: { stock, inlet, fees },
    signers: undefined,
  };
}

/**
 * Those of an asset that several signers lock, as one of them has them.
 * @param own as if it had all
 * @throws Refusal bridge-asset-impossible when it is none of them, or the first and its other keys are not those
 */
export function sharedKeys(own: BridgeKeys, signers: BridgeSigners): BridgeKeys {
  const { lockedKeys, feeKey, stockHash, inletHash, feeHash } = signers;
  const told = toldKeys(own);
  const at = lockedKeys.indexOf(told.lockedKey);
  if (at < 0) throw new Refusal('bridge-asset-impossible', 'signers.lockedKeys: ours is not among them');
  const isFirst = at === 0;
  const areOurs =
    feeKey === told.feeKey &&
    stockHash === told.stockHash &&
    inletHash === told.inletHash &&
    feeHash === told.feeHash;
  if (isFirst && !areOurs)
    throw new Refusal(
      'bridge-asset-impossible',
      'signers: ours is the first, and the other keys are not ours',
    );
  const keys = lockedKeys.map(hexToBytes);
  return {
    locked: { ...own.locked, script: jointPool(keys.length, keys) },
    ...{ stock: onMvc(hexToBytes(stockHash)), inlet: onMvc(hexToBytes(inletHash)) },
    fees: { btc: onBtc(hexToBytes(feeKey)), mvc: onMvc(hexToBytes(feeHash)) },
    first: isFirst ? own.first : undefined,
    signers: keys,
  };
}

/** What everybody may know of them. */
export function toldKeys(keys: BridgeKeys): SignerAnswer<'bridgeKeys'> {
  const { locked, stock, inlet, fees, signers } = keys;
  return {
    ...(signers === undefined ? {} : { signers: signers.map(bytesToHex) }),
    lockedKey: bytesToHex(locked.internalKey),
    lockedScript: bytesToHex(locked.script.script),
    feeKey: bytesToHex(fees.btc.internalKey),
    feeScript: bytesToHex(fees.btc.script.script),
    stockHash: bytesToHex(stock.hash),
    inletHash: bytesToHex(inlet.hash),
    feeHash: bytesToHex(fees.mvc.hash),
  };
}
