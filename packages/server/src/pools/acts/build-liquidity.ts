/** An act of a provider from the request to the PSBT, or to its place in the queue: it never stands on a swap that waits (pools §11). */
import { firstShares } from '@rialto/market';
import { bytesToHex, invariant, knownRuneId, splitAsset } from '@rialto/protocols';
import type { AssetId, Coin, RuneId } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Session } from '../../session.ts';
import {
  keepPoolAct,
  movePoolActs,
  openingsOf,
  queueOfPool,
  turnsOfPool,
} from '../../store/pools/pool-act-store.ts';
import type { Liquidity, PoolActRow } from '../../store/pools/pool-act-store.ts';
import { allPools, coinsOfPools, tracedPool } from '../../store/pools/pool-chain-store.ts';
import type { PoolRow } from '../../store/pools/pool-chain-store.ts';
import { poolOfToken } from '../../store/pools/pool-figures.ts';
import { tokenNamed } from '../../store/pools/traded-token.ts';
import type { TradedToken } from '../../store/pools/traded-token.ts';
import type { PoolContext } from '../context.ts';
import { quoteAdd, quoteRemove, reachSoon } from '../quotes/quote-liquidity.ts';
import { quoteFees } from '../quotes/swap-terms.ts';
import { requireLivePool } from '../reads/find-pool.ts';
import type { PoolKind } from '../reads/find-pool.ts';
import { movesLots } from '../moves-lots.ts';
import { partsOfPool } from '../wire-plan.ts';
import { stateOf } from '../state.ts';
import type { PoolState } from '../pool-state.ts';
import { builtTask } from './kept-act.ts';
import type { BuiltTask } from './kept-act.ts';
import { askerOf, planTurn, rememberTurn } from './plan-turn.ts';
import { turnPlace } from './turn-place.ts';
import { turnFrom } from './turns.ts';
import { requireUser, runeCoins } from './user-coins.ts';
import type { PoolUser } from './user-coins.ts';
import { userLots } from './lots/user-lots.ts';

/** An etching, of a rune or of shares, and a deploy are as deep as a reorg goes before a pool stands on it. */
const ETCHED_BLOCKS = 6;
const DAY_MS = 86_400_000;

interface Asked {
  readonly kind: PoolKind;
  readonly act: Liquidity;
}

/**
 * @throws Refusal as `requireUser`, the quotes and the templates; pool-unknown, pool-exists, no-pool, pool-paused, unknown-tick,
 *   coin-unconfirmed for a young rune
 */
export async function buildLiquidity(
  context: PoolContext,
  session: Session,
  { kind, act: asked }: Asked,
): Promise<BuiltTask> {
  const user = await requireUser(context, session, asked);
  const { pool, token } = await poolFor(context, kind, asked);
  const act = { ...asked, token2: token.id };
  if (act.kind !== 'remove' && (await context.isPaused(pool.number))) throw new Refusal('pool-paused');
  const row = await context.turns(`pool ${pool.number}`, async () => {
    const state = await stateOf(context, pool);
    await checkQuote(context, state, act);
    return keep(context, { state, user, act, token: token.asset });
  });
  context.at('built');
  return builtTask(partsOfPool(pool), row);
}

interface PoolFor {
  readonly pool: PoolRow;
  readonly token: TradedToken;
}

async function poolFor(context: PoolContext, kind: PoolKind, act: Liquidity): Promise<PoolFor> {
  if (act.kind !== 'init') {
    const { state, token } = await requireLivePool(context, kind, act.token2);
    return { pool: state.pool, token };
  }
  const { ledger, store, settings } = context;
  if (!settings.opening) throw new Refusal('no-pool');
  const token = await tokenNamed(store.db, kind, act.token2);
  if (token === undefined) throw new Refusal('unknown-tick', act.token2);
  const before = await poolOfToken(store.db, token.asset);
  if (before !== undefined && before.closedHeight === null) throw new Refusal('pool-exists');
  const { height } = await ledger.tip();
  if (!isDeep(token.height, height))
    throw new Refusal('coin-unconfirmed', `${ETCHED_BLOCKS} blocks since it was made`);
  return { pool: await emptyPool(context, token.asset, height), token };
}

const isDeep = (made: number | null, tip: number): boolean =>
  made !== null && tip - made + 1 >= ETCHED_BLOCKS;

