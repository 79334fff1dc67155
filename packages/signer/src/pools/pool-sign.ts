/** The act of signing for a pool: judge, sign the way home of every new lane, let nothing else of its coins live, write the journal, and only then answer. */
import { coinToWire } from '@rialto/contract';
import type { PoolSignRequest, SignerAnswer } from '@rialto/contract';
import { bytesToHex, hexToBytes, txidOf } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { keepToLimits } from '../cosign/limits.ts';
import { requireWanted } from '../cosign/wanted.ts';
import { judgeRequest } from './judge-request.ts';
import type { JudgedRequest } from './judge-request.ts';
import { keepActToCaps } from './pool-caps.ts';
import { signExits } from './pool-exits.ts';
import { keyOfPool } from './pool-keys.ts';
import type { PoolParts } from './pool-parts.ts';
import { requireFreshTip } from './pool-stops.ts';

type Answer = SignerAnswer<'poolSign'>;

/**
 * Our signatures of the pool's coins, and the ways home of its new lanes. The same act twice gets them twice; another one over a coin of the
 * pool only when what was signed before is given up (docs/decisions/0034).
 * @param gone says whether the caller has hung up: nothing is signed for nobody
 */
export function signPool(parts: PoolParts, request: PoolSignRequest, gone: () => boolean): Promise<Answer> {
  if (parts.stopped()) throw new Refusal('trading-stopped');
  const pool = parts.journal.recall.pools.pool(request.poolNumber);
  // Of k of n another question is asked, with a number.
  if (pool?.signers !== undefined) throw new Refusal('signer-missing', 'the pool has several signers');
  if (pool === undefined || parts.poolMaster === undefined)
    throw new Refusal('pool-unknown', `${request.poolNumber}`);
  const key = keyOfPool(parts.poolMaster, pool);
  return parts.turns(`pool ${pool.number}`, async () => {
    const again = answered(parts, request);
    if (again !== undefined) return again;
    const view = await parts.poolViews.view(pool.number);
    const { chain, mostTipAgeMs: mostMs } = parts.poolWorld;
    await requireFreshTip(chain, view.tip, { now: parts.now(), mostMs });
    const judged = await judgeRequest(parts, view, { request, key });
    const exits = await signExits(parts.poolWorld, view, { ...judged, key });
    return record(parts, request, { ...judged, exits, signatures: judged.half(), gone });
  });
}

/** What was answered to the same act before. */
function answered({ journal }: PoolParts, { poolNumber, unsigned }: PoolSignRequest): Answer | undefined {
  const { pools } = journal.recall;
  const before = pools.act(txidOf(hexToBytes(unsigned)));
  if (before === undefined) return undefined;
  const isLast = before.of.every((point) => pools.signedFor(point).at(-1)?.id === before.id);
  if (!isLast || before.number !== poolNumber)
    throw new Refusal('take-expired', 'another was signed after it');
  return { signatures: [...before.answer.signatures], exits: [...before.answer.exits] };
}

interface Signed extends Pick<JudgedRequest, 'judged' | 'more'> {
  readonly exits: Awaited<ReturnType<typeof signExits>>;
  readonly signatures: readonly Uint8Array[];
  gone(): boolean;
}

/** From the last look to the journal nothing waits, so no other request comes between a check and its line. */
function record(
  parts: PoolParts,
  { act: kind, poolNumber: number, plan }: PoolSignRequest,
  { judged, exits, signatures, more, gone }: Signed,
): Answer {
  const { recall, append } = parts.journal;
  const { change, base } = judged;
  const now = parts.now();
  requireWanted(parts, gone);
  keepToLimits(recall.usage(now), parts.limits, {});
  keepActToCaps(
    parts.poolCaps,
    { act: kind, change, base },
    { signed: recall.pools.signed(number), mined: parts.poolViews.mined(number), now },
  );
  const answer = { signatures: signatures.map(bytesToHex), exits: [...exits.texts] };
  append({
    at: new Date(now).toISOString(),
    kind: 'pool',
    txid: txidOf(judged.unsigned),
    unsigned: bytesToHex(judged.unsigned),
    coins: judged.coins.map(coinToWire),
    ...judged.tip,
    number,
    act: kind,
    token: judged.token,
    shareRune: judged.shareRune,
    ...more,
    plan: { ...plan },
    of: [...judged.of],
    lots: [...judged.lots],
    place: judged.place ?? null,
    gives: judged.gives.map(coinToWire),
    burned: judged.burned.toString(),
    change: { d1: change.d1.toString(), d2: change.d2.toString(), ds: change.ds.toString() },
    exitHeight: exits.height,
    ...answer,
  });
  parts.poolCounter.bump();
  return answer;
}
