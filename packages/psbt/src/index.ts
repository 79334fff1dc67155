/** The door of `psbt`. */
export { addressToScript, publicKeyOwns, scriptKind, scriptOfKey, scriptToAddress } from './tx/address.ts';
export type { KeyKind } from './tx/address.ts';
export { asMade } from './effects/as-made.ts';
export { checkAsk } from './check/check-ask.ts';

export { checkCancel } from './check/check-cancel.ts';
export { checkCancelLocks, checkFill } from './check/check-fill.ts';
export type { FillExpectation } from './check/check-fill.ts';
export { checkGather } from './check/check-gather.ts';
export { checkLadder } from './check/check-ladder.ts';

export {
  checkBump,
  checkChild,
  checkCancelTransaction,
  checkSameCoins,
  checkSplit,
  coinsMade,
} from './check/check-own.ts';
export type { OwnReading, Sizes } from './check/check-own.ts';
export {
  checkAnnounced,
  checkFee,
  checkHome,
  checkLoss,
  checkMoney,
  checkSigning,
} from './check/check-parts.ts';
export type { PreparedBytes } from './check/check-parts.ts';
export { checkLive } from './check/check-live.ts';
export type { LiveExpectation } from './check/check-live.ts';
export { checkPoolAct, readPoolAct } from './check/check-pool.ts';
export type { LotsExpectation } from './check/check-lots.ts';
export { checkTake, expectationOf, unitsIn } from './check/check-take.ts';
export type { TakeExpectation } from './check/check-take.ts';
export type { PlainMismatch, Mismatch } from './check/mismatch.ts';
export { readSpend, spentCoins, unsignedOf } from './check/reading.ts';
export type { Reading } from './check/reading.ts';
export { checkMessage, readOwn, readWaiting } from './check/read-own.ts';
export { acceptAsk, askOutpoint, buildAsk, preverifyAsk, verifyAskWitness } from './trade/ask.ts';
export type { SignedAsk } from './trade/ask.ts';
export { planOwnBump } from './wallet/bump-own.ts';

export { planTakeBump } from './wallet/bump-take.ts';

export { acceptCancel, buildCancel, leastCancelRate, planCancel, requireReplaces } from './trade/cancel.ts';
export type { CancelPlan } from './trade/cancel.ts';
export { compactOfDer } from './tx/der.ts';
export { coinsAfter } from './effects/coins-after.ts';
export { describeEffects } from './effects/describe.ts';
export type { Side } from './effects/describe.ts';
export { SIGHASH } from './tx/digest.ts';
export { FINAL_SEQUENCE, SEQUENCE, unconfirmedOf } from './draft/draft.ts';
export type { Finished, ToSign, Witnesses } from './draft/draft.ts';
export { effects, partyOf, sameEffects } from './effects/effects.ts';
export type { Effects, EffectsContext } from './effects/effects.ts';
export type { AssetMove } from './effects/moves.ts';
export type { LedgerFacts } from './effects/party-book.ts';
export { OWN_RUNE_ASSET } from './effects/rune-flow.ts';
export { acceptCommit, planInscription, revealedCoin } from './inscribe/inscribe.ts';
export type { InscriptionPlan } from './inscribe/inscribe.ts';
export { acceptChild, planChildInscription } from './inscribe/inscribe-child.ts';
export type { ChildRequest } from './inscribe/inscribe-child.ts';
export {
  BRC20_CONTENT_TYPE,
  planDeploy,
  planMint,
  planSelfMint,
  planTransfer,
} from './inscribe/inscribe-brc20.ts';
export type { Brc20Request } from './inscribe/inscribe-brc20.ts';
export { loginText, verifyLogin } from './login/login.ts';
export type { LoginProof } from './login/login.ts';
export { movesOnce, requireLots } from './trade/lot.ts';
export { acceptLiveSale, buildLiveSale, liveNeedsPad, planLive } from './trade/live.ts';
export type { LivePlan, LiveRequest } from './trade/live.ts';
export { planCancelTransaction } from './wallet/cancel-transaction.ts';

export { planChildSpend } from './wallet/own-child.ts';

export { heldOf, soleAmount } from './draft/payer.ts';
export type { Payer } from './draft/payer.ts';
export { acceptPlanned, plannedVsize } from './draft/planned.ts';
export type { Planned } from './draft/planned.ts';
export { readPsbt, statesValues, stripPsbt } from './tx/read-psbt.ts';
export type { ReadPsbt } from './tx/read-psbt.ts';
export { replacementFee } from './wallet/replacement.ts';
export type { Replaced } from './wallet/replacement.ts';
export { planEtch, planEtchCommit } from './tokens/rune-etch.ts';
export type { EtchRequest } from './tokens/rune-etch.ts';
export { planUnnamedEtch } from './tokens/rune-etch-unnamed.ts';

