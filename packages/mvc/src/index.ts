/** The door of `mvc`: the chain beside Bitcoin on which wrapped tokens and tickets are swapped. */
export {
  bareOf,
  CONTRACT_VERSION,
  coreOf,
  nameMvcTransaction,
  outputBytes,
  pointBytes,
  readBareTransaction,
  readMvcTransaction,
  txidHeader,
  writeMvcTransaction,
} from './transaction.ts';
export type { BareTransaction, MvcBody, MvcInput, MvcTransaction } from './transaction.ts';
export { readMvcBlock, writeMvcBlock } from './block.ts';
export type { MvcBlock } from './block.ts';
export { keyHashOf, mvcAddress, p2pkhScript, readMvcAddress, scriptHolder } from './address.ts';
export { hash160 } from './hashes.ts';
export { ALL_FORKID, digestOf, preimageOf } from './sighash.ts';
export type { MvcSignature } from './signature.ts';
export {
  p2pkhScriptSig,
  pureEcdsa,
  readP2pkhScriptSig,
  signMvcInput,
  verifyMvcSignature,
  withSignatures,
} from './signature.ts';
export { CHECK_CODES, GENESIS_CODES, TOKEN_CODES } from './token/codes.ts';
export type { CheckKind } from './token/codes.ts';
export {
  NO_SENSIBLE_ID,
  ftData,
  readFtScript,
  sameToken,
  tokenKeyText,
  withHolder,
  withSensibleId,
} from './token/tail.ts';
export type { FtFields, FtOutput, TokenKey } from './token/tail.ts';
export { parentInput, tokensIn } from './token/genuine.ts';
export { checkData, checkNumber, isAnyCheck, isCheckOf } from './token/check-data.ts';
export type { TokenCheck } from './token/check-data.ts';
export {
  CHECK_SATS,
  LEAST_CHANGE,
  MVC_LANE_DEPTH,
  MVC_LP_FEE_PPM,
  MOST_POOL_TOKENS,
  MVC_MOST_WAITING_PPM,
  TOKEN_OUTPUT_SATS,
  smallestMvcSwap,
} from './swap/terms.ts';
export { bodyOfInputs, bodyOfPlan, checkOf, coinOf, signedByUser } from './swap/plan.ts';
export type { MvcCoin, MvcPlan } from './swap/plan.ts';
export { checkOfBuy, planBuy } from './swap/buy.ts';
export type { BuyRequest } from './swap/buy.ts';
export { checkOfSell, planSell, poolSpaceOfSell } from './swap/sell.ts';
export type { SellRequest } from './swap/sell.ts';
export { checkBytes, feeOfBytes, swapBytes } from './swap/size.ts';
export {
  CHECK_AT,
  MOVE_CHECKS,
  POOL_SPACE_AT,
  checkBodyOfBuy,
  checkBodyOfMove,
  checkBodyOfSell,
  refillOf,
} from './swap/check-tx.ts';
export { PARKED_AT, checkOfPark, planPark } from './liquidity/park.ts';
export type { ParkRequest } from './liquidity/park.ts';
export { checksOfMove, planMove } from './liquidity/move.ts';
export type { MoveRequest } from './liquidity/move.ts';
export {
  checkOfTakeBack,
  planTakeBack,
  planTakeBackCheck,
  planTakeBackOver,
  takeBackFees,
  takeBackNeeds,
} from './liquidity/take-back.ts';
export type { TakeBackRequest } from './liquidity/take-back.ts';
export { verifyTakeBackCheck } from './liquidity/verify-take-back.ts';
export { checksOfLiquidity } from './liquidity/move-checks.ts';
export type { FutureMove } from './liquidity/move-checks.ts';
export { verifyMove, verifyPark } from './liquidity/verify.ts';
export type { AgreedMove, AgreedPark } from './liquidity/verify.ts';
export { verifySwap } from './swap/verify.ts';
export type { AgreedSwap } from './swap/verify.ts';
export { composerText, readComposer, userHalf } from './wallet.ts';
export { bridgeIdInMvc, bridgePayText, isMvcMessage } from './bridge/bridge-id.ts';
export {
  bridgeTransferFees,
  bridgeTransferNeeds,
  checkOfBridgeTransfer,
  planBridgeCheck,
  planBridgeTransfer,
  planBridgeTransferOver,
} from './bridge/transfer.ts';
export type { BridgeTransferRequest } from './bridge/transfer.ts';
export { signBridgeTransfer } from './bridge/sign.ts';
export { checkOfTokenPayment, planPaymentCheck, planTokenPayment } from './bridge/pay.ts';
export type { TokenPayment } from './bridge/pay.ts';
export { BRIDGE_PAID_AT, verifyBridgePayment } from './bridge/verify-payment.ts';
export type { AgreedBridgePayment } from './bridge/verify-payment.ts';
