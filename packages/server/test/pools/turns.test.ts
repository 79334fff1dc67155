/** Whose turn a pool is: one in a block, and later and later for who leaves it unused. */
import { describe, expect, it } from 'vitest';
import { mayTurn, ownTurn } from '../../src/pools/acts/turns.ts';

type Turn = Parameters<typeof mayTurn>[0][number];

const later = new Date(90_000);
const turn = (address: string, turnHeight: number, status: Turn['status'] = 'failed'): Turn => ({
  address,
  turnHeight,
  status,
  kind: 'add',
  expiresAt: later,
});

describe('a turn', () => {
  it('is anybody’s at a pool that gave none', () => {
    expect(mayTurn([], 'a', 100)).toBe(true);
  });

  it('comes once in a block, whoever has it', () => {
    for (const status of ['built', 'signed', 'failed'] as const) {
      expect(mayTurn([turn('b', 100, status)], 'a', 100)).toBe(false);
      expect(mayTurn([turn('b', 100, status)], 'a', 101)).toBe(true);
    }
  });

  it('comes after 1, 2, 4 … 64 blocks to who did not sign, and at once to everybody else', () => {
    const waits = [1, 2, 4, 8, 16, 32, 64, 64, 64];
    const left: Turn[] = [];
    let tip = 100;
    for (const blocks of waits) {
      left.unshift(turn('a', tip));
      expect(mayTurn(left, 'a', tip + blocks - 1)).toBe(false);
      expect(mayTurn(left, 'a', tip + blocks)).toBe(true);
      expect(mayTurn(left, 'b', tip + 1)).toBe(true);
      tip += blocks;
    }
  });

  it('counts once however often it was built anew, and nothing before one that was used', () => {
    const rebuilt = [turn('a', 100), turn('a', 100), turn('a', 100)];
    expect(mayTurn(rebuilt, 'a', 101)).toBe(true);
    const used = [turn('a', 102), turn('a', 101, 'signed'), turn('a', 100), turn('a', 99)];
    expect(mayTurn(used, 'a', 103)).toBe(true);
  });

  it('is still its own for what is built anew, while its time is not over', () => {
    const turns = [turn('a', 100)];
    expect(ownTurn(turns, 'a', { tip: 100, now: 89_999 })).toEqual(turns[0]);
    expect(ownTurn(turns, 'a', { tip: 100, now: 90_000 })).toBeUndefined();
    expect(ownTurn(turns, 'a', { tip: 101, now: 0 })).toBeUndefined();
    expect(ownTurn(turns, 'b', { tip: 100, now: 0 })).toBeUndefined();
  });
});
