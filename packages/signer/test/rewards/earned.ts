/** Who has earned what in the first epochs of the campaigns, as node and index say. */
import { bytesToHex } from '@rialto/protocols';
import type { Campaign } from '@rialto/market';
import { user } from '../memory/people.ts';
import { answer } from '../memory/world.ts';
import { poolUser } from './node.ts';
import { openStage, take } from './stage.ts';
import type { Rows, Stage } from './stage.ts';

export const alice = user('alice', 'p2wpkh');
export const bob = user('bob', 'p2tr');
export const carol = user('carol', 'p2tr');

/** Alice holds three quarters of the shares that earn; she paid 20,000 sat in fees, the pool's swaps 100,000. */
export async function earned(): Promise<Stage> {
  const stage = await openStage();
  stage.facts.shares.set(bytesToHex(alice.script), 750n).set(bytesToHex(bob.script), 250n);
  stage.facts.shares.set(bytesToHex(poolUser().script), 5_000n).set('51', 100n);
  stage.facts.paying.set(105, [{ paid: 20_000n, of: [alice] }]);
  stage.facts.paying.set(109, [{ paid: 100_000n, of: [poolUser()] }]);
  stage.facts.paying.set(110, [{ paid: 9_000_000n, of: [alice] }]);
  return stage;
}

/** The code of the refusal of a table. */
export const verdict = (stage: Stage, campaign: Campaign, rows: Rows, number = 0): Promise<string> =>
  answer(take(stage, campaign, number, rows));
