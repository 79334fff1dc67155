/** Bids in the forms: a ladder as it is typed, a sale into bids, and one's own rungs side by side. */
import type { Order } from '@rialto/contract';
import { amount, sats } from '@rialto/protocols';
import { lockOf, smallestRung } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import { bookOf } from '../../src/screens/orderbook/book/rows.ts';
import { checkLadder, ladderOf, nextRung, rungError } from '../../src/screens/orderbook/bid/ladder.ts';
import { EMPTY, reduce } from '../../src/screens/orderbook/form.ts';
import type { Form, FormAct } from '../../src/screens/orderbook/form.ts';
import { groupsOf } from '../../src/screens/orderbook/mine/bids/bid-groups.ts';
import { betterLive, checkSale, readyLot, saleOf } from '../../src/screens/orderbook/sell/selling-into.ts';
import { askOf } from '../fake/market.ts';
import { MRC20_ASSET, id, user } from '../fake/people.ts';

const TOKEN = 10n ** 18n;
const me = user(7);
const act = (form: Form, ...acts: FormAct[]): Form => acts.reduce(reduce, form);

describe('a ladder', () => {
  const typed = (limitPrice: string, limitAmount: string, ...ladder: (readonly [string, string])[]) => ({
    ...{ limitPrice, limitAmount },
    ladder: ladder.map(([price, many]) => ({ price, amount: many })),
  });
  const scene = { feeRate: 2, coins: [1_000_000n] };
  const now = {
    ...{ connected: true, feeRate: 2, spendable: 1_000_000n, decimals: 8 },
    ...{ limits: undefined, cap: 10_000_000n },
  };
  const label = (form: ReturnType<typeof typed>, more: Partial<typeof now> = {}): string =>
    checkLadder(ladderOf(form, scene), { ...now, ...more }, false).label;

  it('is its prices times its amounts, to the nearest sat', () => {
    const { whole, cost, small } = ladderOf(typed('1000', '200', ['0.5', '100001'], ['900', '300']), scene);
    expect(whole).toEqual([
      { price: sats(200_000n), units: amount(200n * TOKEN) },
      { price: sats(50_001n), units: amount(100_001n * TOKEN) },
      { price: sats(270_000n), units: amount(300n * TOKEN) },
    ]);
    expect(cost?.total).toBe(520_001n);
    expect(small, 'no quarter of the whole alone').toBe(1);
  });
  it.each(['p2tr', 'p2wpkh'] as const)('of %s asks for the very least the exchange takes', (kind) => {
    const bidder = user(7, kind);
    const lock = lockOf({
      ...{ kind: 'bid', asset: MRC20_ASSET, amount: amount(1n), price: sats(10_000n), script: bidder.script },
      ...{ key: kind === 'p2tr' ? bidder.script.slice(2) : bidder.key, exchange: [user(9).key] },
      ...{ expiry: 1, exitAfter: 144, index: 1 },
    });
    for (const feeRate of [0.1, 1, 2.348, 2.5, 3.001, 17.777, 500])
      expect(ladderOf(typed('1', '1'), { feeRate, coins: [], address: bidder.address }).least).toBe(
        smallestRung(lock, feeRate),
      );
  });
  it('says what it still wants', () => {
    expect([
      label(typed('', '')),
      label(typed('1000', '200', ['900', ''])),
      label(typed('1000', '9')),
      label(typed('1600', '200')),
      label(typed('1000', '200'), { cap: 100_000n }),
      label(typed('1000', '1000')),
      label(typed('1000', '200'), { connected: false }),
      label(typed('1000', '200', ['900', '300'])),
    ]).toEqual([
      'Enter a price and an amount',
      'Enter a price and an amount',
      'A rung is too small',
      'Place bid',
      'More than one bid may lock',
      'Insufficient BTC balance',
      'Connect Wallet',
      'Place bid',
    ]);
  });
  it('names the least a rung may be, which a dear network raises', () => {
    const least = (feeRate: number) => {
      const ladder = ladderOf(typed('1000', '20'), { ...scene, feeRate });
      const [first] = ladder.rungs;
      return first === undefined ? '' : rungError(first, { least: ladder.least, decimals: 8 });
    };
    expect([least(1), least(100)]).toEqual([undefined, 'At least 426,000 sat a rung at this fee rate']);
  });
  it('grows downwards, to twelve rungs', () => {
    const begun = ladderOf(typed('1000', '200'), scene);
    expect(nextRung(begun)).toEqual({ price: '990', amount: '200' });
    const full = ladderOf(
      typed('1000', '200', ...Array.from({ length: 11 }, () => ['9', '9'] as const)),
      scene,
    );
    expect(nextRung(full)).toBeUndefined();
  });
  it('keeps what a purchase leaves over, rung by rung at its price', () => {
    const left = [
      { price: '1600', amount: '60' },
      { price: '900', amount: '300' },
    ];
    const form = act(
      EMPTY,
      { type: 'kind', kind: 'limit' },
      { type: 'enter', field: 'limitPrice', text: '1700' },
      { type: 'enter', field: 'limitAmount', text: '160' },
      { type: 'set', to: { rest: left } },
      { type: 'done', act: 'buy' },
    );
    expect([form.limitPrice, form.limitAmount, form.ladder, form.rest]).toEqual([
      ...['1600', '60'],
      left.slice(1),
      [],
    ]);
    expect(act(form, { type: 'done', act: 'buy' })).toMatchObject({ limitPrice: '', ladder: [] });
  });
});

