/**
 * The keys of the bridge, all out of one secret in the file `bridge.key`. A key is the HMAC-SHA256 of its name under that secret: `bridge btc
 * locked`, `bridge btc stock`, `bridge btc inlet` for an asset called btc, `bridge fees` for what pays for all transactions (bridge §4). A copy
 * of the file, and these names, bring everything back.
 */
import { createHmac } from 'node:crypto';
import type { SignerAnswer } from '@rialto/contract';
import { hash160, p2pkhScript } from '@rialto/mvc';
import { bytesToHex } from '@rialto/protocols';
import { publicKeyOf, soloPool } from '@rialto/psbt';
import type { PoolScript } from '@rialto/psbt';

/** On Bitcoin: Taproot, spent by its key path. */
interface BridgeBtcKey {
  readonly secret: Uint8Array;
  /** 32 bytes, before it is tweaked. */
  readonly internalKey: Uint8Array;
  readonly script: PoolScript;
}

/** On MVC. */
interface BridgeMvcKey {
  readonly secret: Uint8Array;
  /** 33 bytes. */
  readonly publicKey: Uint8Array;
  readonly hash: Uint8Array;
  readonly p2pkh: Uint8Array;
}

interface BridgeFeeKeys {
  readonly btc: BridgeBtcKey;
  readonly mvc: BridgeMvcKey;
}

export interface BridgeKeys {
  readonly locked: BridgeBtcKey;
  readonly stock: BridgeMvcKey;
  readonly inlet: BridgeMvcKey;
  readonly fees: BridgeFeeKeys;
}

const secretOf = (master: Uint8Array, name: string): Uint8Array =>
  Uint8Array.from(createHmac('sha256', master).update(name).digest());

function btcKey(secret: Uint8Array): BridgeBtcKey {
  const internalKey = publicKeyOf(secret).slice(1);
  return { secret, internalKey, script: soloPool(internalKey) };
}

function mvcKey(secret: Uint8Array): BridgeMvcKey {
  const publicKey = publicKeyOf(secret);
  const hash = hash160(publicKey);
  return { secret, publicKey, hash, p2pkh: p2pkhScript(hash) };
}

export function bridgeKeys(master: Uint8Array, asset: string): BridgeKeys {
  const fees = secretOf(master, 'bridge fees');
  return {
    locked: btcKey(secretOf(master, `bridge ${asset} locked`)),
    stock: mvcKey(secretOf(master, `bridge ${asset} stock`)),
    inlet: mvcKey(secretOf(master, `bridge ${asset} inlet`)),
    fees: { btc: btcKey(fees), mvc: mvcKey(fees) },
  };
}

/** What everybody may know of them. */
export function toldKeys({ locked, stock, inlet, fees }: BridgeKeys): SignerAnswer<'bridgeKeys'> {
  return {
    lockedKey: bytesToHex(locked.internalKey),
    lockedScript: bytesToHex(locked.script.script),
    feeKey: bytesToHex(fees.btc.internalKey),
    feeScript: bytesToHex(fees.btc.script.script),
    stockHash: bytesToHex(stock.hash),
    inletHash: bytesToHex(inlet.hash),
    feeHash: bytesToHex(fees.mvc.hash),
  };
}
