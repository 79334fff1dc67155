/** Takes and cancels of rune lots: a rune goes to output 0 without any message, by effects and by the rune ledger, and nothing else does. */
import { describe, expect, it } from 'vitest';
import { bytesToHex, outpoint, sats, virtualSize, writeTransaction } from '@rialto/protocols';
import type { Coin, CoinAsset } from '@rialto/protocols';
import {
  acceptCancel,
  acceptTake,
  buildCancel,
  buildTake,
  checkTake,
  describeEffects,
  effects,
  expectationOf,
  finishTake,
  partyOf,
  planCancel,
  planTake,
  takeDraft,
  verifyAskWitness,
} from '../../src/index.ts';
import type { TakePlan } from '../../src/index.ts';
import { bodyOf, coinsOf, transactionOf } from '../../src/draft/draft.ts';
import { World, transaction } from '../ledger-world.ts';
import { runeLots } from '../rune-world.ts';
import {
  complete,
  offerOf,
  operator,
  planFor,
  platformPad,
  runeOffer,
  service,
  tokenOffer,
} from './market.ts';
import type { Offer } from './market.ts';
import {
  coin,
  mrc20On,
  pinOn,
  plainAsset,
  refusalOf,
  runeOn,
  transferAsset,
  user,
  walletSigns,
} from '../people.ts';

const kinds = ['p2wpkh', 'p2tr'] as const;
const rune = runeOn(900_001, 5n);

describe('a rune ask', () => {
  const seller = user('seller', 'p2tr');
  const asked = (...assets: CoinAsset[]): string =>
    refusalOf(() => offerOf(seller, coin('lot', seller, 546n, assets), 20_000n));

  it('sells one rune, and verifies again', () => {
    const { ask, lot } = runeOffer('a', 'p2tr');
    expect(verifyAskWitness(ask, lot)).toBe(true);
    expect(verifyAskWitness({ ...ask, price: sats(19_999n) }, lot)).toBe(false);
  });

  it('refuses whatever else is on the coin, and what is no lot', () => {
    expect(asked(rune)).toBe('accepted');
    const others = [
      runeOn(900_002, 1n),
      mrc20On('MAN', 1n),
      pinOn('p'),
      pinOn('r', 0n, '/ft/mrc20/mint'),
      plainAsset('i'),
      transferAsset('t'),
    ];
    for (const other of others) {
      expect(asked(rune, other)).toBe('lot-mixed');
      expect(asked(other, rune)).toBe('lot-mixed');
    }
    expect(asked()).toBe('not-a-lot');
    expect(asked({ ...rune, divisibility: 18 })).toBe('accepted');
    expect(asked({ ...rune, divisibility: 19 })).toBe('not-a-lot');
    const { height: _, ...waiting } = coin('lot', seller, 546n, [rune]);
    expect(refusalOf(() => offerOf(seller, waiting, 20_000n))).toBe('coin-unconfirmed');
  });
});

describe('a rune take works', () => {
  it.each(kinds.flatMap((buyer) => kinds.map((seller) => [buyer, seller] as const)))(
    '%s buys three lots from %s: no pad, no message, all of the rune on output 0',
    (buyerKind, sellerKind) => {
      const buyer = user('buyer', buyerKind);
      const offers = ['a', 'b', 'c'].map((name) => runeOffer(name, sellerKind, { units: 7n }));
      const plan = planFor(offers, buyer);
      const built = buildTake(plan);
      const tx = transaction(complete(plan, offers, buyer).raw);
      const coins = coinsOf(takeDraft(plan));
      const found = effects(tx, coins);
      expect(plan.pad).toMatchObject({ platform: false, coin: { value: 70_000n } });
      expect(tx.outputs.some(({ script }) => script[0] === 0x6a)).toBe(false);
      expect(tx.outputs[0]).toEqual({ value: 546n, script: buyer.script });
      expect(partyOf(found, buyer.script)).toMatchObject({
        gives: [],
        gets: [{ kind: 'rune', amount: 21n, index: 0, tick: 'RUNE•900001' }],
      });
      for (const { seller } of offers)
        expect(partyOf(found, seller.script)).toMatchObject({ satsOut: 20_000n, gets: [] });
      expect(partyOf(found, operator.script).satsIn).toBe(0n);
      expect(partyOf(found, service.script).satsOut).toBe(2000n);
      expect([found.toFee, found.burned, found.disputed]).toEqual([[], [], []]);
      expect(checkTake({ tx, coins, does: found }, expectationOf(plan))).toEqual([]);
      expect(describeEffects(found, buyer.script, service.script).youGet.tokens).toMatchObject([
        { amount: 21n },
      ]);
      expect(found.fee).toBe(BigInt(Math.ceil(built.vsize * 5)));
      expect(built.vsize - virtualSize(tx)).toBeGreaterThanOrEqual(0);
      expect(built.total).toBe(60_000n + 2000n + built.fee - 3n * 546n + 546n);
    },
  );

  it('is as large as a take of MRC-20: three lots in 488 vB without a service fee', () => {
    const buyer = user('buyer', 'p2tr');
    const sized = (offers: readonly Offer[]): number => buildTake(planFor(offers, buyer)).vsize;
    expect(sized(['a', 'b', 'c'].map((name) => runeOffer(name, 'p2tr')))).toBe(
      sized(['a', 'b', 'c'].map((name) => tokenOffer(name, 'p2tr'))),
    );
  });
});

