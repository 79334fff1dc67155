/** What the mempool of the private MVC chain refuses, in the words of a node. Pure but for the interpreter it is given. */
import type { MvcTransaction } from '@rialto/mvc';
import { invariant, sumSats } from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';
import { pointOf } from './confirmed-coins.ts';
import type { ConfirmedCoins } from './confirmed-coins.ts';
import type { ChainCoin, Mempool } from './mempool.ts';

/** The interpreter's error for each input, or an empty text. */
export type Judge = (tx: MvcTransaction, coins: readonly TxOutput[]) => readonly string[];

/** Sat for a thousand bytes. Source: microvisionchain `validation.h` DEFAULT_MIN_RELAY_TX_FEE. */
const RELAY_FEE = 250n;
/** Source: microvisionchain `policy/policy.h` DEFAULT_MAX_TX_SIZE_POLICY_AFTER_GENESIS. */
const LARGEST = 10_000_000;
/** Source: microvisionchain `primitives/transaction.h` GetDustThreshold. */
const DUST = 1n;

interface Found {
  readonly coins: readonly ChainCoin[];
}

/** @returns the reason, undefined when it is taken */
export function reasonAgainst(tx: MvcTransaction, mempool: Mempool, judge: Judge): string | undefined {
  const found = coinsOf(tx, mempool);
  if ('reason' in found) return found.reason;
  return ofSums(tx, found.coins) ?? ofScripts(tx, found.coins, judge);
}

function coinsOf({ inputs }: MvcTransaction, mempool: Mempool): Found | { readonly reason: string } {
  const points = inputs.map(pointOf);
  if (new Set(points).size < points.length) return { reason: 'bad-txns-inputs-duplicate' };
  if (points.some((point) => mempool.spenderOf(point) !== undefined))
    return { reason: 'txn-mempool-conflict' };
  const coins = points.flatMap((point) => mempool.coin(point) ?? []);
  return coins.length < points.length ? { reason: 'missing-inputs' } : { coins };
}

/** OP_FALSE OP_RETURN; OP_RETURN alone ends a script like any other. */
const isUnspendable = ({ script }: TxOutput): boolean => script[0] === 0 && script[1] === 0x6a;

function ofSums(tx: MvcTransaction, coins: readonly ChainCoin[]): string | undefined {
  const { outputs, size } = tx;
  if (size > LARGEST) return 'tx-size';
  if (outputs.some((output) => output.value < DUST && !isUnspendable(output))) return 'dust';
  const fee = feeOf(tx, coins);
  if (fee < 0n) return TOO_MUCH;
  return fee * 1000n < RELAY_FEE * BigInt(size) ? 'insufficient priority' : undefined;
}

const TOO_MUCH = 'bad-txns-in-belowout';

const feeOf = ({ outputs }: MvcTransaction, coins: readonly TxOutput[]): bigint =>
  sumSats(coins.map(({ value }) => value)) - sumSats(outputs.map(({ value }) => value));

function ofScripts(tx: MvcTransaction, coins: readonly TxOutput[], judge: Judge): string | undefined {
  const error = judge(tx, coins).find((one) => one !== '');
  return error === undefined ? undefined : `mandatory-script-verify-flag-failed (${error})`;
}

/** Of a transaction that its miner puts into a block among these: no block can have it for this reason. */
export function ofBlock(
  tx: MvcTransaction,
  block: readonly MvcTransaction[],
  confirmed: Pick<ConfirmedCoins, 'get'>,
  judge: Judge,
): string | undefined {
  if (!block.includes(tx)) return 'missing-inputs';
  const coins = tx.inputs.map((input) => {
    const parent = block.find(({ txid }) => txid === input.txid);
    const coin = parent?.outputs[input.vout] ?? confirmed.get(pointOf(input));
    invariant(coin !== undefined, 'it fits');
    return coin;
  });
  return feeOf(tx, coins) < 0n ? TOO_MUCH : ofScripts(tx, coins, judge);
}
