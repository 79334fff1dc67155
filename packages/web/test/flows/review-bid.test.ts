/** The review of bids and of sales into them: everything is made again from the tickets, and an exchange that lies in one place is refused. */
import { coinToWire, ticketToWire } from '@rialto/contract';
import type { BidKey, PreparedBid, PreparedBidCancel, PreparedFills } from '@rialto/contract';
import { formatSats } from '@rialto/market';
import { amount, bytesToHex, outpoint, sats } from '@rialto/protocols';
import type { Amount, Coin, Txid } from '@rialto/protocols';
import {
  buildCancelLocks,
  buildExit,
  buildFill,
  buildFunding,
  buildPromise,
  lockCoin,
  lockOf,
  planCancelLocks,
  planFill,
  planFunding,
} from '@rialto/psbt';
import type { Lock, Ticket } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import { reviewBidCancel } from '../../src/flows/bids/cancel-bid.ts';
import { reviewBid, signingKeyOf } from '../../src/flows/bids/review-bid.ts';
import type { BidIntent } from '../../src/flows/bids/review-bid.ts';
import { reviewSale } from '../../src/flows/bids/review-sale.ts';
import { MRC20_ASSET, cleanCoin, id, mrc20Coin, user } from '../fake/people.ts';

const bidder = user(7);
const taproot = user(8, 'p2tr');
const seller = user(21);
const operator = user(9);
const thief = user(66);
const EIGHT = 10n ** 8n;
const TEN = 10n ** 10n;
const RATE = 2;

const terms: BidKey = {
  platformPublicKey: operator.publicKey,
  exitAfter: 144,
  expiryBlocks: 2_016,
  mostExpiryBlocks: 8_064,
  exitFee: '1500',
  smallestRung: '10000',
  caps: { bid: '10000000' },
};
const intent: BidIntent = {
  network: 'regtest',
  book: 'mrc20',
  tick: 'MAN',
  assetId: MRC20_ASSET,
  decimals: 8,
  address: bidder.address,
  publicKey: bidder.publicKey,
  signingKey: 'output',
  rungs: [
    { units: amount(200n * EIGHT * TEN), price: sats(200_000n) },
    { units: amount(300n * EIGHT * TEN), price: sats(270_000n) },
  ],
  feeRateSatVb: RATE,
  highFee: false,
  terms,
  height: 1_000,
};

const ticketAt = (at: number, over: Partial<Ticket> = {}): Ticket => ({
  kind: 'bid',
  asset: MRC20_ASSET,
  amount: ((at === 0 ? 200n : 300n) * EIGHT) as Amount,
  price: sats(at === 0 ? 200_000n : 270_000n),
  script: bidder.script,
  key: bidder.key,
  exchange: [operator.key],
  expiry: 3_016,
  exitAfter: 144,
  index: at + 1,
  ...over,
});

interface Lie {
  readonly tickets?: (at: number) => Partial<Ticket>;
  /** Told, and not what the locks are made of. */
  readonly told?: (ticket: Ticket) => Ticket;
  /** What is said of the coins that pay. */
  readonly said?: (coin: Coin) => Coin;
  readonly feeRate?: number;
  readonly promises?: (locks: readonly Lock[]) => readonly Lock[];
  readonly answer?: Partial<PreparedBid>;
}

/** What an honest exchange answers, but for a lie. */
function prepared(lie: Lie = {}): PreparedBid {
  const tickets = [0, 1].map((at) => ticketAt(at, lie.tickets?.(at)));
  const locks = tickets.map(lockOf);
  const coins = [cleanCoin(bidder, 1, 500_000n), cleanCoin(bidder, 2, 400_000n)];
  const { script: bidderScript, key: bidderKey } = bidder;
  const plan = planFunding({ bidderScript, bidderKey, coins, locks, feeRateSatVb: lie.feeRate ?? RATE });
  const funding = buildFunding(plan);
  const half = (build: typeof buildPromise) => (lock: Lock) => {
    const coin = lockCoin(plan, lock.ticket.index);
    const { psbt, toSign } = build(lock, coin);
    return { psbtRaw: bytesToHex(psbt), toSignInputs: [...toSign], coins: [coinToWire(coin)] };
  };
  return {
    bidId: '0b0e7a52-9f0a-4d86-a1d5-8c1f6b1f0001',
    tickets: tickets.map((ticket) => ticketToWire(lie.told?.(ticket) ?? ticket)),
    funding: {
      psbtRaw: bytesToHex(funding.psbt),
      toSignInputs: [...funding.toSign],
      coins: plan.payments.map((one) => coinToWire(lie.said?.(one) ?? one)),
    },
    promises: (lie.promises?.(locks) ?? locks).map(half(buildPromise)),
    exits: locks.map(half(buildExit)),
    fees: {
      networkFee: funding.fee.toString(),
      vsize: funding.vsize,
      feeRate: RATE,
      worstCost: '0',
    },
    total: '0',
    expiresAt: 0,
    ...lie.answer,
  };
}

