/** What a taker owes, and which orders may be placed in which book. */
import type { Sats } from '@rialto/protocols';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MARKETS,
  ORDER_MACHINE,
  requireAskType,
  serviceFee,
  statusesOfWireState,
  takeServiceFee,
  wireOrderState,
} from '../src/index.ts';

const order = (price: bigint, free = false) => ({ price: price as Sats, free });

describe('the service fee of a take', () => {
  it('is 1 % of what is not free, 2,000 sat at least, nothing when all is free', () => {
    expect(takeServiceFee([order(60_000n)])).toBe(2_000n);
    expect(takeServiceFee([order(400_001n)])).toBe(4_001n);
    expect(takeServiceFee([order(400_000n), order(900_000n, true)])).toBe(4_000n);
    expect(takeServiceFee([order(10_000n), order(900_000n, true)])).toBe(2_000n);
    expect(takeServiceFee([order(900_000n, true)])).toBe(undefined);
    expect(takeServiceFee([])).toBe(undefined);
  });

  it('is that of one order at the sum of the owing ones, in any order', () => {
    const orders = fc.array(
      fc.record({ price: fc.bigInt({ min: 10_000n, max: 10n ** 12n }), free: fc.boolean() }),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(orders, (all) => {
        const asked = all.map(({ price, free }) => order(price, free));
        const owing = all.filter(({ free }) => !free).reduce((sum, { price }) => sum + price, 0n);
        const expected = all.every(({ free }) => free) ? undefined : serviceFee(owing as Sats);
        expect(takeServiceFee(asked)).toBe(expected);
        expect(takeServiceFee(asked.toReversed())).toBe(expected);
      }),
    );
  });
});

describe('the type of a new order', () => {
  it('is an ask of the book it is placed in', () => {
    for (const { name, types } of MARKETS) {
      expect(() => requireAskType(name, types.ask)).not.toThrow();
      expect(() => requireAskType(name, types.bid)).toThrow('invalid-order-type');
      for (const other of MARKETS.filter((market) => market.name !== name))
        for (const type of Object.values(other.types))
          expect(() => requireAskType(name, type)).toThrow('invalid-order-type');
      for (const type of [0, 3, 10, 22.5, -1, Number.NaN])
        expect(() => requireAskType(name, type)).toThrow('invalid-order-type');
    }
  });
});

describe('states that are asked for', () => {
  it('are none for a code that is no state of the table', () => {
    expect(statusesOfWireState('50')).toEqual([]);
    expect(statusesOfWireState('')).toEqual([]);
  });
  it('are one code or several states, and 21 all that have ended', () => {
    expect(statusesOfWireState('1')).toEqual(['open', 'paused']);
    expect(statusesOfWireState('2')).toEqual(['done']);
    expect(statusesOfWireState('3')).toEqual(['cancelling', 'cancelled']);
    expect(statusesOfWireState('5')).toEqual(['expired']);
    expect(statusesOfWireState('6')).toEqual(['invalid']);
    expect(statusesOfWireState('21')).toEqual(['done', 'cancelled', 'cancelling', 'expired', 'invalid']);
  });
  it('come back as the code they were asked by', () => {
    for (const status of ORDER_MACHINE.states)
      expect(statusesOfWireState(`${wireOrderState(status)}`)).toContain(status);
  });
});
