/** The door of `protocols`. */
export { DUST_FLOOR, MAX_MONEY, amount, sats, sumSats } from './units.ts';
export type { Amount, FeeRate, Sats } from './units.ts';
export {
  brc20Asset,
  inscriptionId,
  isOutpoint,
  isTxid,
  mrc20Asset,
  outpoint,
  runeAsset,
  splitAsset,
  splitInscriptionId,
  splitOutpoint,
} from './ids.ts';
export type { AssetId, InscriptionId, Outpoint, ScriptHex, Txid } from './ids.ts';
export { MOST_LOT_DECIMALS, isClean, isReceipt, isShare, lotOf } from './coin.ts';
export { hasPlainMessage } from './plain-lot.ts';
export type {
  Brc20Transfer,
  Coin,
  CoinAsset,
  InscribedAsset,
  Lot,
  Mrc20Asset,
  PinAsset,
  RuneAsset,
} from './coin.ts';
export { ADDRESS_PREFIX } from './network.ts';
export type { ChainName, Network } from './network.ts';
export { invariant } from './invariant.ts';
export { ByteReader } from './byte-reader.ts';
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
  uint32,
  uint64,
} from './bytes.ts';
export {
  isOpReturn,
  readTransaction,
  txidOf,
  virtualSize,
  writeBase,
  writeCompactSize,
  writeTransaction,
  spentPoint,
} from './transaction.ts';
export type { Transaction, TransactionBody, TxInput, TxOutput } from './transaction.ts';
export { readBlock, readSpentOutputs } from './block.ts';
export type { Block } from './block.ts';
export { FIRST_INSCRIPTION_HEIGHT, subsidyAt } from './heights.ts';
export { decodeUtf8, encodeUtf8 } from './utf8.ts';
export { invert } from './ledger/delta.ts';
export type { AnyChange, Change, Delta } from './ledger/delta.ts';
export { HASHED } from './ledger/protocols.ts';
export type { Entity, LedgerRows } from './ledger/protocols.ts';
export { envelopesOf } from './inscriptions/envelope.ts';
export type { Envelope } from './inscriptions/envelope.ts';
export { pointerValue, readInscriptionId } from './inscriptions/fields.ts';
export { scriptParts } from './script-parts.ts';
export type { Curse } from './inscriptions/curse.ts';
export { inscribeBlock } from './inscriptions/inscribe-block.ts';
export { LOST_OUTPOINT, NO_COUNTS, UNBOUND_OUTPOINT } from './inscriptions/rows.ts';
export type {
  InscriptionCounts,
  InscriptionEvent,
  InscriptionRow,
  LocationRow,
  NewInscription,
} from './inscriptions/rows.ts';
export { BRC20_DECIMALS, MAX_BRC20_AMOUNT, formatBrc20Amount, parseBrc20Amount } from './brc20/amount.ts';
export { decodeBrc20, encodeDeploy, encodeMint, encodeTransfer, isSelfMintTick } from './brc20/decode.ts';
export { foldTick } from './brc20/fold.ts';
export type { Brc20Difference, Brc20Op } from './brc20/decode.ts';
export { applyBrc20, brc20Holders, brc20Keys } from './brc20/apply.ts';
export type { AppliedBrc20, Brc20Holder, Brc20Keys } from './brc20/apply.ts';
export { balanceKey, brc20Line } from './brc20/rows.ts';
export type { Brc20Balance, Brc20Lot, Brc20Move, Brc20Token } from './brc20/rows.ts';
export { compareRuneIds, isRuneId, knownRuneId, nextRuneId, OWN_RUNE, splitRuneId } from './runes/rune-id.ts';
export type { RuneId } from './runes/rune-id.ts';
export {
  commitmentOf,
  isNameless,
  isReservedName,
  minimumName,
  readRuneName,
  readSpacedName,
  RESERVED_NAME,
  reservedName,
  runeName,
  writeRuneName,
  writeSpacedName,
} from './runes/rune-name.ts';
export type { RuneName } from './runes/rune-name.ts';
export { readVarint, readVarints, writeVarints } from './runes/varint.ts';

export type { Edict, Etching, RuneMessage, Runestone, RuneTerms } from './runes/runestone.ts';
export { decipher } from './runes/decipher.ts';
export { encipher, runestoneIntegers } from './runes/encipher.ts';
export { genesisRune, runeBalanceKey } from './runes/rows.ts';
export type { RuneBalance, RuneEvent, RuneRow } from './runes/rows.ts';
export { mintable } from './runes/mintable.ts';
export { gatherRunes } from './runes/gather.ts';
export type { RuneKeys } from './runes/gather.ts';
export { allocate } from './runes/allocate.ts';
export type { RuneBalances } from './runes/allocate.ts';
export { applyRunes } from './runes/apply.ts';
export type { RuneChange, RuneDelta, RuneView } from './runes/apply.ts';
export { decodeOutputPin, decodePin } from './metaid/envelope.ts';
export { carriesMessage, pinsOf } from './metaid/pins-of.ts';
export type { PinOperation } from './metaid/pin-fields.ts';
export { leadingZeros, merkleRootOf, popLevel, popOf } from './metaid/pop.ts';
export { addressOf, isStandardClass, isStandardOutput, metaIdOf } from './metaid/address.ts';
export { gatherPins } from './metaid/gather.ts';
export { applyPins } from './metaid/apply.ts';
export type { LocatedPin, PinChange } from './metaid/apply.ts';
export type { PinEvent, PinLocation, PinRow } from './metaid/rows.ts';
export { isPinId, pinId, pinOutput } from './metaid/pin-id.ts';
export type { PinId } from './metaid/pin-id.ts';
export { formatMrc20Amount, parseMrc20Amount } from './mrc20/amount.ts';
export { decodeMrc20, DEPLOY_PATH, MINT_PATH, TRANSFER_PATH } from './mrc20/decode.ts';
export type { Mrc20Mint, Mrc20Op } from './mrc20/decode.ts';
export { foldMrc20Tick, PLAIN_DEPLOY } from './mrc20/deploy.ts';
export type { Mrc20Deploy, PinCheck } from './mrc20/deploy.ts';
export { encodeMrc20Deploy, encodeMrc20Mint, encodeMrc20Transfer } from './mrc20/encode.ts';
export { idCoinOf, mrc20Tag } from './mrc20/id-coin.ts';
export type { TickSignCheck } from './mrc20/id-coin.ts';
export { holdingKey, shovelKey } from './mrc20/rows.ts';
export type { Mrc20Event, Mrc20Holding, Mrc20Token, ShovelUse } from './mrc20/rows.ts';
export { isOpen as isMrc20MintOpen } from './mrc20/mint-check.ts';
export { needsShovels, shovelsUsed } from './mrc20/qualify.ts';
export type { Shovel } from './mrc20/qualify.ts';
export { gatherMrc20 } from './mrc20/gather.ts';
export type { GatheredMrc20, Mrc20Keys } from './mrc20/gather.ts';
export { applyMrc20 } from './mrc20/apply.ts';
export type { Mrc20Change, Mrc20View } from './mrc20/apply.ts';
export { projectMrc20 } from './mrc20/project.ts';

export { LedgerMemory } from './ledger/memory.ts';
export { firstTotals, gatherBlock, holdersOf, locateBlock, finishBlock } from './ledger/block.ts';
export type { GatheredBlock, NodeFacts, FinishedBlock, Totals } from './ledger/block.ts';
export { WholeLedger } from './ledger/whole.ts';
export { nextHashes, NO_HASHES } from './ledger/event-hash.ts';
export type { EventHashes } from './ledger/event-hash.ts';
