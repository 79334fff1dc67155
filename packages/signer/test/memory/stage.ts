/** The signer's acts in this very process, on a deal's world: its journal on a disk of a test, its pads, its clock. */
import { openTurns } from '@rialto/ground';
import { join } from 'node:path';
import type { Outpoint } from '@rialto/protocols';
import { takeDraft } from '@rialto/psbt';
import type { CosignParts } from '../../src/cosign/cosign.ts';
import { openJournal } from '../../src/journal/journal.ts';
import { openSecondUse } from '../../src/journal/second-use.ts';
import { openLeases } from '../../src/pads/leases.ts';
import { openPads } from '../../src/pads/pads.ts';
import { folder } from '../folder.ts';
import { line } from '../lines.ts';
import type { Deal } from './deals.ts';
import { openNode } from './node.ts';
import { operator } from './people.ts';
import { worldOf } from './world.ts';

export const NOW = 1_700_000_000_000;
export const REST = 1_800_000;
export const LEASE = 120_000;
export const HUGE = { signatures: 1000, stake: 1_000_000n, stockFees: 1_000_000n };

/** @param deals whose coins are all there; their pads were made by a transaction of the stock */
export async function openStage(deals: readonly Deal[], more: Partial<CosignParts> = {}) {
  const [first] = deals;
  if (first === undefined) throw new Error('a stage is for a deal');
  const directory = folder();
  const journal = openJournal(join(directory, 'journal.jsonl'));
  const { recall } = journal;
  const coins = deals.flatMap(({ plan }) => takeDraft(plan).inputs.map(({ coin }) => coin));
  const pads = [...new Set<Outpoint>(deals.map(({ plan }) => plan.pad.coin.outpoint))];
  journal.append({ ...line(0), kind: 'stock', spends: [], makes: pads, stake: '90' });
  const node = openNode(coins);
  const clock = { now: NOW };
  const { secret, script } = operator();
  const secondUse = openSecondUse({ chain: node.chain, recall, restMs: REST, startedAt: NOW - 9 * REST });
  const leases = openLeases(join(directory, 'leases.json'));
  const parts: CosignParts = {
    world: await worldOf(first, { ...node, isPad: recall.hasMade }),
    journal,
    key: { secret, script },
    limits: HUGE,
    turns: openTurns(),
    now: () => clock.now,
    pads: openPads({ ...node, recall, leases, secondUse, script, leaseMs: LEASE }),
    stopped: () => false,
    ...more,
  };
  return { parts, node, clock, leases, recall, journal };
}
