/** All that is judged of a request before anything is signed for it, whoever signs beside us: rules of the moment, the act, what lives on its coins. */
import type { FreePoolAct, KeeperPoolAct, PoolSignRequest, UserPoolAct } from '@rialto/contract';
import { bytesToHex } from '@rialto/protocols';
import type { Coin, ScriptHex } from '@rialto/protocols';
import { assetSecret, signAct, signActLots, signKeep, signReturn } from '@rialto/psbt';
import type { PoolLine } from '../journal/pool-lines.ts';
import { judgeAct } from './judge-pool.ts';
import type { Judged } from './judge-pool.ts';
import { judgeKeep } from './judge-keep.ts';
import { judgeFree } from './lots/judge-free.ts';
import type { ShareMove } from './pool-exits.ts';
import { requireFree } from './pool-fates.ts';
import type { PoolKey } from './pool-keys.ts';
import { isProviders } from './pool-rules.ts';
import type { PoolParts } from './pool-parts.ts';
import { requireFarExit, requireRunning } from './pool-stops.ts';
import type { PoolView } from './pool-view.ts';
import { requireWhole } from './whole.ts';

export interface JudgedRequest {
  readonly judged: Judged;
  /** What it does to shares. */
  readonly move: ShareMove;
  /** Of the journal's line. */
  readonly more: Pick<PoolLine, 'buildId' | 'witnesses'>;
  /** Signs the coins of the pool in the order of the inputs, lots first: the last that is done. */
  half(): readonly Uint8Array[];
}

type JudgingParts = Pick<
  PoolParts,
  | 'poolWorld'
  | 'journal'
  | 'poolFates'
  | 'poolCounter'
  | 'poolViews'
  | 'startedAt'
  | 'startedHeight'
  | 'isPoolStopped'
>;

interface Asked<Request extends PoolSignRequest> {
  readonly request: Request;
  readonly key: PoolKey;
}

/** @throws Refusal as the judges; pool-paused, lane-unknown, lane-ending, lane-waits */
export function judgeRequest(
  parts: JudgingParts,
  view: PoolView,
  { request, key }: Asked<PoolSignRequest>,
): Promise<JudgedRequest> {
  switch (request.act) {
    case 'refresh':
      return judgeKeeper(parts, view, { request, key });
    case 'free':
      return judgeFreeing(parts, view, { request, key });
    default:
      return judgeUser(parts, view, { request, key });
  }
}

async function judgeUser(
  parts: JudgingParts,
  view: PoolView,
  { request, key }: Asked<UserPoolAct>,
): Promise<JudgedRequest> {
  const { act: kind, poolNumber } = request;
  const { pools } = parts.journal.recall;
  requireRunning(parts.isPoolStopped(poolNumber), kind);
  await requireWhole({ ...parts, recall: pools }, kind);
  requireFarExit(pools, view.lanes, { tip: view.tip, kind });
  const judged = await judgeAct(parts.poolWorld, view, { request, key });
  const { plan, of: spends, change, burned } = judged;
  requireFree({ recall: pools, fates: parts.poolFates, view }, { spends, mayReset: isProviders(kind) });
  const { buildId, witnesses } = request;
  return {
    judged,
    move: { change, burned, holder: holderOf([...plan.userCoins, ...(plan.lots?.coins ?? [])]) },
    more: { buildId, witnesses: [...witnesses] },
    half: () => [
      ...signActLots(plan, judged.unsigned, key.secret).flatMap(({ signatures }) => signatures),
      ...signAct(plan, judged.unsigned, key.secret).signatures,
    ],
  };
}

async function judgeKeeper(
  parts: JudgingParts,
  view: PoolView,
  { request, key }: Asked<KeeperPoolAct>,
): Promise<JudgedRequest> {
  const { pools } = parts.journal.recall;
  const isParted = request.plan.parted.length > 0;
  if (isParted) {
    requireRunning(parts.isPoolStopped(request.poolNumber), 'add');
    requireFarExit(pools, view.lanes, { tip: view.tip, kind: 'add' });
  }
  const signed = pools.signed(request.poolNumber);
  const judged = await judgeKeep(parts.poolWorld, view, { request, key, signed });
  const { plan, of: spends, change, burned } = judged;
  requireFree({ recall: pools, fates: parts.poolFates, view }, { spends, mayReset: !isParted });
  return {
    judged,
    move: { change, burned, holder: undefined },
    more: { witnesses: spends.map(() => null) },
    half: () => signKeep(plan, judged.unsigned, key.secret).signatures,
  };
}

async function judgeFreeing(
  parts: JudgingParts,
  view: PoolView,
  { request, key }: Asked<FreePoolAct>,
): Promise<JudgedRequest> {
  const { pools } = parts.journal.recall;
  const { poolNumber: number, plan } = request;
  requireRunning(parts.isPoolStopped(number), 'add');
  // Of what it forgot something may give the coin.
  await requireWhole({ ...parts, recall: pools }, 'add');
  const acts = { signed: pools.signed(number), mined: parts.poolViews.mined(number) };
  const judged = await judgeFree(parts.poolWorld, view, { request, key, ...acts });
  const { change, burned, coins, unsigned } = judged;
  return {
    judged,
    move: { change, burned, holder: undefined },
    more: { witnesses: coins.map(() => null) },
    half: () => signReturn(judged.plan, unsigned, assetSecret(key.secret, plan.place)).signatures,
  };
}

/** Whose shares an act moves: all coins beside the pool's are of one script. */
function holderOf([first]: readonly Coin[]): ScriptHex | undefined {
  return first === undefined ? undefined : (bytesToHex(first.script) as ScriptHex);
}
