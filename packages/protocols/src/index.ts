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
export { isFlaw } from './flaw.ts';
export type { Flaw } from './flaw.ts';
export {
  bytesToHex,
  concatBytes,
  doubleSha256,
  equalBytes,
  hexToBytes,
  isHex,
  reversedHex,
} from './bytes.ts';
export {
  readTransaction,
  txidOf,
  virtualSize,
  writeBase,
  writeCompactSize,
  writeTransaction,
} from './transaction.ts';
export type { Transaction, TransactionBody, TxInput, TxOutput } from './transaction.ts';
export { readBlock, readSpentOutputs } from './block.ts';
export type { Block } from './block.ts';
