/** The search behind the forms by amount and by budget: its target as typed, its scene of the market, its answer. */
import { useDeferredValue, useMemo } from 'react';
import { TOKEN_DECIMALS, formatDecimal, isBuyable, parseDecimal } from '@rialto/market';
import { findSweep, sweepWithin } from '../../../flows/orders/sweep.ts';
import type { SweepFound, SweepScene, SweepTarget } from '../../../flows/orders/sweep.ts';
import type { Form } from '../form.ts';
import type { Market } from '../market.ts';
import { moneyIn } from '../money-text.ts';
import { chosenAsks } from '../book/rows.ts';
import { useSettled } from './settled.ts';

type Typed = Pick<Form, 'means' | 'amount' | 'budget'>;

export function targetOf(form: Typed): SweepTarget | undefined {
  if (form.means === 'amount') {
    const units = parseDecimal(form.amount, TOKEN_DECIMALS) ?? 0n;
    return units > 0n ? { kind: 'amount', units } : undefined;
  }
  const budget = moneyIn(form.budget) ?? 0n;
  return budget > 0n ? { kind: 'budget', sats: budget } : undefined;
}

/** Searched behind the typing, and not for every change of a lively book. */
export function useSweep(market: Market, form: Form, feeRate: number | undefined): SweepFound | undefined {
  const { means, amount, budget } = useDeferredValue(form);
  const book = useSettled(market);
  return useMemo(() => {
    const target = targetOf({ means, amount, budget });
    if (target === undefined || feeRate === undefined) return undefined;
    return findSweep(sceneOf(book, feeRate), target);
  }, [means, amount, budget, feeRate, book]);
}

function sceneOf(
  { rules, usual, network, rows, orders, account, coins }: Market,
  feeRate: number,
): SweepScene {
  const buyable = rows.filter((row) => isBuyable(row)).map((row) => row.id);
  const { user } = account;
  return {
    network,
    feeRateSatVb: feeRate,
    behindPad: rules.behindPad,
    usual,
    asks: chosenAsks(orders, buyable),
    buyer: user === undefined ? undefined : { address: user.address, coins: coins ?? [] },
  };
}

/** The same of what is for sale at a limit or below; undefined while there is none. */
export function limitShareText(
  market: Market,
  feeRate: number | undefined,
  { price, most }: { price: string; most: bigint },
): string | undefined {
  const rate = parseDecimal(price, TOKEN_DECIMALS) ?? 0n;
  const rows = market.rows.filter((row) => isBuyable(row) && row.rate <= rate);
  if (rows.length === 0 || feeRate === undefined) return undefined;
  return shareText({ ...market, rows }, feeRate, { means: 'amount', most });
}

/** What a share of the balance comes to, as it would be typed. */
export function shareText(
  market: Market,
  feeRate: number,
  { means, most }: { means: Form['means']; most: bigint },
): string {
  const scene = sceneOf(market, feeRate);
  const { budget, found } = sweepWithin(scene, most);
  if (means === 'budget') return budget.toString();
  const units = scene.asks
    .filter(({ orderId }) => found.orderIds.includes(orderId))
    .reduce((sum, ask) => sum + ask.units, 0n);
  return formatDecimal(units, TOKEN_DECIMALS);
}
