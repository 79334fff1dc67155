/**
 * An act of the keeper from its row to the network. The row stands before the signer is asked, and is asked for in the same bytes until it is
 * signed or refused: whatever dies in between, the signer is never asked for two different ones.
 */
import type { KeeperPoolAct } from '@rialto/contract';
import { amount, bytesToHex, hexToBytes, invariant, isOutpoint, sats, splitAsset } from '@rialto/protocols';
import { buildKeep, finishKeep, planKeep } from '@rialto/psbt';
import type { KeepPlan } from '@rialto/psbt';
import { commitAndSend } from '../../outbox/commit.ts';
import { keepPoolAct, markSigned } from '../../store/pools/pool-act-store.ts';
import type { NewPoolAct, PoolActRow } from '../../store/pools/pool-act-store.ts';
import { writeExits } from '../../store/pools/pool-exit-store.ts';
import type { PoolContext } from '../context.ts';
import { exitRow } from '../acts/exit-row.ts';
import { POOL } from '../purpose.ts';
import { movesLots } from '../moves-lots.ts';
import type { PoolState } from '../pool-state.ts';
import { keptPlan, planOfKept } from '../wire-plan.ts';
import type { Wish } from './wish.ts';

const DAY_MS = 86_400_000;
/** What every lane has at the least; the signer asks for more where its way home costs more. */
const LEAST_LANE = sats(10_000n);
const NO_KEY = new Uint8Array();

/** Writes down what is to be done. @throws Refusal as `planKeep` */
export async function keepAct(context: PoolContext, state: PoolState, wish: Wish): Promise<PoolActRow> {
  const { pool, token, script } = state;
  invariant(token !== undefined, 'a pool with lanes has a token');
  const { lanes, feeRateSatVb } = wish;
  const parted = wish.parted.map(({ value, amount: units }) => ({
    value: sats(value),
    amount: amount(units),
  }));
  const held = movesLots(token) ? {} : { rune: token };
  const plan = planKeep({ pool: script, lanes, ...held, parted, feeRateSatVb, leastLane: LEAST_LANE });
  const { fee } = buildKeep(plan);
  const now = new Date(context.now());
  const asked = {
    kind: 'refresh',
    token2: splitAsset(token)?.id ?? '',
    lanes: lanes.map(({ outpoint }) => outpoint),
    parted: parted.map((next) => ({ value: next.value.toString(), amount: next.amount.toString() })),
    feeRate: feeRateSatVb,
  } as const;
  const row = {
    ...{ id: context.newId(), pool: pool.number, token, kind: 'refresh', status: 'built' },
    ...{ address: '', script: '' },
    ...{ asked, plan: keptOf(plan), d1: -fee, d2: 0n, ds: 0n, serviceFee: 0n, networkFee: fee },
    ...{ feeRate: feeRateSatVb.toString(), createdAt: now, updatedAt: now },
    expiresAt: new Date(now.getTime() + DAY_MS),
  } satisfies NewPoolAct;
  const kept = await keepPoolAct(context.store.db, row);
  context.at('built');
  return kept;
}

/** In the shape of every act: nobody's coins, the pool's lanes, the pool's lanes again. */
function keptOf({ pool, lanes, outputs }: KeepPlan) {
  return keptPlan({
    ...{ pool, userKey: NO_KEY, userCoins: [], userOutputs: [], firstLane: 0, burned: [] },
    ...{ poolCoins: lanes, poolOutputs: outputs, serviceFee: undefined },
  });
}

function planOfRow(state: PoolState, { plan }: PoolActRow): KeepPlan {
  invariant(plan !== null, 'what the keeper builds has a plan');
  const { pool, poolCoins, poolOutputs } = planOfKept(state, plan);
  return { pool, lanes: poolCoins, payments: [], outputs: poolOutputs, change: undefined };
}

/** @throws Refusal as the signer and the node */
export async function signKeep(context: PoolContext, state: PoolState, row: PoolActRow): Promise<void> {
  const plan = planOfRow(state, row);
  const { unsigned, fee } = buildKeep(plan);
  const answer = await context.custody.poolSign(requestOf(row, unsigned));
  context.at('co-signed');
  const halves = answer.halves.map(({ key, signatures }) => ({
    key: hexToBytes(key),
    signatures: signatures.map(hexToBytes),
  }));
  const { raw, txid } = finishKeep(plan, { pool: halves }, context.verifier);
  const pool = { number: row.pool, script: plan.pool.script };
  const exits = answer.exits.map((text) => exitRow(text, pool, context.verifier));
  await commitAndSend(
    context.outbox,
    { finals: [{ raw, txid, fee, coins: plan.lanes }], refusals: { conflict: 'coin-spent' } },
    async (tx) => {
      await markSigned(tx, row, { txid, signedHeight: state.tip.height });
      await writeExits(tx, exits);
      return { purpose: POOL.name, reference: row.id };
    },
  );
}

function requestOf({ asked, pool, token }: PoolActRow, unsigned: Uint8Array): KeeperPoolAct {
  invariant(asked.kind === 'refresh', 'an act of the keeper');
  return {
    act: 'refresh',
    poolNumber: pool,
    token,
    unsigned: bytesToHex(unsigned),
    plan: {
      lanes: asked.lanes.filter(isOutpoint),
      parted: asked.parted.map((next) => ({ ...next })),
      feeRateSatVb: asked.feeRate,
    },
  };
}
