/** Whether the API tells of every order, lock and trade what the model says. */
import { callApi } from '@rialto/devnet';
import type { Order } from '@rialto/contract';
import { EXIT_BLOCKS } from '../rules/state.ts';
import type { Model, ModelLadder, ModelOrder, ModelRung } from '../rules/state.ts';
import { net } from './parts.ts';
import type { TableParts } from './parts.ts';

/** What the API says now of everything that some models name. */
export interface Facts {
  readonly orders: ReadonlyMap<string, Order>;
  readonly trades: ReadonlyMap<string, string>;
}

export async function factsOf({ world, seat, book }: TableParts, models: readonly Model[]): Promise<Facts> {
  const { origin } = world;
  const ids = models.flatMap(({ lots, ladders }) => [
    ...lots.flatMap(({ orders }) => orders),
    ...ladders.flatMap(({ rungs }) => rungs),
  ]);
  const trades = models.flatMap((model) => [
    ...model.trades.map(({ id, buyer }) => [id, seat.buyers[buyer]?.at(book) ?? seat.seller] as const),
    ...model.fills.map(({ trade }) => [trade, seat.seller.at(book)] as const),
  ]);
  const order = async (orderId: string) =>
    [orderId, await callApi(origin, 'order', { params: { book, orderId }, query: { net } })] as const;
  const [told, states] = await Promise.all([
    Promise.all([...new Set(ids.map(({ id }) => id))].map(order)),
    Promise.all(
      [...new Map(trades)].map(async ([tradeId, who]) => {
        const asked = { params: { book, tradeId }, query: { net }, headers: who.headers() } as const;
        return [tradeId, (await callApi(origin, 'trade', asked)).state] as const;
      }),
    ),
  ]);
  return { orders: new Map(told), trades: new Map(states) };
}

/** What the model says otherwise; empty when it says the same. */
export function difference(model: Model, facts: Facts): string {
  const { lots, ladders, trades, fills } = model;
  const lines = [
    ...lots.flatMap(({ orders, lock }) => orders.map((order) => differs(facts, order, exitOf(lock?.madeAt)))),
    ...ladders.flatMap((ladder) => ladder.rungs.map((rung) => rungDiffers(facts, ladder, rung))),
    ...[...trades, ...fills.map((fill) => ({ ...fill, id: fill.trade }))].map(({ id, state }) => {
      const told = facts.trades.get(id) ?? 'unknown';
      const should: readonly string[] = TRADE_STATES[state];
      return should.includes(told) ? '' : `trade ${id} is ${told}, the model says ${state}`;
    }),
  ];
  return lines.filter((line) => line !== '').join('; ');
}

const TRADE_STATES = { live: ['sent', 'seen'], confirmed: ['confirmed', 'final'], void: ['void'] } as const;

const exitOf = (madeAt: number | undefined): number | undefined =>
  madeAt === undefined ? undefined : madeAt + EXIT_BLOCKS;

/** A rung says of its lock whether it was published, and from which block on it is its owner's alone. */
function rungDiffers(facts: Facts, { funding, minedAt }: ModelLadder, rung: ModelRung): string {
  const line = differs(facts, rung, exitOf(minedAt));
  const { published } = facts.orders.get(rung.id) ?? {};
  const should = funding === 'sent' || funding === 'mined';
  if (line !== '' || funding === 'lost' || published === should) return line;
  return `rung ${rung.id} is published: ${String(published)}, the model says ${String(should)}`;
}

function differs(facts: Facts, order: ModelOrder | ModelRung, exitHeight: number | undefined): string {
  const told = facts.orders.get(order.id);
  const pending = order.holder !== undefined && order.status !== 'done';
  const is = `${told?.state} ${told?.pending} at ${told?.amount} with exit at ${told?.exitHeight}`;
  const should = `${order.status} ${pending} at ${order.price} with exit at ${exitHeight}`;
  return is === should ? '' : `order ${order.id} is ${is}, the model says ${should}`;
}
