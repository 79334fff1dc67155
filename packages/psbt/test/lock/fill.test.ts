/** The fill of a bid: who gets what, which lots fill it, and that nobody's half is good for another transaction. */
import { describe, expect, it } from 'vitest';
import { sats, virtualSize } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import {
  acceptFill,
  buildFill,
  fillDraft,
  finishFill,
  planFill,
  readPsbt,
  signFill,
} from '../../src/index.ts';
import type { FillPlan } from '../../src/index.ts';
import { bodyOf, coinsOf, transactionOf } from '../../src/draft/draft.ts';
import { lockIndexOf } from '../../src/lock/fill-layout.ts';
import { hasSignature } from '../../src/tx/read-psbt.ts';
import { forge, sign } from '../tx/forge.ts';
import {
  coin,
  lot,
  mrc20On,
  pinOn,
  plainAsset,
  refusalOf,
  runeOn,
  transferAsset,
  user,
  walletSigns,
} from '../people.ts';
import {
  FLOWS,
  MANNERS,
  assetOf,
  bareLock,
  bidder,
  exchange,
  fillPlan,
  filled,
  halvesOf,
  lockedBy,
  lotFor,
  sellerOf,
  service,
} from './bidders.ts';
import type { Flow, Manner } from './bidders.ts';

const sales = MANNERS.flatMap((manner) =>
  FLOWS.flatMap((flow) => (['p2wpkh', 'p2tr'] as const).map((kind) => ({ manner, flow, kind }))),
);