export { planRuneMint } from './tokens/rune-mint.ts';

export { planRuneTransfer } from './tokens/rune-transfer.ts';
export type { RuneTransferRequest, TokenSend } from './tokens/rune-transfer.ts';

export {
  MAX_COINS,
  SMALLEST_PAYING_COIN,
  canPay,
  largestFirst,
  mostPaid,
  selectCoins,
} from './draft/selection.ts';
export { publicKeyOf, signByOutputKey, signSchnorr } from './tx/sign.ts';
export { inputVerifies, pureVerifier, rememberingVerifier, sighashOf, verifyInput } from './tx/signature.ts';
export type { Verifier } from './tx/signature.ts';
export { DUST_FLOOR, MAX_FEE_RATE, feeOf, inputVsize, outputVsize, transactionVsize } from './tx/size.ts';
export { keySpend, wholeSpend } from './tx/spend-kinds.ts';
export { planFollow, planIdCoinDeploy, planIdCoinMint } from './tokens/id-coin.ts';
export type { IdCoinWords } from './tokens/id-coin.ts';
export { planMrc20Deploy } from './tokens/mrc20-deploy.ts';
export type { Mrc20DeployRequest, Mrc20DeployWords } from './tokens/mrc20-deploy.ts';
export { planMrc20Mint } from './tokens/mrc20-mint.ts';
export type { MintedMrc20, Mrc20MintRequest } from './tokens/mrc20-mint.ts';
export { planMrc20Transfer } from './tokens/mrc20-transfer.ts';
export type { Mrc20TransferRequest } from './tokens/mrc20-transfer.ts';
export type { PinWords } from './inscribe/pin-script.ts';
export { acceptReveal, planPin } from './inscribe/reveal.ts';
export type { PinRequest, RevealPlan } from './inscribe/reveal.ts';
export { MOST_GATHERED, planGather } from './wallet/gather.ts';
export type { GatherRequest } from './wallet/gather.ts';
export { planSplit } from './wallet/split-coin.ts';
export type { SplitRequest } from './wallet/split-coin.ts';
export { planFanOut, signFanOut } from './wallet/split.ts';
export type { FanOutPlan } from './wallet/split.ts';
export { acceptTake, buildTake, finishTake, signPad, totalOfTake } from './trade/take.ts';
export type { BuiltTake } from './trade/take.ts';
export { intentOfTake, takeDraft } from './trade/take-layout.ts';
export type { TakeLot, TakePlan } from './trade/take-layout.ts';
export { LARGEST_PAD, SMALLEST_PAD, needsPad, planTake } from './trade/take-plan.ts';
export type { TakeRequest } from './trade/take-plan.ts';
export { frameWeight, lotWeight } from './trade/take-weight.ts';
export { ticketHash, ticketText, readTicket } from './lock/ticket.ts';
export type { Ticket } from './lock/ticket.ts';
export {
  EXIT_FEE,
  LOCKED_LOT_VALUE,
  checkLockCoin,
  coinOfTicket,
  exitSpend,
  lockOf,
  tradeSpend,
} from './lock/lock.ts';
export type { Lock } from './lock/lock.ts';
export type { LockedCoin } from './lock/half.ts';
export { acceptFunding, buildFunding, lockCoin, planFunding, smallestRung } from './lock/funding.ts';
export type { FundingPlan } from './lock/funding.ts';
export { readFunding } from './lock/read-funding.ts';
export type { ReadFunding } from './lock/read-funding.ts';
export { acceptPromise, buildPromise, verifyPromise } from './lock/promise.ts';
export { acceptExit, acceptExits, buildExit, buildExits, verifyExit, verifyExits } from './lock/exit.ts';
export { readMove } from './check/check-move.ts';
export { buildLotMove, checkLotMove, lockedLot, moveDraft, planLotMove } from './lock/move-lot.ts';
export type { LotMovePlan } from './lock/move-lot.ts';
export { acceptLotMove, finishLotMove, signLotMove, verifyLotMove } from './lock/finish-move.ts';
export type { MoveHalf } from './lock/finish-move.ts';
export { lockedLotWitness, lockedLots, signLockedLots } from './lock/sold-lock.ts';
export { contextOfFill, fillDraft, intentOfFill } from './lock/fill-layout.ts';
export type { FillPlan } from './lock/fill-layout.ts';
export { acceptFill, buildFill, finishFill, planFill, signFill } from './lock/fill.ts';
export {
  acceptCancelLocks,
  buildCancelLocks,
  finishCancelLocks,
  planCancelLocks,
  signCancelLocks,
  verifyCancelLocks,
} from './lock/cancel-locks.ts';
export type { CancelLocksPlan } from './lock/cancel-locks.ts';
export { isOwnAct, judgeFill, judgeTime } from './lock/judge.ts';
export type { Verdict } from './lock/judge.ts';
export { readRescueFile, writeRescueFile } from './lock/rescue.ts';
export type { RescueBid, RescueFile, RescueLock, RescueToken } from './lock/rescue.ts';
export { jointPool, soloPool, witnessAt } from './pool/pool-script.ts';
export type { PoolHalf, PoolScript } from './pool/pool-script.ts';
export { coinsOfAct, contextOfAct, draftOfAct, intentOfAct } from './pool/pool-draft.ts';
export type { PoolAct } from './pool/pool-draft.ts';
export { poolCoinsMade } from './pool/coins-made.ts';
export { acceptAct, buildAct, finishAct, halvesOfAct, signAct, signActLots } from './pool/sign-act.ts';
export { planInit } from './pool/init.ts';
export { planSwapBuy } from './pool/swap-buy.ts';
export { planSwapSell } from './pool/swap-sell.ts';
export { planAdd } from './pool/add.ts';
export { planRemove } from './pool/remove.ts';
export { assetScript, assetSecret, halfAt } from './pool/brc20/asset-script.ts';
export type { AssetScript, PoolKeys } from './pool/brc20/asset-script.ts';
export type { LotStep, PoolLot } from './pool/brc20/lot-step.ts';
export { planInitLots } from './pool/brc20/init-lots.ts';
export { planBuyLots } from './pool/brc20/buy-lots.ts';
export { planSellLots } from './pool/brc20/sell-lots.ts';
export { planAddLots } from './pool/brc20/add-lots.ts';
export { planRemoveLots } from './pool/brc20/remove-lots.ts';
export { planRestock } from './pool/brc20/restock.ts';
export type { RestockPlan } from './pool/brc20/restock.ts';
export { dissolutionList, leastLaneValue } from './pool/exit/dissolution-list.ts';
export {
  buildDissolution,
  dissolutionRate,
  finishDissolution,
  planDissolution,
  signDissolution,
} from './pool/exit/dissolution.ts';
export type { DissolutionPlan } from './pool/exit/dissolution.ts';
export { joinExits, splitExits } from './pool/exit/exit-list.ts';
export { readExit, writeExit } from './pool/exit/exit-text.ts';
export { completeExit, writeUnsignedExit } from './pool/exit/joint-exit.ts';
export { planEtchShares } from './pool/etch-shares.ts';
export { buildReturn, finishReturn, payReturn, planFree, signReturn } from './pool/return-coin.ts';
export type { ReturnPlan } from './pool/return-coin.ts';
export { buildKeep, finishKeep, planKeep, signKeep } from './pool/keep.ts';
export type { KeepPlan } from './pool/keep-layout.ts';
export { signUnsigned } from './draft/sign-unsigned.ts';
export { MOST_POT_COINS, claimVsize, planClaim, takenByClaim } from './claim/plan-claim.ts';
export { MOST_LOTS } from './pool/brc20/lot-step.ts';
export { isInLots, lotClaimVsize, lotsOfPot, planLotClaim } from './claim/plan-lot-claim.ts';
export { buildPotRefund, finishPotRefund, mrc20On, planPotRefund } from './claim/refund-pot.ts';
export { checkClaim } from './claim/check-claim.ts';
export { bridgeIdIn } from './bridge/bridge-id.ts';
export { bridgePaidAt, planBridgePayment } from './bridge/payment.ts';
export type { BridgePaymentRequest } from './bridge/payment.ts';
export { checkBridgePayment } from './bridge/check-payment.ts';
export type { BridgePaymentExpectation } from './bridge/check-payment.ts';
export {
  BRIDGE_ENVELOPE_AT,
  bridgeEnvelope,
  bridgeEnvelopeVsize,
  signBridgeEnvelope,
} from './bridge/envelope.ts';
export type { BridgeSent } from './bridge/envelope.ts';
export { BRIDGE_LOT_AT, bridgeLotLock, bridgeLotVsize, signBridgeLot } from './bridge/lot.ts';
export type { BridgeLotRequest, BridgeLotSent } from './bridge/lot.ts';
export { MRC20_PAYOUT_AT } from './bridge/payout-parts.ts';
export type { BridgePayoutRequest } from './bridge/payout-request.ts';
export { planBridgePayout } from './bridge/payout.ts';
export type { BridgePayout } from './bridge/payout-plan.ts';
export { planBridgeReturn } from './bridge/return.ts';
export type { BridgeReturnRequest } from './bridge/return.ts';
export { beginBridgePayout, joinBridgePayout } from './bridge/sign-jointly.ts';
export { bridgePayoutVsize, signBridgePayout } from './bridge/sign-payout.ts';
