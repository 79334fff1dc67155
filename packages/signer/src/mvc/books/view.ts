/**
 * A pool as our own node has it: which of its acts are in blocks, and which can still come into one. Under which id a transaction is now our
 * index tells; that it is so, the node has to show. For every coin that the pool should have then lies there: an act that was left out, or made up, would
 * leave a coin that the node does not have.
 */
import type { Tip } from '@rialto/ground';
import { stillPending, withoutRivals } from '@rialto/market';
import type { PoolChange, Reserves } from '@rialto/market';
import { invariant, outpoint } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { livingAfter, pastOf, putBehind } from './past.ts';
import type { Past } from './past.ts';
import type { MvcPoolRecord, MvcRecall, SignedMvcAct } from './recall.ts';
import type { MvcSource, Places } from './source.ts';
import { signedOverTwins, spentByOthers } from './strangers.ts';

export interface MvcView {
  readonly tip: Tip;
  /** By what is in blocks alone. */
  readonly confirmed: Reserves;
  /** Everything signed that can still be in a block, oldest first. */
  readonly pending: readonly SignedMvcAct[];
  /** Acts that blocks have. */
  readonly mined: ReadonlySet<string>;
  /** Which core spent a coin, of those that blocks spent and somebody here still names. */
  readonly spentBy: ReadonlyMap<string, string>;
}

/** How often a block may come while we look. */
const ATTEMPTS = 3;

/** @returns the pool, looked at between two blocks. @throws Refusal syncing; lane-unknown when its coins are not what the journal says */
export function openMvcViews(source: MvcSource, recall: MvcRecall): (number: number) => Promise<MvcView> {
  const pasts = new Map<number, Past>();
  /** What was seen lying since the last block. */
  const seen = { hash: '', names: new Set<string>() };
  const pastFor = (pool: MvcPoolRecord): Past => {
    const past = pasts.get(pool.number) ?? pastOf(pool);
    pasts.set(pool.number, past);
    return past;
  };
  return async (number) => {
    const pool = recall.pool(number);
    invariant(pool?.opened !== undefined, 'only an opened pool is looked at');
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const tip = await source.chain.tip();
      const indexed = await source.ledger.tip();
      if (indexed?.hash !== tip.hash) throw new Refusal('syncing', 'the index of MVC is behind its node');
      if (seen.hash !== tip.hash) seen.names.clear();
      seen.hash = tip.hash;
      const acts = recall.signed(number);
      const asked = { number, tip, past: pastFor(pool), acts, seen: seen.names, actOf: recall.act };
      const view = await look(source, asked);
      if ((await source.chain.tip()).hash === tip.hash) return view();
    }
    throw new Refusal('syncing', 'blocks of MVC come too fast');
  };
}

interface Asked {
  readonly number: number;
  readonly tip: Tip;
  readonly past: Past;
  readonly acts: readonly SignedMvcAct[];
  readonly seen: Set<string>;
  readonly actOf: MvcRecall['act'];
}

async function look(source: MvcSource, asked: Asked): Promise<() => MvcView> {
  const { number, tip, past, acts: all, seen, actOf } = asked;
  const acts = all.filter(({ id }) => !past.over.has(id));
  const below = belowOf(acts, { number, actOf });
  const places = await placesOf(source, past, [...acts, ...below]);
  const mined = acts.filter(({ id }) => places.heightOf(id) !== undefined);
  const unmined = acts.filter(({ id }) => places.heightOf(id) === undefined);
  const unminedBelow = below.filter(({ id }) => places.heightOf(id) === undefined);
  const both = [...unmined, ...unminedBelow];
  const twinned = await signedOverTwins(source, both, { places, seen });
  const over = both.filter(({ id }) => twinned.has(id));
  const waiting = unmined.filter(({ id }) => !twinned.has(id));
  const waitingBelow = unminedBelow.filter(({ id }) => !twinned.has(id));
  const living = livingAfter(past.living, mined);
  const spentBy = new Map([
    // What they would have made can never be, and nothing that builds on it.
    ...over.flatMap(({ id, makes }) => makes.map((coin): [string, string] => [coin, id])),
    ...(await spentByOthers(source, [...waiting, ...waitingBelow], places)),
    ...mined.flatMap(({ id, spends }) => spends.map((coin): [string, string] => [coin, id])),
  ]);
  const alive = new Set(stillPending([...waitingBelow, ...waiting], spentBy).map(({ id }) => id));
  const pending = pendingOf(
    waiting.filter(({ id }) => alive.has(id)),
    all,
  );
  const claimed = new Set(waiting.flatMap(({ spends }) => spends));
  await Promise.all(
    [...living].map(async (name) => {
      if (seen.has(name)) return;
      await requireLying(source, name, { places, isClaimed: claimed.has(name) });
      seen.add(name);
    }),
  );
  const sum = (side: keyof PoolChange, from: bigint): bigint =>
    mined.reduce((total, { change }) => total + change[side], from);
  const confirmed = {
    r1: sum('d1', past.r1),
    r2: sum('d2', past.r2),
    shares: sum('ds', past.shares),
  };
  return () => {
    putBehind(past, acts, { heightOf: places.heightOf, tip: tip.height });
    const allMined = new Set([...past.mined, ...mined.map(({ id }) => id)]);
    return { tip, confirmed, pending, mined: allMined, spentBy };
  };
}

