/** What the pool's signer has signed: completed, written with its ways home, and only then sent. */
import { hexToBytes } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { buildAct, coinsOfAct, finishAct, halvesOfAct } from '@rialto/psbt';
import type { PoolAct } from '@rialto/psbt';
import type { JointHalves } from '../../custody/joint/sign-jointly.ts';
import { commitAndSend } from '../../outbox/commit.ts';
import type { Tx } from '../../store/database.ts';
import { markSigned } from '../../store/pools/pool-act-store.ts';
import type { PoolActRow } from '../../store/pools/pool-act-store.ts';
import { writeExits } from '../../store/pools/pool-exit-store.ts';
import type { PoolContext } from '../context.ts';
import { POOL } from '../purpose.ts';
import { exitRow } from './exit-row.ts';

interface SignedByPool {
  readonly plan: PoolAct;
  /** The user's half, by input. */
  readonly user: Parameters<typeof finishAct>[1]['user'];
  readonly answer: JointHalves;
  /** Of the tip at which it was signed. */
  readonly signedHeight: number;
  /** Written with it, before it. */
  readonly before?: (tx: Tx) => Promise<void>;
}

/** @throws Refusal coin-spent, node-refused; take-expired when it was written before */
export async function commitSigned(
  context: PoolContext,
  row: Pick<PoolActRow, 'id' | 'pool'>,
  { plan, user, answer, signedHeight, before }: SignedByPool,
): Promise<{ readonly txid: Txid }> {
  const halves = answer.halves.map(({ key, signatures }) => ({
    key: hexToBytes(key),
    signatures: signatures.map(hexToBytes),
  }));
  const { raw, txid } = finishAct(plan, { user, ...halvesOfAct(plan, halves) }, context.verifier);
  const pool = { number: row.pool, script: plan.pool.script };
  const exits = answer.exits.map((text) => exitRow(text, pool, context.verifier));
  const coins = coinsOfAct(plan);
  const { fee } = buildAct(plan);
  await commitAndSend(
    context.outbox,
    { finals: [{ raw, txid, fee, coins }], refusals: SPENT },
    async (tx) => {
      await before?.(tx);
      await markSigned(tx, row, { txid, signedHeight });
      await writeExits(tx, exits);
      return { purpose: POOL.name, reference: row.id };
    },
  );
  return { txid };
}

const SPENT = { conflict: 'coin-spent', 'missing-inputs': 'coin-spent' } as const;
