/** Mutants of a valid ask: one thing changed, in the terms alone or in the terms and the transaction alike. Same seed, same mutants. */
import { planFromWire } from '@rialto/contract';
import type { CosignRequest } from '@rialto/contract';
import { bytesToHex } from '@rialto/protocols';
import type { Coin, Outpoint } from '@rialto/protocols';
import { buildTake, lockOf } from '@rialto/psbt';
import type { ValidAsk } from './asks.ts';
import { flip, mutantsBy } from './mutating.ts';
import type { Change as ChangeOf, Pick, Writable } from './mutating.ts';

type Plan = Writable<CosignRequest['plan']>;
type Draft = Writable<Omit<CosignRequest, 'plan'>> & { plan: Plan };
type Lot = Plan['lots'][number];

function bent(hex: string, pick: Pick): string {
  switch (pick(6)) {
    case 0:
      return hex.slice(2);
    case 1:
      return `${hex}00`;
    case 2:
      return '';
    default:
      return flip(hex, pick);
  }
}

function number(value: string, pick: Pick): string {
  const old = BigInt(value);
  const others = [old + 1n, old - 1n, old * 2n, old + 600n, old - 600n, 0n, 546n, 9_999_999_999_999n];
  const next = others[pick(others.length)] ?? 0n;
  return (next < 0n || next === old ? old + 7n : next).toString();
}

function witness(items: readonly string[], pick: Pick): string[] {
  switch (pick(8)) {
    case 0:
      return [];
    case 1:
      return [...items, '00'];
    case 2:
      return items.map((item, at) => (at === 0 ? `${item}01` : item));
    case 3:
      return items.map((item, at) => (at === 0 ? `${item.slice(0, -2)}81` : item));
    case 4:
      return items.map(() => '00'.repeat(64));
    default: {
      const target = pick(items.length);
      return items.map((item, at) => (at === target ? flip(item, pick) : item));
    }
  }
}

/** Other things of the same kind that exist: our pads, others' coins and scripts. */
export interface Others {
  readonly points: readonly Outpoint[];
  readonly scripts: readonly string[];
  readonly keys: readonly string[];
  readonly coins: ReadonlyMap<string, Coin>;
}

function point(old: string, others: Others, pick: Pick): Outpoint {
  const foreign = others.points.filter((one) => one !== old);
  const known = foreign[pick(foreign.length)];
  if (pick(3) > 0 && known !== undefined) return known;
  const [txid = '', vout = ''] = old.split(':');
  return (
    pick(2) === 0 ? `${flip(txid, pick)}:${vout}` : `${txid}:${Number(vout) + 1 + pick(3)}`
  ) as Outpoint;
}

function oneOf(old: string, known: readonly string[], pick: Pick): string {
  const other = known.filter((one) => one !== old);
  return pick(2) === 0 ? (other[pick(other.length)] ?? bent(old, pick)) : bent(old, pick);
}

function sequence(old: number, pick: Pick): number {
  const others = [0xffffffff, 0xfffffffd, 0xfffffffe, 0, 1, 144, -1, 0x100000000, 0.5];
  return others.filter((one) => one !== old)[pick(others.length - 1)] ?? 0;
}

type Change = ChangeOf<Draft, Others>;

const inPlan =
  (change: (plan: Plan, others: Others, pick: Pick) => Partial<Plan>): Change =>
  (ask, others, pick) => {
    ask.plan = { ...ask.plan, ...change(ask.plan, others, pick) };
  };

const inLot = (change: (lot: Lot, others: Others, pick: Pick) => Partial<Lot>): Change =>
  inPlan(({ lots }, others, pick) => {
    const target = pick(lots.length);
    return { lots: lots.map((lot, at) => (at === target ? { ...lot, ...change(lot, others, pick) } : lot)) };
  });