describe.each(sales)('a fill of $manner’s bid, $flow, by a $kind seller', ({ manner, flow, kind }) => {
  const who = bidder(manner);
  const seller = sellerOf(kind);
  const locked = lockedBy(who, { asset: assetOf(flow) });
  const plan = fillPlan({ flow, seller, locked });
  const halves = halvesOf(plan, who, seller);
  const done = finishFill(plan, halves);

  it('works: tokens to the bidder, lock and lot to the seller less the fees', () => {
    const draft = fillDraft(plan);
    const built = buildFill(plan);
    const outputs = draft.outputs.map(({ value }) => value);
    const token = flow === 'brc20' ? 1 : 0;
    expect(outputs.slice(token)).toEqual([546n, plan.proceeds, 2000n]);
    expect(plan.proceeds).toBe(20_000n + 546n - 546n - 2000n - built.fee);
    expect(draft.outputs[token]?.script).toEqual(who.wallet.script);
    expect(draft.inputs[token]?.coin).toEqual(locked.coin);
    if (flow === 'brc20') expect(draft.outputs[0]).toEqual({ value: 0n, script: Uint8Array.of(0x6a, 0) });
    expect(draft.inputs.every(({ sequence }) => sequence === 0xfffffffd)).toBe(true);
  });

  it('is as large as was said, and pays the seller’s rate', () => {
    const built = buildFill(plan);
    const draft = fillDraft(plan);
    const halfWitness = draft.inputs.map((_, at) => (at === lockIndexOf(plan) ? undefined : halves.seller));
    expect(built.vsize).toBeGreaterThanOrEqual(virtualSize(transactionOf(bodyOf(draft, halfWitness))));
    expect(built.fee).toBe(BigInt(built.vsize * 3));
  });

  it('the seller’s PSBT holds nobody’s signature, and the seller signs the lot alone', () => {
    const built = buildFill(plan);
    const lotAt = 1 - lockIndexOf(plan);
    expect(built.toSign).toEqual([{ index: lotAt, sighash: kind === 'p2tr' ? 0 : 1 }]);
    expect(readPsbt(built.psbt).signatures.some(hasSignature)).toBe(false);
    const accept = (sighash: number): string => {
      const spending = { tx: readPsbt(built.psbt).tx, coins: coinsOf(fillDraft(plan)) };
      const signature = sign(spending, lotAt, seller, sighash);
      return refusalOf(() => acceptFill(plan, forge(spending, [{ index: lotAt, who: seller, signature }])));
    };
    expect(accept(1)).toBe('accepted');
    for (const sighash of [2, 3, 0x81, 0x82, 0x83]) expect(accept(sighash)).toBe('sighash-not-allowed');
    const other = buildFill({ ...plan, proceeds: sats(plan.proceeds - 1n) });
    expect(refusalOf(() => acceptFill(plan, walletSigns(other.psbt, seller, other.toSign)))).toBe(
      'psbt-changed',
    );
    expect(refusalOf(() => acceptFill(plan, built.psbt))).toBe('signature-missing');
  });

  it('asserts: every half is of this fill, and none stands for another', () => {
    const other = lockedBy(who, { asset: assetOf(flow), expiry: 2999 });
    const others = halvesOf(fillPlan({ flow, seller, locked: other }), who, seller);
    for (const name of ['promise', 'exchange', 'seller'] as const)
      expect(() => finishFill(plan, { ...halves, [name]: others[name] })).toThrow('invariant: input');
    expect(() => finishFill(plan, { ...halves, promise: halves.exchange })).toThrow('invariant: input');
    expect(() => finishFill(plan, { ...halves, exchange: halves.promise })).toThrow('invariant: input');
    for (const name of ['promise', 'exchange'] as const)
      expect(() => finishFill(plan, { ...halves, [name]: new Uint8Array(0) })).toThrow('invariant: input');
  });

  it('asserts: the exchange signs these bytes, with the key of the ticket', () => {
    const { unsigned } = buildFill(plan);
    for (const change of [
      { proceeds: sats(plan.proceeds - 1n) },
      { serviceFee: undefined },
      { lotSequence: 0xffffffff },
      { sellerScript: service.script },
    ])
      expect(refusalOf(() => signFill({ ...plan, ...change }, unsigned, exchange.secret))).toBe(
        'psbt-changed',
      );
    expect(() => signFill(plan, unsigned, seller.secret)).toThrow('invariant: the key is the exchange’s');
  });

  it('the assertion fires: with other tokens on the lot no fill leaves', () => {
    const others = [
      ...[[], [mrc20On('MAN', 99n)], [transferAsset('sold', 99n)], [mrc20On('JACK', 100n)]],
      ...[[runeOn(900_001, 99n)], [runeOn(900_002, 100n)]],
    ];
    for (const assets of [...others, [...plan.lot.assets, plainAsset('thing')]])
      expect(() => finishFill({ ...plan, lot: { ...plan.lot, assets } }, halves)).toThrow(
        'invariant: the lot is what the ticket says',
      );
  });

  it('a free order owes no service fee', () => {
    const free = fillPlan({ flow, seller, locked, free: true });
    expect(free.proceeds).toBe(20_000n - buildFill(free).fee);
    expect(filled(free, who, seller).txid).not.toBe(done.txid);
  });
});