/** One of the stock that nobody is opening. */
async function emptyPool(context: PoolContext, token: AssetId, tip: number): Promise<PoolRow> {
  const { db } = context.store;
  const openings = (await openingsOf(db)).filter((one) => isStanding(context, one));
  if (openings.some((one) => one.token === token)) throw new Refusal('lane-waits', 'somebody opens it');
  const taken = new Set(openings.map(({ pool }) => pool));
  for (const row of await allPools(db)) {
    if (row.token !== null || !isDeep(row.height, tip) || taken.has(row.number)) continue;
    const coins = await coinsOfPools(db, [row.number]);
    if (coins.some(({ role }) => role === 'share')) return row;
  }
  throw new Refusal('no-pool');
}

const isStanding = (context: PoolContext, { status, expiresAt }: PoolActRow): boolean =>
  status !== 'built' || expiresAt.getTime() > context.now();

/** Before anything waits in a queue for nothing. */
async function checkQuote(context: PoolContext, state: PoolState, act: Liquidity): Promise<void> {
  const { settings } = context;
  switch (act.kind) {
    case 'init': {
      const [r1, r2] = [BigInt(act.token1Amount), BigInt(act.token2Amount)];
      if (r1 < settings.leastFirstSats)
        throw new Refusal('liquidity-too-small', `${settings.leastFirstSats} sat at least`);
      firstShares({ r1, r2 });
      return;
    }
    case 'add':
      quoteAdd(state, reachSoon(state), { source: act.source, asked: BigInt(act.sourceAmount) });
      return;
    case 'remove':
      quoteRemove(state, reachSoon(state), {
        shares: BigInt(act.removeEquity),
        ...(await quoteFees(context)),
      });
  }
}

interface Kept {
  readonly state: PoolState;
  readonly user: PoolUser;
  readonly act: Liquidity;
  readonly token: AssetId;
}

/** What the same user built before and did not sign gives way to the new one, which has the rest of its time. */
async function keep(context: PoolContext, { state, user, act, token }: Kept): Promise<PoolActRow> {
  const { db } = context.store;
  const { number } = state.pool;
  const turns = await turnsOfPool(db, number);
  const { address } = user;
  const now = new Date(context.now());
  const asker = await askerOf(db, address, await broughtTo(context, { state, user, act, token }));
  const queue = await queueOfPool(db, number);
  const own = queue.filter((row) => row.address === address);
  const isFirst = queue.filter((row) => isStanding(context, row)).every((row) => row.address === address);
  const clock = { now: now.getTime(), taskMs: context.settings.taskMs };
  const place = isFirst ? turnPlace(state, turns, asker, clock) : undefined;
  const mayFrom = Math.max(state.tip.height, turnFrom(turns, asker));
  const filled =
    place === undefined
      ? { ...WAITING, mayFrom, expiresAt: new Date(now.getTime() + DAY_MS) }
      : await planTurn(context, place, { user, act, token });
  const id = context.newId();
  await movePoolActs(
    db,
    own.map((row) => row.id),
    'fail',
    { reason: 'built anew' },
  );
  const row = await keepPoolAct(db, {
    ...{ id, pool: number, token, kind: act.kind, address, script: bytesToHex(user.script) },
    ...{ asked: act, feeRate: act.feeRate.toString(), createdAt: now, updatedAt: now },
    ...filled,
  });
  if (place !== undefined) await rememberTurn(db, row);
  return row;
}

/** The coins with shares or units that he would bring now. @throws Refusal as `runeCoins` and `userLots` */
async function broughtTo(context: PoolContext, { state, user, act, token }: Kept): Promise<string[]> {
  const { shareRune } = tracedPool(state.pool);
  const { runeUtxos: named } = act;
  const wanted = (rune: RuneId, units: bigint) => runeCoins(context, user, { rune, units, named });
  const units = (of: bigint): Promise<Coin[]> =>
    movesLots(token)
      ? userLots(context, user, { token, named: act.lots, units: of })
      : wanted(knownRuneId(splitAsset(token)?.id ?? ''), of);
  const brought = (): Promise<Coin[]> => {
    switch (act.kind) {
      case 'init':
        return units(BigInt(act.token2Amount));
      case 'add': {
        const { source, sourceAmount } = act;
        return units(quoteAdd(state, reachSoon(state), { source, asked: BigInt(sourceAmount) }).units);
      }
      case 'remove':
        invariant(shareRune !== null, 'a pool with lanes has shares');
        return wanted(shareRune, BigInt(act.removeEquity));
    }
  };
  return (await brought()).map(({ outpoint }) => outpoint);
}

const WAITING = {
  status: 'waiting',
  d1: 0n,
  d2: 0n,
  ds: 0n,
  serviceFee: 0n,
  networkFee: 0n,
} as const;
