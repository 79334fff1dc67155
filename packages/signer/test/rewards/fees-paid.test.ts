/** Fees as our own node's blocks have them: read once, a few with each request, and always some, however long the epoch is. */
import { bytesToHex } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { openFeeReader } from '../../src/rewards/fees-paid.ts';
import { service, stranger } from '../memory/people.ts';
import { answer } from '../memory/world.ts';

const operator = new Set([bytesToHex(service().script)]);

/** Blocks in each of which a stranger pays the operator a sat; reading one takes as long as is said. */
function openBlocks(readMs: number, hashMs = 0) {
  const clock = { now: 0 };
  const seen = { read: 0, salt: '' };
  const chain = {
    blockHash: (height: number) => {
      clock.now += hashMs;
      return Promise.resolve(height > 50_000 ? undefined : `${seen.salt}${height}`);
    },
    block: () => {
      clock.now += readMs;
      seen.read += 1;
      const transactions = [{ txid: 'a', outputs: [{ value: 1n, script: service().script }] }];
      return Promise.resolve({
        block: { transactions },
        spent: [[{ script: stranger().script, value: 1n }]],
      });
    },
  };
  return { seen, reader: openFeeReader(chain as never, operator, () => clock.now) };
}

describe('fees of an epoch', () => {
  it('are read in parts, each block once, also of one longer than what is kept', async () => {
    const { seen, reader } = openBlocks(1);
    const long = { first: 1, last: 12_000 };
    const codes = [];
    for (let at = 0; at < 4; at += 1) codes.push(await answer(reader.feesIn(long)));
    expect(codes).toEqual(['syncing', 'syncing', 'accepted', 'accepted']);
    expect(seen.read).toBe(12_000);
    const { all, of } = await reader.feesIn(long);
    expect([all, of(bytesToHex(stranger().script)), of('51')]).toEqual([12_000n, 12_000n, 0n]);
  });

  it('go on by a block at least where it takes long to come to it', async () => {
    const { reader, seen } = openBlocks(1, 10_000);
    for (let at = 0; at < 3; at += 1)
      expect(await answer(reader.feesIn({ first: 1, last: 4 }))).toBe('syncing');
    expect(await answer(reader.feesIn({ first: 1, last: 4 }))).toBe('accepted');
    expect(seen.read).toBe(4);
  });

  it('are read anew where blocks were undone, and wait for those that are missing', async () => {
    const { reader, seen } = openBlocks(1);
    await reader.feesIn({ first: 1, last: 9 });
    seen.salt = 'other ';
    await reader.feesIn({ first: 1, last: 9 });
    expect(seen.read).toBe(18);
    expect(await answer(reader.feesIn({ first: 49_999, last: 50_001 }))).toBe('syncing');
  });

  it('are nobody’s where nobody is the operator', async () => {
    const reader = openFeeReader({} as never, new Set());
    expect(await answer(reader.feesIn({ first: 1, last: 1 }))).toBe('signer-refused');
  });
});
