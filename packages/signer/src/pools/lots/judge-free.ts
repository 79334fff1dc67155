/**
 * A transfer that keeps tokens of a BRC-20 pool from everybody: a stranger inscribed too much in one, or something else beside it. It moves
 * once to its own script, where its amount is free again; nothing leaves the pool, and others pay (pools §12).
 */
import type { FreePoolAct } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import type { Source } from '@rialto/ground';
import { LOT_DEPTH, largestLot, requireDeep } from '@rialto/market';
import { equalBytes, hexToBytes, lotOf, txidOf } from '@rialto/protocols';
import type { Coin, Outpoint, Txid } from '@rialto/protocols';
import { assetScript, buildReturn, planFree } from '@rialto/psbt';
import type { AssetScript, ReturnPlan } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { SignedPoolAct } from '../../journal/pool-recall.ts';
import type { Judged } from '../judge-pool.ts';
import type { PoolKey } from '../pool-keys.ts';
import type { PoolView } from '../pool-view.ts';
import { requireBrought } from './lot-rules.ts';
import { isLotted } from './lotted.ts';

/** In so many blocks one transfer of a pool is freed: whoever locks one after the other has the stock pay for no more. */
const REST_BLOCKS = 6;

interface Asked {
  readonly request: FreePoolAct;
  readonly key: PoolKey;
  /** All acts of the pool, and those that a block has. */
  readonly signed: readonly SignedPoolAct[];
  readonly mined: ReadonlySet<Txid>;
}

export interface JudgedFree extends Judged {
  readonly plan: ReturnPlan;
  readonly script: AssetScript;
}

/**
 * Judges it by our own view alone; the same act may be judged again.
 * @throws Refusal lots-differ, duplicate-input, script-not-allowed, lane-waits (an act that can still confirm gives it), limit-reached
 *   (another was freed within six blocks), coin-spent, coin-unconfirmed (less than three blocks deep), bad-request (a lot that can be sold),
 *   not-yours, psbt-changed, syncing, and as `planFree`
 */
export async function judgeFree(
  source: Source,
  view: PoolView,
  { request, key, signed, mined }: Asked,
): Promise<JudgedFree> {
  const { coin: point, place, payer, payments, feeRateSatVb } = request.plan;
  const { token, shareRune, tip } = view;
  if (token === undefined || shareRune === undefined || token !== request.token || !isLotted(token))
    throw new Refusal('lots-differ', request.token);
  if (new Set([point, ...payments]).size <= payments.length) throw new Refusal('duplicate-input');
  const unsigned = hexToBytes(request.unsigned);
  requireBrought(place, { signed, mined });
  requireLeft(point, { view, signed, own: txidOf(unsigned) });
  const script = assetScript(key.keys, place);
  const { coin, paying } = await coinsOf(source, view, request.plan);
  requireLocked(coin, view);
  const [{ script: home }] = paying;
  if (equalBytes(home, key.pool.script)) throw new Refusal('not-yours', 'the pool pays for nothing');
  const operator = { script: home, key: hexToBytes(payer), coins: paying };
  const plan = planFree({ pool: script.pool, coin, token, operator, feeRateSatVb });
  if (!equalBytes(buildReturn(plan), unsigned)) throw new Refusal('psbt-changed');
  return {
    ...{ plan, script, unsigned, token, shareRune, tip, base: view.confirmed },
    ...{ coins: [coin, ...plan.payments], of: [point], lots: [point], place: undefined },
    ...{ gives: [], change: { d1: 0n, d2: 0n, ds: 0n }, burned: 0n, ancestors: [] },
  };
}

/** No act has it that can still confirm, and the pool has rested. */
function requireLeft(
  point: Outpoint,
  {
    view: { pending, tip },
    signed,
    own,
  }: { readonly view: PoolView; readonly signed: readonly SignedPoolAct[]; readonly own: Txid },
): void {
  const live = pending.find(({ id, of }) => id !== own && of.includes(point));
  if (live !== undefined) throw new Refusal('lane-waits', `${live.act} ${live.id}`);
  const isRecent = ({ id, act, height }: SignedPoolAct): boolean =>
    act === 'free' && id !== own && tip.height - height < REST_BLOCKS;
  if (signed.some(isRecent)) throw new Refusal('limit-reached', `one in ${REST_BLOCKS} blocks`);
}

async function coinsOf(
  source: Source,
  { tip }: PoolView,
  { coin: point, payments: [first, ...more] }: FreePoolAct['plan'],
): Promise<{ readonly coin: Coin; readonly paying: readonly [Coin, ...Coin[]] }> {
  if (first === undefined) throw new Refusal('insufficient-funds', 'nobody pays');
  const loaded = await loadCoins(source, [point, first, ...more]);
  if (loaded.tip.hash !== tip.hash) throw new Refusal('syncing', 'a block came meanwhile');
  const at = (one: Outpoint): Coin => {
    const coin = loaded.coins.get(one);
    if (coin === undefined) throw new Refusal('coin-spent', one);
    return coin;
  };
  return { coin: at(point), paying: [at(first), ...more.map(at)] };
}

/** Deep enough, and no lot that anybody could buy: too large, or with something else on its coin. */
function requireLocked(coin: Coin, { token, confirmed, tip }: PoolView): void {
  const { minConfirmations } = LOT_DEPTH;
  requireDeep(coin.height, 0n, { minConfirmations, smallValue: 0n, tipHeight: tip.height });
  const lot = lotOf(coin);
  if (lot?.kind === 'brc20' && lot.asset === token && lot.amount <= largestLot(confirmed.r2))
    throw new Refusal('bad-request', 'a lot that can be sold');
}
