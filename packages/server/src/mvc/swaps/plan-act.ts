/** The plan of a swap from its terms by outpoints: every coin is read from the raw transaction that made it. */
import type { MvcSwapAct } from '@rialto/contract';
import {
  CHECK_AT,
  bareOf,
  POOL_SPACE_AT,
  p2pkhScript,
  planBuy,
  planSell,
  readMvcTransaction,
} from '@rialto/mvc';
import type { BuyRequest, MvcCoin, MvcPlan, MvcTransaction, SellRequest } from '@rialto/mvc';
import { bytesToHex, hexToBytes, invariant, isFlaw, outpoint, sats, splitOutpoint } from '@rialto/protocols';
import type { Outpoint, Sats, TxOutput, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from '../context.ts';

/** Transactions by id. */
export type Known = ReadonlyMap<Txid, MvcTransaction>;

/**
 * The transactions that made these coins, from our index or from the node.
 * @throws Refusal coin-unknown, node-down
 */
export async function transactionsOf(context: MvcContext, points: readonly Outpoint[]): Promise<Known> {
  const found = new Map<Txid, MvcTransaction>();
  for (const { txid } of points.map(splitOutpoint)) {
    if (found.has(txid)) continue;
    const tx = (await context.ledger.transaction(txid)) ?? (await context.chain.transaction(txid));
    if (tx === undefined) throw new Refusal('coin-unknown', txid);
    found.set(txid, tx);
  }
  return found;
}

/** The same with transactions that no node has yet. @throws Refusal coin-unknown, node-down */
export async function knownWith(
  context: MvcContext,
  points: readonly Outpoint[],
  made: readonly MvcTransaction[],
): Promise<Known> {
  const own = new Map(made.map((tx): [Txid, MvcTransaction] => [tx.txid, tx]));
  const others = points.filter((point) => !own.has(splitOutpoint(point).txid));
  return new Map([...own, ...(await transactionsOf(context, others))]);
}

/** @throws Refusal coin-unknown */
export function coinAt(known: Known, point: Outpoint): MvcCoin {
  const { txid, vout } = splitOutpoint(point);
  const output = known.get(txid)?.outputs[vout];
  if (output === undefined) throw new Refusal('coin-unknown', point);
  return { outpoint: point, ...output };
}

/** Coins of user and pool that a swap spends, with what its check spends. */
export const pointsOf = (act: MvcSwapAct): Outpoint[] =>
  act.side === 'buy'
    ? [...act.poolTokens, act.poolSpace, ...act.userCoins, act.checkCoin]
    : [...act.userTokens, act.poolSpace];

interface Parties {
  readonly poolHash: Uint8Array;
  /** Hash of the key that pays for the checks of purchases. */
  readonly payer: Uint8Array;
}

export function buyRequest(
  act: MvcSwapAct & { side: 'buy' },
  known: Known,
  { poolHash, payer }: Parties,
): BuyRequest {
  return {
    ...commonOf(act, poolHash),
    lane: {
      tokens: act.poolTokens.map((point) => coinAt(known, point)),
      space: coinAt(known, act.poolSpace),
    },
    userCoins: act.userCoins.map((point) => coinAt(known, point)),
    refill: refillAs(act, payer),
    fee: satsOf(act.fee),
  };
}

export function sellRequest(
  act: MvcSwapAct & { side: 'sell' },
  known: Known,
  poolHash: Uint8Array,
): SellRequest {
  return { ...commonOf(act, poolHash), userTokens: act.userTokens.map((point) => coinAt(known, point)) };
}

function commonOf(act: MvcSwapAct, poolHash: Uint8Array) {
  return {
    token: act.token,
    userKey: hexToBytes(act.userKey),
    poolHash,
    sats: satsOf(act.sats),
    units: BigInt(act.units),
    tokenSats: satsOf(act.tokenSats),
  };
}

/** What gives the check's cost back to the wallet that paid it. */
export const refillAs = (act: MvcSwapAct, payer: Uint8Array): TxOutput => ({
  value: sats(BigInt(act.checkSats) + BigInt(act.checkFee)),
  script: p2pkhScript(payer),
});

const satsOf = (text: string): Sats => sats(BigInt(text));

/** @param check as the signer made it: the check's coin first; of a sale the pool's coin for it behind that */
export function planOf(act: MvcSwapAct, known: Known, check: MvcTransaction, parties: Parties): MvcPlan {
  const made = check.outputs.map((output, vout): MvcCoin => ({
    outpoint: outpoint(check.txid, vout),
    ...output,
  }));
  const [coin, pays] = [made[CHECK_AT], made[POOL_SPACE_AT]];
  invariant(coin !== undefined, 'a transaction has an output');
  if (act.side === 'buy') return planBuy(buyRequest(act, known, parties), coin);
  invariant(pays !== undefined, 'the check of a sale makes the coin that pays it');
  return planSell(sellRequest(act, known, parties.poolHash), pays, coin);
}

/** One that we keep or that the signer made. */
export function readOurs(raw: Uint8Array): MvcTransaction {
  const tx = readMvcTransaction(raw);
  invariant(!isFlaw(tx), 'a transaction of ours can be read');
  return tx;
}

/** The check's transaction as others are told it: nobody can send it, and make its payer pay for nothing. */
export function bareText(tx: MvcTransaction): { readonly raw: string; readonly scriptSigs: string[] } {
  const { raw, scriptSigs } = bareOf(tx);
  return { raw: bytesToHex(raw), scriptSigs: scriptSigs.map(bytesToHex) };
}
