/**
 * What page, server and signer ask of a swap before anybody signs: that this transaction, whoever made it, is the swap that was agreed and
 * does nothing else. A wallet's window shows nothing of what is signed, and any coin of the user's in a transaction releases every
 * token parked with him; so every input is looked up in its raw previous transaction, and the whole plan is made again from them.
 */
import { MAX_MONEY, bytesToHex, isFlaw, outpoint } from '@rialto/protocols';
import type { Outpoint, Sats, TxOutput, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { keyHashOf, scriptHolder } from '../address.ts';
import { hash160, sha256 } from '../hashes.ts';
import { CONTRACT_VERSION, coreOf, readBareTransaction, readMvcTransaction } from '../transaction.ts';
import type { BareTransaction, MvcTransaction } from '../transaction.ts';
import { planBuy } from './buy.ts';
import { bodyOfPlan, coinOf, holdersOf, signedByUser } from './plan.ts';
import type { MvcCoin, MvcPlan, SwapParties } from './plan.ts';
import { planSell } from './sell.ts';

/** What was agreed, by whoever asks: nothing of it comes from the one who made the transaction. */
export interface AgreedSwap extends SwapParties {
  readonly side: 'buy' | 'sell';
  /** The coins of the user that may be spent, in their order: SPACE when he buys, tokens when he sells. */
  readonly userCoins: readonly Outpoint[];
  /** Paid into the pool when buying; what the user gets, costs taken off, when selling. */
  readonly sats: Sats;
  /** What the user gets when buying; what the pool gets when selling. In smallest units. */
  readonly units: bigint;
  readonly tokenSats: Sats;
  /**
   * The most that the user's sats may shrink by beyond what he pays for the token, when buying: fees, and what token outputs hold. When
   * selling the costs are in `sats`, and it is not looked at.
   */
  readonly mostCosts: Sats;
  /** What gives the check's cost back to the wallet that paid for it, when buying; undefined where nobody is paid back. */
  readonly refill: TxOutput | undefined;
}

/** What a verified swap does to the user. */
export interface VerifiedSwap {
  readonly plan: MvcPlan;
  readonly core: string;
  /** The places of the inputs that the user signs. */
  readonly toSign: readonly number[];
  /** Sats that leave the user's SPACE for good or go into token outputs, beyond the price. Zero when selling: they are off the price. */
  readonly costs: bigint;
}

/**
 * Verifies a swap.
 * @param raw the transaction; its scriptSigs are not looked at, for nobody signs them
 * @param previous transactions, in any order, one for each that an input spends
 * @throws Refusal bad-request (no transaction, or one too many), coin-unknown (a previous transaction is missing, or has no such output),
 *   effects-differ (it is another transaction than the agreed one), fee-too-high, not-yours, and as `planBuy` and `planSell`
 */
export function verifySwap(raw: Uint8Array, previous: readonly Previous[], agreed: AgreedSwap): VerifiedSwap {
  const tx = readSwap(raw);
  const { coins, versions } = coinsOf(tx, previous);
  requireForeign(coins, { ...agreed, checks: 1 });
  const plan = agreed.side === 'buy' ? buyAgain(tx, coins, agreed) : sellAgain(coins, agreed);
  const core = coreOf(bodyOfPlan(plan));
  if (tx.core !== core) throw new Refusal('effects-differ', 'not the agreed transaction');
  requireVersions(plan, versions);
  const costs = agreed.side === 'buy' ? costsOfBuyer(tx, coins, agreed) : 0n;
  if (costs > agreed.mostCosts) throw new Refusal('fee-too-high', `${costs} sat`);
  return { plan, core, toSign: signedByUser(plan), costs };
}

/**
 * Contracts read the transactions of the coins they rest on, and only this version's. A user's coin is one of those where it releases what is parked.
 * @throws Refusal script-not-allowed
 */
export function requireVersions({ inputs }: MvcPlan, versions: ReadonlyMap<string, number>): void {
  const releases = inputs.some(({ role }) => role === 'parked-token');
  for (const { role, coin } of inputs)
    if ((role !== 'user-space' || releases) && versions.get(txidOf(coin.outpoint)) !== CONTRACT_VERSION)
      throw new Refusal('script-not-allowed', `${coin.outpoint}: version`);
}

const txidOf = (point: Outpoint): string => point.slice(0, 64);

/** The transaction of a coin: raw, or without the scriptSigs that its maker keeps back. */
export type Previous = Uint8Array | BareTransaction;

function readPrevious(one: Previous): MvcTransaction {
  if (one instanceof Uint8Array) return readSwap(one);
  const tx = readBareTransaction(one);
  if (isFlaw(tx)) throw new Refusal('bad-request', tx.flaw);
  return tx;
}

/** @throws Refusal bad-request */
export function readSwap(raw: Uint8Array): MvcTransaction {
  const tx = readMvcTransaction(raw);
  if (isFlaw(tx)) throw new Refusal('bad-request', tx.flaw);
  return tx;
}

interface Found {
  readonly coins: readonly MvcCoin[];
  /** Of the previous transactions, by txid. */
  readonly versions: ReadonlyMap<string, number>;
  readonly known: ReadonlyMap<Txid, MvcTransaction>;
}

/** Of strangers' numbers, so it may be more than all there is. */
export function totalOf(all: readonly Pick<TxOutput, 'value'>[]): bigint {
  return all.reduce((sum, { value }) => sum + value, 0n);
}

/** What each input spends, out of raw transactions whose ids were computed here. */
export function coinsOf(tx: MvcTransaction, previous: readonly Previous[]): Found {
  if (previous.length > tx.inputs.length) throw new Refusal('bad-request', 'more transactions than inputs');
  const known = new Map<Txid, MvcTransaction>();
  for (const one of previous.map(readPrevious)) known.set(one.txid, one);
  const coins = spentFrom(known, tx);
  const versions = new Map([...known].map(([txid, { version }]): [string, number] => [txid, version]));
  return { coins, versions, known };
}

/** What each input spends, in their order. @throws Refusal coin-unknown, bad-request (more than there is), outputs-exceed-inputs */
export function spentFrom(known: ReadonlyMap<Txid, MvcTransaction>, tx: MvcTransaction): readonly MvcCoin[] {
  const coins = tx.inputs.map(({ txid, vout }): MvcCoin => {
    const from = known.get(txid);
    if (from === undefined) throw new Refusal('coin-unknown', outpoint(txid, vout));
    return coinOf(from, vout);
  });
  const [paidIn, paidOut] = [totalOf(coins), totalOf(tx.outputs)];
  if (paidIn > MAX_MONEY) throw new Refusal('bad-request', 'more than there is');
  if (paidOut >= paidIn) throw new Refusal('outputs-exceed-inputs');
  return coins;
}

/**
 * Nothing of the user's is spent but what he agreed to. His is whatever has his key or a hash of it anywhere in its script, whichever
 * contract that is, and whatever names a script of his that is spent here: such coins move without a signature of their own. The check
 * names him too, and is compared byte for byte elsewhere.
 */
export function requireForeign(
  coins: readonly MvcCoin[],
  agreed: Pick<AgreedSwap, 'userKey' | 'userCoins'> & { readonly checks: number },
): void {
  const user = hash160(agreed.userKey);
  const userScript = scriptHolder(user);
  const isAgreed = ({ outpoint: point }: MvcCoin): boolean => agreed.userCoins.includes(point);
  const spentScripts = coins.filter(isAgreed).flatMap(({ script }) => [hash160(script), sha256(script)]);
  const marks = [agreed.userKey, user, userScript, ...spentScripts].map(bytesToHex);
  for (const coin of coins.slice(0, -agreed.checks)) {
    const script = bytesToHex(coin.script);
    if (!isAgreed(coin) && marks.some((mark) => script.includes(mark)))
      throw new Refusal('effects-differ', `${coin.outpoint} is yours`);
  }
}

/** The user's coins between the first and the last ones; anything else is not the agreed layout. */
function usersCoins(
  coins: readonly MvcCoin[],
  agreed: AgreedSwap,
  [first, last]: readonly [number, number],
): readonly MvcCoin[] {
  const users = coins.slice(first, coins.length - last);
  if (users.length !== agreed.userCoins.length)
    throw new Refusal('effects-differ', 'other inputs than agreed');
  if (users.some((coin, index) => coin.outpoint !== agreed.userCoins[index]))
    throw new Refusal('effects-differ', 'other coins than agreed');
  return users;
}

function at(coins: readonly MvcCoin[], index: number): MvcCoin {
  const coin = coins.at(index);
  if (coin === undefined) throw new Refusal('effects-differ', 'too few inputs');
  return coin;
}

function buyAgain(tx: MvcTransaction, coins: readonly MvcCoin[], agreed: AgreedSwap): MvcPlan {
  // The pool's tokens come first, as many as there are: the user's coins and what they are by themselves say where they end.
  const tokens = coins.length - agreed.userCoins.length - 2;
  if (tokens < 1) throw new Refusal('effects-differ', 'too few inputs');
  const userCoins = usersCoins(coins, agreed, [tokens + 1, 1]);
  const fee = totalOf(coins) - totalOf(tx.outputs);
  const lane = { tokens: coins.slice(0, tokens), space: at(coins, tokens) };
  return planBuy({ ...agreed, lane, userCoins, fee: fee as Sats }, at(coins, -1));
}

function sellAgain(coins: readonly MvcCoin[], agreed: AgreedSwap): MvcPlan {
  const userTokens = usersCoins(coins, agreed, [0, 2]);
  return planSell({ ...agreed, userTokens }, at(coins, -2), at(coins, -1));
}

function costsOfBuyer(tx: MvcTransaction, coins: readonly MvcCoin[], agreed: AgreedSwap): bigint {
  const user = bytesToHex(holdersOf(agreed).user);
  const ofUser = (all: readonly TxOutput[]): bigint =>
    totalOf(
      all.filter(({ script }) => {
        const owner = keyHashOf(script);
        return owner !== undefined && bytesToHex(owner) === user;
      }),
    );
  return ofUser(coins) - ofUser(tx.outputs) - agreed.sats;
}
