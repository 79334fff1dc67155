/** Takes of MRC-20 lots: with and without receipts, one token only, and all of it in output 0 by effects, by a naive hand and by the ledger. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesToHex, sats, sumSats, virtualSize } from '@rialto/protocols';
import type { Coin, CoinAsset } from '@rialto/protocols';
import {
  acceptAsk,
  acceptTake,
  buildAsk,
  buildTake,
  describeEffects,
  effects,
  finishTake,
  frameWeight,
  intentOfTake,
  lotWeight,
  partyOf,
  planTake,
  takeDraft,
  verifyAskWitness,
} from '../../src/index.ts';
import type { AssetMove, TakePlan } from '../../src/index.ts';
import { bodyOf, coinsOf, transactionOf, weightOf } from '../../src/draft/draft.ts';
import { transaction } from '../ledger-world.ts';
import { complete, offer, offerOf, operator, planFor, platformPad, service, tokenOffer } from './market.ts';
import type { Offer } from './market.ts';
import {
  coin,
  lot,
  mrc20On,
  user,
  pinOn,
  plainAsset,
  refusalOf,
  runeOn,
  transferAsset,
  walletSigns,
} from '../people.ts';
import type { User } from '../people.ts';
import { cases } from '../cases.ts';

const kinds = ['p2wpkh', 'p2tr'] as const;
const crowd = new Map(
  ['p2wpkh', 'p2tr'].flatMap((kind) =>
    [0, 1, 2, 3, 4, 5].map((at) => [`${kind} ${at}`, user(`s${at}`, kind === 'p2tr' ? 'p2tr' : 'p2wpkh')]),
  ),
);
const sellerAt = (kind: string, at: number): User => crowd.get(`${kind} ${at}`) ?? operator;
const receipt = (name: string, offset = 0n): CoinAsset => pinOn(name, offset, '/ft/mrc20/mint');
const checked = (plan: TakePlan, raw: Uint8Array) =>
  effects(transaction(raw), coinsOf(takeDraft(plan)), { feeRateLimit: 5000 });

describe('an MRC-20 ask', () => {
  const seller = user('seller', 'p2tr');
  const price = sats(20_000n);
  const asked = (...assets: CoinAsset[]): string =>
    refusalOf(() => offerOf(seller, coin('lot', seller, 546n, assets), price));

  it('sells one holding, receipts or not, and verifies again', () => {
    for (const beside of [[], [receipt('r')], [receipt('r'), pinOn('t', 3n, '/ft/mrc20/transfer')]]) {
      const { ask, lot: sold } = tokenOffer('a', 'p2tr', { beside });
      expect(verifyAskWitness(ask, sold)).toBe(true);
      expect(verifyAskWitness({ ...ask, price: sats(19_999n) }, sold)).toBe(false);
    }
  });

  it('refuses whatever else is on the coin, and receipts alone', () => {
    const man = mrc20On('MAN', 5n);
    expect(asked(man)).toBe('accepted');
    expect(asked(man, receipt('r'))).toBe('accepted');
    const others = [
      mrc20On('WOMAN', 1n),
      pinOn('p'),
      plainAsset('i'),
      transferAsset('t'),
      runeOn(840_000, 1n),
    ];
    for (const other of others) {
      expect(asked(man, other)).toBe('lot-mixed');
      expect(asked(other, receipt('r'), man)).toBe('lot-mixed');
    }
    expect(asked(receipt('r'))).toBe('not-a-lot');
    expect(asked(transferAsset('t'), receipt('r'))).toBe('lot-mixed');
    const { height: _, ...waiting } = coin('lot', seller, 546n, [man]);
    expect(refusalOf(() => offerOf(seller, waiting, price))).toBe('coin-unconfirmed');
  });

  it('the index says more than the PSBT: a coin that is mixed by now is refused', () => {
    const sold = coin('lot', seller, 546n, [mrc20On('MAN', 5n)]);
    const built = buildAsk({ lot: sold, price, payScript: seller.script, publicKey: seller.key });
    const psbt = walletSigns(built.psbt, seller, built.toSign);
    const accept = (now: Coin): string =>
      refusalOf(() => acceptAsk(psbt, { lot: now, owner: seller.script }));
    expect(accept(sold)).toBe('accepted');
    expect(accept({ ...sold, assets: [...sold.assets, plainAsset('x')] })).toBe('lot-mixed');
    expect(accept({ ...sold, assets: [] })).toBe('not-a-lot');
  });
});

const layouts = kinds.flatMap((buyer) =>
  kinds.flatMap((seller) =>
    ['bare', 'own pad', 'platform pad'].map((front) => [buyer, seller, front] as const),
  ),
);

describe('an MRC-20 take works', () => {
  it.each(layouts)('%s buys from %s, in front: %s', (buyerKind, sellerKind, front) => {
    const buyer = user('buyer', buyerKind);
    const beside = front === 'bare' ? [] : [receipt('r', 7n)];
    const offers = [tokenOffer('a', sellerKind, { beside })];
    const plan = planFor(offers, buyer, { ownPad: front === 'own pad' });
    const tx = transaction(complete(plan, offers, buyer).raw);
    const found = effects(tx, coinsOf(takeDraft(plan)));
    const gets = partyOf(found, buyer.script).gets;
    expect(gets.filter(({ kind }) => kind === 'mrc20')).toMatchObject([{ amount: 100n, index: 0 }]);
    expect(gets.filter(({ kind }) => kind === 'pin')).toHaveLength(beside.length);
    expect(partyOf(found, offers[0]?.seller.script ?? buyer.script)).toMatchObject({
      satsOut: 20_000n,
      gets: [],
    });
    expect(partyOf(found, service.script).satsOut).toBe(2000n);
    const pad = front === 'platform pad' ? 600n : 0n;
    expect(partyOf(found, operator.script)).toMatchObject({ satsIn: pad, satsOut: pad, gives: [], gets: [] });
    expect(tx.outputs[0]?.value).toBe(front === 'bare' ? 546n : 1146n);
    expect(describeEffects(found, buyer.script, service.script).youGet.tokens).toMatchObject([
      { amount: 100n },
    ]);
    const built = buildTake(plan);
    expect(found.fee).toBe(built.fee);
    expect(built.vsize - virtualSize(tx)).toBeGreaterThanOrEqual(0);
    expect(found.fee).toBe(BigInt(Math.ceil(built.vsize * 5)));
  });

  it('bare lots need no pad, and their own sats pay for the buyer’s coin', () => {
    const buyer = user('buyer', 'p2tr');
    const offers = ['a', 'b', 'c'].map((name) => tokenOffer(name, 'p2tr', { price: 10_000n, value: 5000n }));
    const plan = planFor(offers, buyer);
    expect(plan.pad).toMatchObject({ platform: false, coin: { value: 60_000n } });
    const built = buildTake(plan);
    expect(built.toSign.map(({ index }) => index)).toEqual([0]);
    // Three prices and the fees, less what the lots bring beyond the 546 sat of the new coin.
    expect(built.total).toBe(30_000n + 2000n + built.fee - 15_000n + 546n);
    expect(built.vsize).toBe(500);
    const found = checked(plan, complete(plan, offers, buyer).raw);
    expect(partyOf(found, buyer.script).gets).toMatchObject([{ kind: 'mrc20', amount: 300n, index: 0 }]);
  });

  it('one lot with a receipt makes all the lots’ sats flow into output 0', () => {
    const buyer = user('buyer', 'p2wpkh');
    const offers = [tokenOffer('a', 'p2tr'), tokenOffer('b', 'p2tr', { beside: [receipt('r')] })];
    const plan = planFor(offers, buyer);
    const tx = transaction(complete(plan, offers, buyer).raw);
    expect(tx.outputs[0]?.value).toBe(600n + 546n * 2n);
    expect(checked(plan, complete(plan, offers, buyer).raw).disputed).toEqual([]);
    expect(partyOf(effects(tx, coinsOf(takeDraft(plan))), buyer.script).gets).toMatchObject([
      { kind: 'mrc20', amount: 200n },
      { kind: 'pin', index: 0, offset: 1146n },
    ]);
  });
});

describe('an MRC-20 take refuses', () => {
  const buyer = user('buyer', 'p2tr');
  const one = tokenOffer('a', 'p2tr');
  const lotOf = ({ lot: sold, ask }: Offer) => ({ coin: sold, ...ask });
  const base = { ...planFor([one], buyer), buyerCoins: [coin('money', buyer, 100_000n)], pads: {} };
  const planned = (change: Partial<Parameters<typeof planTake>[0]>): string =>
    refusalOf(() => planTake({ ...base, ...change }));

  it('two tokens in one take, of one protocol or of two', () => {
    expect(planned({})).toBe('accepted');
    expect(planned({ lots: [one, tokenOffer('b', 'p2tr')].map(lotOf) })).toBe('accepted');
    expect(planned({ lots: [one, tokenOffer('b', 'p2tr', { tick: 'WOMAN' })].map(lotOf) })).toBe(
      'lots-differ',
    );
    expect(planned({ lots: [one, offer('b', 'p2tr')].map(lotOf), pads: { platform: platformPad } })).toBe(
      'lots-differ',
    );
  });

  it('a receipt without a pad, the own lot, and money that is none', () => {
    const told = tokenOffer('b', 'p2tr', { beside: [receipt('r')] });
    expect(planned({ lots: [lotOf(told)] })).toBe('no-pad');
    expect(planned({ lots: [{ ...lotOf(one), coin: coin('x', buyer, 546n, [mrc20On('MAN', 1n)]) }] })).toBe(
      'own-order',
    );
    const { height: _, ...waiting } = coin('w', buyer, 90_000n);
    const dirty = [
      coin('d1', buyer, 90_000n, [mrc20On('MAN', 1n)]),
      coin('d2', buyer, 90_000n, [mrc20On('WOMAN', 1n)]),
      coin('d3', buyer, 90_000n, [receipt('r')]),
      lot('d4', buyer, 90_000n),
      waiting,
      coin('d5', one.seller, 90_000n),
    ];
    expect(planned({ buyerCoins: dirty })).toBe('insufficient-funds');
    const plan = planTake({ ...base, buyerCoins: [...dirty, coin('clean', buyer, 60_000n)] });
    expect([plan.pad.coin.value, plan.payments]).toEqual([60_000n, []]);
  });
});

describe('the wall around an MRC-20 take', () => {
  const buyer = user('buyer', 'p2wpkh');
  const offers = [tokenOffer('a', 'p2tr'), tokenOffer('b', 'p2wpkh', { price: 30_000n })];
  const plan = planFor(offers, buyer);
  const built = buildTake(plan);
  const half = acceptTake(plan, walletSigns(built.psbt, buyer, built.toSign));
  const sellers = offers.map(({ ask }) => ask.witness);
  const finishing = (on: TakePlan, parts: Partial<Parameters<typeof finishTake>[1]> = {}) => {
    return () => finishTake(on, { buyer: half, sellers, ...parts });
  };
  const withLot = (at: number, assets: readonly CoinAsset[]): TakePlan => ({
    ...plan,
    lots: plan.lots.map((one, index) => (index === at ? { ...one, coin: { ...one.coin, assets } } : one)),
  });

  it('stands when all is well', () => {
    expect(finishing(plan)).not.toThrow();
  });

  it('fires: signatures missing, exchanged, of other terms or another payment index', () => {
    expect(finishing(plan, { sellers: sellers.toReversed() })).toThrow('invariant');
    expect(finishing(plan, { buyer: [] })).toThrow('signed');
    expect(finishing({ ...plan, lots: plan.lots.toReversed() })).toThrow('signed');
    expect(finishing({ ...plan, change: sats(1000n) })).toThrow('signed');
  });

  it('fires: another token, a second one, none, or tokens of the buyer’s that move with them', () => {
    expect(finishing(withLot(1, [mrc20On('WOMAN', 100n)]))).toThrow('one token');
    expect(finishing(withLot(1, [mrc20On('MAN', 100n), mrc20On('WOMAN', 1n)]))).toThrow('one token');
    expect(finishing(withLot(1, []))).toThrow('one token');
    const front = { ...plan.pad, coin: { ...plan.pad.coin, assets: [mrc20On('MAN', 1n)] } };
    expect(finishing({ ...plan, pad: front })).toThrow('effects');
  });

  it('fires: a receipt that the index finds later asks for another transaction', () => {
    const [man] = offers[1]?.lot.assets ?? [];
    if (man === undefined) throw new Error('a lot');
    const late = withLot(1, [man, receipt('late')]);
    const signed = walletSigns(built.psbt, buyer, built.toSign);
    expect(refusalOf(() => acceptTake(late, signed))).toBe('psbt-changed');
    expect(finishing(late)).toThrow('invariant');
  });
});

interface Shape {
  lots: { kind: 'p2wpkh' | 'p2tr'; value: number; units: number; price: number; receipts: number[] }[];
  money: number[];
  pad: 'own' | 'platform';
  rate: number;
}
const shapes: fc.Arbitrary<Shape> = fc.record({
  lots: fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      value: fc.integer({ min: 330, max: 9000 }),
      units: fc.integer({ min: 1, max: 50 }),
      price: fc.integer({ min: 10_000, max: 60_000 }),
      receipts: fc.oneof(
        { weight: 2, arbitrary: fc.constant<number[]>([]) },
        { weight: 1, arbitrary: fc.array(fc.nat(329), { minLength: 1, maxLength: 2 }) },
      ),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  money: fc.array(fc.integer({ min: 5000, max: 300_000 }), { minLength: 1, maxLength: 7 }),
  pad: fc.constantFrom('own', 'platform'),
  rate: fc.integer({ min: 1, max: 60 }),
});

function planOfShape({ lots, money, pad, rate }: Shape, kind: 'p2wpkh' | 'p2tr'): TakePlan {
  const buyer = user('buyer', kind);
  const own = pad === 'own' ? [coin('own pad', buyer, 777n)] : [];
  return planTake({
    lots: lots.map(({ kind: sellerKind, value, units, price, receipts }, at) => {
      const seller = sellerAt(sellerKind, at);
      const beside = receipts.map((offset, n) => receipt(`r${at}/${n}`, BigInt(offset)));
      const assets = [...beside, mrc20On('MAN', BigInt(units))];
      const sold = coin(`l${at}`, seller, BigInt(value), assets);
      return { coin: sold, price: sats(BigInt(price)), payScript: seller.script, sequence: 0xffffffff };
    }),
    buyerScript: buyer.script,
    buyerKey: buyer.key,
    buyerCoins: [...own, ...money.map((value, at) => coin(`m${at}`, buyer, BigInt(value)))],
    pads: { platform: platformPad },
    serviceFee: { script: service.script, value: sats(2000n) },
    feeRateSatVb: rate,
  });
}

/** Sum by sum and token by token from the reference's words: tokens to output 0, a PIN with the first sat of its coin. */
function carried(plan: TakePlan): { tokens: number; pins: Map<string, number> } {
  const { inputs, outputs } = takeDraft(plan);
  const homeOf = (sat: number): number => {
    let left = sat;
    return outputs.findIndex(({ value }) => (left -= Number(value)) < 0);
  };
  let [before, tokens] = [0, 0];
  const pins = new Map<string, number>();
  for (const { coin: spent } of inputs) {
    for (const asset of spent.assets) {
      if (asset.kind === 'mrc20') tokens += Number(asset.amount);
      if (asset.kind === 'pin') pins.set(asset.id, homeOf(before));
    }
    before += Number(spent.value);
  }
  return { tokens, pins };
}

