/**
 * Ord pays 50 bitcoin for a block of the private chain at any height below 210,000, the node halves that every 150 blocks. What is
 * spent as fee from then on ord sees so much further in the coinbase, often past its end. This tells where exactly.
 */
import { blocks, locations } from '@rialto/ground';
import { bytesToHex, LOST_OUTPOINT, outpoint, subsidyAt } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { among } from '../../src/store/database.ts';
import type { Queries } from '../../src/store/database.ts';
import { sum } from '../bench/dense-chain/block-writer.ts';
import { HALVED } from './mixed-chain/mixed-chain.ts';
import type { MixedBlock } from './mixed-chain/mixed-chain.ts';

/** Where ord must see an inscription; without a place it is lost for ord, at a sat that nothing of ours tells. */
interface Aside {
  readonly height: number;
  readonly place?: {
    readonly outpoint: Outpoint;
    readonly offset: bigint;
    readonly value: bigint;
    readonly script: string;
  };
}

export type Adrift = ReadonlyMap<string, Aside>;

interface Drift {
  readonly adrift: Adrift;
  /** To be called after each block, when our ledger has it. */
  after(block: MixedBlock): Promise<void>;
  undo(height: number): void;
}

export function openDrift(db: Queries): Drift {
  const adrift = new Map<string, Aside>();
  return {
    adrift,
    after: async (block) => {
      const { height, coinbase, rewards } = block;
      if (height < HALVED) return;
      const own = rewards.map((_, vout) => outpoint(coinbase as Txid, vout));
      const rows = await db
        .select()
        .from(locations)
        .where(among(locations.outpoint, [LOST_OUTPOINT, ...own]));
      const [from, to] = [await lostSats(db, height - 1), await lostSats(db, height)];
      for (const row of rows) {
        // Lost in another block; before the halving it was lost for both at the same sat.
        if (row.outpoint === LOST_OUTPOINT && (row.offset < from || row.offset >= to)) continue;
        if (adrift.has(row.inscription)) continue;
        const vout = own.indexOf(row.outpoint);
        const start = sum(rewards.slice(0, Math.max(0, vout)));
        const aside = vout < 0 ? { height } : asideOf(block, start + row.offset);
        adrift.set(row.inscription, aside);
      }
    },
    undo: (height) => {
      for (const [id, aside] of adrift) if (aside.height > height) adrift.delete(id);
    },
  };
}

function asideOf({ height, coinbase, rewards }: MixedBlock, position: bigint): Aside {
  let offset = position + subsidyAt(0, 'regtest') - subsidyAt(height, 'regtest');
  for (const [vout, { value, script }] of rewards.entries()) {
    if (offset < value) {
      const place = { outpoint: outpoint(coinbase as Txid, vout), offset, value, script: bytesToHex(script) };
      return { height, place };
    }
    offset -= value;
  }
  return { height };
}

/** How many sats nobody had taken after this block: the place of the next one. */
async function lostSats(db: Queries, height: number): Promise<bigint> {
  const [row] = await db.select({ counts: blocks.counts }).from(blocks).where(eq(blocks.height, height));
  return BigInt(z.object({ lostSats: z.string() }).parse(row?.counts).lostSats);
}
