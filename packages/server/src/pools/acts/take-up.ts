/**
 * What the signer signed and this exchange does not know: it died between the signer's answer and its own note, or lost its database. The
 * signer's journal has both halves, so the act is written down and sent as if nothing had been.
 */
import { coinFromWire } from '@rialto/contract';
import type { SignedPoolAct } from '@rialto/contract';
import { poolServiceFee } from '@rialto/market';
import { bytesToHex, hexToBytes, invariant } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { buildAct, scriptToAddress } from '@rialto/psbt';
import type { PoolAct } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { findOutbox } from '../../store/outbox-store.ts';
import { findPoolAct, keepPoolAct } from '../../store/pools/pool-act-store.ts';
import type { NewPoolAct } from '../../store/pools/pool-act-store.ts';
import { poolNumbered } from '../../store/pools/pool-figures.ts';
import { tokenOfAsset } from '../../store/pools/traded-token.ts';
import type { TradedToken } from '../../store/pools/traded-token.ts';
import type { AskedAct } from '../../store/schema/index.ts';
import type { PoolContext } from '../context.ts';
import { partsOfPool, planOfKept } from '../wire-plan.ts';
import type { KeptPlan } from '../wire-plan.ts';
import { commitSigned } from './commit-signed.ts';
import { usersCoins } from './lots/plan-lot-swap.ts';

/** Whoever asked for it may be writing it down just now. */
const YOUNG_MS = 3_000;

/** While the signer or the node is not there nothing is done: it is done again. */
export async function takeUpSigned(context: PoolContext): Promise<void> {
  try {
    const txids = await context.custody.poolPending();
    const known = new Set((await findOutbox(context.store.db, txids)).map(({ txid }) => txid));
    for (const txid of txids) if (!known.has(txid)) await takeUp(context, txid);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

async function takeUp(context: PoolContext, txid: Txid): Promise<void> {
  const act = await context.custody.poolSigned(txid);
  if (act === undefined || context.now() - Date.parse(act.at) < YOUNG_MS) return;
  await context.turns(`pool ${act.poolNumber}`, async () => {
    const [sent] = await findOutbox(context.store.db, [txid]);
    if (sent === undefined) await write(context, act);
  });
}

/** What the node does not take, because a coin of its user's is gone, is looked at again: a block may undo that. */
async function write(context: PoolContext, act: SignedPoolAct): Promise<void> {
  const { buildId, poolNumber, witnesses, signatures, exits, height: signedHeight } = act;
  const pool = await poolNumbered(context.store.db, poolNumber);
  if (pool === undefined) return;
  const kept = wholePlan(act);
  const plan = planOfKept(partsOfPool(pool), kept);
  const token = await tokenOfAsset(context.store.db, act.token);
  if (token === undefined) return;
  const row = await findPoolAct(context.store.db, buildId);
  const user = witnesses.map((half) => half?.map(hexToBytes));
  const anew = row === undefined ? rowOf(context, act, { plan, kept, token }) : undefined;
  try {
    const { txid } = await commitSigned(
      context,
      { id: buildId, pool: poolNumber },
      {
        ...{
          plan,
          user,
          signedHeight,
          answer: { halves: [{ key: pool.script.slice(4), signatures }], exits },
        },
        before: async (tx) => {
          if (anew !== undefined) await keepPoolAct(tx, anew);
        },
      },
    );
    context.warn('an act that the signer had signed was sent late', { txid, buildId });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** With its coins, as the signer had read them. */
function wholePlan({ plan, coins }: SignedPoolAct): KeptPlan {
  const byPoint = new Map(coins.map((coin) => [coinFromWire(coin).outpoint, coin]));
  const coin = (point: SignedPoolAct['plan']['userCoins'][number]) => {
    const found = byPoint.get(point);
    invariant(found !== undefined, 'a line of the journal has all coins of its act');
    return found;
  };
  const { lots, userCoins, poolCoins } = plan;
  return {
    ...plan,
    userCoins: userCoins.map(coin),
    poolCoins: poolCoins.map(coin),
    lots: lots === null ? null : { ...lots, coins: lots.coins.map(coin) },
  };
}

/** What was asked for nobody knows any more but by what it does. */
function rowOf(
  { settings, now }: PoolContext,
  act: SignedPoolAct,
  { plan, kept, token }: { readonly plan: PoolAct; readonly kept: KeptPlan; readonly token: TradedToken },
): NewPoolAct {
  const [first] = usersCoins(plan);
  invariant(first !== undefined, 'an act has coins of its user');
  const address = scriptToAddress(first.script, settings.network) ?? '';
  const { fee, vsize } = buildAct(plan);
  const { d1, d2, ds } = act.change;
  const change = { d1: BigInt(d1), d2: BigInt(d2), ds: BigInt(ds) };
  const paid: bigint = plan.serviceFee?.value ?? 0n;
  const feeRate = Number(fee) / vsize;
  // Acts that take lots pay for new ones beyond what is the operator's own.
  const takesLots = plan.lots !== undefined && plan.lots.from.length > 0;
  const serviceFee = takesLots ? ownFee(act.act, change.d1, settings) : paid;
  const restockFee = paid - serviceFee;
  const asked = askedOf(act, { address, feeRate, paid, token2: token.id });
  const at = new Date(act.at);
  return {
    ...{ id: act.buildId, pool: act.poolNumber, token: act.token, kind: asked.kind, status: 'built' },
    ...{ address, script: bytesToHex(first.script), asked, plan: kept, ...change },
    ...{ serviceFee, restockFee, networkFee: fee },
    ...{ feeRate: feeRate.toString(), createdAt: at, updatedAt: new Date(now()), expiresAt: at },
  };
}

/** Of a purchase; acts of providers pay none. */
const ownFee = (act: SignedPoolAct['act'], sats: bigint, { serviceFee }: PoolContext['settings']): bigint =>
  act === 'buy' ? poolServiceFee(sats, serviceFee) : 0n;

const size = (value: bigint): string => (value < 0n ? -value : value).toString();

function askedOf(
  { act, plan, change }: SignedPoolAct,
  { token2, address, feeRate, paid }: { token2: string; address: string; feeRate: number; paid: bigint },
): AskedAct {
  const [d1, d2, ds] = [BigInt(change.d1), BigInt(change.d2), BigInt(change.ds)];
  const shared = { token1: 'btc', token2, address, pubkey: plan.userKey, feeRate } as const;
  switch (act) {
    case 'buy':
      return { kind: '1x', ...shared, sourceAmount: (d1 + paid).toString() };
    case 'sell':
      return { kind: '2x', ...shared, sourceAmount: size(d2) };
    case 'init':
      return { kind: 'init', ...shared, token1Amount: size(d1), token2Amount: size(d2) };
    case 'add':
      return { kind: 'add', ...shared, source: 'token1', sourceAmount: size(d1) };
    case 'remove':
      return { kind: 'remove', ...shared, removeEquity: size(ds) };
  }
}
