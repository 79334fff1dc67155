/** A signed claim: read back, signed by the pot, written with its transaction, and only then sent. */
import { poolActToWire } from '@rialto/contract';
import type { AnswerOf, BodyOf, RewardClaimRequest } from '@rialto/contract';
import { bytesToHex, hexToBytes, invariant } from '@rialto/protocols';
import { acceptAct, buildAct, coinsOfAct, finishAct } from '@rialto/psbt';
import type { PoolAct } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { requireSelf } from '../../caller.ts';
import { commitAndSend } from '../../outbox/commit.ts';
import type { Session } from '../../session.ts';
import { findClaim, markSent } from '../../store/rewards/claim-store.ts';
import type { ClaimRow } from '../../store/rewards/claim-store.ts';
import { potOf } from '../../store/rewards/pot-store.ts';
import { lockRewards } from '../close-epochs.ts';
import type { ClaimContext } from './context.ts';
import { claimOfKept, scriptOfPot } from './plan.ts';
import { REWARD } from './purpose.ts';

type Claimed = AnswerOf<'claimReward'>;

/**
 * The same claim again gets the same answer.
 * @throws Refusal not-found, not-yours, claim-expired, reward-differs, claim-waits, as `acceptAct`, the signer and the node
 */
export async function submitClaim(
  context: ClaimContext,
  session: Session,
  body: BodyOf<'claimReward'>,
): Promise<Claimed> {
  requireSelf(context, session, body);
  const named = await findClaim(context.store.db, body.claimId);
  if (named === undefined) throw new Refusal('not-found', body.claimId);
  if (named.address !== session.address) throw new Refusal('not-yours');
  return context.turns(`campaign ${named.campaign}`, async () => {
    const row = (await findClaim(context.store.db, body.claimId)) ?? named;
    if (row.txid !== null && row.status !== 'void') return { claimId: row.id, txid: row.txid };
    if (row.status !== 'built' || row.expiresAt.getTime() < context.now()) throw new Refusal('claim-expired');
    if (row.amount !== BigInt(body.rewardAmount)) throw new Refusal('reward-differs', row.amount.toString());
    return submit(context, row, hexToBytes(body.rawPsbt));
  });
}

async function submit(context: ClaimContext, row: ClaimRow, psbt: Uint8Array): Promise<Claimed> {
  const pot = await potOf(context.store.db, row.campaign);
  invariant(pot !== undefined, 'what is built has a pot');
  const plan = claimOfKept(scriptOfPot(pot), row.plan);
  const user = acceptAct(plan, psbt, context.verifier);
  context.at('received');
  const signatures = await context.custody.rewardClaim(toSign(row, plan, user));
  context.at('co-signed');
  const half = { key: plan.pool.script.slice(2), signatures: signatures.map(hexToBytes) };
  const { raw, txid } = finishAct(plan, { user, pool: [half] }, context.verifier);
  const { fee } = buildAct(plan);
  await commitAndSend(
    context.outbox,
    { finals: [{ raw, txid, fee, coins: coinsOfAct(plan) }], refusals: SPENT },
    async (tx) => {
      await lockRewards(tx);
      if (!(await markSent(tx, row, txid))) throw new Refusal('claim-waits');
      return { purpose: REWARD.name, reference: row.id };
    },
  );
  return { claimId: row.id, txid };
}

const SPENT = { conflict: 'coin-spent', 'missing-inputs': 'coin-spent' } as const;

function toSign(row: ClaimRow, plan: PoolAct, user: ReturnType<typeof acceptAct>): RewardClaimRequest {
  return {
    ...{ campaign: row.campaign, claimId: row.id, epochs: row.epochs },
    unsigned: bytesToHex(buildAct(plan).unsigned),
    plan: poolActToWire(plan, ({ outpoint }) => outpoint),
    witnesses: user.map((half) => half?.map(bytesToHex) ?? null),
  };
}
