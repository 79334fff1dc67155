/** Coins of MVC by what made them, `core:vout`: anybody can give a transaction that waits another id, and then its coins lie elsewhere. */
import { outpoint, splitOutpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { transactionsOf } from '../../../mvc/swaps/plan-act.ts';
import type { BridgeContext } from '../../context.ts';

type Mvc = Pick<BridgeContext, 'mvc'>;

export const coinName = ({
  core,
  outpoint: point,
}: {
  readonly core: string;
  readonly outpoint: Outpoint;
}): string => `${core}:${splitOutpoint(point).vout}`;

/** Where these coins are now; those that nothing in a block or in the mempool makes are left out. */
export async function pointsNow(
  { mvc }: Mvc,
  names: readonly string[],
): Promise<ReadonlyMap<string, Outpoint>> {
  const parts = names.map((name) => ({
    name,
    core: name.slice(0, CORE),
    vout: Number(name.slice(CORE + 1)),
  }));
  const places = await mvc.ledger.byCore([...new Set(parts.map(({ core }) => core))]);
  return new Map(
    parts.flatMap(({ name, core, vout }): [string, Outpoint][] => {
      const place = places.get(core);
      return place === undefined ? [] : [[name, outpoint(place.txid, vout)]];
    }),
  );
}

const CORE = 64;

/** The same in their order. @throws Refusal coin-unknown */
export async function allPointsNow(context: Mvc, names: readonly string[]): Promise<Outpoint[]> {
  const points = await pointsNow(context, names);
  return names.map((name) => {
    const point = points.get(name);
    if (point === undefined) throw new Refusal('coin-unknown', name);
    return point;
  });
}

/** Of coins as a transaction names them. @throws Refusal coin-unknown, node-down */
export async function namesOf({ mvc }: Mvc, points: readonly Outpoint[]): Promise<string[]> {
  const known = await transactionsOf(mvc, points);
  return points.map((point) => {
    const { txid, vout } = splitOutpoint(point);
    const core = known.get(txid)?.core;
    if (core === undefined) throw new Refusal('coin-unknown', point);
    return `${core}:${vout}`;
  });
}
