/** Whether what was signed may be signed by the rules of bridge §2 to §6, asked of the chains at this very moment. */
import { readdirSync } from 'node:fs';
import { keyHashOf } from '@rialto/mvc';
import { bytesToHex, hexToBytes, isOpReturn } from '@rialto/protocols';
import { isGone } from './gone.ts';
import { tokenOn } from './nodes.ts';
import { depthOn, fits, goesBack, paysOut } from './rules.ts';
import { isThere, requireEquations } from './truth.ts';
import { buildsOf, chainOf } from './world.ts';
import type { Build, Paid, World } from './world.ts';

/** Blocks after which an id that nobody has claimed is none. */
const UNCLAIMED = 1_000;

/** @throws where a rule is broken */
export function requireRight(world: World, build: Build): void {
  const wrong = wrongsOf(world, build);
  if (wrong.length > 0)
    throw new Error(`a ${build.kind} of ${build.paid.name} was signed: ${wrong.join('; ')}`);
  requireEquations(world, true);
}

function wrongsOf(world: World, build: Build): string[] {
  const { paid, kind, out, spends } = build;
  const { side, amount, of } = paid;
  const depth = chainOf(world, side).depth(of);
  const living = buildsOf(world, paid.name).filter((one) => !isGone(world, one));
  const due = kind === 'payout' ? paysOut(side, amount) : goesBack(side, amount);
  const rules: readonly (readonly [boolean, string])[] = [
    [readdirSync(world.directory).every((name) => !name.startsWith('STOP')), 'it is stopped'],
    [!world.standsStill && !world.isIndexBehind, 'a chain is not where it should be'],
    [depth >= depthOn(side, amount), `${depth} blocks deep`],
    [!paid.isMixed, 'something else is on it'],
    [out === due && out > 0n, `${out} go out, ${due} are due`],
    [isPaid(world, build), 'somebody else gets it'],
    [living.every((one) => one.kind === kind), 'the other exit lives'],
    [living.every((one) => one.spends.every((coin) => spends.includes(coin))), 'both builds can confirm'],
    [isFree(world, build), 'another deposit leaves by these coins'],
    [living.length > 0 || mayLeave(world, build, depth), 'by no rule'],
    [spends.every((coin) => isOurs(world, build, coin)), 'by coins that are somebody’s'],
  ];
  return rules.flatMap(([holds, what]) => (holds ? [] : [what]));
}

/** The one who has to get it gets it, and nobody else gets anything. */
function isPaid({ keys }: World, { paid, kind, side, out, txs }: Build): boolean {
  const terms = paid.isHidden ? undefined : paid.order?.terms;
  const receiver = kind === 'payout' ? terms?.receiver : (terms?.refund ?? paid.sender);
  const outputs = txs.flatMap((tx) => tx.outputs);
  if (receiver === undefined) return false;
  if (side === 'btc') {
    const own = [keys.locked, keys.fees.btc].map(({ script }) => bytesToHex(script.script));
    const others = outputs.filter(({ script }) => !isOpReturn(script) && !own.includes(bytesToHex(script)));
    const [one, more] = others;
    return more === undefined && one?.value === out && bytesToHex(one.script) === receiver;
  }
  const hash = bytesToHex(keyHashOf(hexToBytes(receiver)) ?? new Uint8Array(0));
  const [, transfer] = txs;
  const others = (transfer?.outputs ?? []).flatMap(({ script }) => {
    const token = tokenOn(script);
    return token === undefined || token.holder === bytesToHex(keys.stock.hash) ? [] : [token];
  });
  const [one, more] = others;
  return more === undefined && one?.holder === hash && one.amount === out;
}

/** No living build of another deposit spends any of them. */
/** But of what no block has, and of coins that builds before it spend already. */
function isFree(world: World, { paid, side, spends }: Build): boolean {
  const living = buildsOf(world, paid.name).filter((one) => !isGone(world, one));
  const before = living.flatMap((one) => one.spends);
  const fresh = spends.filter((coin) => !before.includes(coin));
  return [...world.builds.values()].every(
    (one) =>
      one.side !== side ||
      one.paid.name === paid.name ||
      !one.spends.some((coin) => fresh.includes(coin)) ||
      !isThere(world, one.paid) ||
      isGone(world, one),
  );
}

/** The first in the chain that fits is the order's; what is not the order's goes back, and nothing else does. */
function mayLeave(world: World, { paid, kind }: Build, depth: number): boolean {
  const { order, side, amount, isHidden } = paid;
  if (order === undefined) return kind === 'refund';
  if (isHidden) return kind === 'refund' && depth >= UNCLAIMED;
  const isItsOwn = fits(side, order.terms, amount) && !isAfter(world, paid, order);
  return isItsOwn === (kind === 'payout');
}

/** Another is the order's, or was paid for it. */
function isAfter(world: World, paid: Paid, order: NonNullable<Paid['order']>): boolean {
  const { side } = paid;
  const others = [...world.paid.values()].filter(
    (one) => one.name !== paid.name && one.side === side && one.order?.id === order.id && !one.isMixed,
  );
  return others.some((other) => {
    if (buildsOf(world, other.name).some((one) => one.kind === 'payout' && !isGone(world, one))) return true;
    if (!fits(side, order.terms, other.amount)) return false;
    const [own, its] = [placeOf(world, paid), placeOf(world, other)];
    return its !== undefined && own !== undefined && its < own;
  });
}

function placeOf(world: World, { side, of, vout }: Paid): number | undefined {
  const chain = chainOf(world, side);
  const height = chain.heightOf(of);
  if (height === undefined) return undefined;
  const at = chain.blocks[height]?.transactions.findIndex((tx) => chain.nameOf(tx as never) === of) ?? 0;
  return height * 1_000_000 + at * 1_000 + vout;
}

/** For a refund the deposit alone; for a payout change of ours, what the operator put in, and deposits whose payout is deep. */
function isOurs(world: World, { kind, paid, side, spends }: Build, coin: string): boolean {
  if (kind === 'refund') return spends.length === 1 && `${paid.side}:${coin}` === paid.name;
  const [of = ''] = coin.split(':');
  if (world.builds.has(of) || world.backing.has(of)) return true;
  const other: Paid | undefined = world.paid.get(`${side}:${coin}`);
  if (other === undefined || other.isMixed) return false;
  const away = side === 'btc' ? 'mvc' : 'btc';
  const payouts = buildsOf(world, other.name).filter((one) => one.kind === 'payout');
  return payouts.some(({ id }) => chainOf(world, away).depth(id) >= depthOn(away, other.amount));
}