describe('a ladder', () => {
  it('is what was asked for: all it gives, all it brings, what it can cost, and everything to be signed', () => {
    const { review, locks, transactions } = reviewBid(prepared(), intent);
    expect(review.mismatches).toEqual([]);
    const [give] = review.give;
    expect(give?.kind === 'sats' ? give.value - review.networkFee : 0n).toBe(470_000n);
    expect(review.get).toEqual([expect.objectContaining({ units: 500n * EIGHT * TEN, tick: 'MAN' })]);
    expect(review.sum?.parts.map(({ value }) => value)).toEqual([470_000n, review.networkFee]);
    const [keeps, worst, alone] = review.notes ?? [];
    expect(keeps, 'coins are kept whole').toContain('500,000 sat');
    // The exits that are signed with it cost 1,500 sat each, a cancel of 170 vB at 2 sat/vB less.
    expect(worst).toContain(`${formatSats(review.networkFee + 3_000n)} sat`);
    expect(alone).toContain('1,500 sat a rung');
    expect(locks.map(({ coin }) => coin.value)).toEqual([200_000n, 270_000n]);
    expect(transactions.map(({ byScript = false }) => byScript)).toEqual([false, true, true, true, true]);
  });

  const lies: readonly (readonly [string, Lie, RegExp])[] = [
    ['a lower amount', { tickets: () => ({ amount: (100n * EIGHT) as Amount }) }, /A rung is not the one/],
    ['another token', { tickets: () => ({ asset: `mrc20:${id(3)}i0` as Ticket['asset'] }) }, /A rung is not/],
    [
      'a dearer rung',
      { tickets: (at) => (at === 1 ? { price: sats(300_000n) } : {}) },
      /A rung is not the one/,
    ],
    ['a longer wait for the exit', { tickets: () => ({ exitAfter: 4_320 }) }, /A rung is not the one/],
    ['a bid without end', { tickets: () => ({ expiry: 9_999_999 }) }, /A rung is not the one/],
    ['another key of the exchange', { tickets: () => ({ exchange: [thief.key] }) }, /A rung is not the one/],
    [
      'a ticket that is not the lock’s',
      { told: (one) => ({ ...one, expiry: one.expiry - 1 }) },
      /It pays 200,000 sat to/,
    ],
    [
      'a coin that carries something',
      { said: (one) => ({ ...one, assets: mrc20Coin(bidder, 5, 1n).assets }) },
      /holds an asset/,
    ],
    ['a higher fee', { feeRate: 9 }, /above the rate you chose/],
    [
      'another fee than announced',
      { answer: { fees: { networkFee: '1', vsize: 1, feeRate: 2, worstCost: '0' } } },
      /differs from the one shown/,
    ],
    [
      'a promise twice',
      { promises: ([first]) => (first === undefined ? [] : [first, first]) },
      /another promise or exit/,
    ],
    ['a rung less', { answer: { tickets: prepared().tickets.slice(0, 1) } }, /A rung is not the one/],
  ];
  it.each(lies)('with %s is refused', (_, lie, why) => {
    const said = reviewBid(prepared(lie), intent).review.mismatches;
    expect(said.length).toBeGreaterThan(0);
    expect(said.join(' ')).toMatch(why);
  });

  it('has the key the wallet signs scripts with', () => {
    const of = (signingKey: BidIntent['signingKey'], who = taproot) =>
      signingKeyOf({ ...intent, signingKey, address: who.address, publicKey: who.publicKey });
    expect([of('internal'), of('output'), of('internal', bidder)]).toEqual([
      { signingKey: 'internal' },
      {},
      {},
    ]);
  });
});

const lock = lockOf(ticketAt(0));
const coin: Coin = {
  outpoint: outpoint(id(9, 'f') as Txid, 1),
  value: sats(200_000n),
  script: lock.script,
  assets: [],
};
const lot = mrc20Coin(seller, 5, 200n * EIGHT);
const sale = {
  ...({ network: 'regtest', book: 'mrc20', tick: 'MAN', assetId: MRC20_ASSET, highFee: false } as const),
  ...{ sellerAddress: seller.address, publicKey: seller.publicKey, feeRateSatVb: RATE },
  bids: [
    {
      orderId: id(1),
      price: sats(200_000n),
      units: amount(200n * EIGHT * TEN),
      free: false,
      lot: { outpoint: lot.outpoint, inscriptionId: '' },
    },
  ],
};

