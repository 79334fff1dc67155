/** A swap from the request to the PSBT: quoted on the newest coin of a lane, planned, and kept until it is signed. Nothing is locked. */
import type { BodyOf } from '@rialto/contract';
import { amount, bytesToHex, sats } from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';
import { addressToScript, planSwapBuy, planSwapSell } from '@rialto/psbt';
import type { PoolAct } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { Session } from '../../session.ts';
import {
  findPoolAct,
  keepPoolAct,
  lastTakenBack,
  queueOfPool,
  waitingSwapsOf,
} from '../../store/pools/pool-act-store.ts';
import type { PoolContext } from '../context.ts';
import { longestWait, unitsOn } from '../lane-tips.ts';
import { quoteSwap } from '../quotes/quote-swap.ts';
import type { SwapQuote, SwapType } from '../quotes/quote-swap.ts';
import { requirePool } from '../reads/find-pool.ts';
import type { PoolKind, TradedPool } from '../reads/find-pool.ts';
import type { PoolState } from '../state.ts';
import { MOST_WAITING, PATIENT_BLOCKS, PAUSE_BLOCKS } from '../terms.ts';
import { builtTask, plannedColumns } from './kept-act.ts';
import type { BuiltTask } from './kept-act.ts';
import { payingCoins, requireUser, runeCoins } from './user-coins.ts';
import type { PoolUser } from './user-coins.ts';

interface AskedSwap {
  readonly kind: PoolKind;
  readonly type: SwapType;
  readonly body: BodyOf<'build1x'>;
}

/**
 * @throws Refusal as `requireUser`, `quoteSwap` and the templates; pool-unknown, pool-paused, lane-waits while a provider has the pool,
 *   swaps-waiting
 */
export async function buildSwap(
  context: PoolContext,
  session: Session,
  { kind, type, body }: AskedSwap,
): Promise<BuiltTask> {
  const user = await requireUser(context, session, body);
  const traded = await requirePool(context, kind, body.token2);
  const { pool, script } = traded.state;
  await requireOpen(context, traded.state, user.address);
  const quote = quoteSwap(traded.state, type, BigInt(body.sourceAmount), context.settings);
  const plan = await planOf(context, traded, { user, quote, body });
  const isBuy = quote.side === 'buy';
  const change = {
    d1: isBuy ? quote.sats : -quote.sats,
    d2: isBuy ? -quote.units : quote.units,
    ds: 0n,
  };
  const id = context.newId();
  await keepPoolAct(context.store.db, {
    ...{ id, pool: pool.number, kind: type, status: 'built', address: user.address },
    ...{ script: bytesToHex(user.script), asked: { kind: type, ...body }, feeRate: body.feeRate.toString() },
    ...plannedColumns(context, { plan, change, serviceFee: quote.serviceFee }),
    ...{ createdAt: new Date(context.now()), updatedAt: new Date(context.now()) },
  });
  context.at('built');
  const row = await findPoolAct(context.store.db, id);
  if (row === undefined) throw new Refusal('own-expired');
  return builtTask(script, row);
}

/** @throws Refusal pool-paused, swaps-waiting, swaps-paused, lane-waits */
export async function requireOpen(context: PoolContext, state: PoolState, address: string): Promise<void> {
  const { number } = state.pool;
  if (await context.isPaused(number)) throw new Refusal('pool-paused');
  if ((await waitingSwapsOf(context.store.db, address)) >= MOST_WAITING) throw new Refusal('swaps-waiting');
  const takenBack = await lastTakenBack(context.store.db, address);
  if (takenBack !== undefined && state.tip.height < takenBack + PAUSE_BLOCKS)
    throw new Refusal('swaps-paused');
  const queue = await queueOfPool(context.store.db, number);
  const now = context.now();
  const hasPool = queue.some(({ status, expiresAt }) => status === 'built' && expiresAt.getTime() > now);
  const isWaitedFor =
    queue.some(({ status }) => status === 'waiting') && longestWait(state) >= PATIENT_BLOCKS;
  if (hasPool || isWaitedFor) throw new Refusal('lane-waits', 'a provider’s turn');
}

interface SwapParts {
  readonly user: PoolUser;
  readonly quote: SwapQuote;
  readonly body: BodyOf<'build1x'>;
}

async function planOf(
  context: PoolContext,
  { state, rune }: TradedPool,
  { user, quote, body }: SwapParts,
): Promise<PoolAct> {
  const { lane, side } = quote;
  const isBuy = side === 'buy';
  const next = {
    value: sats(isBuy ? lane.value + quote.sats : lane.value - quote.sats),
    amount: amount(isBuy ? unitsOn(lane) - quote.units : unitsOn(lane) + quote.units),
  };
  const shared = {
    pool: state.script,
    lanes: [{ coin: lane, next }],
    serviceFee: serviceOutput(context, quote.serviceFee),
    feeRateSatVb: body.feeRate,
  };
  const { script, key } = user;
  if (isBuy)
    return planSwapBuy({ payer: { script, key, coins: await payingCoins(context, user) }, ...shared });
  const wanted = { rune: rune.id, units: quote.units, named: body.runeUtxos };
  return planSwapSell({ seller: { script, key }, coins: await runeCoins(context, user, wanted), ...shared });
}

function serviceOutput({ settings }: PoolContext, value: bigint): TxOutput {
  return { script: addressToScript(settings.feeAddress, settings.network), value: sats(value) };
}
