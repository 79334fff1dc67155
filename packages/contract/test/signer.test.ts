/** The signer's protocol: what a request may hold, and that a plan goes over it and back exactly. */
import { hexToBytes, outpoint, sats } from '@rialto/protocols';
import type { Coin, Txid } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import type { PlainTicket } from '../src/wire/wire-ticket.ts';
import { MAX_LOTS, MOST_LOCKED_COINS, SignerRequest, planFromWire, planToWire } from '../src/index.ts';
import type { CosignRequest, PlannedTake } from '../src/index.ts';

const script = hexToBytes(`0014${'ab'.repeat(20)}`);
const coin = (n: number): Coin => {
  const point = outpoint(n.toString(16).padStart(64, '0') as Txid, n);
  return { outpoint: point, value: sats(1000n + BigInt(n)), script, assets: [], height: 1 };
};

const plan: PlannedTake = {
  lots: [{ coin: coin(1), price: sats(20_000n), payScript: script, sequence: 0xfffffffd }],
  buyerScript: script,
  buyerKey: hexToBytes(`02${'cd'.repeat(32)}`),
  pad: { coin: coin(2), platform: true },
  payments: [coin(3), coin(4)],
  serviceFee: { script, value: sats(2000n) },
  feeRateSatVb: 2.5,
  change: sats(700n),
};

const trade: CosignRequest = {
  tradeId: 'f7c3de3d-1fea-4d7c-a8b0-29f63c4c3454',
  unsigned: '0200',
  plan: planToWire(plan, ({ outpoint: point }) => point),
  sellerWitnesses: [['aa', 'bb']],
  buyerWitnesses: [null, null, ['cc'], ['dd']],
};

const parses = (changed: Partial<Record<keyof CosignRequest, unknown>>): boolean =>
  SignerRequest.safeParse({ op: 'cosign', trade: { ...trade, ...changed } }).success;

/** What a lock is to this package: its ticket. */
const bare = (ticket: PlainTicket) => ({ ticket });

describe('a plan on the wire', () => {
  it.each([
    ['all of it', plan],
    ['no service fee, no change', { ...plan, serviceFee: undefined, change: undefined }],
  ])('comes back as it was: %s', (_, one) => {
    const known = new Map([1, 2, 3, 4].map((n) => [coin(n).outpoint, coin(n)]));
    const text = JSON.stringify(planToWire(one, ({ outpoint: point }) => point));
    const read = SignerRequest.parse({
      op: 'cosign',
      trade: { ...trade, plan: JSON.parse(text) as unknown },
    });
    if (read.op !== 'cosign') throw new Error('another request');
    expect(planFromWire(read.trade.plan, (point) => known.get(point) ?? coin(9), bare)).toEqual(one);
  });

  it('names a coin the reader does not know: what the reader throws is thrown', () => {
    const gone = (): Coin => {
      throw new Error('removed');
    };
    expect(() => planFromWire(trade.plan, gone, bare)).toThrow('removed');
  });
});

describe('a request to co-sign', () => {
  it('is read, and takes no word about a coin', () => {
    expect(parses({})).toBe(true);
    const whole = planToWire(plan, (one) => ({ outpoint: one.outpoint, value: one.value.toString() }));
    expect(parses({ plan: whole })).toBe(false);
  });

  it.each<[string, Partial<Record<keyof CosignRequest, unknown>>]>([
    ['no lot', { plan: { ...trade.plan, lots: [] } }],
    ['too many lots', { plan: { ...trade.plan, lots: Array(MAX_LOTS + 1).fill(trade.plan.lots[0]) } }],
    ['more than all money', { plan: { ...trade.plan, change: '2100000000000001' } }],
    ['a negative amount', { plan: { ...trade.plan, change: '-1' } }],
    ['a script that is no hex', { plan: { ...trade.plan, buyerScript: 'xyz' } }],
    ['a point that is none', { plan: { ...trade.plan, pad: { coin: 'there', platform: true } } }],
    ['no fee rate', { plan: { ...trade.plan, feeRateSatVb: 0 } }],
    ['a trade id that is none', { tradeId: '1' }],
    ['a long witness', { sellerWitnesses: [['aa', 'aa', 'aa', 'aa', 'aa']] }],
  ])('is refused with %s', (_, changed) => {
    expect(parses(changed)).toBe(false);
  });
});

it('an exit of the bridge spends a hundred locked coins at most', () => {
  const points = (count: number) => Array.from({ length: count }, (_, at) => coin(at).outpoint);
  const isTaken = (count: number): boolean => {
    const deposit = `mvc:${'ab'.repeat(32)}:0`;
    const pay = { asset: 'btc', deposit, at: coin(1).outpoint, kind: 'payout', feeRateSatVb: 5 };
    const request = { op: 'bridgePay', pay: { ...pay, locked: points(count), fees: points(1) } };
    return SignerRequest.safeParse(request).success;
  };
  expect([MOST_LOCKED_COINS, isTaken(100), isTaken(101)]).toEqual([100, true, false]);
});
