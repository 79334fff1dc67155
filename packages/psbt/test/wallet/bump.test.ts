import { describe, expect, it } from 'vitest';
import { isFlaw, outpoint, readTransaction, sats, virtualSize } from '@rialto/protocols';
import type { Coin, Transaction, TxOutput } from '@rialto/protocols';
import {
  acceptCancel,
  acceptPlanned,
  acceptTake,
  buildCancel,
  buildTake,
  describeEffects,
  effects,
  intentOfTake,
  planCancelTransaction,
  planCancel,
  planChildSpend,
  planOwnBump,
  planSplit,
  planTake,
  planTakeBump,
  replacementFee,
  sameEffects,
  takeDraft,
} from '../../src/index.ts';
import type { Planned, Replaced, TakePlan } from '../../src/index.ts';
import { bodyOf, coinsOf, transactionOf, vsizeOf } from '../../src/draft/draft.ts';
import { planTransaction } from '../../src/draft/planned.ts';
import { spending } from '../../src/inscribe/reveal.ts';
import { complete, offer, operator, platformPad, service, tokenOffer } from '../trade/market.ts';
import type { Offer } from '../trade/market.ts';
import { coin, lot, mrc20On, user, plainAsset, point, refusalOf, walletSigns } from '../people.ts';
import type { User } from '../people.ts';

const kinds = ['p2wpkh', 'p2tr'] as const;
const stranger = user('stranger', 'p2tr');

function transaction(raw: Uint8Array): Transaction {
  const tx = readTransaction(raw);
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
}

const signedBy = (who: User, plan: Planned): Transaction =>
  transaction(acceptPlanned(plan, walletSigns(plan.psbt, who, plan.toSign)).raw);

/** As if nothing built on it. */
function replacedBy(plan: { fee: bigint; vsize: number }): Replaced {
  return { fee: sats(plan.fee), vsize: plan.vsize, fees: sats(plan.fee) };
}

describe('what a replacement must pay', () => {
  const old = { fee: sats(400n), vsize: 200, fees: sats(900n) };

  it('is its rate, or all that goes away and a satoshi a byte, or more than the old rate', () => {
    expect(replacementFee(200, 10, old)).toBe(2000n);
    expect(replacementFee(200, 3, old)).toBe(1100n);
    expect(replacementFee(2000, 1, { ...old, fees: sats(400n) })).toBe(4001n);
  });
});

function purchase(buyer: User, offers: readonly Offer[], coins: readonly Coin[], pad?: Coin): TakePlan {
  return planTake({
    lots: offers.map(({ lot: sold, ask }) => ({ coin: sold, ...ask })),
    buyerScript: buyer.script,
    buyerKey: buyer.key,
    buyerCoins: coins,
    pads: pad === undefined ? {} : { platform: pad },
    serviceFee: { script: service.script, value: sats(2000n) },
    feeRateSatVb: 2,
  });
}