/** A rung of a bid. */
const rung = (seed: number, tokens: string, price: bigint, more: Partial<Order> = {}): Order =>
  askOf(seed, tokens, price, {
    ...{ orderType: 12, buyerAddress: user(30).address, sellerAddress: '', published: true },
    ...{ bidId: `bid-${seed}`, bidAmount: price.toString(), ...more },
  });

describe('a sale', () => {
  const orders = [
    rung(1, '100', 90_000n),
    rung(2, '50', 40_000n),
    rung(3, '100', 70_000n, { greyed: true }),
    rung(4, '30', 21_000n, { published: false, bidId: 'ladder', bidAmount: '100000' }),
    rung(5, '40', 20_000n, { published: false, bidId: 'ladder', bidAmount: '100000' }),
    rung(6, '100', 60_000n, { buyerAddress: me.address }),
  ];
  const bids = bookOf(orders, me.address, [], 'bid');
  const lots = ['100', '50'].map((many, at) =>
    readyLot({
      ...{ inscriptionId: '', inscriptionNumber: '', amount: many, outValue: '546' },
      ...{ outpoint: `${id(at)}:0`, confirmations: 3 },
    }),
  );
  const scene = { book: 'mrc20', bids, orders, lots, feeRate: 2 } as const;
  const of = (form: Partial<Form>) => saleOf({ ...EMPTY, ...form }, scene);
  const ids = (form: Partial<Form>) => of(form).answers.map(({ row }) => row.id);
  const now = { connected: true, feeRate: 2, limits: undefined };

  it('by amount takes the best bids that fit whole; none that is greyed, one’s own, or opened too little', () => {
    expect(ids({ sellMeans: 'amount', sellAmount: '185' })).toEqual([id(1), id(2), id(4)].slice(0, 2));
    expect(of({ sellMeans: 'amount', sellAmount: '185' }).rest, 'a quarter of the ladder is more').toBe(
      35n * TOKEN,
    );
    expect(ids({ sellMeans: 'amount', sellAmount: '220' }), 'together they open it').toEqual([
      id(1),
      id(2),
      id(4),
      id(5),
    ]);
  });
  it('names a live bid that pays more than the worst it takes, and fits; not one’s own, a larger or a waiting one', () => {
    const sale = of({ sellMeans: 'amount', sellAmount: '150' });
    const live = (...one: readonly Parameters<typeof rung>[]) => {
      const rows = one.map((of) => rung(...of));
      return betterLive(sale, bookOf(rows, me.address, [], 'bid'))?.id;
    };
    // The worst taken is 40,000 for 50: 800 each.
    expect(live([7, '60', 48_060n, { live: true }], [8, '60', 48_600n, { live: true }])).toBe(id(8));
    expect(live([7, '60', 48_000n, { live: true }]), 'as good').toBeUndefined();
    expect(live([7, '160', 480_000n, { live: true }]), 'larger than the sale').toBeUndefined();
    expect(live([7, '60', 60_000n, { live: true, pending: true }])).toBeUndefined();
    expect(live([7, '60', 60_000n, { live: true, buyerAddress: me.address }])).toBeUndefined();
    expect(betterLive(of({ sellMeans: 'amount', sellAmount: '1' }), bids), 'nothing is sold').toBeUndefined();
  });
  it('pays the prices less service fees and network fees, each bid its own', () => {
    const { cost, wanted } = of({ bids: [id(1), id(2)] });
    expect(cost).toEqual({
      ...{ price: 130_000n, serviceFee: 4_000n, networkFee: 1_208n, carried: 0n },
      proceeds: 124_792n,
    });
    expect(wanted).toEqual([]);
  });
  it('says what it still wants', () => {
    const label = (form: Partial<Form>): string => checkSale({ ...EMPTY, ...form }, of(form), now).label;
    expect([
      label({}),
      label({ sellMeans: 'amount' }),
      label({ sellMeans: 'amount', sellAmount: '5' }),
      label({ bids: [id(4)] }),
      label({ bids: [id(4), id(5)] }),
      label({ bids: [id(3)] }),
      label({ bids: [id(1), id(2)] }),
    ]).toEqual([
      'Select a bid',
      'Enter an amount',
      'No bid fits this amount',
      'Take at least a quarter of this bid',
      'First make the lot above',
      'Select a bid',
      'Sell now',
    ]);
    const dear = saleOf({ ...EMPTY, bids: [id(2)] }, { ...scene, feeRate: 200 });
    expect(checkSale(EMPTY, dear, { ...now, feeRate: 200 }).label).toBe('Fees would take all of a bid');
  });
  it('begins with a click on a bid, whatever form was open, and ends with a second one', () => {
    const into = { type: 'sell-into', ids: [id(1)] } as const;
    const form = act(EMPTY, into);
    expect([form.side, form.kinds.sell, form.bids]).toEqual(['sell', 'market', [id(1)]]);
    expect(act(form, into).bids).toEqual([]);
    expect(act(form, { type: 'done', act: 'sell' }).bids).toEqual([]);
  });
});

describe('one’s own orders', () => {
  it('have the rungs of a bid side by side, the best price first, where the first of them stands', () => {
    const orders = [
      rung(1, '10', 10_000n, { bidId: 'a', published: false }),
      askOf(2, '10', 30_000n),
      rung(3, '10', 20_000n, { bidId: 'b' }),
      rung(4, '10', 15_000n, { bidId: 'a', published: true }),
    ];
    const told = groupsOf(orders).map((one) =>
      one.kind === 'order'
        ? one.order.orderId
        : [one.bid.bidId, one.bid.rungs.map(({ amount: price }) => price), one.bid.total, one.bid.published],
    );
    expect(told).toEqual([['a', ['15000', '10000'], 25_000n, true], id(2), ['b', ['20000'], 20_000n, true]]);
  });
});
