/** Mutants of a valid act on a pool: one thing changed, in the terms alone or in the terms and the transaction alike. Same seed, same mutants. */
import { poolActFromWire } from '@rialto/contract';
import type { UserPoolAct } from '@rialto/contract';
import { bytesToHex } from '@rialto/protocols';
import type { AssetId, Coin, Outpoint } from '@rialto/protocols';
import { assetScript, buildAct } from '@rialto/psbt';
import type { PoolKeys, PoolScript } from '@rialto/psbt';
import { flip, mutantsBy } from '../mutating.ts';
import type { Change as ChangeOf, Pick, Writable } from '../mutating.ts';

type Plan = Writable<UserPoolAct['plan']>;
type Draft = Writable<Omit<UserPoolAct, 'plan'>> & { plan: Plan };
/** What a claim on a pot has too. */
interface Laid {
  plan: Plan;
  unsigned: Draft['unsigned'];
  witnesses: Draft['witnesses'];
}
type Output = Plan['poolOutputs'][number];
type Units = Output['runes'][number];

/** Other things of the same kind that exist. */
export interface Others {
  readonly points: readonly Outpoint[];
  readonly scripts: readonly string[];
  readonly keys: readonly string[];
  readonly runes: readonly AssetId[];
  readonly pool: PoolScript;
  /** By which it makes the scripts of its lots. */
  readonly poolKeys: PoolKeys;
  readonly coins: ReadonlyMap<string, Coin>;
}

function number(value: string, pick: Pick): string {
  const old = BigInt(value);
  const others = [
    old + 1n,
    old - 1n,
    old * 2n,
    old / 2n,
    old + 600n,
    0n,
    1n,
    546n,
    10_000n,
    2_100_000_000_000_000n,
    1n << 100n,
  ];
  const next = others[pick(others.length)] ?? 0n;
  return (next < 0n || next === old ? old + 7n : next).toString();
}

const other = <T>(old: T, all: readonly T[], pick: Pick): T => {
  const rest = all.filter((one) => one !== old);
  return rest[pick(rest.length)] ?? old;
};

/** One of a list replaced, left out, repeated; or all in another order. */
function listed<T>(all: readonly T[], change: (one: T) => T, pick: Pick): T[] {
  const at = pick(all.length || 1);
  const changed = all.map((one, index) => (index === at ? change(one) : one));
  const first = all.slice(0, 1);
  return (
    [changed, changed, changed, changed, all.slice(1), [...all, ...first], all.toReversed()][pick(7)] ?? []
  );
}

const point =
  (others: Others, pick: Pick) =>
  (old: Outpoint): Outpoint =>
    pick(3) > 0
      ? other(old, others.points, pick)
      : (`${flip(old.slice(0, 64), pick)}${old.slice(64)}` as Outpoint);

const units =
  (others: Others, pick: Pick) =>
  (old: Units): Units =>
    pick(3) === 0
      ? { ...old, asset: other(old.asset, others.runes, pick) }
      : { ...old, amount: number(old.amount, pick) };

const output =
  <O extends Output>(others: Others, pick: Pick) =>
  (old: O): O =>
    pick(2) === 0
      ? { ...old, value: number(old.value, pick) }
      : {
          ...old,
          runes:
            old.runes.length === 0
              ? [{ asset: other('' as AssetId, others.runes, pick), amount: '5' }]
              : listed(old.runes, units(others, pick), pick),
        };

type Change = ChangeOf<Laid, Others>;

const inPlan =
  (change: (plan: Plan, others: Others, pick: Pick) => Partial<Plan>): Change =>
  (draft, others, pick) => {
    draft.plan = { ...draft.plan, ...change(draft.plan, others, pick) };
  };

function witness(items: readonly string[], pick: Pick): string[] {
  const at = pick(items.length || 1);
  const changed = [
    [],
    [...items, '00'],
    items.map((item, index) => (index === 0 ? `${item.slice(0, -2)}83` : item)),
    items.map(() => '00'.repeat(64)),
    items.map((item, index) => (index === at ? flip(item, pick) : item)),
  ];
  return changed[pick(changed.length)] ?? [];
}

const KINDS = ['init', 'buy', 'sell', 'add', 'remove'] as const;

