/** The sweep of the page: the market's search with the weights of real scripts and the buyer's own coins. */
import { BARE_TAKE, takeBehindPad } from '@rialto/market';
import { amount, sats } from '@rialto/protocols';
import { frameWeight, lotWeight } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import type { ChosenAsk } from '../../src/flows/review.ts';
import { findSweep, sweepWithin } from '../../src/flows/orders/sweep.ts';
import type { SweepScene } from '../../src/flows/orders/sweep.ts';
import { id, user } from '../fake/people.ts';

const TOKEN = 10n ** 18n;
const seller = user(21);
const buyer = user(7);

const ask = (seed: number, total: bigint, tokens: bigint, free = false): ChosenAsk => ({
  orderId: id(seed),
  total: sats(total),
  units: amount(tokens * TOKEN),
  sellerAddress: seller.address,
  inscriptionId: '',
  outpoint: `${id(seed, 'b')}:0`,
  free,
});
const asks = [ask(1, 20_000n, 10n), ask(2, 41_000n, 20n), ask(3, 90_000n, 40n)];
const scene = (more: Partial<SweepScene> = {}): SweepScene => ({
  network: 'regtest',
  asks,
  feeRateSatVb: 2,
  behindPad: true,
  usual: takeBehindPad(600n),
  buyer: { address: buyer.address, coins: [5_000_000n] },
  ...more,
});
const numbers = (ids: readonly string[]) => ids.map((one) => Number.parseInt(one.slice(1, 5), 16)).toSorted();

describe('a sweep', () => {
  it('for an amount has the cheapest set, and names what is over', () => {
    const found = findSweep(scene(), { kind: 'amount', units: 25n * TOKEN });
    expect(numbers(found.orderIds)).toEqual([1, 2]);
    expect(found).toMatchObject({ over: 5n * TOKEN, missing: 0n, proven: true });
    expect(found.cost).toMatchObject({ prices: 61_000n, serviceFee: 2_000n, dust: 600n });
  });
  it('names what the book has not', () => {
    expect(findSweep(scene(), { kind: 'amount', units: 100n * TOKEN })).toMatchObject({
      missing: 30n * TOKEN,
    });
  });
  it('for a budget never spends more, all included', () => {
    for (const budget of [20_000n, 30_000n, 66_000n, 64_000n, 160_000n]) {
      const { cost, unspent } = findSweep(scene(), { kind: 'budget', sats: budget });
      expect((cost?.total ?? 0n) + unspent).toBe(budget);
      expect(unspent).toBeGreaterThanOrEqual(0n);
    }
    expect(findSweep(scene(), { kind: 'budget', sats: 20_000n }).orderIds).toEqual([]);
  });
  it('within what the wallet has needs no more than that, the sats that come with the lots included', () => {
    const bare = scene({ behindPad: false, usual: BARE_TAKE });
    for (const most of [0n, 10_000n, 24_000n, 66_000n, 160_000n]) {
      const { budget, found } = sweepWithin(bare, most);
      expect((found.cost?.total ?? 0n) + (found.cost?.brings ?? 0n)).toBeLessThanOrEqual(most);
      expect(budget).toBeLessThanOrEqual(most);
    }
    const { total = 0n, brings = 0n } = findSweep(bare, { kind: 'budget', sats: 160_000n }).cost ?? {};
    const exact = sweepWithin(bare, total + brings);
    expect(exact.found.orderIds).toHaveLength(3);
    expect(sweepWithin(bare, total + brings - 1n).found.orderIds.length).toBeLessThan(3);
  });
  it('puts the buyer’s own small coin in front before one of the exchange’s', () => {
    const target = { kind: 'amount', units: 10n * TOKEN } as const;
    const own = findSweep(scene({ buyer: { address: buyer.address, coins: [5_000_000n, 1_000n] } }), target);
    expect(own.cost?.dust).toBe(1_000n);
    expect(findSweep(scene(), target).cost?.dust).toBe(600n);
    expect(findSweep(scene({ usual: takeBehindPad(1_000n) }), target).cost?.dust).toBe(1_000n);
    expect(findSweep(scene({ usual: undefined }), target).cost?.dust).toBe(2_000n);
  });
  it('of bare coins brings their sats', () => {
    const bare = scene({ behindPad: false, usual: BARE_TAKE });
    const { cost } = findSweep(bare, { kind: 'amount', units: 30n * TOKEN });
    expect(cost).toMatchObject({ dust: 546n, brings: 1_092n });
  });
  it('pays for each coin of the buyer’s that is needed', () => {
    const target = { kind: 'amount', units: 70n * TOKEN } as const;
    const one = findSweep(scene(), target).cost?.networkFee ?? 0n;
    const small = { address: buyer.address, coins: [60_000n, 60_000n, 60_000n] };
    const three = findSweep(scene({ buyer: small }), target).cost?.networkFee ?? 0n;
    // A P2WPKH input is 68 vB.
    expect(three - one).toBe(2n * 68n * 2n);
  });
  it('owes no service fee for free lots alone, and weighs no output for it', () => {
    const paid = findSweep(scene({ asks: [ask(1, 20_000n, 10n)] }), { kind: 'amount', units: TOKEN }).cost;
    const free = findSweep(scene({ asks: [ask(1, 20_000n, 10n, true)] }), {
      kind: 'amount',
      units: TOKEN,
    }).cost;
    expect(free?.serviceFee).toBe(0n);
    expect((paid?.networkFee ?? 0n) - (free?.networkFee ?? 0n)).toBe(86n);
  });
});

it('the usual sizes of a take are between those of its template for both kinds of account', () => {
  const kinds = (['p2wpkh', 'p2tr'] as const).map((kind) => user(3, kind).script);
  const isBetween = (usual: number, sizes: readonly number[]): boolean =>
    Math.min(...sizes) <= usual && usual <= Math.max(...sizes);
  const bases = (padScript: Uint8Array | undefined): number[] =>
    kinds.flatMap((buyerScript) =>
      kinds.map((serviceScript) => frameWeight({ buyerScript, coins: 1, serviceScript, padScript }) / 4),
    );
  const behind = takeBehindPad(600n).vsize;
  expect(behind.lot).toBe(BARE_TAKE.vsize.lot);
  expect(
    isBetween(
      behind.lot,
      kinds.map((script) => lotWeight(script) / 4),
    ),
  ).toBe(true);
  expect(isBetween(behind.base, bases(kinds[1]))).toBe(true);
  expect(isBetween(BARE_TAKE.vsize.base, bases(undefined))).toBe(true);
});
