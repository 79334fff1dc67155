/** Which sales count, and how a service fee is shared: by hand and over random purchases. */
import { sats } from '@rialto/protocols';
import type { ScriptHex } from '@rialto/protocols';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FUNDING_BLOCKS, exclusionOf, feeShares } from '../src/index.ts';
import type { FundedCoin, SaleSide } from '../src/index.ts';

const script = (name: string): ScriptHex => Buffer.from(name).toString('hex') as ScriptHex;
const HEIGHT = 1_000;
const [alice, bob, faucet] = [script('alice'), script('bob'), script('faucet')];

const coin = (funder: ScriptHex, more: Partial<FundedCoin> = {}): FundedCoin => ({
  height: HEIGHT - 1,
  funders: [faucet, funder],
  change: false,
  ...more,
});
const side = (of: ScriptHex, ...coins: FundedCoin[]): SaleSide => ({ scripts: [of], coins });

describe('a purchase', () => {
  it('counts between two who have nothing to do with each other', () => {
    expect(exclusionOf(HEIGHT, side(alice, coin(faucet)), side(bob, coin(bob)))).toBeNull();
    expect(exclusionOf(HEIGHT, side(alice), side(bob))).toBeNull();
  });

  it('does not count when the seller is the buyer, or is paid to the buyer', () => {
    expect(exclusionOf(HEIGHT, side(alice), side(alice))).toBe('same-address');
    const paidHome = { scripts: [bob, alice], coins: [] };
    expect(exclusionOf(HEIGHT, side(alice), paidHome)).toBe('same-address');
  });

  it('does not count when one side’s coin was paid for by the other, whichever of the two', () => {
    expect(exclusionOf(HEIGHT, side(alice, coin(faucet), coin(bob)), side(bob))).toBe('one-funding');
    expect(exclusionOf(HEIGHT, side(alice), side(bob, coin(alice)))).toBe('one-funding');
  });

  it('counts again when that is more than 144 blocks ago', () => {
    const aged = (blocks: number) => side(alice, coin(bob, { height: HEIGHT - blocks }));
    expect(exclusionOf(HEIGHT, aged(FUNDING_BLOCKS), side(bob))).toBe('one-funding');
    expect(exclusionOf(HEIGHT, aged(FUNDING_BLOCKS + 1), side(bob))).toBeNull();
  });

  it('counts when the money is the change of an earlier purchase from the same seller', () => {
    expect(exclusionOf(HEIGHT, side(alice, coin(bob, { change: true })), side(bob))).toBeNull();
    const both = side(alice, coin(bob, { change: true }), coin(bob));
    expect(exclusionOf(HEIGHT, both, side(bob))).toBe('one-funding');
  });
});

describe('a service fee', () => {
  it('is shared by price; a free order bears nothing', () => {
    const shares = feeShares(sats(2_000n), [
      { price: sats(30_000n), free: false },
      { price: sats(90_000n), free: true },
      { price: sats(10_000n), free: false },
    ]);
    expect(shares).toEqual([1_500n, 0n, 500n]);
    expect(feeShares(sats(0n), [{ price: sats(30_000n), free: true }])).toEqual([0n]);
  });

  it('is shared to the last sat, and nobody’s part is negative', () => {
    const order = fc.record({ price: fc.bigInt(1n, 10n ** 14n).map(sats), free: fc.boolean() });
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 13n).map(sats),
        fc.array(order, { minLength: 1, maxLength: 20 }),
        (fee, orders) => {
          const shares = feeShares(fee, orders);
          const owing = orders.some(({ free }) => !free);
          expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(owing ? fee : 0n);
          for (const [at, { free }] of orders.entries()) {
            expect(shares[at]).toBeGreaterThanOrEqual(0n);
            if (free) expect(shares[at]).toBe(0n);
          }
        },
      ),
    );
  });
});
