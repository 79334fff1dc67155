/** What both chains hold, told from their blocks and from what was paid and signed, without a line of the signer's: the two equations of bridge §6. */
import { bytesToHex } from '@rialto/protocols';
import { SUPPLY } from '../assets.ts';
import { tokenOn } from './nodes.ts';
import { buildsOf, chainOf, isMined } from './world.ts';
import type { Build, Paid, World } from './world.ts';

export interface Truth {
  readonly locked: bigint;
  readonly wrapped: bigint;
  readonly owed: bigint;
  /** Paid out for what is in no block any more: no rule brings it back. */
  readonly lost: bigint;
}

const sum = (all: readonly bigint[]): bigint => all.reduce((before, one) => before + one, 0n);

export const isThere = (world: World, { side, of }: Paid): boolean =>
  chainOf(world, side).heightOf(of) !== undefined;

export const exitsOf = (world: World, paid: Paid): Build[] =>
  buildsOf(world, paid.name).filter((build) => isMined(world, build));

export function truthOf(world: World): Truth {
  const { btc, mvc, paid } = world;
  const script = bytesToHex(world.keys.locked.script.script);
  const coins = [...btc.chain.coins.values()].filter((coin) => bytesToHex(coin.script) === script);
  const ours = [world.keys.stock, world.keys.inlet].map(({ hash }) => bytesToHex(hash));
  const tokens = [...mvc.coins.values()].flatMap((coin) => {
    const token = tokenOn(coin.script);
    return token !== undefined && ours.includes(token.holder) ? [token.amount] : [];
  });
  const came = [...paid.values()].filter(({ isMixed }) => !isMixed);
  const owed = came.filter((one) => isThere(world, one) && exitsOf(world, one).length === 0);
  const lost = came.filter((one) => !isThere(world, one) && exitsOf(world, one).length > 0);
  return {
    locked: sum(coins.filter(({ outpoint }) => !btc.mixed.has(outpoint)).map(({ value }) => value)),
    wrapped: SUPPLY.btc - sum(tokens),
    owed: sum(owed.map(({ amount }) => amount)),
    lost: sum(lost.map(({ amount }) => amount)),
  };
}

/** @param isStrict where something is to be signed: then nothing may be lost, but what the operator has put in for it */
export function requireEquations(world: World, isStrict = false): void {
  const { locked, wrapped, owed, lost } = truthOf(world);
  if (locked + (isStrict ? 0n : lost) < wrapped + owed)
    throw new Error(`${locked} are locked and ${lost} lost: ${wrapped} are with people, ${owed} owed`);
  const mined = [...world.builds.values()].filter((build) => build.side === 'mvc' && isMined(world, build));
  const came = [...world.paid.values()].filter((one) => one.side === 'mvc' && isThere(world, one));
  const journaled = sum(mined.map(({ out }) => out)) - sum(came.map(({ amount }) => amount));
  if (journaled !== wrapped)
    throw new Error(`${wrapped} are with people, and ${journaled} were paid out to them`);
}

/** No deposit has left twice, no order was paid twice. */
export function requireOnce(world: World): void {
  const orders = new Set<string>();
  for (const paid of world.paid.values()) {
    const exits = exitsOf(world, paid);
    if (exits.length > 1) throw new Error(`${paid.name} left ${exits.length} times`);
    const { order } = paid;
    if (order === undefined || exits[0]?.kind !== 'payout') continue;
    if (orders.has(order.id)) throw new Error(`order ${order.id} was paid twice`);
    orders.add(order.id);
  }
}
