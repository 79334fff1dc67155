/** What the signer sees of the world, out of a list of coins, with the real verifier; and what the policy says to a deal in it. */
import { openVerifier } from '@rialto/ground';
import type { Source } from '@rialto/ground';
import type { CosignRequest } from '@rialto/contract';
import { LOT_DEPTH } from '@rialto/market';
import type { Coin } from '@rialto/protocols';
import { takeDraft } from '@rialto/psbt';
import type { Verifier } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { check } from '../../src/cosign/policy.ts';
import type { World } from '../../src/cosign/policy.ts';
import { asSent, requestOf } from './deals.ts';
import type { Deal } from './deals.ts';
import { lockKey } from './bids.ts';
import { openNode } from './node.ts';
import { operator } from './people.ts';

export const FEES = { lowestRate: 0.1, highestRate: 5000, highestFee: 5_000_000n };

/** A node and an index that know these coins and no other. */
export const sourceOf = (coins: readonly Coin[]): Source => openNode(coins);

let verifier: Promise<Verifier> | undefined;

/** The world in which a deal is good: it has the deal's coins, and the deal's pad is in the journal. */
export async function worldOf({ plan }: Pick<Deal, 'plan'>, more: Partial<World> = {}): Promise<World> {
  return {
    ...sourceOf(takeDraft(plan).inputs.map(({ coin }) => coin)),
    verifier: await (verifier ??= openVerifier()),
    padScript: operator().script,
    lockKey: lockKey().key,
    isPad: (point) => point === plan.pad.coin.outpoint,
    fees: FEES,
    depth: LOT_DEPTH,
    ...more,
  };
}

interface Bends {
  readonly world?: Partial<World>;
  readonly request?: Partial<CosignRequest>;
}

/** What the policy says to a deal: the code of its refusal, or `accepted`. What is no refusal is thrown. */
export async function verdict(given: Deal, { world = {}, request = {} }: Bends = {}): Promise<string> {
  const seen = await worldOf(given, world);
  return answer(check(seen, asSent({ ...requestOf(given), ...request })));
}

export async function answer(act: Promise<unknown>): Promise<string> {
  try {
    await act;
    return 'accepted';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
