/** What a take may cost: the exchange's fee up to its own, the network's at the rate that was said, between a floor and a ceiling. */
import { bytesToHex, hexToBytes, sats } from '@rialto/protocols';
import { buildTake, feeOf, outputVsize } from '@rialto/psbt';
import type { TakePlan } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import { bent, deal, feesOf, payingFee, requestOf, vsizeOf, withChange } from '../deals.ts';
import type { Deal } from '../deals.ts';
import { offer } from '../offers.ts';
import { FEES, verdict } from '../world.ts';

const kinds = ['p2wpkh', 'p2tr'] as const;
const asking = (...prices: bigint[]) => prices.map((price, at) => offer(`${at}`, { price }));

describe('the service fee', () => {
  it.each([
    ['2,000 sat for a small order', [20_000n], 2000n],
    ['2,000 sat up to 200,000', [200_000n], 2000n],
    ['one per cent above, rounded up', [200_001n], 2001n],
    ['one per cent of all orders together, not of each', [150_000n, 150_050n], 3001n],
    ['2,000 sat for two small ones, not for each', [50_000n, 50_000n], 2000n],
  ] as const)('is at most %s', async (_name, prices, most) => {
    const terms = { offers: asking(...prices), money: [900_000n] };
    expect(await verdict(deal({ ...terms, service: most - 1n }))).toBe('accepted');
    expect(await verdict(deal({ ...terms, service: most }))).toBe('accepted');
    expect(await verdict(deal({ ...terms, service: most + 1n }))).toBe('effects-differ');
  });

  it('may be none', async () => {
    expect(await verdict(deal({ service: null }))).toBe('accepted');
  });

  it('goes to a script, never into a message', async () => {
    const given = deal();
    const message = { script: hexToBytes('6a0141'), value: sats(2000n) };
    const plan = withChange({ ...given.plan, serviceFee: message });
    expect(await verdict({ ...given, plan })).toBe('message-not-allowed');
  });
});

describe('the network fee', () => {
  const changed = ({ plan }: Deal, by: bigint): Partial<TakePlan> => ({
    change: sats((plan.change ?? 0n) + by),
  });

  it.each([
    // 384.75 and 398.25 vB, by hand from BIP-141, each rounded up.
    ['p2wpkh', 385n * 7n],
    ['p2tr', 399n * 7n],
  ] as const)('with change is exactly its rate’s (a %s buyer: %i sat)', async (kind, fee) => {
    const given = deal({ kind, rate: 7 });
    expect(buildTake(given.plan).fee).toBe(fee);
    expect(await verdict(given)).toBe('accepted');
    expect(await verdict(bent(given, changed(given, 1n)))).toBe('effects-differ');
    expect(await verdict(bent(given, changed(given, -1n)))).toBe('effects-differ');
    expect(await verdict(bent(given, { feeRateSatVb: 7.01 }))).toBe('effects-differ');
    expect(await verdict(bent(given, { feeRateSatVb: 6.99 }))).toBe('effects-differ');
  });

  it.each(kinds)(
    'without change leaves no more than change would have had to be (a %s buyer)',
    async (kind) => {
      const given = deal({ kind, rate: 7 });
      const { bare, changed: more } = feesOf(given.plan);
      expect(more - bare).toBe(feeOf(outputVsize(given.buyer.script), 7));
      expect(await verdict(payingFee(given, bare - 1n))).toBe('effects-differ');
      expect(await verdict(payingFee(given, bare))).toBe('accepted');
      expect(await verdict(payingFee(given, more + 546n))).toBe('accepted');
      expect(await verdict(payingFee(given, more + 547n))).toBe('effects-differ');
    },
  );

  it('with change is not more for being what would be allowed without', async () => {
    const given = deal({ rate: 7 });
    expect(await verdict(bent(given, changed(given, -546n)))).toBe('effects-differ');
  });

  it('is at most the highest there is, in sat', async () => {
    const given = deal();
    const { fee } = buildTake(given.plan);
    const upTo = (highestFee: bigint): Promise<string> =>
      verdict(given, { world: { fees: { ...FEES, highestFee } } });
    expect(await upTo(fee)).toBe('accepted');
    expect(await upTo(fee - 1n)).toBe('fee-too-high');
  });

  it('is between the lowest and the highest rate, counted by the size with all signatures', async () => {
    // Sellers of P2TR sign with 65 bytes: four of them are a byte of the transaction.
    const given = payingFee(deal({ offers: asking(10_000n, 10_000n, 10_000n, 10_000n) }), 3000n);
    const within = (fees: Partial<typeof FEES>): Promise<string> =>
      verdict(exact, { world: { fees: { ...FEES, ...fees } } });
    const size = vsizeOf(given.plan);
    const exact = payingFee(bent(given, { feeRateSatVb: 4 }), BigInt(size * 4));
    expect(await within({ lowestRate: 4, highestRate: 4 })).toBe('accepted');
    expect(await within({ lowestRate: 4.001 })).toBe('fee-too-low');
    expect(await within({ highestRate: 3.999 })).toBe('fee-too-high');
  });

  it('has a rate that is one', async () => {
    const given = deal();
    const { plan } = requestOf(given);
    const at = (feeRateSatVb: number): Promise<string> =>
      verdict(given, { request: { plan: { ...plan, feeRateSatVb } } });
    expect(await at(5001)).toBe('fee-too-high');
    expect(await at(0.0001)).toBe('bad-request');
  });
});

describe('outputs', () => {
  it('take no more than the inputs bring; a take that leaves nothing has no fee', async () => {
    const given = deal();
    const { plan, ...request } = requestOf(given);
    const { fee } = buildTake(given.plan);
    const change = (given.plan.change ?? 0n) + fee;
    const nothing = { ...plan, change: `${change}` };
    const unsigned = bytesToHex(buildTake({ ...given.plan, change: sats(change) }).unsigned);
    expect(await verdict(given, { request: { ...request, plan: nothing, unsigned } })).toBe('effects-differ');
    const more = { ...plan, change: `${change + 1n}` };
    expect(await verdict(given, { request: { ...request, plan: more } })).toBe('outputs-exceed-inputs');
  });

  it('are refused as more than there is when the prices are more than all money there is', async () => {
    const given = deal({ offers: asking(20_000n, 20_000n) });
    const { plan } = requestOf(given);
    const lots = plan.lots.map((lot) => ({ ...lot, price: '2000000000000000' }));
    expect(await verdict(given, { request: { plan: { ...plan, lots } } })).toBe('outputs-exceed-inputs');
  });
});
