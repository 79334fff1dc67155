/** Two directions of one token as one list, whatever part of each is read. */
import { describe, expect, it } from 'vitest';
import { rowsOf } from '../../src/screens/bridge/orders/history-rows.ts';
import { order } from '../fake/bridge/bridge.ts';

const at = (createdAt: number) => order({ createdAt, orderId: createdAt.toString(16).padStart(32, '0') });
const part = (total: number, ...times: number[]) => ({ total, list: times.map(at) });
const times = (lists: Parameters<typeof rowsOf>[0]) => rowsOf(lists).rows.map(({ createdAt }) => createdAt);

describe('rows', () => {
  it('stand by their age, whichever way they go', () => {
    const lists = [[part(2, 9, 3)], [part(2, 7, 5)]];
    expect(times(lists)).toEqual([9, 7, 5, 3]);
    expect(rowsOf(lists).hasMore).toBe(false);
  });
  it('older than the end of a list that goes on wait for it', () => {
    const lists = [[part(4, 9, 6)], [part(3, 8, 7, 2)]];
    expect(times(lists)).toEqual([9, 8, 7, 6]);
    expect(rowsOf(lists).hasMore).toBe(true);
  });
  it('that moved to the next page meanwhile stand once', () => {
    expect(times([[part(3, 9, 8), part(3, 8, 7)], []])).toEqual([9, 8, 7]);
  });
  it('none where there are none', () => {
    expect(rowsOf([[part(0)], [part(0)]])).toEqual({ rows: [], hasMore: false });
  });
});
