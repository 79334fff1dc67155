/** Seats of a live feed: nobody takes those of others, and a seat given back is free. */
import { describe, expect, it } from 'vitest';
import { openSeats } from '../../../src/http/feed/seats.ts';

describe('the seats of a feed', () => {
  it('are so many for each caller: one who has all of theirs leaves the others theirs', () => {
    const seats = openSeats({ each: 2, all: 10 });
    const [first] = [seats.take('greedy'), seats.take('greedy')];
    expect(() => seats.take('greedy')).toThrow('too-many-requests');
    seats.take('modest');
    first();
    seats.take('greedy');
    expect(seats.taken()).toBe(3);
  });

  it('are so many for everybody together', () => {
    const seats = openSeats({ each: 2, all: 3 });
    for (const caller of ['a', 'b', 'c']) seats.take(caller);
    expect(() => seats.take('d')).toThrow('every seat');
  });

  it('are given back once, however often it is said', () => {
    const seats = openSeats({ each: 1, all: 10 });
    const leave = seats.take('a');
    leave();
    seats.take('a');
    leave();
    expect(seats.taken()).toBe(1);
    expect(() => seats.take('a')).toThrow('too-many-requests');
  });
});