const idOf = (move: AssetMove): string => ('id' in move ? move.id : move.asset);

describe('random MRC-20 takes', () => {
  it.each(kinds)(
    'of a %s buyer: every token and receipt to output 0, every seller the price, nobody more',
    (kind) => {
      const seen = { bare: 0, padded: 0, refused: 0 };
      const buyer = user('buyer', kind);
      fc.assert(
        fc.property(shapes, (shape) => {
          let plan: TakePlan;
          try {
            plan = planOfShape(shape, kind);
          } catch (error) {
            if (!/insufficient-funds|too-many-coins/.test(String(error))) throw error;
            seen.refused += 1;
            return;
          }
          const draft = takeDraft(plan);
          const found = effects(transactionOf(bodyOf(draft)), coinsOf(draft), { feeRateLimit: 5000 });
          const { tokens, pins } = carried(plan);
          const sellers = new Set(plan.lots.map((one) => bytesToHex(one.coin.script)));
          expect(found).toMatchObject({ toFee: [], burned: [], disputed: [] });
          for (const party of found.parties) {
            if (party.script === bytesToHex(buyer.script)) continue;
            expect(party.gets).toEqual([]);
            if (!sellers.has(party.script))
              expect([party.gives, party.satsOut >= party.satsIn]).toEqual([[], true]);
          }
          plan.lots.forEach((one, at) => {
            expect(draft.inputs[at + 1]?.coin.outpoint).toBe(one.coin.outpoint);
            expect(draft.outputs[at + 1]).toEqual({ value: one.price, script: one.payScript });
          });
          const gets = partyOf(found, buyer.script).gets;
          expect(partyOf(found, buyer.script).gives).toEqual([]);
          expect(gets.filter((move) => move.kind === 'mrc20')).toMatchObject([
            { amount: BigInt(tokens), index: 0 },
          ]);
          const landed = gets.flatMap((move) =>
            move.kind === 'pin' ? [[idOf(move), move.index] as const] : [],
          );
          expect(landed.toSorted()).toEqual([...pins].toSorted());
          expect([...pins.values()].every((at) => at === 0)).toBe(true);
          const paid =
            sumSats([plan.pad.coin, ...plan.payments].map((one) => one.value)) - (plan.change ?? 0n);
          expect(buildTake(plan).total).toBe(plan.pad.platform ? paid - plan.pad.coin.value : paid);
          expect(found.fee).toBe(intentOfTake(plan).fee);
          if (pins.size === 0) {
            seen.bare += 1;
            expect([plan.pad.platform, draft.outputs[0]?.value]).toEqual([false, 546n]);
          } else seen.padded += 1;
        }),
        { numRuns: cases(500) },
      );
      expect(Math.min(...Object.values(seen))).toBeGreaterThan(cases(30) - 2);
    },
    120_000,
  );
});

