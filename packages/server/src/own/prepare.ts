/** Prepare an act on one's own transactions: nothing is locked; what is built is kept so that only it can come back. */
import { randomBytes } from 'node:crypto';
import type { PrepareOwn, PreparedOwn } from '@rialto/contract';
import { bytesToHex } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Session } from '../session.ts';
import { insertOwnAct } from '../store/own/own-store.ts';
import type { OwnRecord } from '../store/own/own-record.ts';
import { ownScript, requireFeeRate } from '../caller.ts';
import { loadOwn } from './pending.ts';
import type { OwnWorld } from './pending.ts';
import { buildAct, figuresOf, psbtsOf, rateOfFigures, requireSameBytes, unsignedOf } from './plan.ts';
import { MOST_LOOKED, gatherOf, runeIn } from './gather.ts';
import { splitOf } from './split.ts';
import { actOn, replacedBy } from './act.ts';
import type { OwnContext } from './context.ts';

export async function prepareOwn(
  context: OwnContext,
  session: Session,
  body: PrepareOwn,
): Promise<PreparedOwn> {
  const script = ownScript(context, session, body);
  await requireFeeRate(context, body.feeRate, body.highFee);
  const named = await namedBy(context, script, body);
  const world = await loadOwn(context, { address: session.address, script, named });
  const { record, target, before } = planned(world, body);
  const built = buildAct(record, script);
  const figures = figuresOf(built);
  // What nodes demand of a replacement may be far above what was asked.
  const pays = record.act === 'child' ? body.feeRate : rateOfFigures(figures);
  if (pays > body.feeRate) await requireFeeRate(context, pays, body.highFee);
  const unsigned = unsignedOf(built);
  requireSameBytes(buildAct(record, script), unsigned);
  const ownId = context.newId();
  const expiresAt = context.now() + context.settings.takeMs;
  await insertOwnAct(context.store.db, {
    id: ownId,
    address: session.address,
    act: body.act,
    target,
    plan: record,
    unsigned,
    expiresAt: new Date(expiresAt),
  });
  return {
    ownId,
    act: body.act,
    transactions: psbtsOf(built),
    fees: {
      networkFee: figures.fee.toString(),
      vsize: figures.vsize,
      feeRate: pays,
      cost: (figures.fee - before).toString(),
    },
    expiresAt,
  };
}

/** The coins the act is about, where it is about coins. @throws Refusal unknown-tick */
async function namedBy(
  { ledger }: OwnContext,
  script: Uint8Array,
  body: PrepareOwn,
): Promise<readonly Outpoint[]> {
  if (body.act === 'split') return [body.outpoint as Outpoint];
  if (body.act !== 'gather') return [];
  return ledger.fullestOutpointsOfRune(script, runeIn(body.assetId), MOST_LOOKED);
}

interface PlannedAct {
  readonly record: OwnRecord;
  readonly target: string;
  /** What is paid already and counts towards the new fee, in sat. */
  readonly before: bigint;
}

function planned(world: OwnWorld, body: PrepareOwn): PlannedAct {
  const params = { key: body.publicKey, feeRateSatVb: body.feeRate };
  if (body.act === 'split') {
    const revealKey = bytesToHex(new Uint8Array(randomBytes(32)));
    return { record: splitOf(world, body, { ...params, revealKey }), target: body.outpoint, before: 0n };
  }
  if (body.act === 'gather')
    return { record: gatherOf(world, body, params), target: body.assetId, before: 0n };
  const pending = world.pending.find(({ tx }) => tx.txid === body.txId);
  if (pending === undefined) throw new Refusal('own-not-waiting', body.txId);
  const record = actOn(world, pending, body.act, params);
  return { record, target: body.txId, before: body.act === 'bump' ? replacedBy(pending).fee : 0n };
}