describe.each(kinds)('a purchase of a %s buyer, bumped', (kind) => {
  const buyer = user('buyer', kind);
  const money = coin('money', buyer, 50_000n);
  const small = coin('pad', buyer, 600n);
  const more = [coin('more', buyer, 30_000n)];
  const brc20 = [offer('a', 'p2tr'), offer('b', 'p2wpkh')];
  const mrc20 = [tokenOffer('c', 'p2tr')];
  const plans = {
    'BRC-20 with the own pad': { plan: purchase(buyer, brc20, [money, small]), offers: brc20 },
    'MRC-20': { plan: purchase(buyer, mrc20, [money]), offers: mrc20 },
  };

  it.each(Object.keys(plans))(
    'works for %s: the sellers’ signatures hold, only the change shrinks',
    (name) => {
      const { plan, offers } = plans[name as keyof typeof plans];
      const before = buildTake(plan);
      const bumped = planTakeBump({ plan, coins: more, feeRateSatVb: 9, replaced: replacedBy(before) });
      const built = buildTake(bumped);
      const done = transaction(complete(bumped, offers, buyer).raw);
      expect(built.fee).toBe(BigInt(Math.ceil(built.vsize * 9)));
      expect(done.inputs.map(({ txid }) => txid)).toEqual(
        transaction(complete(plan, offers, buyer).raw).inputs.map(({ txid }) => txid),
      );
      expect(bumped).toEqual({ ...plan, change: bumped.change, feeRateSatVb: 9 });
      expect((plan.change ?? 0n) - (bumped.change ?? 0n)).toBe(built.fee - before.fee);
      const found = effects(done, coinsOf(takeDraft(bumped)));
      expect(sameEffects(found, intentOfTake(bumped))).toBe(true);
      expect(found.toFee).toEqual([]);
    },
  );

  it('adds a clean coin when the change is not enough, and takes no other', () => {
    const { plan } = plans['MRC-20'];
    const dirty = coin('dirty', buyer, 90_000n, [plainAsset('x')]);
    const { height: _, ...waiting } = coin('waiting', buyer, 90_000n);
    const coins = [dirty, waiting, coin('foreign', stranger, 90_000n), ...more];
    const bumped = planTakeBump({ plan, coins, feeRateSatVb: 120, replaced: replacedBy(buildTake(plan)) });
    expect(bumped.payments.map(({ outpoint: at }) => at)).toEqual([more[0]?.outpoint]);
    expect(
      refusalOf(() =>
        planTakeBump({ plan, coins: [dirty], feeRateSatVb: 120, replaced: replacedBy(buildTake(plan)) }),
      ),
    ).toBe('insufficient-funds');
  });

  it('pays what nodes demand even when less was asked', () => {
    const { plan } = plans['MRC-20'];
    const before = buildTake(plan);
    const replaced = { ...replacedBy(before), fees: sats(before.fee + 777n) };
    const bumped = buildTake(planTakeBump({ plan, coins: [], feeRateSatVb: 1, replaced }));
    expect(bumped.fee).toBe(replaced.fees + BigInt(bumped.vsize));
  });

  it('asserts: another signature than the buyer’s for this very transaction is refused', () => {
    const { plan, offers } = plans['MRC-20'];
    const bumped = planTakeBump({
      plan,
      coins: more,
      feeRateSatVb: 9,
      replaced: replacedBy(buildTake(plan)),
    });
    const old = buildTake(plan);
    const signedOld = walletSigns(old.psbt, buyer, old.toSign);
    expect(refusalOf(() => acceptTake(bumped, signedOld))).toBe('psbt-changed');
    expect(() => complete({ ...bumped, lots: [] }, offers, buyer)).toThrow();
  });

  it('refuses the platform’s pad: its signer signs one purchase for a pad', () => {
    const plan = purchase(buyer, brc20, [money], platformPad);
    expect(plan.pad.coin.script).toBe(operator.script);
    expect(
      refusalOf(() =>
        planTakeBump({ plan, coins: more, feeRateSatVb: 9, replaced: replacedBy(buildTake(plan)) }),
      ),
    ).toBe('own-act-unfit');
  });
});

