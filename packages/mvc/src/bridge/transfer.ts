/**
 * An exit on MVC, the payout of a mint or the refund of a redeem: tokens of the bridge's keys to the receiver, the rest to the stock. Each token
 * is signed by the key that holds it, SPACE by the key of the fees (bridge §5).
 */
import { bytesToHex } from '@rialto/protocols';
import type { Sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { coinOf, requireSpace, tokenOn } from '../swap/plan.ts';
import type { MvcCoin, MvcPlan } from '../swap/plan.ts';
import { checkBytes, feeOfBytes, swapBytes } from '../swap/size.ts';
import { CHECK_SATS, LEAST_CHANGE, TOKEN_OUTPUT_SATS } from '../swap/terms.ts';
import type { TokenCheck } from '../token/check-data.ts';
import { readFtScript } from '../token/tail.ts';
import type { TokenKey } from '../token/tail.ts';
import type { MvcTransaction } from '../transaction.ts';
import { mvcBridgeMessage } from './bridge-id.ts';
import { CHECK_LEFT_AT, checkLaidOut, laidOut, transferCheck } from './layout.ts';
import type { OwnCheck, TransferParts } from './layout.ts';

export interface BridgeTransferRequest {
  readonly token: TokenKey;
  /** Hashes of the bridge's keys, 20 bytes each: of the inventory, of where redeems are paid to, and of what pays. */
  readonly stock: Uint8Array;
  readonly inlet: Uint8Array;
  readonly fees: Uint8Array;
  /** Held by stock or inlet; all of them are spent in this order. */
  readonly tokens: readonly MvcCoin[];
  /** P2PKH of the fees; all of them are spent in this order. */
  readonly feeCoins: readonly MvcCoin[];
  /** Hash of the receiver's key. */
  readonly receiver: Uint8Array;
  readonly units: bigint;
  /** Into how many coins of the stock the rest goes: with two the next two exits need not wait for each other. */
  readonly restCoins: 1 | 2;
  /** Of the order, or of the refund: 16 bytes, as 32 lower-case hex digits. */
  readonly id: string;
  readonly tokenSats: Sats;
}

/**
 * The check that an exit needs.
 * @throws Refusal bad-request (no coins), too-small (not a unit), not-a-lot, not-yours (another holder, or the receiver is the bridge itself),
 *   bridge-short (the coins hold less), too-many-coins
 */
export function checkOfBridgeTransfer(request: Omit<BridgeTransferRequest, 'feeCoins'>): TokenCheck {
  const { token, tokens, stock, inlet, fees, receiver, units } = request;
  if (tokens.length === 0) throw new Refusal('bad-request', 'no coins');
  if (units < 1n) throw new Refusal('too-small', 'not a unit');
  if ([stock, inlet, fees].some((own) => bytesToHex(own) === bytesToHex(receiver)))
    throw new Refusal('not-yours', 'the receiver is the bridge');
  const held = tokens.reduce((sum, coin) => sum + unitsOf(coin, request), 0n);
  if (units > held) throw new Refusal('bridge-short', `missing ${units - held} units`);
  const rest = parts(held - units, request.restCoins).map((one) => ({ holder: stock, units: one }));
  return transferCheck(token, { coins: tokens.length, held }, [{ holder: receiver, units }, ...rest]);
}

function unitsOf(
  coin: MvcCoin,
  { token, stock, inlet }: Pick<BridgeTransferRequest, 'token' | 'stock' | 'inlet'>,
): bigint {
  const isInlet = readFtScript(coin.script)?.holder === bytesToHex(inlet);
  return tokenOn(coin, token, isInlet ? inlet : stock).amount;
}

/** Halves, the larger one first; nothing for nothing. */
function parts(rest: bigint, coins: 1 | 2): readonly bigint[] {
  const half = coins === 2 ? rest / 2n : 0n;
  return [rest - half, half].filter((one) => one > 0n);
}

function partsOf(request: BridgeTransferRequest): TransferParts {
  const { tokens, feeCoins, fees, id, tokenSats } = request;
  const check = checkOfBridgeTransfer(request);
  for (const coin of feeCoins) requireSpace(coin, fees);
  return {
    check,
    tokens: tokens.map((coin) => ({ role: 'bridge-token', coin })),
    space: feeCoins.map((coin) => ({ role: 'bridge-space', coin })),
    message: mvcBridgeMessage(id),
    ...{ change: fees, tokenSats },
  };
}

/**
 * In: the tokens, SPACE of the fees, the check. Out: the receiver's token, one or two for the stock where any is left, the id, SPACE to the fees.
 * @param fee what the miners get
 * @throws Refusal as `checkOfBridgeTransfer` and `checkedPlan`; not-yours (SPACE of another key), insufficient-funds
 */
export const planBridgeTransfer = (request: BridgeTransferRequest, check: MvcCoin, fee: bigint): MvcPlan =>
  laidOut(partsOf(request), check, fee);

/**
 * The transaction that makes the check: SPACE of the fees in; the check's coin, and the rest to the fees, out.
 * @throws Refusal as `checkOfBridgeTransfer`; not-yours (SPACE of another key), bad-request (no SPACE), duplicate-input, script-not-allowed
 *   (another check), too-small, fee-too-low, insufficient-funds
 */
export const planBridgeCheck = (request: BridgeTransferRequest, own: OwnCheck): MvcPlan =>
  checkLaidOut(partsOf(request), own);

/**
 * The exit over its check, whole: what is left there pays.
 * @throws Refusal as `planBridgeTransfer`; coin-unknown (it is no such check)
 */
export function planBridgeTransferOver(
  request: Omit<BridgeTransferRequest, 'feeCoins'>,
  check: Pick<MvcTransaction, 'txid' | 'outputs'>,
  fee: bigint,
): MvcPlan {
  const feeCoins = [coinOf(check, CHECK_LEFT_AT.left)];
  return planBridgeTransfer({ ...request, feeCoins }, coinOf(check, CHECK_LEFT_AT.check), fee);
}

/** What data in a transfer makes it longer by: once as an output, where a size is counted with P2PKH, and once in the scriptSig of the check. */
const DATA_MORE = 48;

export interface BridgeTransferFees {
  readonly check: Sats;
  readonly transfer: Sats;
}

/** What the miners get for both at most, in sat. @param paying coins of SPACE @param feeRate sat for a thousand bytes */
export function bridgeTransferFees(check: TokenCheck, paying: number, feeRate: bigint): BridgeTransferFees {
  const [first, second] = [checkBytes([check], 1, paying), swapBytes([check], 1) + DATA_MORE];
  return { check: feeOfBytes(first, feeRate), transfer: feeOfBytes(second, feeRate) };
}

/**
 * What the SPACE that pays has to hold, in sat: in both transactions change stays.
 * @param check as `checkOfBridgeTransfer` has it
 * @param under sat under the tokens that are spent
 */
export function bridgeTransferNeeds(
  fees: BridgeTransferFees,
  { receivers }: Pick<TokenCheck, 'receivers'>,
  under: bigint,
): bigint {
  const tokens = BigInt(receivers.length) * TOKEN_OUTPUT_SATS;
  const left = fees.transfer + tokens - under - CHECK_SATS + LEAST_CHANGE;
  return fees.check + CHECK_SATS + (left > LEAST_CHANGE ? left : LEAST_CHANGE);
}
