/**
 * A token sent as Metalet sends it: the transaction that makes the check's coin, and the transfer over what is left of its SPACE. The
 * wallet chooses the coins itself, and has limits of its own (mvc-swaps 4); what is signed, and by whom, is the caller's affair.
 */
import { checkScript, completePlan } from '@rialto/contracts';
import {
  CHECK_SATS,
  TOKEN_OUTPUT_SATS,
  checkBytes,
  checkOfTokenPayment,
  coinOf,
  feeOfBytes,
  hash160,
  keyHashOf,
  nameMvcTransaction,
  planPaymentCheck,
  planTokenPayment,
  readFtScript,
  sameToken,
  swapBytes,
} from '@rialto/mvc';
import type { MvcCoin, MvcPlan, MvcSignature, MvcTransaction, TokenKey, TokenPayment } from '@rialto/mvc';
import { bytesToHex, concatBytes, encodeUtf8, equalBytes, invariant, sats, sumSats } from '@rialto/protocols';
import type { Txid, TxOutput } from '@rialto/protocols';
import { BadRequest } from '../demo/bad-request.ts';
import type { PrivateMvcChain } from '../mvc/private-chain.ts';

export interface TokenTransfer {
  readonly token: TokenKey;
  /** 33 bytes. */
  readonly sender: Uint8Array;
  /** Hash of the receiver's key. */
  readonly receiver: Uint8Array;
  readonly units: bigint;
  /** Becomes an output that says it, as text. */
  readonly message: string | undefined;
  /** Sat for a thousand bytes. */
  readonly feeRate: bigint;
}

export interface TransferCoins {
  readonly tokens: readonly MvcCoin[];
  readonly space: readonly MvcCoin[];
}

const MOST_SPACE = 3;
const MOST_TOKENS = 20;
/** Its servers do not list smaller ones. */
const LEAST_LISTED = 600n;

/** Its choice: tokens until they are enough, and all SPACE there is. @throws BadRequest, in the wallet's own words, where an account does not fit its limits */
export function coinsOfTransfer(
  chain: PrivateMvcChain,
  { token, sender, units }: TokenTransfer,
): TransferCoins {
  const hash = hash160(sender);
  const holder = bytesToHex(hash);
  const held = chain.coins((script) => {
    const found = readFtScript(script);
    return found !== undefined && sameToken(found, token) && found.holder === holder;
  });
  const tokens: MvcCoin[] = [];
  let sum = 0n;
  for (const coin of held) {
    if (sum >= units) break;
    tokens.push(coin);
    sum += readFtScript(coin.script)?.amount ?? 0n;
  }
  if (sum < units) throw new BadRequest('Insufficient token.');
  if (tokens.length > MOST_TOKENS) throw new BadRequest('Too many token-utxos, should be merged first.');
  const space = chain.coins((script) => isOf(script, hash)).filter(({ value }) => value >= LEAST_LISTED);
  if (space.length > MOST_SPACE)
    throw new BadRequest('The count of utxos should not be more than 3, please merge utxos first.');
  return { tokens, space };
}

function isOf(script: Uint8Array, hash: Uint8Array): boolean {
  const owner = keyHashOf(script);
  return owner !== undefined && equalBytes(owner, hash);
}

/** The first transaction: the check's coin, and what is left of the SPACE. @throws BadRequest, in the wallet's own words, where an account does not fit its limits */
export function checkOfTransfer(transfer: TokenTransfer, coins: TransferCoins): MvcPlan {
  const payment = paymentOf(transfer, coins);
  const check = checkOfTokenPayment(payment);
  const fee = feeOfBytes(checkBytes([check], 1, coins.space.length), transfer.feeRate);
  const left = sumSats(coins.space.map(({ value }) => value)) - CHECK_SATS - fee;
  const needs = feeOfBytes(swapBytes([check], 1), transfer.feeRate) + TOKEN_OUTPUT_SATS * 2n;
  if (left < needs) throw new BadRequest('Insufficient balance.');
  return planPaymentCheck(payment, { script: checkScript(check), sats: CHECK_SATS, fee });
}

/** The second one over it. */
export function planTransfer(
  transfer: TokenTransfer,
  { tokens }: Pick<TransferCoins, 'tokens'>,
  checkTx: Pick<MvcTransaction, 'txid' | 'outputs'>,
): MvcPlan {
  const payment = paymentOf(transfer, { tokens, space: [coinOf(checkTx, 1)] });
  const fee = feeOfBytes(swapBytes([checkOfTokenPayment(payment)], 1), transfer.feeRate);
  return planTokenPayment(payment, coinOf(checkTx, 0), fee);
}

/** The whole transfer. @param known transactions that no chain has yet */
export function completedTransfer(
  chain: PrivateMvcChain,
  plan: MvcPlan,
  signatures: ReadonlyMap<number, MvcSignature>,
  known: readonly MvcTransaction[],
): MvcTransaction {
  const txOf = (txid: Txid): MvcTransaction => {
    const tx = known.find((one) => one.txid === txid) ?? chain.transaction(txid)?.tx;
    invariant(tx !== undefined, `the chain has ${txid}`);
    return tx;
  };
  return nameMvcTransaction(completePlan({ plan, signatures, txOf }));
}

function paymentOf(transfer: TokenTransfer, { tokens, space }: TransferCoins): TokenPayment {
  const { token, sender, receiver, units } = transfer;
  return {
    ...{ token, userKey: sender, userTokens: tokens, userCoins: space, receiver, units },
    ...{ message: messageOf(transfer), tokenSats: TOKEN_OUTPUT_SATS },
  };
}

/** OP_FALSE OP_RETURN and the text. */
function messageOf({ message }: Pick<TokenTransfer, 'message'>): TxOutput | undefined {
  if (message === undefined) return undefined;
  const text = encodeUtf8(message) ?? new Uint8Array(0);
  if (text.length > 75) throw new BadRequest('The message is too long.');
  return { value: sats(0n), script: concatBytes(Uint8Array.of(0x00, 0x6a, text.length), text) };
}