const CHANGES: Readonly<Record<string, Change>> = {
  lotOutpoint: inLot((lot, others, pick) => ({ coin: point(lot.coin, others, pick) })),
  price: inLot((lot, _others, pick) => ({ price: number(lot.price, pick) })),
  payScript: inLot((lot, others, pick) => ({ payScript: oneOf(lot.payScript, others.scripts, pick) })),
  sequence: inLot((lot, _others, pick) => ({ sequence: sequence(lot.sequence, pick) })),
  sellerWitness: (ask, _others, pick) => {
    const all = ask.sellerWitnesses;
    const target = pick(all.length);
    const changed = all.map((one, at) => (at === target ? witness(one, pick) : one));
    ask.sellerWitnesses = [changed, changed, changed, all.slice(1), [...all, ...all]][pick(5)] ?? [];
  },
  lots: inPlan(({ lots }, _others, pick) => {
    const [first] = lots;
    const changed = [[], lots.slice(1), lots.toReversed(), [...lots, ...(first ? [first] : [])]];
    return { lots: changed[pick(changed.length)] ?? [] };
  }),
  buyerScript: inPlan((plan, others, pick) => ({
    buyerScript: oneOf(plan.buyerScript, others.scripts, pick),
  })),
  buyerKey: inPlan((plan, others, pick) => ({ buyerKey: oneOf(plan.buyerKey, others.keys, pick) })),
  pad: inPlan(({ pad }, others, pick) => {
    const changed = { ...pad, coin: point(pad.coin, others, pick) };
    return { pad: pick(5) === 0 ? { ...pad, platform: false } : changed };
  }),
  payments: inPlan(({ pad, payments }, others, pick) => {
    const [first = pad.coin] = payments;
    const changed = [
      [],
      [point(first, others, pick)],
      [first, first],
      [...payments, point(first, others, pick)],
      [pad.coin],
    ];
    return { payments: changed[pick(changed.length)] ?? [] };
  }),
  serviceFee: inPlan(({ serviceFee }, others, pick) => {
    const old = serviceFee ?? { script: '51', value: '546' };
    const changed = [
      null,
      { ...old, value: number(old.value, pick) },
      { ...old, script: oneOf(old.script, others.scripts, pick) },
    ];
    return { serviceFee: changed[pick(changed.length)] ?? null };
  }),
  feeRate: inPlan(({ feeRateSatVb: rate }, _others, pick) => {
    const rates = [rate * 1.1, rate * 0.9, 5000, 5001, 1e9, 0, -1, Number.NaN, 0.001];
    return { feeRateSatVb: rates[pick(rates.length)] ?? 0 };
  }),
  change: inPlan(({ change }, _others, pick) => ({
    change: pick(4) === 0 ? null : number(change ?? '0', pick),
  })),
  unsigned: (ask, _others, pick) => {
    ask.unsigned = pick(10) === 0 ? bent(ask.unsigned, pick) : flip(ask.unsigned, pick);
  },
  buyerWitnesses: (ask, _others, pick) => {
    const all = ask.buyerWitnesses;
    const target = pick(all.length);
    const swapped = all.map((one, at) => {
      if (at !== target) return one;
      return one === null
        ? (all.find((other) => other !== null) ?? [])
        : pick(5) === 0
          ? null
          : witness(one, pick);
    });
    ask.buyerWitnesses = [swapped, swapped, swapped, all.slice(1), [...all, null], []][pick(6)] ?? [];
  },
};

export const FIELDS = Object.keys(CHANGES);

/** The transaction that belongs to the changed terms, where there is one: such a mutant is caught by a rule, not by a comparison. */
function rebuilt(ask: Draft, coins: ReadonlyMap<string, Coin>): string {
  const coin = (at: string): Coin => {
    const found = coins.get(at);
    if (found === undefined) throw new Error('no such coin');
    return found;
  };
  return bytesToHex(buildTake(planFromWire(ask.plan, coin, lockOf)).unsigned);
}

/** `count` mutants, every field in turn. */
export function mutantsOf({ ask }: ValidAsk, others: Others, options: { count: number; seed: number }) {
  return mutantsBy<Draft, Others>(ask, {
    ...options,
    changes: CHANGES,
    others,
    rebuilt: (draft) => rebuilt(draft, others.coins),
  });
}
