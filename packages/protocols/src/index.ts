/** The door of `protocols`. */
export { MAX_MONEY, amount, sats, sumSats } from './units.ts';
export type { Amount, FeeRate, Sats } from './units.ts';
export {
  brc20Asset,
  inscriptionId,
  isInscriptionId,
  isOutpoint,
  isTxid,
  outpoint,
  splitOutpoint,
} from './ids.ts';
export type { AssetId, InscriptionId, Outpoint, ScriptHex, Txid } from './ids.ts';
export { isClean, lotOf } from './coin.ts';
export type { Brc20Transfer, Coin, CoinAsset, InscribedAsset } from './coin.ts';
export { ADDRESS_PREFIX } from './network.ts';
export type { Chain, Network } from './network.ts';
export { Refusal, invariant } from './refusal.ts';
export type { RefusalCode } from './refusal.ts';
