/** What the tests on a real node share: two buyers with money, four lots on offer, and the signer's acts in this very process. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Trader } from '@rialto/devnet';
import { openTurns } from '@rialto/ground';
import { LOT_DEPTH } from '@rialto/market';
import type { Coin } from '@rialto/protocols';
import { publicKeyOf } from '@rialto/psbt';
import type { CosignParts } from '../src/cosign/cosign.ts';
import { openJournal } from '../src/journal/journal.ts';
import { realDisk } from '../src/journal/line-file.ts';
import type { Disk } from '../src/journal/line-file.ts';
import { loadPadKey } from '../src/files/keys.ts';
import { openLeases } from '../src/pads/leases.ts';
import { openPads } from '../src/pads/pads.ts';
import { openSecondUse } from '../src/journal/second-use.ts';
import { openSignerWorld } from './asks.ts';
import type { Answer, SignerWorld, ValidAsk } from './asks.ts';
import { folder } from './folder.ts';

export const REST_MS = 1_800_000;
export const HUGE = { signatures: 1_000_000, stake: 1_000_000_000n, stockFees: 1_000_000_000n };
export const FEES = { lowestRate: 0.1, highestRate: 5000, highestFee: 5_000_000n };

interface Market {
  readonly s: SignerWorld;
  /** P2WPKH. */
  readonly buyer: Trader;
  /** P2TR. */
  readonly taproot: Trader;
  readonly orders: readonly string[];
}

export async function openMarket(lots: number): Promise<Market> {
  const s = await openSignerWorld(lots);
  const buyer = s.world.trader('buyer', 'p2wpkh');
  const taproot = s.world.trader('taproot', 'p2tr');
  const both = [buyer, taproot];
  const coins = both.flatMap(({ address }) => Array.from({ length: 4 }, () => ({ address, sats: 500_000n })));
  await s.world.chain.fundMany(coins);
  await s.world.mine();
  for (const trader of both) await trader.login();
  const orders: string[] = [];
  while (orders.length < lots) orders.push(await s.order());
  return { s, buyer, taproot, orders };
}

export const witnessOf = (answer: Answer): string[] =>
  answer.ok ? (answer.data['witness'] as string[]) : [];
export const codeOf = (answer: Answer): string => (answer.ok ? 'signed' : answer.code);

export function coinOf(valid: ValidAsk): Coin {
  const [coin] = valid.plan.payments;
  if (coin === undefined) throw new Error('a take is paid');
  return coin;
}

/** The acts of the signer in this process, on a copy of its directory: for what a process from outside cannot be made to do. */
export function inProcess(s: SignerWorld, more: Partial<CosignParts> & { disk?: Disk } = {}): CosignParts {
  const directory = folder();
  for (const name of ['journal.jsonl', 'pad.key'])
    copyFileSync(join(s.directory, name), join(directory, name));
  const { chain, ledger, verifier } = s;
  const journal = openJournal(join(directory, 'journal.jsonl'), more.disk ?? realDisk);
  const { recall } = journal;
  const key = loadPadKey(directory, { mayMake: false, used: true });
  const secondUse = openSecondUse({ chain, recall, restMs: REST_MS, startedAt: Date.now() });
  const leases = openLeases(join(directory, 'leases.json'));
  return {
    world: {
      chain,
      ledger,
      verifier,
      padScript: key.script,
      isPad: recall.hasMade,
      fees: FEES,
      depth: { ...LOT_DEPTH, minConfirmations: 1 },
      lockKey: publicKeyOf(key.secret),
    },
    journal,
    key,
    limits: HUGE,
    turns: openTurns(),
    now: Date.now,
    pads: openPads({ chain, ledger, recall, leases, secondUse, script: key.script, leaseMs: 120_000 }),
    stopped: () => false,
    ...more,
  };
}