describe.each(kinds)('a transaction of a %s owner alone, bumped', (kind) => {
  const owner = user('owner', kind);
  const sold = lot('lot', owner);
  const payer = { script: owner.script, key: owner.key, coins: [coin('more', owner, 40_000n)] };
  const cancel = planCancel({
    lot: sold,
    coins: [coin('money', owner, 5000n)],
    ownerScript: owner.script,
    ownerKey: owner.key,
    feeRateSatVb: 2,
  });
  const built = buildCancel(cancel);
  const first = transaction(acceptCancel(cancel, walletSigns(built.psbt, owner, built.toSign)).raw);
  const spent = [cancel.lot, ...cancel.payments];
  const request = { payer, spent, outputs: first.outputs, feeRateSatVb: 7, replaced: replacedBy(built) };

  it('works: a hard cancel still brings the lot home to output 0', () => {
    const done = signedBy(owner, planOwnBump(request));
    expect(done.inputs.map(({ txid }) => txid)).toEqual(first.inputs.map(({ txid }) => txid));
    expect(done.outputs[0]).toEqual(first.outputs[0]);
    const found = effects(done, spent);
    expect(found.feeRateSatVb).toBeGreaterThanOrEqual(7);
    expect(describeEffects(found, owner.script).lost).toEqual([]);
  });

  it('works: without change it brings a coin and makes some', () => {
    const tight = ownCancelWithout(cancel.lot, cancel.payments);
    const replaced = replacedBy({ fee: 5000n, vsize: built.vsize });
    const plan = planOwnBump({ ...request, outputs: tight, replaced });
    expect(plan.draft.inputs.map(({ coin: { outpoint: at } }) => at)).toEqual([
      ...spent.map(({ outpoint: at }) => at),
      payer.coins[0]?.outpoint,
    ]);
    expect(plan.draft.outputs).toHaveLength(2);
    signedBy(owner, plan);
  });

  function ownCancelWithout(home: Coin, payments: readonly Coin[]): TxOutput[] {
    expect(payments).toHaveLength(1);
    return [{ value: home.value, script: owner.script }];
  }

  it('works: a split keeps every output a message counts', () => {
    const mixed = coin('mixed', owner, 2000n, [plainAsset('x'), mrc20On('MAN', 5n)]);
    const coins = [coin('front', owner, 1000n), coin('money', owner, 9000n)];
    const split = planSplit({ payer: { ...payer, coins }, coin: mixed, feeRateSatVb: 2 });
    const carried = coinsOf(split.draft);
    const replaced = replacedBy({ fee: split.fee, vsize: vsizeOf(split.draft) });
    const plan = planOwnBump({ ...request, spent: carried, outputs: split.draft.outputs, replaced });
    const found = effects(signedBy(owner, plan), carried);
    const old = effects(transactionOf(bodyOf(split.draft)), carried);
    expect(found.parties[0]?.gets).toEqual(old.parties[0]?.gets);
    expect(plan.fee).toBeGreaterThan(split.fee);
  });

  it('asserts: a signature for the old one is refused', () => {
    const plan = planOwnBump(request);
    expect(refusalOf(() => acceptPlanned(plan, walletSigns(built.psbt, owner, built.toSign)))).toBe(
      'psbt-changed',
    );
    expect(refusalOf(() => acceptPlanned(plan, plan.psbt))).toBe('signature-missing');
  });

  it('the assertion fires when the replacement would do anything else', () => {
    const plan = planOwnBump(request);
    const away = plan.draft.outputs.map((output) => ({ ...output, script: stranger.script }));
    const act = () =>
      planTransaction({ ...plan.draft, outputs: away }, { key: owner.key, intent: plan.intent });
    expect(act).toThrow('the effects are the intended ones');
  });

  it('refuses another’s transaction and no money', () => {
    const foreign = { ...payer, key: stranger.key };
    expect(refusalOf(() => planOwnBump({ ...request, payer: foreign }))).toBe('not-yours');
    expect(
      refusalOf(() => planOwnBump({ ...request, payer: { ...payer, coins: [] }, feeRateSatVb: 400 })),
    ).toBe('insufficient-funds');
  });
});