describe.each(MANNERS)('lots that fill a bid of %s', (manner: Manner) => {
  const who = bidder(manner);
  const seller = sellerOf('p2tr');
  const refusal = (flow: Flow, sold: Coin, price = 20_000n): string => {
    const locked = lockedBy(who, { asset: assetOf(flow), price: sats(price) });
    return refusalOf(() => fillPlan({ flow, seller, locked, lot: sold }));
  };

  it.each(FLOWS)(
    '%s: exactly the amount, of the token, alone on its coin, confirmed, the seller’s',
    (flow) => {
      const good = lotFor(flow, seller);
      expect(refusal(flow, good)).toBe('accepted');
      for (const units of [99n, 101n, 1n])
        expect(refusal(flow, lotFor(flow, seller, { units }))).toBe('amount-differs');
      const others = FLOWS.filter((one) => assetOf(one) !== assetOf(flow));
      for (const other of others) expect(refusal(flow, lotFor(other, seller))).toBe('lots-differ');
      expect(refusal(flow, coin('sold', seller, 546n))).toBe('not-a-lot');
      expect(refusal(flow, { ...good, assets: [...good.assets, plainAsset('thing')] })).toBe('lot-mixed');
      const { height: _, ...waiting } = good;
      expect(refusal(flow, waiting)).toBe('coin-unconfirmed');
      expect(refusal(flow, lotFor(flow, user('somebody', 'p2tr')))).toBe('not-yours');
    },
  );

  it('an inscription moves into the bidder’s coin where it lies in its first 546 sats', () => {
    const at = (offset: bigint, value = 10_000n): Coin => ({
      ...lot('sold', seller, value, 100n),
      assets: [transferAsset('sold', 100n, offset)],
    });
    for (const offset of [0n, 1n, 545n]) {
      expect(refusal('brc20', at(offset))).toBe('accepted');
      const locked = lockedBy(who, { asset: assetOf('brc20') });
      const plan = fillPlan({ flow: 'brc20', seller, locked, lot: at(offset) });
      expect(refusalOf(() => filled(plan, who, seller))).toBe('accepted');
    }
    for (const offset of [546n, 547n, 9999n]) expect(refusal('brc20', at(offset))).toBe('not-a-lot');
    expect(refusal('brc20', at(329n, 330n))).toBe('accepted');
  });

  it('receipts beside MRC-20 go where their sats go, to anybody or to the fee, and are never in dispute', () => {
    const places = [0n, 300n, 545n, 20_000n, 21_000n, 22_999n];
    for (const value of [546n, 1000n, 3000n, 23_000n]) {
      for (const offset of places.filter((one) => one < value)) {
        const receipt = pinOn('receipt', offset, '/ft/mrc20/transfer');
        const sold = coin('sold', seller, value, [mrc20On('MAN', 100n), receipt]);
        const locked = lockedBy(who);
        const answer = refusalOf(() =>
          filled(fillPlan({ flow: 'idcoin', seller, locked, lot: sold }), who, seller),
        );
        expect(['accepted', 'lot-mixed']).toContain(answer);
        if (offset === 0n) expect(answer).toBe('accepted');
      }
    }
  });

  it('the assertion fires: a receipt whose owner would be in dispute', () => {
    const sold = coin('sold', seller, 5000n, [mrc20On('MAN', 100n)]);
    const plan = fillPlan({ flow: 'mrc20', seller, locked: lockedBy(who), lot: sold });
    const halves = halvesOf(plan, who, seller);
    const beside = (offset: bigint): FillPlan => {
      const receipt = pinOn('receipt', offset, '/ft/mrc20/mint');
      return { ...plan, lot: { ...sold, assets: [...sold.assets, receipt] } };
    };
    expect(refusalOf(() => finishFill(beside(0n), halves))).toBe('accepted');
    expect(() => finishFill(beside(4000n), halves)).toThrow('invariant: the effects are the intended ones');
  });

  it('refuses one’s own bid, a foreign key, dust, a service fee of dust, and a sequence that waits', () => {
    const locked = lockedBy(who);
    const own = lotFor('mrc20', who.wallet);
    expect(refusalOf(() => fillPlan({ flow: 'mrc20', seller: who.wallet, locked, lot: own }))).toBe(
      'own-order',
    );
    const plan = fillPlan({ flow: 'mrc20', seller, locked });
    const planned = (change: Partial<FillPlan>): string => refusalOf(() => planFill({ ...plan, ...change }));
    expect(planned({})).toBe('accepted');
    expect(planned({ sellerKey: service.key })).toBe('not-yours');
    expect(planned({ sellerScript: Uint8Array.of(0x51) })).toBe('wrong-address-type');
    expect(planned({ serviceFee: { script: service.script, value: sats(545n) } })).toBe('too-small');
    for (const lotSequence of [0, 144, 0xfffffffe]) expect(planned({ lotSequence })).toBe('psbt-sequence');
    expect(planned({ lotSequence: 0xffffffff })).toBe('accepted');
    expect(planned({ coin: { ...locked.coin, value: sats(1n) } })).toBe('amount-differs');
    const worth = (price: bigint): string =>
      refusalOf(() => fillPlan({ flow: 'mrc20', seller, locked: bareLock(who, sats(price)) }));
    expect([worth(3600n), worth(3300n)]).toEqual(['accepted', 'too-small']);
  });
});
