/** One random sequence from its seed: after every act both equations hold and nothing has left twice, and in the end all that came in is done or sent back. */
import { backSats } from './payments.ts';
import { ACTS, both, goOn, perform } from './acts.ts';
import type { Act } from './acts.ts';
import type { Base } from './base.ts';
import { attempt, isOpen } from './driver.ts';
import { isGone } from './gone.ts';
import { randomOf } from './random.ts';
import { fits, goesBack } from './rules.ts';
import { exitsOf, isThere, requireEquations, requireOnce, truthOf } from './truth.ts';
import { buildsOf, isMined, openWorld } from './world.ts';
import type { Paid, World } from './world.ts';

const STEPS = 32;
/** Payments come first: of what nobody paid nothing can be undone. */
const FIRST = 2;
const ROUNDS = 40;

const BAG: readonly Act[] = (Object.keys(ACTS) as Act[]).flatMap((act) =>
  Array.from({ length: ACTS[act] }, () => act),
);

export interface Given {
  readonly base: Base;
  readonly before: World;
  /** How often each thing happened. */
  readonly counts: Map<string, number>;
}

export async function runSequence(given: Given, seed: number, steps = STEPS): Promise<void> {
  const random = randomOf(seed);
  const done: string[] = [];
  await withWorld(given, async (world) => {
    try {
      for (let at = 0; at < steps; at += 1) {
        const act = at < FIRST ? 'pay' : (random.pick(BAG) ?? 'blocks');
        done.push(act);
        const what = await perform(world, random, act);
        if (what !== undefined) done.push(`(${what})`);
        count(given.counts, what === undefined ? act : `${act} ${what}`);
        requireEquations(world);
        requireOnce(world);
        if (truthOf(world).lost > 0n) count(given.counts, 'lost');
      }
      noteBuilds(world, given.counts);
      await finish(world, randomOf(seed + 1), given.counts);
    } catch (error) {
      throw new Error(`BRIDGE_SEED=${seed}: ${String(error)} after ${done.join(' ')}`, { cause: error });
    }
  });
}

/** What has become of what was signed. */
function noteBuilds(world: World, counts: Map<string, number>): void {
  for (const build of world.builds.values()) {
    const others = buildsOf(world, build.paid.name).length;
    const is = isGone(world, build) ? 'dead' : isMined(world, build) ? 'mined' : 'waits';
    count(counts, `build ${build.side} ${build.kind} ${is}${others > 1 ? ' of several' : ''}`);
  }
}

const count = (counts: Map<string, number>, what: string): void => {
  counts.set(what, (counts.get(what) ?? 0) + 1);
};

export async function withWorld(
  { base, before }: Given,
  act: (world: World) => Promise<void>,
): Promise<void> {
  const world = openWorld(base, before);
  try {
    await act(world);
  } finally {
    world.end();
  }
}

/** No more is undone, and the operator does his part: everything leaves, or is what never leaves. */
export async function finish(
  world: World,
  random: ReturnType<typeof randomOf>,
  counts: Map<string, number>,
): Promise<void> {
  goOn(world);
  for (let round = 0; round < ROUNDS; round += 1) {
    const left = [...world.paid.values()].filter((paid) => isOpen(world, paid) && canLeave(paid));
    if (left.length === 0 && round > 2) break;
    await world.watch();
    goOn(world);
    sendAll(world);
    const why = new Set<string>();
    for (const paid of left) {
      const refused = await attempt(world, paid, random);
      if (refused !== undefined) why.add(`${paid.name}: ${refused}`);
    }
    if (round === ROUNDS - 1) throw new Error(`${left.length} never leave: ${[...why].join(', ')}`);
    if (round === 2) makeUp(world);
    quiet(world, round % 4 === 3 ? 150 : 2);
    // An id whose terms nobody shows is none after so long.
    if (round === 8 && left.some(({ isHidden }) => isHidden)) quiet(world, 1_000);
    requireEquations(world);
    requireOnce(world);
  }
  requireEnd(world, counts);
}

/** What was dropped somebody still has, and sends again. */
function sendAll(world: World): void {
  for (const { side, of } of world.paid.values()) {
    const tx = both(world, side).one(of);
    if (tx !== undefined) both(world, side).send(tx);
  }
}

function quiet(world: World, blocks: number): void {
  for (let at = 0; at < blocks; at += 1) for (const side of ['btc', 'mvc'] as const) both(world, side).mine();
  world.clock += blocks * 600_000;
}

/** What a reorganisation deeper than any tier has cost, the operator puts in. */
function makeUp(world: World): void {
  const { locked, wrapped, owed } = truthOf(world);
  if (locked < wrapped + owed) backSats(world, wrapped + owed - locked);
}

const canLeave = (paid: Paid): boolean => {
  const goes = goesBack(paid.side, paid.amount) > 0n;
  return goes && !paid.isMixed && (paid.sender !== undefined || paid.order !== undefined);
};

/** Every deposit that is in a block has left once, and an order that only one payment fits has been paid. */
function requireEnd(world: World, counts: Map<string, number>): void {
  requireEquations(world, true);
  for (const paid of world.paid.values()) {
    if (!isThere(world, paid)) continue;
    const [exit] = exitsOf(world, paid);
    const wanted = canLeave(paid) ? 1 : 0;
    if ((exit === undefined ? 0 : 1) !== wanted)
      throw new Error(`${paid.name} has ${exit?.kind ?? 'no exit'}`);
    count(counts, `end ${paid.side} ${exit?.kind ?? 'stays'}`);
    const { order, side } = paid;
    if (order === undefined || paid.isHidden || exit?.kind !== 'refund') continue;
    const fitting = [...world.paid.values()].filter(
      (one) =>
        one.order?.id === order.id &&
        one.side === side &&
        !one.isMixed &&
        fits(side, order.terms, one.amount),
    );
    if (fitting.length === 1 && fitting[0] === paid)
      throw new Error(`${paid.name} was sent back, and its order could be paid`);
  }
}
