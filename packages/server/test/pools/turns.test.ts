/** Whose turn a pool is: one in a block, later and later for who leaves it unused, whatever address he comes by, and shared by who stands behind another. */
import { describe, expect, it } from 'vitest';
import { isGiven, ownTurn, restOfTurn, turnFrom } from '../../src/pools/acts/turns.ts';
import type { Turn } from '../../src/pools/acts/turns.ts';
import { descended } from '../../src/store/pools/pool-trace-store.ts';

const END = 90_000;
const turn = (address: string, turnHeight: number, status: Turn['status'] = 'failed'): Turn => ({
  id: `${address} ${turnHeight}`,
  address,
  turnHeight,
  status,
  voidHeight: null,
  expiresAt: new Date(END),
});
const asker = (address: string, ...traced: readonly string[]) => ({ address, traced: new Set(traced) });

/** Blocks for which who never signs waits, one after another. */
const WAITS = [1, 2, 4, 8, 16, 32, 64, 64, 64];

describe('a turn', () => {
  it('is anybody’s at a pool that gave none', () => {
    expect(turnFrom([], asker('a'))).toBe(0);
    expect(isGiven([], 100)).toBe(false);
  });

  it('comes once in a block, whoever has it', () => {
    for (const status of ['built', 'signed', 'failed'] as const) {
      expect(isGiven([turn('b', 100, status)], 100)).toBe(true);
      expect(isGiven([turn('b', 100, status)], 101)).toBe(false);
    }
  });

  it('comes after 1, 2, 4 … 64 blocks to who did not sign, and at once to everybody else', () => {
    const left: Turn[] = [];
    let tip = 100;
    for (const blocks of WAITS) {
      left.unshift(turn('a', tip));
      expect(turnFrom(left, asker('a'))).toBe(tip + blocks);
      expect(turnFrom(left, asker('b'))).toBe(0);
      tip += blocks;
    }
  });

  it('comes as late to who brings the same shares by another address', () => {
    const left = [turn('c', 103), turn('a', 101), turn('a', 100)];
    expect(turnFrom(left, asker('b', 'a 101', 'a 100'))).toBe(103);
    expect(turnFrom(left, asker('b', 'c 103', 'a 101', 'a 100'))).toBe(107);
  });

  it('stops swaps for a small part of the time at most, when nobody who has it signs', () => {
    const left: Turn[] = [];
    let [blocks, turns] = [0, 0];
    const mostBlocks = 144;
    while (blocks < mostBlocks) {
      left.unshift(turn('a', blocks));
      turns += 1;
      blocks = turnFrom(left, asker('a'));
    }
    // A turn is 90 seconds, and before it swaps are stopped for a block, until the lanes are at rest.
    const stopped = turns * (1 + 90 / 600);
    expect(turns).toBe(8);
    expect(stopped / mostBlocks).toBeLessThan(0.15);
  });

  it('counts once however often it was built anew, and nothing before one that was used', () => {
    const rebuilt = [turn('a', 100), turn('a', 100), turn('a', 100)];
    expect(turnFrom(rebuilt, asker('a'))).toBe(101);
    const used = [turn('a', 102), turn('a', 101, 'signed'), turn('a', 100), turn('a', 99)];
    expect(turnFrom(used, asker('a'))).toBe(103);
  });

  it('that its provider took back was not used; one that fell with another’s was', () => {
    const back = { ...turn('a', 101, 'void'), voidHeight: 101 };
    expect(turnFrom([back, turn('a', 100)], asker('a'))).toBe(103);
    expect(turnFrom([turn('a', 101, 'void'), turn('a', 100)], asker('a'))).toBe(0);
  });

  it('is still its own for what is built anew, while its time is not over', () => {
    const turns = [turn('a', 100)];
    expect(ownTurn(turns, 'a', { tip: 100, now: END - 1 })).toEqual(turns[0]);
    expect(ownTurn(turns, 'a', { tip: 100, now: END })).toBeUndefined();
    expect(ownTurn(turns, 'a', { tip: 101, now: 0 })).toBeUndefined();
    expect(ownTurn(turns, 'b', { tip: 100, now: 0 })).toBeUndefined();
  });

  it('has a rest for the next provider, when who had it has signed and a third of it is left', () => {
    const clock = { tip: 100, now: END - 30_000, taskMs: 90_000 };
    const signed = [turn('a', 100, 'signed')];
    expect(restOfTurn(signed, clock)).toBe(END);
    expect(restOfTurn(signed, { ...clock, now: END - 29_999 })).toBeUndefined();
    expect(restOfTurn(signed, { ...clock, tip: 101 })).toBeUndefined();
    expect(restOfTurn([turn('a', 100)], clock)).toBeUndefined();
    expect(restOfTurn([turn('b', 100, 'built'), ...signed], clock)).toBeUndefined();
  });
});

describe('a remembered coin', () => {
  const [one, two] = ['01'.repeat(32), '02'.repeat(32)];
  const tx = (txid: string, spends: string, scripts: readonly string[]) => ({
    txid,
    inputs: [{ txid: spends, vout: 0 }],
    outputs: scripts.map((script) => ({ script: Buffer.from(script, 'hex'), value: 546n })),
  });
  const from = '00'.repeat(32);

  it('is followed through every transaction of a block, and into no message', () => {
    const block = [tx(one, from, ['51', '6a00', '52']), tx(two, one, ['53'])];
    const found = descended(block as never, [{ outpoint: `${from}:0`, act: 'x' }]);
    expect(found).toEqual([
      { outpoint: `${one}:0`, act: 'x' },
      { outpoint: `${one}:2`, act: 'x' },
      { outpoint: `${two}:0`, act: 'x' },
    ]);
  });

  it('is not followed through a pool', () => {
    const block = [tx(one, from, ['51', '52']), tx(two, one, ['53'])];
    const found = descended(block as never, [{ outpoint: `${from}:0`, act: 'x' }], new Set(['51']));
    expect(found).toEqual([{ outpoint: `${one}:1`, act: 'x' }]);
  });

  it('leaves what else a block has alone', () => {
    expect(descended([tx(one, two, ['51'])] as never, [{ outpoint: `${from}:0`, act: 'x' }])).toEqual([]);
  });
});
