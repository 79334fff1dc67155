/** A prepared purchase with its coins as they are now: lots that are still lots, money that is still clean. */
import { loadCoins } from '@rialto/ground';
import { isClean, lotOf } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import type { TakePlan } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { coinsOfPlan, planFromRecord, refreshPlan } from '../../store/orders/plan-codec.ts';
import type { TakeRow } from '../../store/orders/trade-store.ts';
import type { OrderContext } from '../context.ts';

function sameLot(planned: Coin, now: Coin | undefined): boolean {
  const [before, after] = [lotOf(planned), now === undefined ? undefined : lotOf(now)];
  return before?.asset === after?.asset && before?.amount === after?.amount;
}

/** @throws Refusal order-taken, order-closed of a lot; no-pad; coin-spent, coin-unconfirmed of the buyer's money */
export async function freshPlan(context: OrderContext, take: TakeRow): Promise<TakePlan> {
  const plan = planFromRecord(take.plan);
  const { coins } = await loadCoins(
    context,
    coinsOfPlan(plan).map((coin) => coin.outpoint),
  );
  const fresh = refreshPlan(plan, coins);
  if ('stale' in fresh) {
    if (fresh.stale === 'lot') throw new Refusal('order-taken');
    throw new Refusal(fresh.stale === 'pad' ? 'no-pad' : 'coin-spent');
  }
  const { pad, payments, lots } = fresh.plan;
  const odd = await context.ledger.oddMrc20Among(lots.map((lot) => lot.coin.outpoint));
  if (odd.size > 0 || !plan.lots.every((lot, at) => sameLot(lot.coin, lots[at]?.coin)))
    throw new Refusal('order-closed');
  const unclean = [pad.coin, ...payments].find((coin) => !isClean(coin));
  if (unclean !== undefined) throw new Refusal('coin-unconfirmed', unclean.outpoint);
  return fresh.plan;
}
