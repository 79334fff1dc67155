/** A swap from the request to the PSBT: quoted on the newest coin of a lane, planned, and kept until it is signed. Nothing is locked. */
import type { BodyOf } from '@rialto/contract';
import { amount, bytesToHex, knownRuneId, sats } from '@rialto/protocols';
import { planSwapBuy, planSwapSell } from '@rialto/psbt';
import type { PoolAct } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { Session } from '../../session.ts';
import {
  keepPoolAct,
  lanesBeingSigned,
  queueOfPool,
  swapsOfAddress,
  turnsOfPool,
} from '../../store/pools/pool-act-store.ts';
import { areTakenBack } from '../../store/pools/pool-trace-store.ts';
import type { PoolContext } from '../context.ts';
import { isAtRest, unitsOn } from '../lane-tips.ts';
import { movesLots } from '../moves-lots.ts';
import { quoteSwap } from '../quotes/quote-swap.ts';
import { quoteFees } from '../quotes/swap-terms.ts';
import type { SwapType } from '../quotes/swap-terms.ts';
import { requireLivePool } from '../reads/find-pool.ts';
import type { PoolKind } from '../reads/find-pool.ts';
import type { PoolState, TradedPool } from '../pool-state.ts';
import { MOST_WAITING, PATIENT_BLOCKS, PAUSE_BLOCKS } from '../terms.ts';
import { builtTask, plannedColumns } from './kept-act.ts';
import type { BuiltTask } from './kept-act.ts';
import { payingCoins, requireUser, runeCoins } from './user-coins.ts';
import { planLotSwap, serviceOutput, usersCoins } from './lots/plan-lot-swap.ts';
import type { SwapParts } from './lots/plan-lot-swap.ts';
import { isGiven, restOfTurn } from './turns.ts';

/** How long a wallet is thought to be at it: what it then has not signed holds nobody off. */
const AT_THE_WALLET_MS = 20_000;

interface AskedSwap {
  readonly kind: PoolKind;
  readonly type: SwapType;
  readonly body: BodyOf<'build1x'>;
}

/**
 * @throws Refusal as `requireUser`, `quoteSwap` and the templates; pool-unknown, pool-dissolved, pool-paused, lane-waits while a provider has the pool,
 *   swaps-waiting
 */
export async function buildSwap(
  context: PoolContext,
  session: Session,
  { kind, type, body }: AskedSwap,
): Promise<BuiltTask> {
  const user = await requireUser(context, session, body);
  const traded = await requireLivePool(context, kind, body.token2);
  const { pool } = traded.state;
  const { id: token2, asset: token } = traded.token;
  await requireOpen(context, traded.state, user.address);
  const since = new Date(context.now() - AT_THE_WALLET_MS);
  const signing = await lanesBeingSigned(context.store.db, pool.number, since);
  const fees = { ...(await quoteFees(context)), signing };
  const quote = quoteSwap(traded.state, type, BigInt(body.sourceAmount), fees);
  const plan = await planOf(context, traded, { user, quote, body });
  await requireNotTakenBack(context, traded.state, usersCoins(plan));
  const isBuy = quote.side === 'buy';
  const change = {
    d1: isBuy ? quote.sats : -quote.sats,
    d2: isBuy ? -quote.units : quote.units,
    ds: 0n,
  };
  const id = context.newId();
  const row = await keepPoolAct(context.store.db, {
    ...{ id, pool: pool.number, token, kind: type, status: 'built', address: user.address },
    ...{ script: bytesToHex(user.script), asked: { kind: type, ...body, token2 } },
    feeRate: body.feeRate.toString(),
    ...plannedColumns(context, { plan, change, ...quote }),
    ...{ createdAt: new Date(context.now()), updatedAt: new Date(context.now()) },
  });
  context.at('built');
  return builtTask(traded.state, row);
}

/** @throws Refusal pool-paused, swaps-waiting, swaps-paused, lane-waits */
export async function requireOpen(context: PoolContext, state: PoolState, address: string): Promise<void> {
  const { number } = state.pool;
  if (await context.isPaused(number)) throw new Refusal('pool-paused');
  const { waiting, takenBack } = await swapsOfAddress(context.store.db, address);
  if (waiting >= MOST_WAITING) throw new Refusal('swaps-waiting');
  if (takenBack !== undefined && state.tip.height < takenBack + PAUSE_BLOCKS)
    throw new Refusal('swaps-paused');
  if (await isProvidersTurn(context, state)) throw new Refusal('lane-waits', 'a provider’s turn');
}

/** Somebody has the pool, is about to have it, or has waited for it long enough. */
async function isProvidersTurn(context: PoolContext, state: PoolState): Promise<boolean> {
  const { now: clock, settings, store } = context;
  const queue = await queueOfPool(store.db, state.pool.number);
  const [tip, now] = [state.tip.height, clock()];
  if (queue.some(({ status, expiresAt }) => status === 'built' && expiresAt.getTime() > now)) return true;
  const ready = queue.filter(({ status, mayFrom }) => status === 'waiting' && (mayFrom ?? 0) <= tip);
  if (ready.length === 0) return false;
  if (ready.some(({ mayFrom }) => tip >= (mayFrom ?? 0) + PATIENT_BLOCKS)) return true;
  const turns = await turnsOfPool(store.db, state.pool.number);
  if (isAtRest(state) && !isGiven(turns, tip)) return true;
  return restOfTurn(turns, { tip, now, taskMs: settings.taskMs }) !== undefined;
}

/** @throws Refusal swaps-paused for coins that descend from what was taken back from a swap */
export async function requireNotTakenBack(
  { store }: PoolContext,
  { tip }: PoolState,
  coins: readonly { readonly outpoint: string }[],
): Promise<void> {
  const points = coins.map(({ outpoint }) => outpoint);
  if (await areTakenBack(store.db, points, tip.height - PAUSE_BLOCKS)) throw new Refusal('swaps-paused');
}

async function planOf(context: PoolContext, traded: TradedPool, parts: SwapParts): Promise<PoolAct> {
  const { state, token } = traded;
  if (movesLots(token.asset)) return planLotSwap(context, traded, parts);
  const { user, quote, body } = parts;
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
  const wanted = { rune: knownRuneId(token.id), units: quote.units, named: body.runeUtxos };
  return planSwapSell({ seller: { script, key }, coins: await runeCoins(context, user, wanted), ...shared });
}