describe('a rune take refuses', () => {
  const buyer = user('buyer', 'p2tr');
  const one = runeOffer('a', 'p2tr');
  const lotOf = ({ lot: sold, ask }: Offer) => ({ coin: sold, ...ask });
  const base = { ...planFor([one], buyer), buyerCoins: [coin('money', buyer, 100_000n)], pads: {} };
  const planned = (change: Partial<Parameters<typeof planTake>[0]>): string =>
    refusalOf(() => planTake({ ...base, ...change }));

  it('two runes in one take, or a rune and another token', () => {
    expect(planned({ lots: [one, runeOffer('b', 'p2tr')].map(lotOf) })).toBe('accepted');
    for (const other of [runeOffer('b', 'p2tr', { block: 900_002 }), tokenOffer('b', 'p2tr')])
      expect(planned({ lots: [one, other].map(lotOf), pads: { platform: platformPad } })).toBe('lots-differ');
  });

  it('money that carries runes', () => {
    expect(planned({ buyerCoins: [coin('dirty', buyer, 100_000n, [rune])] })).toBe('insufficient-funds');
    expect(planned({ buyerCoins: [coin('dirty', buyer, 100_000n, [runeOn(1, 1n)])] })).toBe(
      'insufficient-funds',
    );
  });
});

describe('the wall around a rune take', () => {
  const buyer = user('buyer', 'p2wpkh');
  const offers = [runeOffer('a', 'p2tr'), runeOffer('b', 'p2wpkh', { price: 30_000n })];
  const plan = planFor(offers, buyer);
  const built = buildTake(plan);
  const half = acceptTake(plan, walletSigns(built.psbt, buyer, built.toSign));
  const sellers = offers.map(({ ask }) => ask.witness);
  const finishing = (on: TakePlan, parts: Partial<Parameters<typeof finishTake>[1]> = {}) => {
    return () => finishTake(on, { buyer: half, sellers, ...parts });
  };
  const withLot = (at: number, assets: readonly CoinAsset[]): TakePlan => ({
    ...plan,
    lots: plan.lots.map((lot, index) => (index === at ? { ...lot, coin: { ...lot.coin, assets } } : lot)),
  });

  it('stands when all is well', () => {
    expect(finishing(plan)).not.toThrow();
  });

  it('fires: another rune, a second one, none, or runes of the buyer’s that move with them', () => {
    expect(finishing(withLot(1, [runeOn(900_002, 100n)]))).toThrow('one token');
    expect(finishing(withLot(1, [runeOn(900_001, 100n), runeOn(900_002, 1n)]))).toThrow('one token');
    expect(finishing(withLot(1, []))).toThrow('one token');
    const front = { ...plan.pad, coin: { ...plan.pad.coin, assets: [rune] } };
    expect(finishing({ ...plan, pad: front })).toThrow('effects');
  });

  it('fires: signatures missing, exchanged, or of other terms', () => {
    expect(finishing(plan, { sellers: sellers.toReversed() })).toThrow('invariant');
    expect(finishing(plan, { buyer: [] })).toThrow('signed');
    expect(finishing({ ...plan, change: sats(1000n) })).toThrow('signed');
  });

  it('is seen by the page: another amount, another rune, one that goes astray, one with too many digits', () => {
    const expected = expectationOf(plan);
    const draft = takeDraft(plan);
    const read = (coins: readonly Coin[], tx = transactionOf(bodyOf(draft))) => ({
      tx,
      coins,
      does: effects(tx, coins),
    });
    const codes = (reading: ReturnType<typeof read>): string[] =>
      checkTake(reading, expected).map(({ code }) => code);
    const lying = (...assets: CoinAsset[]): Coin[] =>
      coinsOf(draft).map((one, at) => (at === 1 ? { ...one, assets } : one));
    expect(codes(read(coinsOf(draft)))).toEqual([]);
    expect(codes(read(lying({ ...runeOn(900_001, 99n) })))).toContain('lot-differs');
    expect(codes(read(lying(runeOn(900_002, 100n))))).toEqual(
      expect.arrayContaining(['lot-differs', 'lot-astray', 'brings-other']),
    );
    expect(codes(read(lying({ ...runeOn(900_001, 100n), divisibility: 38 })))).toContain('lot-differs');
    // A message would say where they go, and here they go to a seller.
    const body = bodyOf(draft);
    const message = { value: sats(0n), script: Uint8Array.of(0x6a, 0x5d, 2, 22, 1) };
    const bent = transaction(
      writeTransaction({
        ...body,
        inputs: body.inputs.map((input) => ({ ...input, witness: [] })),
        outputs: [...body.outputs, message],
      }),
    );
    expect(refusalOf(() => effects(bent, coinsOf(draft)))).toBe('message-not-allowed');
    const named = effects(bent, coinsOf(draft), {
      messages: [{ output: body.outputs.length, script: message.script }],
    });
    expect(
      checkTake({ tx: bent, coins: coinsOf(draft), does: named }, expected).map(({ code }) => code),
    ).toEqual(expect.arrayContaining(['lot-astray', 'asset-astray']));
  });
});

