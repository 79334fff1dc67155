/** What happens in a random sequence: payments, blocks, blocks that are undone, a server good or bad, a signer that starts again, stops. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { MvcTransaction } from '@rialto/mvc';
import type { Transaction } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { writePrivate } from '../../../src/files/private-files.ts';
import type { ModelChain } from './chain.ts';
import { attempt, feesFor, isOpen } from './driver.ts';
import { lie } from './lies.ts';
import { orderOf, paySats, payTokens, takenBack, twinOf } from './payments.ts';
import type { Random } from './random.ts';
import { askExit, sendBuild } from './requests.ts';
import type { Side } from './rules.ts';
import { buildsOf, chainOf } from './world.ts';
import type { Paid, World } from './world.ts';

type Chain = ModelChain<Transaction | MvcTransaction>;

const AMOUNTS = [12_000n, 60_000n, 99_000n, 150_000n, 420_000n, 700_000n] as const;
const SECONDS = 600;
const STOPS = ['STOP-bridge', 'STOP-bridge-btc', 'STOP-bridge-mvc'] as const;

const PAYMENTS = [
  'any',
  'exact',
  'twice',
  'dust',
  'little',
  'much',
  'other',
  'least',
  'no id',
  'hidden',
  'mixed',
  'together',
] as const;
export type Payment = (typeof PAYMENTS)[number];

export function pay(world: World, random: Random, side: Side, what: Payment): Paid | undefined {
  const amount = random.pick(AMOUNTS) ?? 60_000n;
  const known = random.pick(
    [...world.paid.values()].filter((one) => one.side === side && one.order !== undefined),
  );
  const again = known?.order;
  const own = (more: Parameters<typeof orderOf>[2] = {}) => orderOf(random, side, more);
  const wishes = {
    any: { amount, order: own() },
    exact: { amount, order: own({ amount: `${amount}` }) },
    twice: { amount: known?.amount ?? amount, order: again },
    dust: { amount: 700n, order: again },
    little: { amount: 5_000n, order: own() },
    much: { amount: 2_100_000n, order: own() },
    other: { amount, order: own({ amount: `${amount + 1n}` }) },
    least: { amount, order: own({ least: `${amount}` }) },
    'no id': { amount, order: undefined },
    hidden: { amount, order: own(), isHidden: true },
    mixed: { amount, order: own(), isMixed: side === 'btc' },
    together: { amount, order: undefined, together: side === 'btc' },
  } as const;
  const wish = {
    ...wishes[what],
    ...(what === 'twice' && known?.isHidden === true ? { isHidden: true } : {}),
  };
  const hides =
    'isHidden' in wish ||
    (what !== 'twice' && again !== undefined && wish.order === again && known?.isHidden === true);
  const whole = { ...wish, isHidden: hides };
  return side === 'btc'
    ? paySats(world, whole)
    : payTokens(world, { ...whole, to: random.chance(0.1) ? 'stock' : 'inlet' });
}

export const both = (world: World, side: Side): Chain => chainOf(world, side) as unknown as Chain;

export function mine(world: World, random: Random, side: Side): void {
  const chain = both(world, side);
  const leaveOut = chain.waiting.filter(() => random.chance(0.15)).map(({ txid }) => txid);
  chain.mine(leaveOut);
  world.clock += SECONDS * 1_000;
}

/** Newest blocks give way to one block more: what they had comes again, in part, otherwise, or never. */
export function reorganise(world: World, random: Random, side: Side, depth: number): void {
  const chain = both(world, side);
  const most = Math.min(depth, chain.height - 15);
  const gone = chain.takeBack(most);
  const waited = chain.waiting;
  const part = random.pick([1, 1, 0.6, 0]) ?? 1;
  chain.keep([]);
  for (const tx of gone) {
    const paid = [...world.paid.values()].find((one) => one.side === side && one.of === chain.nameOf(tx));
    const other = paid !== undefined && random.chance(0.15) ? takenBack(world, paid) : undefined;
    if (other !== undefined) chain.send(other);
    else if (side === 'mvc' && random.chance(0.2)) chain.send(twinOf(tx as MvcTransaction));
    if (random.chance(part)) chain.send(tx);
  }
  for (const tx of waited) chain.send(tx);
  for (let at = 0; at <= most; at += 1) mine(world, random, side);
}

/** Anybody sends what he has seen. */
function sendAgain(world: World, random: Random): void {
  const side = random.chance(0.5) ? 'btc' : 'mvc';
  const chain = both(world, side);
  const gone = [...chain.seen.values()].filter(({ txid }) => !chain.placed.has(txid));
  const tx = random.pick(gone);
  if (tx !== undefined) chain.send(tx, random.chance(0.5));
}

/** Another build of an exit that waits, and whoever asked for it may be gone. */
async function bump(world: World, random: Random): Promise<void> {
  const waiting = [...world.builds.values()].filter(({ paid }) => isOpen(world, paid));
  const build = random.pick(waiting);
  if (build === undefined) return;
  const { paid, kind, side } = build;
  const before = buildsOf(world, paid.name).filter((one) => one.side === side);
  const spends = [...new Set(before.flatMap((one) => one.spends))];
  const paying = feesFor(world, side, before, random);
  if (paying === undefined) return;
  const again = await askExit(
    world,
    paid,
    { kind, spends, paying: [paying], rate: 4 + before.length + random.below(4) },
    random.chance(0.2),
  );
  if (!(again instanceof Refusal)) sendBuild(world, again, random.chance(0.7));
}

export const ACTS = {
  ...{ pay: 2, tick: 11, blocks: 11, undo: 4, lie: 5, bump: 3, again: 3 },
  ...{ restart: 1, stop: 1, still: 1, go: 8 },
} as const;
export type Act = keyof typeof ACTS;

export async function perform(world: World, random: Random, act: Act): Promise<string | undefined> {
  const side = random.chance(0.5) ? 'btc' : 'mvc';
  switch (act) {
    case 'pay': {
      const what = random.chance(0.4)
        ? 'any'
        : (random.pick([...PAYMENTS, 'twice', 'twice', 'mixed'] as const) ?? 'any');
      const paid = pay(world, random, side, what);
      return paid === undefined ? undefined : `${side} ${what}`;
    }
    case 'tick':
      for (const paid of world.paid.values()) if (random.chance(0.7)) await attempt(world, paid, random);
      return undefined;
    case 'blocks':
      for (let left = 1 + random.below(6); left > 0; left -= 1) mine(world, random, side);
      return undefined;
    case 'undo': {
      const depth = 1 + random.below(6);
      reorganise(world, random, side, depth);
      if (random.chance(0.5)) await world.watch();
      return `${side} ${depth}`;
    }
    case 'lie':
      return lie(world, random);
    case 'bump':
      return bump(world, random).then(() => undefined);
    case 'again':
      sendAgain(world, random);
      return undefined;
    case 'restart':
      world.restart();
      return undefined;
    case 'stop':
      if (random.chance(0.5))
        writePrivate(join(world.directory, random.pick(STOPS) ?? STOPS[0]), 'a test\n', true);
      else world.isIndexBehind = true;
      return undefined;
    case 'go':
      goOn(world);
      return undefined;
    case 'still':
      world.standsStill = true;
      return undefined;
  }
}

/** The operator has looked, and all is as it should be. */
export function goOn(world: World): void {
  for (const { directory } of [world, ...world.others])
    for (const name of STOPS) rmSync(join(directory, name), { force: true });
  world.standsStill = false;
  world.isIndexBehind = false;
}
