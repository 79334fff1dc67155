/** Whose coins a take may spend: our own pad and no other, and clean confirmed coins of one buyer. */
import { bytesToHex } from '@rialto/protocols';
import type { Coin, CoinAsset } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/cosign/policy.ts';
import { bent, deal, platformPad, requestOf, withChange } from '../deals.ts';
import type { Deal } from '../deals.ts';
import { offer } from '../offers.ts';
import {
  coin,
  mrc20On,
  operator,
  pictureOn,
  point,
  receiptOn,
  runeOn,
  stranger,
  transferOn,
  user,
  waiting,
} from '../people.ts';
import { answer, sourceOf, verdict, worldOf } from '../world.ts';

const things = (): CoinAsset[] => [
  transferOn('t'),
  pictureOn('p'),
  runeOn(840_000, 1n),
  receiptOn('r'),
  mrc20On('MAN', 1n),
];

describe('the pad', () => {
  const withPad = (pad: Coin): Deal => deal({ pad });

  it('is one that our journal made, whatever script it has', async () => {
    const given = deal();
    expect(await verdict(given)).toBe('accepted');
    expect(await verdict(given, { world: { isPad: () => false } })).toBe('not-yours');
    const others = point('another of our pads');
    expect(await verdict(given, { world: { isPad: (one) => one === others } })).toBe('not-yours');
  });

  it('is said to be ours, so that it is paid back', async () => {
    const given = deal();
    const kept = withChange({ ...given.plan, pad: { ...given.plan.pad, platform: false } });
    const { buyerWitnesses, ...request } = requestOf(given);
    const plan = { ...request.plan, pad: { ...request.plan.pad, platform: false }, change: `${kept.change}` };
    expect(await answer(check(await worldOf(given), { ...request, buyerWitnesses, plan }))).toBe('not-yours');
  });

  it('has the script of our key', async () => {
    const pad = coin('platform pad', stranger(), 600n);
    expect(await verdict(withPad(pad))).toBe('not-yours');
    expect(await verdict(withPad(pad), { world: { padScript: stranger().script } })).toBe('accepted');
  });

  it('is in a block, with nothing on it', async () => {
    expect(await verdict(withPad(waiting(platformPad())))).toBe('not-yours');
    for (const thing of things())
      expect(await verdict(withPad({ ...platformPad(), assets: [thing] })), thing.kind).toBe('not-yours');
  });
});

describe('the buyer', () => {
  const paidWith = (change: (first: Coin) => Coin): Deal => {
    const given = deal({ money: [30_000n, 40_000n] });
    const [first, ...others] = given.plan.payments;
    if (first === undefined) throw new Error('a take is paid');
    return bent(given, { payments: [...others, change(first)] });
  };

  it('pays with coins in blocks that nothing is on', async () => {
    expect(await verdict(paidWith((one) => one))).toBe('accepted');
    expect(await verdict(paidWith(waiting))).toBe('coin-unconfirmed');
    for (const thing of things())
      expect(await verdict(paidWith((one) => ({ ...one, assets: [thing] }))), thing.kind).toBe('lot-mixed');
  });

  it('pays with coins of one script, the one that gets the tokens', async () => {
    const given = deal({ money: [30_000n, 40_000n] });
    const other = { ...given.plan.payments[1], script: user('buyer', 'p2tr').script };
    const request = requestOf(given);
    const source = sourceOf([
      given.plan.pad.coin,
      ...given.plan.lots.map((lot) => lot.coin),
      ...given.plan.payments.map((one) => (one.outpoint === other.outpoint ? { ...one, ...other } : one)),
    ]);
    expect(await answer(check(await worldOf(given, source), request))).toBe('not-yours');
  });

  it('has the key of that script', async () => {
    const given = deal();
    const request = requestOf(given);
    const keyed = async (buyerKey: string): Promise<string> =>
      verdict(given, { request: { plan: { ...request.plan, buyerKey } } });
    expect(await keyed(bytesToHex(given.buyer.key))).toBe('accepted');
    expect(await keyed(bytesToHex(stranger().key))).toBe('not-yours');
    expect(await keyed('')).toBe('not-yours');
  });

  it('has an address of one of the two kinds', async () => {
    const given = deal();
    const request = requestOf(given);
    const at = (buyerScript: string): Promise<string> =>
      verdict(given, { request: { plan: { ...request.plan, buyerScript } } });
    expect(await at(`0020${'11'.repeat(32)}`)).toBe('wrong-address-type');
    expect(await at('6a0141')).toBe('wrong-address-type');
    expect(await at('')).toBe('wrong-address-type');
  });

  it('is not the platform: a pad is never paid with', async () => {
    const given = deal();
    const buyer = operator();
    const payments = [coin('our money', buyer, 70_000n)];
    const plan = { ...given.plan, buyerScript: buyer.script, buyerKey: buyer.key, payments };
    expect(await verdict({ ...given, buyer, plan: withChange(plan) })).toBe('own-order');
  });
});

describe('coins', () => {
  it('are all there: the pad, every lot and all that pays', async () => {
    const given = deal({ offers: [offer('a'), offer('b')], money: [30_000n, 40_000n] });
    const { pad, lots, payments } = given.plan;
    const all = [pad.coin, ...lots.map((lot) => lot.coin), ...payments];
    for (const gone of all) {
      const left = sourceOf(all.filter((one) => one !== gone));
      expect(await verdict(given, { world: left })).toBe('coin-spent');
    }
    expect(await verdict(given, { world: sourceOf(all) })).toBe('accepted');
  });

  it('are spent once each, which is seen before the node is asked', async () => {
    const given = deal({ offers: [offer('a'), offer('b')], money: [30_000n, 40_000n] });
    const { plan } = requestOf(given);
    const [lot] = plan.lots;
    const [first = plan.pad.coin] = plan.payments;
    const nothing = sourceOf([]);
    if (lot === undefined) throw new Error('a lot');
    for (const twice of [
      { lots: [lot, lot] },
      { payments: [first, first] },
      { payments: [plan.pad.coin] },
      { payments: [lot.coin] },
      { lots: [{ ...lot, coin: plan.pad.coin }] },
    ])
      expect(await verdict(given, { world: nothing, request: { plan: { ...plan, ...twice } } })).toBe(
        'duplicate-input',
      );
  });

  it('that pay are five at most, which is seen before the node is asked', async () => {
    const { plan } = requestOf(deal());
    const payments = Array.from({ length: 6 }, (_, at) => point(`many ${at}`));
    const asked = (count: number): Promise<string> =>
      verdict(deal(), {
        world: sourceOf([]),
        request: { plan: { ...plan, payments: payments.slice(0, count) } },
      });
    expect(await asked(5)).toBe('coin-spent');
    expect(await asked(6)).toBe('too-many-coins');
  });
});
