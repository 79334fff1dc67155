/**
 * What the signer signs for a user of a pool: an act that it has made again from its own view of the world, that does to everybody what the
 * plan says and nothing else, and that is within the price rule over everything that was ever signed and can still confirm.
 */
import type { UserPoolAct } from '@rialto/contract';
import type { Chain, Ledger, Source, Tip } from '@rialto/ground';
import { addFits, reachOf, removeFits, removeLotsFits, standingOf, swapFits } from '@rialto/market';
import type { PoolChange, Reserves } from '@rialto/market';
import { hexToBytes } from '@rialto/protocols';
import type { AssetId, Coin, Outpoint } from '@rialto/protocols';
import { coinsOfAct, poolCoinsMade } from '@rialto/psbt';
import type { PoolAct, Verifier } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { lotsMoved } from '../journal/pool-recall.ts';
import type { SignedPoolAct } from '../journal/pool-recall.ts';
import type { FeeBounds } from '../cosign/fee-bounds.ts';
import { checkLots, requireLotsLeft } from './lots/lot-rules.ts';
import { isLotted, tokenDepth } from './lots/lotted.ts';
import { checkEffects, checkSigned, rebuilt, refuseOverspending } from './as-planned.ts';
import { changeOf, readAct, stepOf } from './pool-act.ts';
import { checkCoins, checkFirst, checkPlace, checkServiceFee, checkUser } from './pool-rules.ts';
import type { PoolKey } from './pool-keys.ts';
import type { PoolView } from './pool-view.ts';

export interface PoolWorld extends Source {
  readonly chain: Source['chain'] & Pick<Chain, 'estimateFees'>;
  readonly ledger: Source['ledger'] & Pick<Ledger, 'rune' | 'holdersOfRune' | 'tokens' | 'countLots'>;
  readonly fees: FeeBounds;
  readonly verifier: Verifier;
  /** What stays with the providers of a swap, in millionths; half of it is what a price may move while somebody signs. */
  readonly lpFeePpm: bigint;
  /** Scripts of ours that pay for nothing here: of pads, and of every pool. */
  ours(): readonly Uint8Array[];
}

/** What was judged, and what it does. */
export interface Judged {
  readonly unsigned: Uint8Array;
  /** What it spends, in input order. */
  readonly coins: readonly Coin[];
  readonly token: AssetId;
  readonly shareRune: AssetId;
  /** Coins of the pool that it spends, lots first. */
  readonly of: readonly Outpoint[];
  /** Those of them that are lots. */
  readonly lots: readonly Outpoint[];
  /** Where it brings lots, what their script is made of. */
  readonly place: Outpoint | undefined;
  /** Coins of the pool that it makes. */
  readonly gives: readonly Coin[];
  readonly change: PoolChange;
  readonly burned: bigint;
  /** What it stands on. */
  readonly base: Reserves;
  readonly ancestors: readonly SignedPoolAct[];
  readonly tip: Tip;
}

/** A token, and a pool's shares, are traded when their etching is as deep as a reorg goes. */
const ETCHED_BLOCKS = 6;
const FAST_BLOCKS = 2;

/** Judges an act that a user has signed; returns what is to be signed, or refuses saying why. */
export async function judgeAct(
  world: PoolWorld,
  view: PoolView,
  { request, key }: { readonly request: UserPoolAct; readonly key: PoolKey },
): Promise<Judged & { readonly plan: PoolAct }> {
  const { act: kind, plan: wire } = request;
  const { token, shareRune } = await tokensOf(world, view, request);
  const plan = await readAct(world, view, { key, plan: wire });
  checkUser(kind, plan, { token, shareRune, ours: [key.pool.script, ...world.ours()] });
  const step = stepOf(plan, { token, shareRune });
  checkCoins(kind, step, { burned: plan.burned, token, shareRune });
  const change = changeOf(step, checkLots(kind, plan, { view, token, key }));
  checkServiceFee(plan, change, await fastRate(world));
  refuseOverspending(plan);
  const unsigned = hexToBytes(request.unsigned);
  const tx = rebuilt(plan, unsigned);
  const coins = coinsOfAct(plan);
  checkEffects(world.fees, plan, { tx, coins });
  checkSigned(request.witnesses, plan, { tx, coins, verifier: world.verifier });
  const moved = lotsMoved(request);
  const spends = coins.map(({ outpoint }) => outpoint);
  const { base, others, ancestors } = standingOf(view.confirmed, view.pending, spends);
  const stands = view.pending.filter(({ id }) => ancestors.some((one) => one.id === id));
  checkPlace(kind, wire.poolCoins, { view, ancestors: stands });
  checkPrice(kind, change, { base, others, lpFeePpm: world.lpFeePpm, isLotted: isLotted(token) });
  if (kind === 'buy') await requireLotsLeft(world, view, { plan, token, key });
  return {
    ...{ plan, unsigned, coins, token, shareRune, change, base, ancestors: stands, tip: view.tip },
    of: [...moved.lots, ...wire.poolCoins],
    ...moved,
    gives: poolCoinsMade(plan, tx.txid),
    burned: plan.burned.reduce((sum, { amount }) => sum + amount, 0n),
  };
}

/** The pool's own two runes: what it trades is fixed by its first liquidity, and that may bring any token that is deep enough. */
async function tokensOf(
  world: PoolWorld,
  { token: traded, shareRune, tip, lanes }: PoolView,
  { act, token }: UserPoolAct,
): Promise<{ token: AssetId; shareRune: AssetId }> {
  if (shareRune === undefined) throw new Refusal('coin-unconfirmed', 'the shares are not etched yet');
  if (token === shareRune) throw new Refusal('lots-differ', token);
  if (act !== 'init') {
    if (token !== traded) throw new Refusal('lots-differ', token);
    return { token, shareRune };
  }
  if (lanes.length > 0) throw new Refusal('psbt-shape', 'the pool has its first liquidity');
  for (const one of [token, shareRune]) {
    const depth = await tokenDepth(world, one, tip);
    if (depth < ETCHED_BLOCKS)
      throw new Refusal('coin-unconfirmed', `${one}: ${depth} of ${ETCHED_BLOCKS} blocks`);
  }
  return { token, shareRune };
}

/** What somebody pays who wants to be in one of the next blocks. */
async function fastRate({ chain }: Pick<PoolWorld, 'chain'>): Promise<number> {
  const { byTarget, minimum } = await chain.estimateFees();
  return Math.max(byTarget.get(FAST_BLOCKS) ?? minimum, minimum);
}

interface Priced {
  readonly base: Reserves;
  readonly others: readonly PoolChange[];
  readonly lpFeePpm: bigint;
  readonly isLotted: boolean;
}

/** The coordinate rule: base and everything else that can still confirm (pools §3). */
function checkPrice(
  kind: UserPoolAct['act'],
  change: PoolChange,
  { base, others, lpFeePpm, isLotted }: Priced,
): void {
  if (kind === 'init') {
    checkFirst(change);
    return;
  }
  const reach = reachOf(base, others);
  const { d1 } = change;
  const fits = {
    buy: () => d1 > 0n && swapFits(reach, change, lpFeePpm),
    sell: () => d1 < 0n && swapFits(reach, change, lpFeePpm),
    add: () => addFits(reach, change, lpFeePpm),
    remove: () => (isLotted ? removeLotsFits(reach, change, lpFeePpm) : removeFits(reach, change)),
  }[kind];
  if (!fits()) throw new Refusal('price-changed', `${kind} of ${change.d1} sat, ${change.d2} units`);
}