/** Acts on other pools whose coins these spend, and what those build on: what ends one of them ends what is built on it. */
function belowOf(
  acts: readonly SignedMvcAct[],
  { number, actOf }: Pick<Asked, 'number' | 'actOf'>,
): SignedMvcAct[] {
  const own = new Set(acts.map(({ id }) => id));
  const found = new Map<string, SignedMvcAct>();
  const left = [...acts];
  for (let act = left.pop(); act !== undefined; act = left.pop())
    for (const core of act.spends.map(coreOfCoin)) {
      const maker = own.has(core) || found.has(core) ? undefined : actOf(core);
      if (maker === undefined || maker.pool === number) continue;
      found.set(core, maker);
      left.push(maker);
    }
  return [...found.values()].toReversed();
}

/** Checks whose acts nobody signed stand for one another where they spend the same coin: one of them is mined, or none. */
function pendingOf(acts: readonly SignedMvcAct[], all: readonly SignedMvcAct[]): SignedMvcAct[] {
  const used = new Set(all.flatMap(({ check }) => check ?? []));
  const isUnused = ({ id, kind }: SignedMvcAct): boolean => kind === 'check' && !used.has(id);
  return [...withoutRivals(acts.filter(isUnused)), ...acts.filter((act) => !isUnused(act))];
}

/** Where everything is that the acts speak of: transactions of ours, and those whose coins they spend. */
async function placesOf({ ledger }: MvcSource, past: Past, acts: readonly SignedMvcAct[]): Promise<Places> {
  const names = [...past.living, ...acts.flatMap(({ spends }) => spends)];
  const cores = new Set([...names.map(coreOfCoin), ...acts.map(({ id }) => id)]);
  const found = await ledger.byCore([...cores]);
  return {
    heightOf: (core) => found.get(core)?.height,
    pointOf: (name, signed) => {
      const place = found.get(coreOfCoin(name));
      return place === undefined ? signed : pointAt(place.txid, name);
    },
  };
}

const coreOfCoin = (name: string): string => name.slice(0, 64);
const pointAt = (txid: Txid, name: string): Outpoint => outpoint(txid, Number.parseInt(name.slice(65), 10));

/**
 * A coin that blocks left to the pool lies on the chain, and nobody spends it whom we did not sign for.
 * @throws Refusal lane-unknown
 */
async function requireLying(
  { chain, coins }: MvcSource,
  name: string,
  { places, isClaimed }: { readonly places: Places; readonly isClaimed: boolean },
): Promise<void> {
  const nowhere = outpoint('0'.repeat(64) as Txid, 0);
  const point = places.pointOf(name, nowhere);
  if (point === nowhere) throw new Refusal('lane-unknown', `${name}: nobody has its transaction`);
  const found = await coins.at(point);
  const lies = await chain.unspent(point, isClaimed ? 'blocks' : 'mempool');
  if (found.name !== name || lies === undefined || lies.confirmations < 1)
    throw new Refusal('lane-unknown', `${name}: not where the journal has it`);
}
