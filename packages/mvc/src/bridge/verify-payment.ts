/**
 * What page and server ask of a payment to the bridge that a wallet has made, before anybody sends it: the agreed units of the agreed token to
 * the bridge's inlet, the order's id, and everything else back to the user but the miners' part. A wallet's `transfer` answers with whole
 * transactions, so all of them are looked at: those that merge his SPACE, the one that makes the check, and the transfer.
 */
import { bytesToHex, outpoint } from '@rialto/protocols';
import type { Outpoint, TxOutput, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { keyHashOf, p2pkhScript } from '../address.ts';
import { hash160 } from '../hashes.ts';
import { bodyOfInputs } from '../swap/plan.ts';
import type { MvcCoin } from '../swap/plan.ts';
import { readSwap, spentFrom, totalOf } from '../swap/verify.ts';
import { isCheckOf } from '../token/check-data.ts';
import { withHolder } from '../token/tail.ts';
import type { TokenKey } from '../token/tail.ts';
import { CONTRACT_VERSION, coreOf } from '../transaction.ts';
import type { MvcTransaction } from '../transaction.ts';
import { mvcBridgeMessage } from './bridge-id.ts';
import { checkOfTokenPayment } from './pay.ts';

/** Nothing of it comes from the wallet or from whoever hands its answer on. */
export interface AgreedBridgePayment {
  readonly token: TokenKey;
  /** 33 bytes. */
  readonly userKey: Uint8Array;
  /** Hash of the bridge's key that is paid. */
  readonly inlet: Uint8Array;
  readonly units: bigint;
  /** Of the order: 32 lower-case hex digits. */
  readonly id: string;
  /** The most that it may cost him in sat: the fees of all his transactions, and what lies under the bridge's token. */
  readonly mostCosts: bigint;
}

export interface RawBridgePayment {
  /** Of his SPACE to himself, sent ahead; none where he has few coins. */
  readonly merges?: readonly Uint8Array[];
  readonly check: Uint8Array;
  readonly transfer: Uint8Array;
  /** The transactions of every coin that is spent and not made by one of these. */
  readonly previous: readonly Uint8Array[];
}

export interface VerifiedBridgePayment {
  readonly txid: Txid;
  readonly core: string;
  readonly costs: bigint;
}

/** Where the bridge's token is among the outputs of the transfer. */
export const BRIDGE_PAID_AT = 0;

/**
 * Verifies a payment. Signatures and whether his coins are genuine are the scripts' to judge: a copy of a token refuses to be spent.
 * @throws Refusal bad-request (no transaction, one too many, or more sats than there are), coin-unknown, not-yours, not-a-lot, insufficient-funds, too-many-coins, script-not-allowed (the
 *   check, or a version that contracts do not read), effects-differ (it pays anything else), outputs-exceed-inputs, fee-too-high
 */
export function verifyBridgePayment(
  raw: RawBridgePayment,
  agreed: AgreedBridgePayment,
): VerifiedBridgePayment {
  const [merges, check, transfer] = [
    (raw.merges ?? []).map(readSwap),
    readSwap(raw.check),
    readSwap(raw.transfer),
  ];
  const all = [...merges, check, transfer];
  if (raw.previous.length > all.reduce((sum, { inputs }) => sum + inputs.length, 0))
    throw new Refusal('bad-request', 'more transactions than inputs');
  const known = new Map([...raw.previous.map(readSwap), ...merges, check].map((tx) => [tx.txid, tx]));
  for (const merge of merges) requireHome(merge, spentFrom(known, merge), agreed, 0);
  if (check.version !== CONTRACT_VERSION) throw new Refusal('script-not-allowed', 'the version of the check');
  requireHome(check, spentFrom(known, check), agreed, 1);
  requireTransfer(transfer, spentFrom(known, transfer), { ...agreed, checkAt: outpoint(check.txid, 0) });
  // Every input is his, and so is every output that no later one of these spends, but one.
  const fees = all.reduce((sum, tx) => sum + totalOf(spentFrom(known, tx)) - totalOf(tx.outputs), 0n);
  const costs = fees + (transfer.outputs[BRIDGE_PAID_AT]?.value ?? 0n);
  if (costs > agreed.mostCosts) throw new Refusal('fee-too-high', `${costs} sat`);
  return { txid: transfer.txid, core: transfer.core, costs };
}

const isOwn = ({ script }: Pick<TxOutput, 'script'>, { userKey }: AgreedBridgePayment): boolean =>
  bytesToHex(keyHashOf(script) ?? new Uint8Array(0)) === bytesToHex(hash160(userKey));

/** His SPACE in, and his SPACE out behind the first outputs. */
function requireHome(
  { outputs }: MvcTransaction,
  coins: readonly MvcCoin[],
  agreed: AgreedBridgePayment,
  first: number,
): void {
  for (const coin of coins) if (!isOwn(coin, agreed)) throw new Refusal('not-yours', coin.outpoint);
  if (!outputs.slice(first).every((output) => isOwn(output, agreed)))
    throw new Refusal('effects-differ', 'SPACE for somebody else');
}

/** The transfer is made again out of what it spends, and has to be that one. */
function requireTransfer(
  tx: MvcTransaction,
  coins: readonly MvcCoin[],
  agreed: AgreedBridgePayment & { readonly checkAt: Outpoint },
): void {
  const { first, tokens, check } = partedInputs(coins, agreed);
  const { token, userKey, inlet: receiver, units } = agreed;
  const counted = checkOfTokenPayment({ token, userKey, userTokens: tokens, receiver, units });
  if (!isCheckOf(check.script, counted)) throw new Refusal('script-not-allowed', 'the check');
  const value = tx.outputs[BRIDGE_PAID_AT]?.value ?? first.value;
  const paid = counted.receivers.map((one): TxOutput => ({
    value,
    script: withHolder(first.script, one.holder, one.units),
  }));
  const [change] = tx.outputs.slice(paid.length + 1);
  const back = change === undefined ? [] : [{ ...change, script: p2pkhScript(hash160(userKey)) }];
  const outputs = [...paid, mvcBridgeMessage(agreed.id), ...back];
  if (tx.core !== coreOf(bodyOfInputs(coins, outputs)))
    throw new Refusal('effects-differ', 'not the agreed payment');
}

interface PartedInputs {
  readonly first: MvcCoin;
  readonly tokens: readonly MvcCoin[];
  readonly check: MvcCoin;
}

/** Tokens, then his SPACE, then the check. */
function partedInputs(
  coins: readonly MvcCoin[],
  agreed: AgreedBridgePayment & { readonly checkAt: Outpoint },
): PartedInputs {
  const check = coins.at(-1);
  if (check?.outpoint !== agreed.checkAt) throw new Refusal('effects-differ', 'not over its check');
  const firstSpace = coins.findIndex((coin) => isOwn(coin, agreed));
  const tokens = coins.slice(0, Math.max(firstSpace, 0));
  const [first] = tokens;
  if (first === undefined) throw new Refusal('effects-differ', 'no token, or no SPACE');
  for (const coin of coins.slice(firstSpace, -1))
    if (!isOwn(coin, agreed)) throw new Refusal('not-yours', coin.outpoint);
  return { first, tokens, check };
}
