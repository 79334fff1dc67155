/** What a random choice means now: the act it is, and the lot, order, buyer or ladder it is aimed at. */
import { priceOf } from './model-choice.ts';
import type { Choice } from './model-choice.ts';
import { aimedAtBids, isBidAct } from './model-aims-bids.ts';
import { liveTradeOf, liveTradeOn, lotAt } from './rules/state.ts';
import type { Model } from './rules/state.ts';
import type { Act } from './rules/rules.ts';

/** Where the lot lies now: a choice in five asks for where it was. */
function placeOf(model: Model, { lot, dear }: Choice): number {
  const { to } = lotAt(model, lot).spent ?? {};
  return to === undefined || dear === 4 ? lot : placeOf(model, { act: 'list', lot: to, buyer: 0, dear });
}

/** Undefined when it has nothing to aim at. */
export function aimed(model: Model, choice: Choice): Act | undefined {
  const { act } = choice;
  if (isBidAct(act)) return aimedAtBids(model, { ...choice, act });
  const at = placeOf(model, choice);
  return lotAt(model, at).lock === undefined ? aimedAtLot(model, choice) : aimedAtLock(model, choice, at);
}

function aimedAtLot(model: Model, choice: Choice): Act | undefined {
  const { act, lot, buyer } = choice;
  const orders = model.lots[lot]?.orders ?? [];
  const order = orders.at(-1)?.id;
  const isSpent = model.lots[lot]?.spent !== undefined;
  switch (act) {
    case 'list':
    case 'lock':
      return { act, lot, price: priceOf(choice) };
    case 'lower': {
      const price = (orders.at(-1)?.price ?? 0n) - 1n - BigInt(choice.dear);
      return order === undefined ? undefined : { act, lot, order, price };
    }
    case 'soft':
    case 'hard':
      return order === undefined ? undefined : { act, lot, order };
    case 'prepare':
      return order === undefined ? undefined : { act, lot, buyer, order };
    case 'elsewhere':
      return isSpent ? undefined : { act, lot };
    case 'snipe': {
      const trades = [lot, 1 - lot].map((one) => liveTradeOn(model, one));
      const trade = trades.find((one) => one !== undefined);
      return trade === undefined ? undefined : { act, lot: trade.lot };
    }
    default:
      return aimedAtNone(model, choice);
  }
}

function aimedAtNone(model: Model, { act, buyer }: Choice): Act | undefined {
  switch (act) {
    case 'submit': {
      const ready = [buyer, 1 - buyer].find((one) => model.takes[one] !== undefined);
      return ready === undefined ? undefined : { act, buyer: ready };
    }
    case 'replace': {
      const trade = liveTradeOf(model, buyer) ?? liveTradeOf(model, 1 - buyer);
      return trade === undefined ? undefined : { act, buyer: trade.buyer };
    }
    case 'mine':
    case 'wait':
    case 'age':
    case 'reorg':
    case 'restart':
      return { act };
    default:
      return undefined;
  }
}

/** At the lot where it lies: nobody else can have it, and another price is another lock. */
function aimedAtLock(model: Model, choice: Choice, lot: number): Act | undefined {
  const { act, buyer } = choice;
  const order = lotAt(model, lot).orders[0]?.id;
  if (order === undefined) return undefined;
  switch (act) {
    case 'soft':
    case 'hard':
      return { act, lot, order };
    case 'prepare':
      return { act, lot, buyer, order };
    case 'renew':
      return { act, lot, price: priceOf(choice) };
    case 'leave':
      return { act, lot };
    default:
      return aimedAtNone(model, choice);
  }
}
