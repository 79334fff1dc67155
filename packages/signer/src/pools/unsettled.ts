/**
 * What was signed for users and is in no block, told to the exchange: it may have died between our answer and writing it down, and what was
 * signed is always sent.
 */
import type { SignerAnswer } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import type { Txid } from '@rialto/protocols';
import type { PoolParts } from './pool-parts.ts';
import type { PoolView } from './pool-view.ts';

/** Of pools whose coins can be told now. */
export async function pendingActs({
  journal,
  poolViews,
}: Pick<PoolParts, 'journal' | 'poolViews'>): Promise<SignerAnswer<'poolPending'>> {
  const { pools } = journal.recall;
  const txids: Txid[] = [];
  for (const { number } of pools.pools()) {
    if (!pools.signed(number).some(isUsers)) continue;
    const view = await seen(poolViews.view(number));
    for (const act of view?.pending ?? []) if (isUsers(act)) txids.push(act.id);
  }
  return { txids };
}

const isUsers = ({ line }: PoolView['pending'][number]): boolean => line?.buildId !== undefined;

async function seen(view: Promise<PoolView>): Promise<PoolView | undefined> {
  try {
    return await view;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** As the journal has it. */
export function signedAct({ journal }: Pick<PoolParts, 'journal'>, txid: Txid): { act: unknown } {
  const line = journal.recall.pools.act(txid)?.line;
  if (line?.buildId === undefined) return { act: null };
  const { number: poolNumber, act, token, buildId, plan, coins, witnesses, change, height, at } = line;
  const { signatures, exits } = line;
  return {
    act: {
      ...{ poolNumber, act, token, buildId, plan, coins, witnesses, change, height, at },
      ...{ signatures, exits },
    },
  };
}

/** The ways home of the lanes that an act made, as they were handed out: of k of n by those alone whose half it has. */
export function exitsMade({ journal }: Pick<PoolParts, 'journal'>, txid: Txid): readonly string[] {
  const { pools, joint } = journal.recall;
  const act = pools.act(txid);
  if (act === undefined) return [];
  const vote = joint.voteFor(act.number, txid);
  if (vote === undefined) return act.answer.exits;
  return joint.given(act.number, vote.read.number) ?? [];
}