/** Of everything that is laid out as an act is. */
export const LAID_CHANGES: Readonly<Record<string, Change>> = {
  userCoins: inPlan(({ userCoins }, others, pick) => ({
    userCoins: listed(userCoins, point(others, pick), pick),
  })),
  poolCoins: inPlan(({ poolCoins }, others, pick) => ({
    poolCoins: listed(poolCoins, point(others, pick), pick),
  })),
  userOutputs: inPlan(({ userOutputs }, others, pick) => ({
    userOutputs: listed(userOutputs, output(others, pick), pick),
  })),
  poolOutputs: inPlan(({ poolOutputs }, others, pick) => ({
    poolOutputs: listed(poolOutputs, output(others, pick), pick),
  })),
  userScript: inPlan(({ userOutputs }, others, pick) => ({
    userOutputs: listed(
      userOutputs,
      (one) => ({ ...one, script: other(one.script, others.scripts, pick) }),
      pick,
    ),
  })),
  userKey: inPlan(({ userKey }, others, pick) => ({
    // Its first byte says nothing of a taproot key: with the other one it is the same act.
    userKey:
      pick(2) === 0
        ? `${userKey.slice(0, 2)}${flip(userKey.slice(2), pick)}`
        : other(userKey, others.keys, pick),
  })),
  firstLane: inPlan(({ firstLane }) => ({ firstLane: 1 - firstLane })),
  burned: inPlan(({ burned }, others, pick) => ({
    burned:
      burned.length === 0
        ? [{ asset: other('' as AssetId, others.runes, pick), amount: '1000' }]
        : pick(3) === 0
          ? []
          : burned.map(units(others, pick)),
  })),
  serviceFee: inPlan(({ serviceFee }, others, pick) => {
    const old = serviceFee ?? { script: '51', value: '546' };
    const changed = [
      null,
      { ...old, value: number(old.value, pick) },
      { ...old, script: other(old.script, others.scripts, pick) },
    ];
    return { serviceFee: changed[pick(changed.length)] ?? null };
  }),
  lots: inPlan(({ lots }, others, pick) => {
    const old = lots ?? { coins: [other('' as Outpoint, others.points, pick)], places: [], to: '51' };
    const { coins, places, to } = old;
    const changed = [
      null,
      { ...old, coins: listed(coins, point(others, pick), pick) },
      { ...old, coins: listed(coins, point(others, pick), pick) },
      { ...old, places: listed(places, point(others, pick), pick) },
      { ...old, places: places.length > 0 ? [] : coins },
      { ...old, coins: coins.toReversed(), places: places.toReversed() },
      { ...old, to: other(to, others.scripts, pick) },
    ];
    return { lots: changed[pick(changed.length)] ?? null };
  }),
  unsigned: (draft, _others, pick) => {
    draft.unsigned = pick(10) === 0 ? `${draft.unsigned}00` : flip(draft.unsigned, pick);
  },
  witnesses: (draft, _others, pick) => {
    draft.witnesses = listed(
      draft.witnesses,
      (one) => (one === null ? ['00'.repeat(64)] : pick(5) === 0 ? null : witness(one, pick)),
      pick,
    );
  },
};

const CHANGES: Readonly<Record<string, ChangeOf<Draft, Others>>> = {
  ...LAID_CHANGES,
  token: (draft, others, pick) => {
    draft.token = other(draft.token, others.runes, pick);
  },
  act: (draft, _others, pick) => {
    draft.act = other<Draft['act']>(draft.act, KINDS, pick);
  },
  poolNumber: (draft, _others, pick) => {
    draft.poolNumber = 1 + pick(3);
  },
};

/** The transaction that belongs to the changed terms, where there is one: such a mutant is caught by a rule, not by a comparison. */
export function rebuilt({ plan }: { readonly plan: Plan }, { coins, pool, poolKeys }: Others): string {
  const coin = (at: string): Coin => {
    const found = coins.get(at);
    if (found === undefined) throw new Error('no such coin');
    return found;
  };
  const asset = (place: Outpoint) => assetScript(poolKeys, place);
  const act = poolActFromWire(plan, { script: pool.script, coin, asset });
  return bytesToHex(buildAct({ pool, ...act }).unsigned);
}

/** `count` mutants, every field in turn. */
export function mutantsOf(request: UserPoolAct, others: Others, options: { count: number; seed: number }) {
  return mutantsBy<Draft, Others>(request, {
    ...options,
    changes: CHANGES,
    others,
    rebuilt: (draft) => rebuilt(draft, others),
  });
}
