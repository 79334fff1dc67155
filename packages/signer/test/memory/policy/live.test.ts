/** Sales into live bids, as a hostile exchange would ask for them: what both signed is signed, and nothing that one of them did not. */
import { hexToBytes, lotOf, sats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { SIGHASH, takeDraft } from '@rialto/psbt';
import type { TakePlan } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import { cosign } from '../../../src/cosign/cosign.ts';
import { deal, requestOf, signedBy } from '../deals.ts';
import { liveDeal, signedLive, withOther } from '../live-deals.ts';
import type { LiveDeal } from '../live-deals.ts';
import { TIP, openNode } from '../node.ts';
import { offer } from '../offers.ts';
import { coin, operator, service, stranger, transferOn, user, waiting } from '../people.ts';
import { LEASE, NOW, REST, openStage } from '../stage.ts';
import { answer, verdict } from '../world.ts';

const kinds = ['p2wpkh', 'p2tr'] as const;
const pairs = kinds.flatMap((seller) => kinds.map((bidder) => [seller, bidder] as const));
const here = (): boolean => false;

describe.each(pairs)('a %s seller and a %s live bidder', (seller, bidder) => {
  const given = liveDeal({ seller, bidder });
  const [lot] = given.plan.lots;
  if (lot === undefined) throw new Error('a lot');

  it('have both signed all of it', async () => {
    expect(await verdict(given)).toBe('accepted');
  });

  it.each([
    ['a smaller price', { lots: [{ ...lot, price: sats(lot.price - 1n) }] }],
    ['another payee', { lots: [{ ...lot, payScript: stranger().script }] }],
    ['another sequence', { lots: [{ ...lot, sequence: 0xffffffff }] }],
    ['more change', { change: sats((given.plan.change ?? 0n) + 1n) }],
    ['a larger service fee', { serviceFee: { script: service().script, value: sats(2001n) } }],
    ['the service fee elsewhere', { serviceFee: { script: stranger().script, value: sats(2000n) } }],
    ['no service fee', { serviceFee: undefined }],
  ] satisfies [string, Partial<TakePlan>][])(
    'the seller’s half is not good for %s, whatever the bidder signs',
    async (_what, change) => {
      expect(await verdict(withOther(given, change))).toMatch(/^(signature-invalid|effects-differ)$/);
    },
  );

  it('the seller’s half of one bid is not good for another bid, bidder or coin', async () => {
    const half = given.offers;
    const others: LiveDeal[] = [
      liveDeal({ seller, bidder, price: 50_001n }),
      liveDeal({ seller, bidder: bidder === 'p2tr' ? 'p2wpkh' : 'p2tr' }),
      liveDeal({ seller, bidder, money: [coin('other money', given.buyer, 90_000n)] }),
      liveDeal({ seller, bidder, pad: coin('other pad', operator(), 600n) }),
      liveDeal({ seller, bidder, rate: 6 }),
    ];
    for (const other of others) {
      expect(await verdict(other)).toBe('accepted');
      expect(await verdict({ ...other, offers: half })).toBe('signature-invalid');
    }
    // And the bidder's of one sale is not good for another.
    const [first] = others;
    if (first === undefined) throw new Error('another');
    const request = { buyerWitnesses: signedBy(first) };
    expect(await verdict(given, { request })).toBe('signature-invalid');
  });

  it('trade a lot that is as deep as the price wants, and not what the seller keeps of it', async () => {
    const dear = liveDeal({ seller, bidder, price: 100_000n, money: [coin('much', given.buyer, 190_000n)] });
    const at = (height: number): LiveDeal =>
      withOther(dear, { lots: dear.plan.lots.map((one) => ({ ...one, coin: { ...one.coin, height } })) });
    expect(await verdict(at(TIP.height - 1))).toBe('coin-unconfirmed');
    expect(await verdict(at(TIP.height - 2))).toBe('accepted');
  });

  it('leave nothing open', async () => {
    for (const sighash of [0x02, 0x03, 0x81, 0x82, 0x83]) {
      const open = { ...given, ...signedLive(given.live, given.seller, sighash) };
      expect(await verdict(open)).toBe('sighash-not-allowed');
      const request = { buyerWitnesses: signedBy(given, () => sighash) };
      expect(await verdict(given, { request })).toBe('sighash-not-allowed');
    }
    expect(await verdict({ ...given, ...signedLive(given.live, given.seller, SIGHASH.ALL) })).toBe(
      'accepted',
    );
  });

  it('are two: neither half goes without the other, nor in its place', async () => {
    const { buyerWitnesses, sellerWitnesses } = requestOf(given);
    const [mine = []] = sellerWitnesses;
    const last = takeDraft(given.plan).inputs.length - 1;
    const signing = (request: Parameters<typeof verdict>[1]): Promise<string> => verdict(given, request);
    expect(await signing({ request: { sellerWitnesses: [] } })).toBe('psbt-shape');
    expect(await signing({ request: { sellerWitnesses: [[]] } })).not.toBe('accepted');
    expect(await signing({ request: { sellerWitnesses: [mine, mine] } })).toBe('psbt-shape');
    expect(await signing({ request: { sellerWitnesses: [buyerWitnesses[last] ?? []] } })).not.toBe(
      'accepted',
    );
    const without = buyerWitnesses.map((one, at) => (at === last ? null : one));
    expect(await signing({ request: { buyerWitnesses: without } })).toBe('signature-missing');
    const swapped = buyerWitnesses.map((one, at) => (at === last ? mine : one));
    expect(await signing({ request: { buyerWitnesses: swapped } })).not.toBe('accepted');
  });
});

describe('what a live bid buys', () => {
  const given = liveDeal();
  const inWorldOf = (change: (coins: readonly Coin[]) => readonly Coin[]): Promise<string> => {
    const { chain, ledger } = openNode(change(takeDraft(given.plan).inputs.map((input) => input.coin)));
    return verdict(given, { world: { chain, ledger } });
  };
  const soldAs = (by: (lot: Coin) => Coin): Promise<string> =>
    inWorldOf((coins) => coins.map((one) => (lotOf(one) === undefined ? one : by(one))));

  it('is the lot of our own index, as it is now', async () => {
    expect(await inWorldOf((coins) => coins)).toBe('accepted');
    expect(await soldAs((lot) => ({ ...lot, assets: [] }))).toBe('not-a-lot');
    expect(await soldAs((lot) => ({ ...lot, assets: [...lot.assets, transferOn('second')] }))).toBe(
      'lot-mixed',
    );
    expect(await soldAs(waiting)).toBe('coin-unconfirmed');
    expect(await soldAs((lot) => ({ ...lot, script: stranger().script }))).not.toBe('accepted');
    expect(await soldAs((lot) => ({ ...lot, value: sats(547n) }))).not.toBe('accepted');
    expect(await inWorldOf((coins) => coins.filter((one) => lotOf(one) === undefined))).toBe('coin-spent');
  });

  it('is paid by clean coins of the bidder’s that are there', async () => {
    const paidAs = (by: (money: Coin) => Coin): Promise<string> =>
      inWorldOf((coins) => coins.map((one) => (one.value === 90_000n ? by(one) : one)));
    expect(await paidAs((money) => ({ ...money, script: user('a third', 'p2wpkh').script }))).toBe(
      'not-yours',
    );
    expect(await paidAs((money) => ({ ...money, assets: [transferOn('on the money')] }))).toBe('lot-mixed');
    expect(await paidAs(waiting)).toBe('coin-unconfirmed');
    expect(await inWorldOf((coins) => coins.filter(({ value }) => value !== 90_000n))).toBe('coin-spent');
  });

  it('is one lot, out of no lock', async () => {
    const [one] = given.plan.lots;
    if (one === undefined) throw new Error('a lot');
    const second = coin('second lot', given.seller, 546n, [transferOn('second transfer')]);
    const half = { ...one, price: sats(one.price / 2n) };
    const two = withOther(given, { lots: [half, { ...half, coin: second }], serviceFee: undefined });
    expect(await verdict({ ...two, offers: [...given.offers, ...given.offers] })).toBe('psbt-shape');
  });

  it('costs a service fee of its price, at a rate within the bounds', async () => {
    const dear = liveDeal();
    const more = { script: service().script, value: sats(2_000n) };
    expect(await verdict(withOther(dear, { serviceFee: more }))).toBe('accepted');
    const fees = { lowestRate: 2, highestRate: 20, highestFee: 5_000n };
    for (const [rate, said] of [
      [1, 'fee-too-low'],
      [2, 'accepted'],
      [20, 'fee-too-high'],
      [25, 'fee-too-high'],
      [10, 'accepted'],
    ] as const)
      expect(await verdict(liveDeal({ rate }), { world: { fees } })).toBe(said);
  });
});

describe('a live sale and a purchase', () => {
  it('are no cover for each other: a half for everybody is none for a live bid, and the other way round', async () => {
    const live = liveDeal();
    const bought = deal();
    const { sellerWitnesses, plan } = requestOf(live);
    const { live: _, ...asTake } = plan;
    expect(await verdict(live, { request: { plan: asTake } })).toBe('signature-invalid');
    const other = requestOf(bought);
    expect(await verdict(bought, { request: { plan: { ...other.plan, live: true } } })).toBe(
      'sighash-not-allowed',
    );
    expect(await verdict(bought, { request: { sellerWitnesses } })).toBe('signature-invalid');
    expect(await verdict({ ...live, offers: [offer('a')] })).toBe('sighash-not-allowed');
  });
});

describe('one pad and two answers', () => {
  const first = liveDeal();
  const second = liveDeal({
    bidder: 'p2tr',
    lot: coin('rival lot', user('live seller', 'p2tr'), 546n, [transferOn('rival transfer')]),
  });
  const asks = (parts: Parameters<typeof cosign>[0], given: LiveDeal): Promise<string> =>
    answer(cosign(parts, requestOf(given), here));

  it('the same sale is signed again, a second one with its pad is not', async () => {
    const { parts, recall } = await openStage([first, second]);
    const request = requestOf(first);
    const witness = await cosign(parts, request, here);
    expect(witness.map(hexToBytes)).toHaveLength(1);
    expect(await cosign(parts, request, here)).toEqual(witness);
    expect(await asks(parts, second)).toBe('take-expired');
    expect(recall.signedFor(first.plan.pad.coin.outpoint)).toHaveLength(1);
  });

  it('of two at once one is signed', async () => {
    const { parts } = await openStage([first, second]);
    const both = await Promise.all([asks(parts, first), asks(parts, second)]);
    expect(both.toSorted()).toEqual(['accepted', 'take-expired']);
  });

  it('a half whose time is over is worth nothing once its pad went elsewhere or its coins are spent', async () => {
    const { parts, clock, node } = await openStage([first, second]);
    expect(await asks(parts, second)).toBe('accepted');
    clock.now = NOW + 61_000;
    expect(await asks(parts, first)).toBe('take-expired');
    clock.now = NOW + LEASE + REST;
    for (const { coin: spent } of takeDraft(first.plan).inputs.slice(1)) node.coins.delete(spent.outpoint);
    expect(await asks(parts, first)).toBe('coin-spent');
  });
});
