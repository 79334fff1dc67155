/** The door of `psbt`. */
export {
  addressToScript,
  isPublicKey,
  publicKeyOwns,
  scriptKind,
  scriptOfKey,
  scriptToAddress,
} from './address.ts';
export type { KeyKind, ScriptKind } from './address.ts';
export { asMade } from './as-made.ts';
export { checkAsk } from './judge-ask.ts';
export type { ExpectedAsk } from './judge-ask.ts';
export { checkCancel } from './judge-cancel.ts';
export type { CancelExpectation } from './judge-cancel.ts';
export { checkBump, checkChild, checkReclaim, checkSameCoins, checkSplit, coinsMade } from './judge-own.ts';
export type { OwnReading, Sizes } from './judge-own.ts';
export { checkAnnounced, checkFee, checkLoss, checkSigning } from './judge-parts.ts';
export type { PreparedBytes } from './judge-parts.ts';
export { bookUnits, checkTake, expectationOf, unitsIn } from './judge-take.ts';
export type { ExpectedLot, TakeExpectation } from './judge-take.ts';
export type { PlainProblem, Problem } from './problem.ts';
export { readSpend, spentCoins, unsignedOf } from './reading.ts';
export type { Reading } from './reading.ts';
export { checkMessage, readOwn, readWaiting } from './read-own.ts';
export { acceptAsk, askOutpoint, buildAsk, foreseeAsk, verifyAskWitness } from './ask.ts';
export type { AskExpectation, SignedAsk } from './ask.ts';
export { planOwnBump } from './bump-own.ts';
export type { OwnBumpRequest } from './bump-own.ts';
export { planTakeBump } from './bump-take.ts';
export type { TakeBumpRequest } from './bump-take.ts';
export { acceptCancel, buildCancel, planCancel } from './cancel.ts';
export type { CancelPlan, CancelRequest } from './cancel.ts';
export { compactOfDer } from './der.ts';
export { coinsAfter } from './coins-after.ts';
export { describeEffects } from './describe.ts';
export type { Described, PartySummary, Side, TokenMove } from './describe.ts';
export { SIGHASH } from './digest.ts';
export { FINAL_SEQUENCE, SEQUENCE, unconfirmedOf } from './draft.ts';
export type { BuiltPsbt, Finished, ToSign, Witnesses } from './draft.ts';
export { effects, partyOf, sameEffects } from './effects.ts';
export { lockLeaf } from './envelope-script.ts';
export type { Effects, EffectsContext, Meaning } from './effects.ts';
export type { OutputMessage } from './messages.ts';
export type { AssetMove, HoldingMove, InscriptionMove, PinMove } from './moves.ts';
export type { LedgerFacts, Party } from './party-book.ts';
export { OWN_RUNE_ASSET } from './rune-flow.ts';
export type { DisputedPin } from './sat-flow.ts';
export { acceptCommit, planInscription, revealedCoin } from './inscribe.ts';
export type { InscriptionPlan, InscriptionRequest } from './inscribe.ts';
export { acceptChild, planChildInscription } from './inscribe-child.ts';
export type { ChildPlan, ChildRequest } from './inscribe-child.ts';
export { BRC20_CONTENT_TYPE, planDeploy, planMint, planSelfMint, planTransfer } from './inscribe-brc20.ts';
export type { Brc20Request } from './inscribe-brc20.ts';
export { loginText, verifyLogin } from './login.ts';
export type { LoginProof, LoginWords } from './login.ts';
export { requireLot, requireLots } from './lot.ts';
export { planCallback } from './own-callback.ts';
export type { CallbackRequest } from './own-callback.ts';
export { planChildSpend } from './own-child.ts';
export type { ChildSpendRequest } from './own-child.ts';
export type { Payer } from './payer.ts';
export { acceptPlanned, plannedVsize } from './planned.ts';
export type { Planned } from './planned.ts';
export { MAX_INPUTS_OUTPUTS, MAX_PSBT_BYTES, readPsbt, statesValues, stripPsbt } from './read-psbt.ts';
export type { InputSignatures, ReadPsbt } from './read-psbt.ts';
export { replacementFee } from './replacement.ts';
export type { Replaced } from './replacement.ts';
export { planEtch, planEtchCommit } from './rune-etch.ts';
export type { EtchCommit, EtchRequest } from './rune-etch.ts';
export { planUnnamedEtch } from './rune-etch-unnamed.ts';
export type { UnnamedEtchRequest } from './rune-etch-unnamed.ts';
export { planRuneMint } from './rune-mint.ts';
export type { RuneMintRequest } from './rune-mint.ts';
export { planRuneTransfer } from './rune-transfer.ts';
export type { RuneTransferRequest, TokenSend } from './rune-transfer.ts';
export { MOST_MESSAGE_BYTES } from './runestone-output.ts';
export { MOST_COINS, SMALLEST_PAYING_COIN, canPay, largestFirst, selectCoins } from './selection.ts';
export type { Selection, SelectionRequest } from './selection.ts';
export { publicKeyOf } from './sign.ts';
export { inputVerifies, pureVerifier, rememberingVerifier, sighashOf, verifyInput } from './signature.ts';
export type { InputToVerify, Verifier } from './signature.ts';
export {
  DUST,
  DUST_FLOOR,
  MAX_FEE_RATE,
  checkFeeRate,
  feeOf,
  inputVsize,
  outputVsize,
  transactionVsize,
} from './size.ts';
export { digestOf, hasShape, itemsOf, longestWitness } from './spend.ts';
export type { SignatureItem, SpendKind, SpendPath, WitnessItem } from './spend.ts';
export { askSpend, keySpend, leafSpend, wholeSpend } from './spend-kinds.ts';
export { planFollow, planIdCoinDeploy, planIdCoinMint } from './id-coin.ts';
export type { IdCoinDeployRequest, IdCoinWords } from './id-coin.ts';
export { planMrc20Deploy } from './mrc20-deploy.ts';
export type { Mrc20DeployRequest, Mrc20DeployWords } from './mrc20-deploy.ts';
export { planMrc20Mint } from './mrc20-mint.ts';
export type { MintedMrc20, Mrc20MintRequest } from './mrc20-mint.ts';
export { planMrc20Transfer } from './mrc20-transfer.ts';
export type { Mrc20TransferRequest } from './mrc20-transfer.ts';
export type { PinWords } from './pin-script.ts';
export { acceptReveal, planPin } from './reveal.ts';
export type { PinRequest, RevealPlan } from './reveal.ts';
export { planSplit } from './split-coin.ts';
export type { SplitRequest } from './split-coin.ts';
export { planFanOut, signFanOut } from './split.ts';
export type { FanOutPlan, FanOutRequest } from './split.ts';
export { acceptTake, buildTake, finishTake, signPad } from './take.ts';
export type { BuiltTake, TakeParts } from './take.ts';
export { intentOfTake, takeDraft } from './take-layout.ts';
export type { Pad, TakeLot, TakePlan } from './take-layout.ts';
export { LARGEST_PAD, SMALLEST_PAD, needsPad, planTake } from './take-plan.ts';
export type { TakeRequest } from './take-plan.ts';
export { frameWeight, lotWeight } from './take-weight.ts';
export type { TakeFrame } from './take-weight.ts';
