/** What the signer signs: whole takes of one lot and of several, of both kinds of buyer and seller, of both tokens, with change and without. */
import { effects, finishTake, partyOf, planTake, signPad, takeDraft } from '@rialto/psbt';
import type { AssetMove } from '@rialto/psbt';
import { hexToBytes, isFlaw, lotOf, readTransaction } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/cosign/policy.ts';
import { deal, feesOf, payingFee, platformPad, requestOf } from '../deals.ts';
import type { Deal } from '../deals.ts';
import { TIP } from '../node.ts';
import { bare, offer, told } from '../offers.ts';
import type { Offer } from '../offers.ts';
import { coin, operator, runeOn, service, user } from '../people.ts';
import { verdict, worldOf } from '../world.ts';

const kinds = ['p2wpkh', 'p2tr'] as const;

/** The policy's answer, our half added, and what the final transaction does. */
async function signed(given: Deal) {
  const request = requestOf(given);
  const checked = await check(await worldOf(given), request);
  const padWitness = signPad(checked.plan, checked.unsigned, operator().secret);
  const final = finishTake(checked.plan, {
    buyer: request.buyerWitnesses.map((one) => one?.map(hexToBytes)),
    sellers: request.sellerWitnesses.map((one) => one.map(hexToBytes)),
    padWitness,
  });
  const tx = readTransaction(final.raw);
  if (isFlaw(tx)) throw new Error('a transaction');
  const coins = takeDraft(checked.plan).inputs.map((input) => input.coin);
  return { request, checked, done: effects(tx, coins) };
}

const unitsOf = (move: AssetMove): bigint => {
  if (move.kind === 'mrc20' || move.kind === 'rune') return move.amount;
  return move.kind === 'inscription' ? (move.transfer?.amount ?? 0n) : 0n;
};

/** All tokens on the lots. */
const soldBy = (offers: readonly Offer[]): bigint =>
  offers.reduce((sum, { lot }) => sum + (lotOf(lot.coin)?.amount ?? 0n), 0n);

const GOODS = {
  'BRC-20, one lot': () => [offer('a')],
  'BRC-20, three lots, two kinds of seller': () => [
    offer('a', { price: 10_000n }),
    offer('b', { kind: 'p2wpkh', price: 12_000n, value: 1000n }),
    offer('c', { price: 9000n, sequence: 0xffffffff }),
  ],
  'MRC-20 with its receipt': () => [offer('a', { assets: told('a') })],
  'MRC-20, one lot with its receipt and one without': () => [
    offer('a', { assets: bare(), kind: 'p2wpkh' }),
    offer('b', { assets: told('b') }),
  ],
  'MRC-20 without any receipt': () => [offer('a', { assets: bare() }), offer('b', { assets: bare() })],
  'a rune, two lots': () => ['a', 'b'].map((name) => offer(name, { assets: [runeOn(840_000, 5n)] })),
} as const;

describe('a take that is signed', () => {
  it.each(kinds.flatMap((kind) => Object.entries(GOODS).map(([name, make]) => [kind, name, make] as const)))(
    'a %s buyer, %s: the seller gets the price, the platform its pad, the buyer the tokens',
    async (kind, _name, make) => {
      const offers = make();
      const given = deal({ kind, offers });
      for (const one of [given, payingFee(given, feesOf(given.plan).bare)]) {
        const { done } = await signed(one);
        expect(partyOf(done, operator().script)).toMatchObject({
          satsIn: 600n,
          satsOut: 600n,
          gives: [],
          gets: [],
        });
        for (const { lot } of offers)
          expect(partyOf(done, lot.coin.script)).toMatchObject({ satsOut: lot.price, gets: [] });
        expect(partyOf(done, service().script).satsOut).toBe(2000n);
        const units = partyOf(done, one.buyer.script).gets.map(unitsOf);
        expect(units.reduce((sum, got) => sum + got)).toBe(soldBy(offers));
      }
    },
  );

  it('is told as it was checked: the plan with its coins in the order of the inputs, the bytes, and the block', async () => {
    const given = deal({ offers: [offer('a'), offer('b', { price: 30_000n })], money: [30_000n, 40_000n] });
    const { request, checked } = await signed(given);
    expect(checked.plan).toEqual(given.plan);
    expect(checked.coins).toEqual(takeDraft(given.plan).inputs.map((input) => input.coin));
    expect(checked.unsigned).toEqual(hexToBytes(request.unsigned));
    expect(checked.tip).toEqual(TIP);
  });

  it('has twenty lots and five coins that pay at most', async () => {
    const offers = Array.from({ length: 20 }, (_, at) => offer(`${at}`, { price: 10_000n }));
    const five = Array.from({ length: 5 }, () => 50_000n);
    expect(await verdict(deal({ offers, money: five }))).toBe('accepted');
    expect(await verdict(deal({ offers, money: [...five, 50_000n] }))).toBe('too-many-coins');
  });

  it('is what the exchange plans, without a service fee where the orders are free', async () => {
    const buyer = user('buyer', 'p2tr');
    const offers = [offer('a'), offer('b')];
    const plan = planTake({
      lots: offers.map(({ lot }) => lot),
      buyerScript: buyer.script,
      buyerKey: buyer.key,
      buyerCoins: [coin('small', buyer, 5000n), coin('large', buyer, 300_000n)],
      pads: { platform: platformPad() },
      serviceFee: undefined,
      feeRateSatVb: 7.5,
    });
    expect(await verdict({ plan, offers, buyer })).toBe('accepted');
  });
});
