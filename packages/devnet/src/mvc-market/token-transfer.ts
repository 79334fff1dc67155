/**
 * A token sent as Metalet sends it: the transaction that makes the check's coin, and the transfer over what is left of its SPACE. The
 * wallet chooses the coins itself, and has limits of its own (mvc-swaps 4); what is signed, and by whom, is the caller's affair.
 */
import { checkScript, completePlan } from '@rialto/contracts';
import {
  CHECK_SATS,
  TOKEN_OUTPUT_SATS,
  bodyOfInputs,
  bodyOfPlan,
  coinOf,
  feeOfBytes,
  keyHashOf,
  nameMvcTransaction,
  p2pkhScript,
  readFtScript,
  sameToken,
  swapBytes,
  checkBytes,
  withHolder,
} from '@rialto/mvc';
import type {
  MvcBody,
  MvcCoin,
  MvcPlan,
  MvcSignature,
  MvcTransaction,
  TokenCheck,
  TokenKey,
} from '@rialto/mvc';
import { bytesToHex, concatBytes, encodeUtf8, equalBytes, invariant, sats, sumSats } from '@rialto/protocols';
import type { Txid, TxOutput } from '@rialto/protocols';
import { BadRequest } from '../demo/bad-request.ts';
import type { PrivateMvcChain } from '../mvc/private-chain.ts';

export interface TokenTransfer {
  readonly token: TokenKey;
  /** Hash of the sender's key, and of the receiver's. */
  readonly sender: Uint8Array;
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
  const held = chain.coins((script) => {
    const found = readFtScript(script);
    return found !== undefined && sameToken(found, token) && found.holder === bytesToHex(sender);
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
  const space = chain.coins((script) => isOf(script, sender)).filter(({ value }) => value >= LEAST_LISTED);
  if (space.length > MOST_SPACE)
    throw new BadRequest('The count of utxos should not be more than 3, please merge utxos first.');
  return { tokens, space };
}

function isOf(script: Uint8Array, hash: Uint8Array): boolean {
  const owner = keyHashOf(script);
  return owner !== undefined && equalBytes(owner, hash);
}

/** The first transaction, unsigned: the check's coin, and what is left of the SPACE. @throws BadRequest, in the wallet's own words, where an account does not fit its limits */
export function checkOfTransfer(transfer: TokenTransfer, coins: TransferCoins): MvcBody {
  const check = countedBy(transfer, coins);
  const fee = feeOfBytes(checkBytes([check], 1, coins.space.length), transfer.feeRate);
  const left = sumSats(coins.space.map(({ value }) => value)) - CHECK_SATS - fee;
  const needs = feeOfBytes(swapBytes([check], 1), transfer.feeRate) + TOKEN_OUTPUT_SATS * 2n;
  if (left < needs) throw new BadRequest('Insufficient balance.');
  return bodyOfInputs(coins.space, [
    { value: CHECK_SATS, script: checkScript(check) },
    { value: sats(left), script: p2pkhScript(transfer.sender) },
  ]);
}

/** The second one over it, as a plan. */
export function planTransfer(
  transfer: TokenTransfer,
  { tokens }: Pick<TransferCoins, 'tokens'>,
  checkTx: Pick<MvcTransaction, 'txid' | 'outputs'>,
): MvcPlan {
  const check = countedBy(transfer, { tokens });
  const [first] = tokens;
  invariant(first !== undefined, 'a transfer has a token');
  const paid = check.receivers.map(({ holder, units }): TxOutput => ({
    value: TOKEN_OUTPUT_SATS,
    script: withHolder(first.script, holder, units),
  }));
  const inputs: MvcPlan['inputs'] = [
    ...tokens.map((coin) => ({ role: 'user-token', coin }) as const),
    { role: 'user-space', coin: coinOf(checkTx, 1) },
    { role: 'check', coin: coinOf(checkTx, 0) },
  ];
  const fee = feeOfBytes(swapBytes([check], 1), transfer.feeRate);
  const spent = sumSats(inputs.map(({ coin }) => coin.value));
  const left = spent - sumSats(paid.map(({ value }) => value)) - fee;
  const change = { value: sats(left), script: p2pkhScript(transfer.sender) };
  return { inputs, outputs: [...paid, ...messageOf(transfer), change], checks: [check], fee };
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

export const unsignedTransfer = (plan: MvcPlan): MvcBody => bodyOfPlan(plan);

function countedBy(transfer: TokenTransfer, { tokens }: Pick<TransferCoins, 'tokens'>): TokenCheck {
  const { token, sender, receiver, units } = transfer;
  const held = tokens.reduce((sum, { script }) => sum + (readFtScript(script)?.amount ?? 0n), 0n);
  const rest = held > units ? [{ holder: sender, units: held - units }] : [];
  const receivers = [{ holder: receiver, units }, ...rest];
  const others = 1 + messageOf(transfer).length;
  const inputs = tokens.map((_, at) => at);
  return { kind: 'transfer', token, inputs, receivers, outputs: receivers.length + others };
}

/** OP_FALSE OP_RETURN and the text. */
function messageOf({ message }: Pick<TokenTransfer, 'message'>): TxOutput[] {
  if (message === undefined) return [];
  const text = encodeUtf8(message) ?? new Uint8Array(0);
  if (text.length > 75) throw new BadRequest('The message is too long.');
  return [{ value: sats(0n), script: concatBytes(Uint8Array.of(0x00, 0x6a, text.length), text) }];
}
