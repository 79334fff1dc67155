/** An act of a provider on lanes that blocks have: first liquidity, more, or less. */
import { BURNED_SHARES, firstShares } from '@rialto/market';
import { amount, invariant, isRuneId, sats } from '@rialto/protocols';
import type { Coin, RuneId } from '@rialto/protocols';
import { planAdd, planInit, planRemove } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { Liquidity } from '../../store/pools/pool-act-store.ts';
import { tracedPool } from '../../store/pools/pool-chain-store.ts';
import type { PoolContext } from '../context.ts';
import { unitsOn } from '../lane-tips.ts';
import { quoteAdd, quoteRemove, reachNow } from '../quotes/quote-liquidity.ts';
import { requireLive } from '../reads/find-pool.ts';
import type { PoolState } from '../state.ts';
import type { Planned } from './kept-act.ts';
import { payingCoins, runeCoins } from './user-coins.ts';
import type { PoolUser } from './user-coins.ts';

/** @throws Refusal pool-unknown */
export function runeOfAct({ token2 }: Pick<Liquidity, 'token2'>): RuneId {
  if (!isRuneId(token2)) throw new Refusal('pool-unknown', token2);
  return token2;
}

type Of<Kind extends Liquidity['kind']> = Extract<Liquidity, { kind: Kind }>;

interface Parts {
  readonly state: PoolState;
  readonly rune: RuneId;
  readonly user: PoolUser;
}

/** @throws Refusal as the quotes, the user's coins and the templates; coin-unconfirmed before the shares are etched */
export async function planLiquidity(context: PoolContext, parts: Parts, act: Liquidity): Promise<Planned> {
  requireLive(parts.state);
  switch (act.kind) {
    case 'init':
      return planFirst(context, parts, act);
    case 'add':
      return planMore(context, parts, act);
    case 'remove':
      return planLess(context, parts, act);
  }
}

function shareCoinOf({ shareCoin }: PoolState): Coin {
  if (shareCoin === undefined) throw new Refusal('coin-unconfirmed', 'the shares of the pool');
  return shareCoin;
}

async function planFirst(
  context: PoolContext,
  { state, rune, user }: Parts,
  act: Of<'init'>,
): Promise<Planned> {
  const [r1, r2] = [BigInt(act.token1Amount), BigInt(act.token2Amount)];
  const { made } = firstShares({ r1, r2 });
  const { script, key } = user;
  const plan = planInit({
    payer: { script, key, coins: await payingCoins(context, user) },
    coins: await runeCoins(context, user, { rune, units: r2, named: act.runeUtxos }),
    pool: state.script,
    shareCoin: shareCoinOf(state),
    lanes: [{ value: sats(r1), amount: amount(r2) }],
    shares: amount(made),
    burned: amount(BURNED_SHARES),
    serviceFee: undefined,
    feeRateSatVb: act.feeRate,
  });
  return { plan, change: { d1: r1, d2: r2, ds: made }, serviceFee: 0n };
}

async function planMore(
  context: PoolContext,
  { state, rune, user }: Parts,
  act: Of<'add'>,
): Promise<Planned> {
  const quote = quoteAdd(reachNow(state), act.source, BigInt(act.sourceAmount));
  const change = { d1: quote.sats, d2: quote.units, ds: quote.shares };
  const { script, key } = user;
  const plan = planAdd({
    payer: { script, key, coins: await payingCoins(context, user) },
    coins: await runeCoins(context, user, { rune, units: quote.units, named: act.runeUtxos }),
    pool: state.script,
    shareCoin: shareCoinOf(state),
    lanes: spread(state.lanes, change),
    shares: amount(quote.shares),
    serviceFee: undefined,
    feeRateSatVb: act.feeRate,
  });
  return { plan, change, serviceFee: 0n };
}

async function planLess(context: PoolContext, { state, user }: Parts, act: Of<'remove'>): Promise<Planned> {
  const quote = quoteRemove(state, reachNow(state), BigInt(act.removeEquity));
  const change = { d1: -quote.sats, d2: -quote.units, ds: -quote.shares };
  const shareCoin = shareCoinOf(state);
  const { shareRune } = tracedPool(state.pool);
  invariant(shareRune !== null, 'a share coin holds shares');
  const { script, key } = user;
  const plan = planRemove({
    holder: { script, key },
    coins: await runeCoins(context, user, { rune: shareRune, units: quote.shares, named: act.runeUtxos }),
    pool: state.script,
    shareCoin,
    lanes: spread(state.lanes, change),
    shares: amount(quote.shares),
    serviceFee: undefined,
    feeRateSatVb: act.feeRate,
  });
  return { plan, change, serviceFee: 0n };
}

/** Over all lanes by what each holds; what rounding leaves over goes to the first. */
function spread(lanes: readonly Coin[], { d1, d2 }: { readonly d1: bigint; readonly d2: bigint }) {
  const r1 = lanes.reduce((sum, { value }) => sum + value, 0n);
  const r2 = lanes.reduce((sum, lane) => sum + unitsOn(lane), 0n);
  const parts = lanes.map((lane) => ({
    lane,
    sats: (d1 * lane.value) / r1,
    units: (d2 * unitsOn(lane)) / r2,
  }));
  const over = {
    sats: d1 - parts.reduce((sum, part) => sum + part.sats, 0n),
    units: d2 - parts.reduce((sum, part) => sum + part.units, 0n),
  };
  return parts.map(({ lane, ...part }, at) => ({
    coin: lane,
    next: {
      value: sats(lane.value + part.sats + (at === 0 ? over.sats : 0n)),
      amount: amount(unitsOn(lane) + part.units + (at === 0 ? over.units : 0n)),
    },
  }));
}
