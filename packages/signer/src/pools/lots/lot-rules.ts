/** The lots of an act on a BRC-20 pool: whose they are, how deep they lie, where they go, and how many of the ready ones buyers may hold (pools §12). */
import type { Ledger } from '@rialto/ground';
import { LOT_DEPTH, lotsFree, requireDeep } from '@rialto/market';
import { equalBytes, lotOf } from '@rialto/protocols';
import type { AssetId, Coin, Outpoint, Txid } from '@rialto/protocols';
import { assetScript } from '@rialto/psbt';
import type { AssetScript, LotStep, PoolAct } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { SignedPoolAct } from '../../journal/pool-recall.ts';
import type { PoolKey } from '../pool-keys.ts';
import type { ActKind } from '../pool-rules.ts';
import type { PoolView } from '../pool-view.ts';
import { isLotted } from './lotted.ts';

interface Traded {
  readonly view: PoolView;
  readonly token: AssetId;
  readonly key: PoolKey;
}

/** Scripts that are asked about at once. */
const SCRIPTS = 50;

/**
 * Every lot is an unused transfer of the pool's token, alone on its coin and three blocks deep. The user's lie on his script and go to the
 * script that the first of them makes; the pool's lie on scripts that acts of its journal made, and go to the user.
 * @returns units that come to the pool, below zero where they go
 * @throws Refusal psbt-shape (no lots where there have to be, or lots where there are none), coin-unconfirmed, not-a-lot, lots-differ,
 *   not-yours, script-not-allowed
 */
export function checkLots(kind: ActKind, { lots, userOutputs }: PoolAct, traded: Traded): bigint {
  if (lots === undefined) {
    // What no lot makes up a removal is paid in sats.
    if (isLotted(traded.token) && kind !== 'remove') throw new Refusal('psbt-shape', 'no lots');
    return 0n;
  }
  const isGiven = kind === 'buy' || kind === 'remove';
  if (!isLotted(traded.token) || isGiven !== lots.from.length > 0)
    throw new Refusal('psbt-shape', 'the lots');
  const user = userOutputs[0]?.script ?? NOBODY;
  if (isGiven) checkGiven(lots, user, traded);
  else checkBrought(lots, user, traded);
  const units = lots.coins.reduce((sum, coin) => sum + unitsIn(coin, traded), 0n);
  return isGiven ? -units : units;
}

const NOBODY = new Uint8Array();

/** The scripts were made of our own keys when the act was read. */
function checkGiven({ coins, from, to }: LotStep, user: Uint8Array, { view }: Traded): void {
  if (!equalBytes(to, user)) throw new Refusal('effects-differ', 'lots to somebody else');
  coins.forEach((coin, at) => {
    const script = from[at];
    const isOwn = script?.place !== undefined && view.places.has(script.place);
    if (!isOwn || !equalBytes(coin.script, script.pool.script))
      throw new Refusal('script-not-allowed', coin.outpoint);
  });
}

function checkBrought({ coins, to }: LotStep, user: Uint8Array, { key }: Traded): void {
  for (const coin of coins) if (!equalBytes(coin.script, user)) throw new Refusal('not-yours', coin.outpoint);
  const [first] = coins;
  if (first === undefined || !equalBytes(to, assetScript(key.keys, first.outpoint).pool.script))
    throw new Refusal('script-not-allowed', 'where the lots go');
}

function unitsIn(coin: Coin, { token, view: { tip } }: Traded): bigint {
  const { minConfirmations } = LOT_DEPTH;
  requireDeep(coin.height, 0n, { minConfirmations, smallValue: 0n, tipHeight: tip.height });
  const lot = lotOf(coin);
  if (lot?.kind !== 'brc20') throw new Refusal('not-a-lot', coin.outpoint);
  if (lot.asset !== token) throw new Refusal('lots-differ', coin.outpoint);
  return lot.amount;
}

/**
 * The script that is made of this coin is one that an act of this pool, in a block, brought tokens to.
 * @throws Refusal script-not-allowed
 */
export function requireBrought(
  place: Outpoint,
  { signed, mined }: { readonly signed: readonly SignedPoolAct[]; readonly mined: ReadonlySet<Txid> },
): void {
  if (!signed.some((act) => act.place === place && mined.has(act.id)))
    throw new Refusal('script-not-allowed', place);
}

/**
 * Buyers that wait hold at most half of the ready lots, so that nobody takes a pool out of trade with acts he means to void.
 * @throws Refusal limit-reached
 */
export async function requireLotsLeft(
  { ledger }: { readonly ledger: Pick<Ledger, 'countLots'> },
  view: PoolView,
  { plan: { lots }, token, key }: Pick<Traded, 'token' | 'key'> & { readonly plan: PoolAct },
): Promise<void> {
  const wanted = new Set((lots?.coins ?? []).map(({ outpoint }) => outpoint));
  const waiting = view.pending.flatMap(({ act, lots: given }) => (act === 'buy' ? given : []));
  const held = new Set(waiting.filter((point) => !wanted.has(point))).size;
  const needed = held === 0 ? wanted.size : 2 * (held + wanted.size);
  const height = view.tip.height - LOT_DEPTH.minConfirmations + 1;
  const all = await readyLots(view.places, {
    needed,
    script: (place) => assetScript(key.keys, place),
    count: (scripts) => ledger.countLots(scripts, { asset: token, height }),
  });
  if (!lotsFree({ all, held, wanted: wanted.size }))
    throw new Refusal('limit-reached', `${held} lots wait with buyers, ${all} are ready`);
}

interface Counting {
  /** No more than so many are counted. */
  readonly needed: number;
  script(place: Outpoint): AssetScript;
  count(scripts: readonly Uint8Array[]): Promise<number>;
}

/** From the newest script on: the lots of old ones are mostly sold. */
async function readyLots(
  places: ReadonlySet<Outpoint>,
  { needed, script, count }: Counting,
): Promise<number> {
  const newest = [...places].toReversed();
  let all = 0;
  for (let from = 0; from < newest.length && all < needed; from += SCRIPTS)
    all += await count(newest.slice(from, from + SCRIPTS).map((place) => script(place).pool.script));
  return all;
}