describe.each(kinds)('rune lots of a %s seller, through the rune ledger', (kind) => {
  const seller = user('ann', kind);
  const buyer = user('bob', kind === 'p2tr' ? 'p2wpkh' : 'p2tr');
  const world = new World();
  const { held, rest, lots } = runeLots(world, seller, [1000n, 1500n, 500n]);

  it('a coin is split to sizes, each a lot, the rest a lot too', () => {
    expect([rest, ...lots].map(({ assets }) => assets)).toEqual(
      [7000n, 1000n, 1500n, 500n].map((amount) => [{ ...held, amount }]),
    );
  });

  it('two lots bought arrive as one, on output 0, and nothing of anybody else’s moved', () => {
    const offers = lots.slice(0, 2).map((lot) => offerOf(seller, lot, 20_000n));
    const plan = planTake({
      lots: offers.map(({ lot, ask }) => ({ coin: lot, ...ask })),
      buyerScript: buyer.script,
      buyerKey: buyer.key,
      buyerCoins: world.fund(buyer, 90_000n, 40_000n),
      pads: {},
      serviceFee: { script: service.script, value: sats(2000n) },
      feeRateSatVb: 3,
    });
    const done = complete(plan, offers, buyer);
    world.mine(done.raw);
    const made = transaction(done.raw).outputs.map((_, vout) => world.coin(outpoint(done.txid, vout)));
    expect(made.map(({ assets }) => assets)).toEqual([
      [{ ...held, amount: 2500n }],
      ...made.slice(1).map(() => []),
    ]);
    expect(bytesToHex(made[0]?.script ?? seller.script)).toBe(bytesToHex(buyer.script));
    // What arrived is a lot itself.
    expect(refusalOf(() => offerOf(buyer, { ...(made[0] ?? rest) }, 20_000n))).toBe('accepted');
  });

  it('a hard cancel brings the lot home, and it stays one', () => {
    const [, , lot] = lots;
    if (lot === undefined) throw new Error('a lot');
    const plan = planCancel({
      lot,
      ownerScript: seller.script,
      ownerKey: seller.key,
      coins: world.fund(seller, 30_000n),
      feeRateSatVb: 2,
    });
    const built = buildCancel(plan);
    const done = acceptCancel(plan, walletSigns(built.psbt, seller, built.toSign));
    world.mine(done.raw);
    expect(world.coin(outpoint(done.txid, 0)).assets).toEqual(lot.assets);
    const mixed = { ...lot, assets: [...lot.assets, plainAsset('x')] };
    const again = { ownerScript: seller.script, ownerKey: seller.key, coins: [], feeRateSatVb: 2 };
    expect(refusalOf(() => planCancel({ ...again, lot: mixed }))).toBe('lot-mixed');
  });

  it('a coin behind a cenotaph holds nothing: it is no lot', () => {
    const [money] = world.fund(seller, 30_000n);
    if (money === undefined) throw new Error('money');
    const broken = { value: sats(0n), script: Uint8Array.of(0x6a, 0x5d, 1, 0x80) };
    const inputs = [rest, money].map((one) => ({
      txid: one.outpoint.slice(0, 64) as never,
      vout: Number(one.outpoint.slice(65)),
      scriptSig: new Uint8Array(),
      sequence: 0xffffffff,
      witness: [],
    }));
    const outputs = [{ value: sats(20_000n), script: seller.script }, broken];
    const raw = writeTransaction({ version: 2, locktime: 0, inputs, outputs });
    world.mine(raw);
    const left = world.coin(outpoint(transaction(raw).txid, 0));
    expect(left.assets).toEqual([]);
    expect(refusalOf(() => offerOf(seller, left, 30_000n))).toBe('not-a-lot');
  });
});