describe.each(kinds)('a child of a %s owner', (kind) => {
  const owner = user('owner', kind);
  const { height: _, ...output } = coin('parent', owner, 20_000n);
  const parents = { fee: sats(300n), vsize: 300 };
  const payer = { script: owner.script, key: owner.key, coins: [coin('more', owner, 40_000n)] };
  const request = { payer, output, parents, feeRateSatVb: 10 };

  it('works: parents and child together pay the rate', () => {
    const plan = planChildSpend(request);
    const done = signedBy(owner, plan);
    const size = parents.vsize + vsizeOf(plan.draft);
    expect(plan.fee + parents.fee).toBe(BigInt(Math.ceil(size * 10)));
    expect(virtualSize(done)).toBeLessThanOrEqual(vsizeOf(plan.draft));
    expect(done.inputs).toHaveLength(1);
    expect(done.outputs).toEqual([{ value: output.value - plan.fee, script: owner.script }]);
  });

  it('works: a coin helps where the output is too small', () => {
    const plan = planChildSpend({ ...request, output: { ...output, value: sats(1000n) } });
    expect(coinsOf(plan.draft).map(({ outpoint: at }) => at)).toEqual([
      output.outpoint,
      payer.coins[0]?.outpoint,
    ]);
    signedBy(owner, plan);
  });

  it('asserts: signed by the owner for this transaction', () => {
    const plan = planChildSpend(request);
    expect(refusalOf(() => acceptPlanned(plan, plan.psbt))).toBe('signature-missing');
    const other = planChildSpend({ ...request, feeRateSatVb: 11 });
    expect(refusalOf(() => acceptPlanned(plan, walletSigns(other.psbt, owner, other.toSign)))).toBe(
      'psbt-changed',
    );
  });

  it('the assertion fires when the money would go elsewhere', () => {
    const plan = planChildSpend(request);
    const outputs = plan.draft.outputs.map((one) => ({ ...one, script: stranger.script }));
    const intent = spending(plan.draft).meaning();
    const act = () =>
      planTransaction({ ...plan.draft, outputs }, { key: owner.key, intent, held: [output.outpoint] });
    expect(act).toThrow('the effects are the intended ones');
    expect(refusalOf(() => planTransaction(plan.draft, { key: owner.key, intent }))).toBe('coin-unconfirmed');
  });

  it('refuses an output with a token, another’s, a rate that is paid already, no money', () => {
    const carrying = { ...output, assets: [mrc20On('MAN', 1n)] };
    expect(refusalOf(() => planChildSpend({ ...request, output: carrying }))).toBe('lot-mixed');
    expect(
      refusalOf(() => planChildSpend({ ...request, output: { ...output, script: stranger.script } })),
    ).toBe('not-yours');
    expect(refusalOf(() => planChildSpend({ ...request, feeRateSatVb: 1 }))).toBe('own-act-unfit');
    const poor = { ...request, payer: { ...payer, coins: [] }, output: { ...output, value: sats(600n) } };
    expect(refusalOf(() => planChildSpend(poor))).toBe('insufficient-funds');
  });
});

describe.each(kinds)('calling back, by a %s owner', (kind) => {
  const owner = user('owner', kind);
  const big = coin('big', owner, 30_000n);
  const little = coin('little', owner, 2000n);
  const sold = lot('lot', stranger);
  const spent = [sold, little, big];
  const payer = { script: owner.script, key: owner.key, coins: [coin('more', owner, 40_000n)] };
  const replaced = { fee: sats(800n), vsize: 400, fees: sats(800n) };
  const request = { payer, spent, feeRateSatVb: 3, replaced };

  it('works: one plain coin goes home for more than all that goes away', () => {
    const plan = planCancelTransaction(request);
    const done = signedBy(owner, plan);
    expect(done.inputs.map(({ txid, vout }) => outpoint(txid, vout))).toEqual([big.outpoint]);
    expect(done.outputs).toEqual([{ value: big.value - plan.fee, script: owner.script }]);
    expect(plan.fee).toBe(800n + BigInt(vsizeOf(plan.draft)));
  });

  it('works: more of the owner’s coins help, never a lot or another’s coin', () => {
    const plan = planCancelTransaction({ ...request, spent: [sold, little], feeRateSatVb: 20 });
    expect(coinsOf(plan.draft).map(({ outpoint: at }) => at)).toEqual([little.outpoint, point('more')]);
    signedBy(owner, plan);
  });

  it('asserts: signed by the owner for this transaction', () => {
    const plan = planCancelTransaction(request);
    expect(refusalOf(() => acceptPlanned(plan, plan.psbt))).toBe('signature-missing');
    const other = planCancelTransaction({ ...request, feeRateSatVb: 30 });
    expect(refusalOf(() => acceptPlanned(plan, walletSigns(other.psbt, owner, other.toSign)))).toBe(
      'psbt-changed',
    );
  });

  it('the assertion fires when the money would go elsewhere', () => {
    const plan = planCancelTransaction(request);
    const outputs = plan.draft.outputs.map((one) => ({ ...one, script: stranger.script }));
    expect(() =>
      planTransaction({ ...plan.draft, outputs }, { key: owner.key, intent: plan.intent }),
    ).toThrow('the effects are the intended ones');
  });

  it('refuses when it spends no plain coin of the owner’s', () => {
    const own = lot('own lot', owner);
    expect(refusalOf(() => planCancelTransaction({ ...request, spent: [sold, own] }))).toBe('own-act-unfit');
    const { height: _, ...waiting } = big;
    expect(refusalOf(() => planCancelTransaction({ ...request, spent: [waiting] }))).toBe('own-act-unfit');
  });
});