interface FillLie {
  readonly payTo?: Uint8Array;
  readonly service?: bigint;
  readonly rate?: number;
  readonly answer?: Partial<PreparedFills['transactions'][number]>;
}

function fills({
  payTo = seller.script,
  service = 2_000n,
  rate = RATE,
  answer = {},
}: FillLie = {}): PreparedFills {
  const given = payTo === seller.script ? seller : thief;
  const plan = planFill({
    ...{ lock, coin, lot: { ...lot, script: payTo }, sellerScript: payTo, sellerKey: given.key },
    serviceFee: { script: operator.script, value: sats(service) },
    feeRateSatVb: rate,
  });
  const built = buildFill(plan);
  const proceeds = plan.proceeds.toString();
  return {
    saleId: '0b0e7a52-9f0a-4d86-a1d5-8c1f6b1f0002',
    transactions: [
      {
        ...{
          orderId: id(1),
          tradeId: '0b0e7a52-9f0a-4d86-a1d5-8c1f6b1f0003',
          ticket: ticketToWire(lock.ticket),
        },
        ...{ psbtRaw: bytesToHex(built.psbt), toSignInputs: [...built.toSign] },
        ...{ coins: [coin, lot].map(coinToWire), proceeds, networkFee: built.fee.toString() },
        ...{
          vsize: built.vsize,
          feeRate: RATE,
          serviceFee: service.toString(),
          feeAddress: operator.address,
        },
        ...answer,
      },
    ],
    total: proceeds,
    expiresAt: 0,
  };
}

describe('a sale into a bid', () => {
  it('brings what it says, part by part', () => {
    const review = reviewSale(fills(), sale);
    expect(review.mismatches).toEqual([]);
    const parts = review.sum?.parts ?? [];
    expect(parts.map(({ value }) => value)).toEqual([200_000n, -2_000n, -review.networkFee, 0n]);
    const [get] = review.get;
    expect(get?.kind === 'sats' ? get.value : 0n).toBe(198_000n - review.networkFee);
  });
  it.each<readonly [string, FillLie]>([
    ['a service fee above the one shown', { service: 5_000n }],
    ['a higher network fee', { rate: 50 }],
    ['proceeds that go to somebody else', { payTo: thief.script }],
    ['less than it said', { answer: { proceeds: '1' } }],
    ['the ticket of another bid', { answer: { ticket: ticketToWire(ticketAt(1)) } }],
    ['another order', { answer: { orderId: id(2) } }],
  ])('with %s is refused', (_, lie) => {
    expect(reviewSale(fills(lie), sale).mismatches.length).toBeGreaterThan(0);
  });
});

describe('the cancel of locks', () => {
  const plan = planCancelLocks({ locks: [{ lock, coin }], feeRateSatVb: RATE });
  const built = buildCancelLocks(plan);
  const home: PreparedBidCancel = {
    ...{
      cancelId: id(1),
      bidId: id(2),
      orderIds: [id(3)],
      tickets: [ticketToWire(lock.ticket)],
      expiresAt: 0,
    },
    ...{ psbtRaw: bytesToHex(built.psbt), toSignInputs: [...built.toSign], coins: [coinToWire(coin)] },
    refund: plan.refund.toString(),
    fees: { networkFee: built.fee.toString(), vsize: built.vsize, feeRate: RATE },
  };
  const wanted = {
    ...({ network: 'regtest', book: 'mrc20', tick: 'MAN', assetId: MRC20_ASSET, kind: 'locks' } as const),
    ...{ address: bidder.address, publicKey: bidder.publicKey, bidId: id(2), feeRateSatVb: RATE },
    rungs: [{ orderId: id(3), outpoint: coin.outpoint as string }],
  };
  it('brings the locks home, less the network fee', () => {
    const { mismatches, get, networkFee } = reviewBidCancel(home, wanted);
    expect(mismatches).toEqual([]);
    expect(get).toEqual([expect.objectContaining({ value: sats(200_000n - networkFee) })]);
  });
  it.each([
    ['another lock', home, { ...wanted, rungs: [{ orderId: id(3), outpoint: `${id(7)}:1` }] }],
    ['a smaller refund', { ...home, refund: '1' }, wanted],
    ['somebody else’s lock', home, { ...wanted, address: thief.address }],
    ['another rate', home, { ...wanted, feeRateSatVb: 1 }],
  ] as const)('is refused with %s', (_, answer, asked) => {
    expect(reviewBidCancel(answer, asked).mismatches.length).toBeGreaterThan(0);
  });
});
