/**
 * We stand for an act with a number: judged by our own view and journal as if we signed alone, over everything that has a number before it.
 * Our signatures on the ways home of its lanes go with it; our half of the act does not, before k signers stand for it too.
 */
import { coinToWire } from '@rialto/contract';
import type { JointPromised, PoolSignRequest, SignerAnswer } from '@rialto/contract';
import { bytesToHex } from '@rialto/protocols';
import { buildDissolution, signDissolution, writeUnsignedExit } from '@rialto/psbt';
import type { DissolutionPlan } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { keepToLimits } from '../cosign/limits.ts';
import { requireWanted } from '../cosign/wanted.ts';
import type { ActText } from '../journal/joint-recall.ts';
import { judgeRequest } from '../pools/judge-request.ts';
import type { JudgedRequest } from '../pools/judge-request.ts';
import { keepActToCaps } from '../pools/pool-caps.ts';
import { exitRate, heightOf, planExits } from '../pools/pool-exits.ts';
import { keyOfPool } from '../pools/pool-keys.ts';
import { requireFreshTip } from '../pools/pool-stops.ts';
import { requireWhole } from '../pools/whole.ts';
import { promised } from './carry.ts';
import { requireGroup } from './joint-parts.ts';
import type { JointParts } from './joint-parts.ts';
import { vote } from './lines.ts';

export interface PromiseRequest {
  readonly number: number;
  readonly listHeight: number;
  readonly exitRate: number;
  readonly isTrial: boolean;
  readonly sign: PoolSignRequest;
}

/** What ways home may pay, in parts of what our own node says: two nodes never agree wholly. */
const RATE_BAND = 4;

/**
 * In the pool's turn.
 * @param gone says whether the caller has hung up: nothing is promised to nobody
 * @throws Refusal lane-waits when the number is another act's, syncing when the block is another, and as the judges
 */
export async function promise(
  parts: JointParts,
  asked: PromiseRequest,
  gone: () => boolean,
): Promise<SignerAnswer<'jointPromise'>> {
  const { master } = requireGroup(parts);
  const { number, sign } = asked;
  const { pools, joint } = parts.journal.recall;
  const pool = pools.pool(sign.poolNumber);
  if (pool?.signers === undefined) throw new Refusal('pool-unknown', `${sign.poolNumber}`);
  const before = said(parts, asked);
  if (before !== undefined) return { promised: before };
  if (joint.next(pool.number) !== number)
    throw new Refusal('lane-waits', `the next number is ${joint.next(pool.number)}`);
  if (joint.skip(pool.number, number) !== undefined) throw new Refusal('lane-waits', 'the number is closed');
  // One who forgot what he stands for would stand for another.
  await requireWhole({ ...parts, recall: pools }, 'buy');
  const key = keyOfPool(master, pool);
  const view = await parts.poolViews.view(pool.number);
  const { chain, mostTipAgeMs: mostMs } = parts.poolWorld;
  await requireFreshTip(chain, view.tip, { now: parts.now(), mostMs });
  if (view.tip.height !== asked.listHeight) throw new Refusal('syncing', `our tip is ${view.tip.height}`);
  await requireFairRate(parts, asked.exitRate);
  const judged = await judgeRequest(parts, view, { request: sign, key });
  const plans = await planExits(parts.poolWorld, view, { ...judged, key, feeRateSatVb: asked.exitRate });
  keepToCaps(parts, asked, judged);
  requireWanted(parts, gone);
  if (asked.isTrial) return { promised: null };
  const text = JSON.stringify(textOf(parts, asked, { judged, plans }));
  const halves = plans.map((plan) =>
    signDissolution(plan, buildDissolution(plan), key.secret).flatMap(({ signatures }) =>
      signatures.map(bytesToHex),
    ),
  );
  const { height, hash } = view.tip;
  vote(parts, text, {
    seen: { at: new Date(parts.now()).toISOString(), height, hash },
    halves,
    signatures: judged.half().map(bytesToHex),
  });
  return { promised: said(parts, asked) ?? null };
}

/** What we said to the same question before. @throws Refusal lane-waits when we stand for another act of this number */
function said(parts: JointParts, { number, sign, ...more }: PromiseRequest): JointPromised | undefined {
  const own = parts.journal.recall.joint.vote(sign.poolNumber, number);
  if (own?.read.kind !== 'act') return undefined;
  const { request, listHeight, exitRate: rate } = own.read;
  const isSame =
    request.unsigned === sign.unsigned && listHeight === more.listHeight && rate === more.exitRate;
  if (!isSame) throw new Refusal('lane-waits', `number ${number} is another act’s`);
  return promised(parts, own);
}

async function requireFairRate({ poolWorld }: JointParts, rate: number): Promise<void> {
  const own = await exitRate(poolWorld);
  if (rate * RATE_BAND < own) throw new Refusal('fee-too-low', `a way home at ${rate} sat/vB`);
  if (rate > own * RATE_BAND) throw new Refusal('fee-too-high', `a way home at ${rate} sat/vB`);
}

function keepToCaps(parts: JointParts, { sign }: PromiseRequest, { judged }: JudgedRequest): void {
  const { recall } = parts.journal;
  const now = parts.now();
  keepToLimits(recall.usage(now), parts.limits, {});
  keepActToCaps(
    parts.poolCaps,
    { ...judged, act: sign.act },
    {
      signed: recall.pools.signed(sign.poolNumber),
      mined: parts.poolViews.mined(sign.poolNumber),
      now,
    },
  );
}

/** The same on each side, when views and journals are. */
function textOf(
  { poolWorld }: JointParts,
  { number, sign, listHeight, exitRate: rate }: PromiseRequest,
  { judged: { judged }, plans }: { judged: JudgedRequest; plans: readonly DissolutionPlan[] },
): ActText {
  const { token, shareRune, of, gives, change, burned } = judged;
  return {
    kind: 'act',
    pool: sign.poolNumber,
    number,
    request: sign,
    listHeight,
    exitRate: rate,
    token,
    shareRune,
    of: [...of],
    gives: gives.map(coinToWire),
    change: { d1: change.d1.toString(), d2: change.d2.toString(), ds: change.ds.toString() },
    burned: burned.toString(),
    exitHeight: heightOf(plans),
    exits: plans.map((plan) => writeUnsignedExit(poolWorld.network, plan)),
  };
}
