/** What a server asks for that has been taken over: each may be signed only where an honest one could have it, and the judge sees to that. */
import type { Outpoint } from '@rialto/protocols';
import { feesFor, isOpen, ownCoins } from './driver.ts';
import { isThere } from './truth.ts';
import { orderOf } from './payments.ts';
import type { Random } from './random.ts';
import { askExit, sendBuild, sideOfExit } from './requests.ts';
import { Refusal } from '@rialto/refusals';
import { bytesToHex } from '@rialto/protocols';
import { MALLORY, btcScript, mvcScript, MALLORY_MVC } from '../orders.ts';
import { buildsOf, chainOf, pointOf } from './world.ts';
import type { Paid, World } from './world.ts';

export const LIES = [
  'other exit',
  'other coins',
  'other terms',
  'other place',
  'somebody’s coins',
  'again',
] as const;
type Lie = (typeof LIES)[number];

export async function lie(world: World, random: Random): Promise<string | undefined> {
  if (random.chance(0.3)) return second(world, random);
  const all = [...world.paid.values()];
  const open = all.filter((one) => isOpen(world, one));
  const paid = random.pick(open.length > 0 && random.chance(0.8) ? open : all);
  const what = random.pick(LIES);
  if (paid === undefined || what === undefined) return undefined;
  const kind = what === 'somebody’s coins' || random.chance(0.5) ? 'payout' : 'refund';
  const side = sideOfExit(paid.side, kind);
  const { btc, mvc } = world.keys.fees;
  const script = bytesToHex(side === 'btc' ? btc.script.script : mvc.p2pkh);
  const fees = [...chainOf(world, side).coins.values()].filter((coin) => bytesToHex(coin.script) === script);
  const paying = random.pick(fees)?.outpoint;
  const spends = coinsOf(world, paid, { what, kind, side, random });
  if (paying === undefined || spends.length === 0) return undefined;
  const terms = what === 'other terms' ? othersTerms(world, paid, random) : undefined;
  const at = what === 'other place' ? otherPlace(world, random) : undefined;
  const more = { ...(terms === undefined ? {} : { terms }), ...(at === undefined ? {} : { at }) };
  const build = await askExit(
    world,
    paid,
    { kind, spends, paying: [paying], rate: 3 + random.below(4), ...more },
    random.chance(0.1),
  );
  if (build instanceof Refusal) return `${what}: ${build.code}`;
  if (random.chance(0.5)) sendBuild(world, build, true);
  return `${what}: signed`;
}

/** A payout a second time, by coins that the first does not spend: all that it takes but the rule. */
async function second(world: World, random: Random): Promise<string | undefined> {
  const waiting = [...world.builds.values()].filter(
    ({ kind, paid }) => kind === 'payout' && isOpen(world, paid),
  );
  const build = random.pick(waiting);
  if (build === undefined) return undefined;
  const { paid, kind, side, out } = build;
  const before = buildsOf(world, paid.name).filter((one) => one.side === side);
  const taken = new Set(before.flatMap(({ spends }) => spends));
  const own = [...ownCoins(world, side)].filter(([coin, held]) => !taken.has(coin) && held > out + 1_000n);
  const coin = random.pick(own)?.[0];
  const paying = feesFor(world, side, before, random);
  if (coin === undefined || paying === undefined) return undefined;
  const again = await askExit(world, paid, { kind, spends: [coin], paying: [paying], rate: 9 });
  if (again instanceof Refusal) return `second: ${again.code}`;
  sendBuild(world, again);
  return 'second: signed';
}

interface Wish {
  readonly what: Lie;
  readonly kind: 'payout' | 'refund';
  readonly side: 'btc' | 'mvc';
  readonly random: Random;
}

function coinsOf(world: World, paid: Paid, { what, kind, side, random }: Wish): string[] {
  const own = [...ownCoins(world, side).keys()];
  const some = (of: readonly string[]): string[] => of.filter(() => random.chance(0.4));
  if (what === 'somebody’s coins') {
    const others = [...world.paid.values()].filter((one) => one.side === side && isThere(world, one));
    const builds = [...world.builds.values()].filter((one) => one.side === side && isOpen(world, one.paid));
    const theirs = [...others.map(({ name }) => name.slice(4)), ...builds.flatMap(({ spends }) => spends)];
    const one = random.pick(theirs.filter((coin) => `${paid.side}:${coin}` !== paid.name));
    return one === undefined
      ? []
      : [one, ...(random.chance(0.5) ? own.filter((coin) => coin !== one).slice(0, 1) : [])];
  }
  if (what === 'other coins') return some(own);
  return kind === 'refund' ? [paid.name.slice(4)] : own;
}

/** Of another order, or of one that Mallory has made up. */
function othersTerms(world: World, paid: Paid, random: Random): Paid['order'] {
  const known = random.pick([...world.paid.values()].filter(({ isHidden }) => !isHidden))?.order;
  if (known !== undefined && random.chance(0.5)) return known;
  const mine = paid.side === 'btc' ? mvcScript(MALLORY_MVC) : btcScript(MALLORY);
  return orderOf(random, paid.side, {
    receiver: mine,
    refund: paid.side === 'btc' ? btcScript(MALLORY) : mvcScript(MALLORY_MVC),
  });
}

function otherPlace(world: World, random: Random): Outpoint | undefined {
  const other = random.pick([...world.paid.values()]);
  return other === undefined ? undefined : pointOf(world, other);
}
