/** Places on MVC are kept, but not for ever, and not with the blocks that they were read from. */
import { nameMvcTransaction, p2pkhScript } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { sats } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { openMvcPlaces } from '../../src/bridge/books/mvc-places.ts';

/** As many as are kept. */
const MOST = 2_000;
const BLOCK_BYTES = 1_000_000;

const ANY = {
  ...{ txid: '11'.repeat(32) as Txid, vout: 0, scriptSig: new Uint8Array(0), sequence: 0xffffffff },
} as const;

/** One transaction a block, each a part of a large one. */
function world(count: number) {
  const bytes = new Uint8Array(BLOCK_BYTES);
  bytes.set(p2pkhScript(new Uint8Array(20)));
  const script = bytes.subarray(0, 25);
  const txs = Array.from({ length: count }, (_, at): MvcTransaction =>
    nameMvcTransaction({ version: 10, locktime: at, inputs: [ANY], outputs: [{ value: sats(1n), script }] }),
  );
  const read: string[] = [];
  const chain = {
    blockHash: async (height: number) => Promise.resolve(`block ${height}`),
    block: async (hash: string) => {
      read.push(hash);
      return Promise.resolve({ transactions: [txs[Number(hash.slice(6))]] });
    },
  };
  const ledger = {
    byCore: async (cores: readonly string[]) =>
      Promise.resolve(
        new Map(cores.map((core) => [core, { height: txs.findIndex((tx) => tx.core === core) }])),
      ),
  };
  return { places: openMvcPlaces({ chain, ledger } as never), cores: txs.map(({ core }) => core), read };
}

describe('places on MVC', () => {
  it('are read once, and the oldest of too many again', async () => {
    const { places, cores, read } = world(MOST + 1);
    await places.of(cores.slice(0, MOST));
    await places.of(cores.slice(0, 1));
    expect(read).toHaveLength(MOST);
    // The first was asked for again, so the second is the oldest.
    await places.of(cores.slice(MOST));
    await places.of(cores.slice(0, 1));
    expect(read).toHaveLength(MOST + 1);
    await places.of(cores.slice(1, 2));
    expect(read.at(-1)).toBe('block 1');
    expect(read).toHaveLength(MOST + 2);
  });

  it('do not keep a block alive', async () => {
    const { places, cores } = world(1);
    const [core = ''] = cores;
    const tx = (await places.of(cores)).get(core)?.tx;
    expect(tx?.core).toBe(core);
    expect(tx?.outputs[0]?.script.buffer.byteLength).toBeLessThan(BLOCK_BYTES / 100);
  });
});