describe('what a take weighs, lot by lot', () => {
  it.each(kinds)(
    'adds up to the take of a %s buyer, and to its true cost',
    (kind) => {
      let compared = 0;
      fc.assert(
        fc.property(shapes, (shape) => {
          let plan: TakePlan;
          try {
            plan = planOfShape(shape, kind);
          } catch (error) {
            if (!/insufficient-funds|too-many-coins/.test(String(error))) throw error;
            return;
          }
          if (plan.change === undefined) return;
          compared += 1;
          const { lots, pad, payments, buyerScript } = plan;
          const frame = frameWeight({
            buyerScript,
            coins: payments.length + (pad.platform ? 0 : 1),
            serviceScript: service.script,
            padScript: pad.platform ? operator.script : undefined,
          });
          const weight = lots.reduce((sum, one) => sum + lotWeight(one.coin.script), frame);
          expect(weight).toBe(weightOf(takeDraft(plan)));
          const built = buildTake(plan);
          const bare = takeDraft(plan).outputs[0]?.value === 546n;
          const brings = bare ? sumSats(lots.map((one) => one.coin.value)) : 0n;
          const dust = bare ? 546n : pad.coin.value;
          const prices = sumSats(lots.map((one) => one.price));
          const fee = BigInt(Math.ceil(weight / 4) * shape.rate);
          expect(built.total).toBe(prices + 2000n + fee + dust - brings);
        }),
        { numRuns: cases(200) },
      );
      expect(compared).toBeGreaterThan(cases(50));
    },
    60_000,
  );
});
