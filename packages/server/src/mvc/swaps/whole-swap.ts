/** A swap from its row to its whole transaction, and every other plan: all that its contracts ask for, each input judged before anybody sends it. */
import type { MvcAct, MvcSwapAct } from '@rialto/contract';
import { nameMvcTransaction, writeMvcTransaction } from '@rialto/mvc';
import type { MvcBody, MvcPlan, MvcSignature, MvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes, invariant, outpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from '../context.ts';
import { requireOpenPool } from '../reads/find-pool.ts';
import type { MvcActRow } from '../store/act-schema.ts';
import { knownWith, planOf, pointsOf, readOurs, transactionsOf } from './plan-act.ts';
import type { Known } from './plan-act.ts';

export interface SwapGround {
  readonly plan: MvcPlan;
  readonly check: MvcTransaction;
  /** Of every other coin in it. */
  readonly known: Known;
}

const isSwap = (act: MvcAct): act is MvcSwapAct => act.side === 'buy' || act.side === 'sell';

/**
 * @param made what it spends and no node has yet
 * @throws Refusal as `requireOpenPool`; bad-request, coin-unknown, node-down
 */
export async function groundOfSwap(
  context: MvcContext,
  { act, pool: number, checkRaw }: MvcActRow,
  made: readonly MvcTransaction[] = [],
): Promise<SwapGround> {
  const pool = await requireOpenPool(context, number);
  if (!isSwap(act)) throw new Refusal('bad-request', 'liquidity is handed in by its own call');
  const known = await knownWith(context, pointsOf(act), made);
  const check = readOurs(hexToBytes(checkRaw));
  const { payer } = await context.custody.pools();
  const parties = { poolHash: hexToBytes(pool.keyHash), payer: hexToBytes(payer) };
  return { plan: planOf(act, known, check, parties), check, known };
}

/** What is missing a signature is left without it. */
export async function filledSwap(
  context: MvcContext,
  { plan, check, known }: SwapGround,
  signatures: ReadonlyMap<number, MvcSignature>,
): Promise<MvcBody> {
  const spent = [...known.values(), check];
  const transactions = [...spent, ...(await parentsOf(context, plan, spent))];
  return context.contracts.complete(plan, signatures, transactions);
}

export async function wholeSwap(
  context: MvcContext,
  ground: SwapGround,
  signatures: ReadonlyMap<number, MvcSignature>,
): Promise<MvcTransaction> {
  const body = await filledSwap(context, ground, signatures);
  const coins = ground.plan.inputs.map(({ coin }) => coin);
  const verdicts = await context.contracts.judged(body, coins);
  invariant(
    verdicts.every((verdict) => verdict === ''),
    `a complete transaction holds: ${verdicts.join(', ')}`,
  );
  return nameMvcTransaction(body);
}

/** What its row is told once it is signed. */
export const signedAs = (swap: MvcTransaction) => ({
  swapRaw: bytesToHex(writeMvcTransaction(swap)),
  txid: swap.txid,
  reason: '',
});

/** A token's contract looks back one transaction further than its own. */
async function parentsOf(
  context: MvcContext,
  plan: MvcPlan,
  spent: readonly MvcTransaction[],
): Promise<MvcTransaction[]> {
  const tokens = plan.inputs.filter(({ role }) => role.endsWith('-token'));
  const makers = new Set(tokens.map(({ coin }) => coin.outpoint.slice(0, 64)));
  const have = new Set<string>(spent.map(({ txid }) => txid));
  const points = spent
    .filter(({ txid }) => makers.has(txid))
    .flatMap(({ inputs }) => inputs.map(({ txid, vout }): Outpoint => outpoint(txid, vout)))
    .filter((point) => !have.has(point.slice(0, 64)));
  return [...(await transactionsOf(context, points)).values()];
}
