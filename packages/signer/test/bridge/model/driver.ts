/** A server that is honest and forgets everything whenever it likes: it sends what was signed, and asks anew where that can no longer be sent. */
import { bytesToHex, outpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { tokensOf } from './payments.ts';
import { tokenOn } from './nodes.ts';
import type { Random } from './random.ts';
import { askExit, sendBuild, sideOfExit } from './requests.ts';
import { depthOn, goesBack, paysOut } from './rules.ts';
import type { Kind, Side } from './rules.ts';
import { isThere, exitsOf } from './truth.ts';
import { buildsOf, chainOf } from './world.ts';
import type { Build, Paid, World } from './world.ts';

/** Whether it lies there and has not left. */
export const isOpen = (world: World, paid: Paid): boolean =>
  isThere(world, paid) && exitsOf(world, paid).length === 0;

/** Refusals after which a server sends the deposit back. */
const RULES: readonly string[] = [
  ...['bridge-amount-differs', 'bridge-under-minimum', 'bridge-over-maximum', 'bridge-terms-differ'],
  ...['bridge-paid-before', 'bad-request'],
];

/** @returns why nothing was signed; undefined where something is on its way */
export async function attempt(world: World, paid: Paid, random: Random): Promise<string | undefined> {
  if (!isOpen(world, paid)) return undefined;
  const known = await world.ask<'bridgeSigned'>({ op: 'bridgeSigned', deposits: [paid.name] });
  if (known instanceof Refusal) throw known;
  const builds = known.exits.map(({ id }) => world.builds.get(id));
  const told = builds.flatMap((build) => build ?? []);
  if (told.length !== buildsOf(world, paid.name).length || told.length !== builds.length)
    throw new Error(`the signer has forgotten what it signed for ${paid.name}`);
  const first = told[0];
  if (told.some((build) => sendBuild(world, build))) return undefined;
  if (first !== undefined) {
    const again = await asked(world, paid, random, { kind: first.kind, before: told });
    if (again === undefined) return undefined;
    // They are dead, perhaps.
    const anew = await either(world, paid, random);
    return anew === undefined ? undefined : `${again}, anew ${anew}`;
  }
  return either(world, paid, random);
}

async function either(world: World, paid: Paid, random: Random): Promise<string | undefined> {
  const isNamed = paid.order !== undefined && !paid.isHidden;
  const refused = isNamed ? await asked(world, paid, random, { kind: 'payout', before: [] }) : 'bad-request';
  if (refused === undefined || !RULES.includes(refused)) return refused;
  return asked(world, paid, random, { kind: 'refund', before: [] });
}

async function asked(
  world: World,
  paid: Paid,
  random: Random,
  { kind, before }: { readonly kind: Kind; readonly before: readonly Build[] },
): Promise<string | undefined> {
  const side = sideOfExit(paid.side, kind);
  const amount = kind === 'payout' ? paysOut(paid.side, paid.amount) : goesBack(paid.side, paid.amount);
  const same = before.filter((build) => build.side === side);
  const spends =
    kind === 'refund' ? [paid.name.slice(4)] : coinsFor(world, { paid, side, amount, before: same, random });
  const paying = feesFor(world, side, same, random);
  if (spends.length === 0 || paying === undefined) return 'bridge-short';
  const rate = 3 + before.length + random.below(3);
  const build = await askExit(world, paid, { kind, spends, paying: [paying], rate });
  if (build instanceof Refusal) return build.code;
  if (random.chance(0.8)) sendBuild(world, build, true);
  return undefined;
}

/** Names of the bridge's coins on a side that are its own, with what they hold. */
export function ownCoins(world: World, side: Side): Map<string, bigint> {
  const found = new Map<string, bigint>();
  const script = bytesToHex(world.keys.locked.script.script);
  const chain = chainOf(world, side);
  const points =
    side === 'btc'
      ? [...world.btc.chain.coins.values()]
          .filter((coin) => bytesToHex(coin.script) === script)
          .map((coin) => coin.outpoint)
      : [world.keys.stock, world.keys.inlet].flatMap(({ hash }) => tokensOf(world, hash));
  for (const point of points) {
    const tx = chain.seen.get(point.slice(0, 64) as never);
    if (tx === undefined) continue;
    const name = `${chain.nameOf(tx as never)}:${point.slice(65)}`;
    const paid = world.paid.get(`${side}:${name}`);
    if (paid !== undefined && !isDeep(world, paid)) continue;
    found.set(name, side === 'btc' ? (world.btc.chain.coins.get(point)?.value ?? 0n) : unitsAt(world, point));
  }
  return found;
}

const isDeep = (world: World, paid: Paid): boolean =>
  exitsOf(world, paid).some(
    ({ kind, side, id }) => kind === 'payout' && chainOf(world, side).depth(id) >= depthOn(side, paid.amount),
  );

function unitsAt(world: World, point: Outpoint): bigint {
  const coin = world.mvc.coins.get(point);
  return (coin === undefined ? undefined : tokenOn(coin.script)?.amount) ?? 0n;
}

function coinsFor(
  world: World,
  {
    paid,
    side,
    amount,
    before,
    random,
  }: {
    readonly paid: Paid;
    readonly side: Side;
    readonly amount: bigint;
    readonly before: readonly Build[];
    readonly random: Random;
  },
): string[] {
  const all = ownCoins(world, side);
  const busy = new Set(
    [...world.builds.values()]
      .filter((build) => build.side === side && build.paid.name !== paid.name && isOpen(world, build.paid))
      .flatMap((build) => build.spends),
  );
  const spends = [...new Set(before.flatMap((build) => build.spends))].filter((coin) => all.has(coin));
  let held = spends.reduce((sum, coin) => sum + (all.get(coin) ?? 0n), 0n);
  const more = [...all.keys()].filter((coin) => !busy.has(coin) && !spends.includes(coin));
  const from = random.below(Math.max(1, more.length));
  for (const coin of [...more.slice(from), ...more.slice(0, from)]) {
    // What is left is a coin, or nothing.
    if (held === amount || held >= amount + 1_000n) break;
    spends.push(coin);
    held += all.get(coin) ?? 0n;
  }
  return held >= amount ? spends : [];
}

/** What pays: on MVC a coin of the check before, as long as it is there. */
export function feesFor(
  world: World,
  side: Side,
  before: readonly Build[],
  random: Random,
): Outpoint | undefined {
  const chain = chainOf(world, side);
  const script = bytesToHex(side === 'btc' ? world.keys.fees.btc.script.script : world.keys.fees.mvc.p2pkh);
  const coins = [...chain.coins.values()].filter(
    (coin) => bytesToHex(coin.script) === script && coin.value > 9_000n,
  );
  const points = coins.map((coin) => coin.outpoint);
  const same = before
    .flatMap((build) => build.txs[0]?.inputs ?? [])
    .map(({ txid, vout }) => outpoint(txid, vout));
  const again = side === 'mvc' ? same.find((point) => points.includes(point)) : undefined;
  return again ?? random.pick(points);
}
