/** The rules by themselves: which deposit fits its order, when MVC stands still, and what an asset has to be before it is added. */
import { DEPOSIT_MACHINE, bridgeQuote } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { describe, expect, it } from 'vitest';
import { standsStill } from '../../src/bridge/assets/stands-still.ts';
import { goesBack } from '../../src/bridge/exits/exit-of.ts';
import { isDeep } from '../../src/bridge/follow/heights.ts';
import { misfitOf } from '../../src/bridge/follow/judge.ts';
import { onCoin } from '../../src/bridge/follow/read-btc.ts';
import { depositView } from '../../src/bridge/reads/order-view.ts';
import { isStray } from '../../src/bridge/reads/is-stray.ts';

const FEE = { ppm: 2_000n, constant: 500n, network: 2_000n };
const ASSET: BridgeAsset = {
  ...{ id: 'btc', origin: { network: 'BTC' }, decimals: 8, symbol: 'BTC', trim: 2 },
  token: { codehash: '', genesis: '', name: 'w', symbol: 'w', supply: 1_000_000n },
  ...{ minimum: 20_000n, maximum: 100_000n, fees: { mint: FEE, redeem: FEE } },
  tiers: [
    { upTo: 50_000n, btc: 1, mvc: 2 },
    { upTo: undefined, btc: 3, mvc: 4 },
  ],
  ...{ hourCap: 100_000n, dayCap: 100_000n, exposure: 0n, mostPayoutFee: 1n },
};

const judged = (amount: bigint, order: object = {}, more: object = {}) => {
  const deposit = { name: 'this', amount, mixed: false, status: 'confirming' };
  const all = { deposit, order: { amount: null, least: 0n, direction: 'mint', receiver: 'his', ...order } };
  const given = { payments: [deposit], ...all, ...more };
  return misfitOf(ASSET, given as unknown as Parameters<typeof misfitOf>[1], new Set(['ours']));
};
const before = (amount: bigint, more: object = {}) => ({
  payments: [
    { name: 'other', amount, mixed: false, status: 'refused', isPaidOut: false, ...more },
    { name: 'this', amount: 30_000n, mixed: false, status: 'confirming', isPaidOut: false },
  ],
});

describe('a deposit', () => {
  it('fits, or says why not', () => {
    expect(judged(30_000n)).toBe(undefined);
    expect(judged(30_000n, {}, { order: null })).toBe('bridge-order-unknown');
    expect(judged(30_000n, { amount: 30_100n })).toBe('bridge-amount-differs');
    expect(judged(30_050n)).toBe('bridge-digits-lost');
    expect(judged(19_900n)).toBe('bridge-under-minimum');
    expect(judged(100_100n)).toBe('bridge-over-maximum');
    const { out } = bridgeQuote(ASSET, 'mint', 30_000n);
    expect(judged(30_000n, { least: out })).toBe(undefined);
    expect(judged(30_000n, { least: out + 1n })).toBe('bridge-terms-differ');
    expect(judged(30_000n, { receiver: 'ours' })).toBe('not-yours');
    const mixed = { name: 'this', amount: 0n, mixed: true, direction: 'mint' };
    expect(judged(30_000n, {}, { deposit: mixed })).toBe('lot-mixed');
  });

  it('comes after another of its order that fits by itself, and after no dust with its id', () => {
    expect(judged(30_000n, {}, before(40_000n))).toBe('bridge-paid-before');
    expect(judged(30_000n, { amount: 30_000n }, before(30_000n))).toBe('bridge-paid-before');
    // Anybody can pay that for an order of somebody else.
    expect(judged(30_000n, { amount: 30_000n }, before(29_000n))).toBe(undefined);
    expect(judged(30_000n, {}, before(546n))).toBe(undefined);
    expect(judged(30_000n, {}, before(40_000n, { mixed: true }))).toBe(undefined);
    expect(judged(30_000n, { least: 27_000n }, before(25_000n))).toBe(undefined);
    expect(judged(30_000n, {}, before(40_000n, { status: 'refunded' }))).toBe(undefined);
  });

  it('is never paid where a payout was signed for another, whatever the fees are now', () => {
    expect(judged(30_000n, {}, before(546n, { status: 'paying', isPaidOut: true }))).toBe(
      'bridge-paid-before',
    );
    const { payments } = before(40_000n, { isPaidOut: true });
    expect(judged(30_000n, {}, { payments: payments.toReversed() })).toBe('bridge-paid-before');
  });

  it('is deep enough by its own chain and its own amount', () => {
    const known = { asset: ASSET };
    const of = (direction: 'mint' | 'redeem', amount: bigint, height: number | null) =>
      isDeep(known, { direction, amount, height }, { btc: 100, mvc: 200 });
    expect(of('mint', 50_000n, 100)).toBe(true);
    expect(of('mint', 50_001n, 99)).toBe(false);
    expect(of('mint', 50_001n, 98)).toBe(true);
    expect(of('redeem', 50_000n, 200)).toBe(false);
    expect(of('redeem', 50_000n, 199)).toBe(true);
    expect(of('mint', 50_000n, null)).toBe(false);
  });

  it('is what lies on its coin alone', () => {
    const rune = { asset: { ...ASSET, origin: { network: 'RUNES', rune: '840000:1' } as const } };
    const of = (asset: string, amount = 5n) => ({ kind: 'rune', asset, amount }) as never;
    expect(onCoin({ asset: ASSET }, 546n, [])).toEqual({ amount: 546n, mixed: false });
    expect(onCoin({ asset: ASSET }, 546n, [of('rune:840000:1')])).toEqual({ amount: 0n, mixed: true });
    expect(onCoin(rune, 546n, [of('rune:840000:1')])).toEqual({ amount: 5n, mixed: false });
    expect(onCoin(rune, 546n, [of('rune:840000:1'), of('rune:840000:2')])).toEqual({
      amount: 0n,
      mixed: true,
    });
    expect(onCoin(rune, 546n, [])).toEqual({ amount: 0n, mixed: false });
  });

  it('counts for nothing where MRC-20 lies on dust, or indexes may disagree', () => {
    const deploy = `${'a'.repeat(64)}i0`;
    const mrc20 = { asset: { ...ASSET, origin: { network: 'MRC20', mrc20: deploy } as const } };
    const on = [{ kind: 'mrc20', asset: `mrc20:${deploy}`, amount: 5n }] as never;
    expect(onCoin(mrc20, 546n, on)).toEqual({ amount: 5n, mixed: false });
    expect(onCoin(mrc20, 545n, on)).toEqual({ amount: 0n, mixed: true });
    expect(onCoin(mrc20, 546n, on, true)).toEqual({ amount: 0n, mixed: true });
  });
});

describe('what goes back', () => {
  const [HIS, THEIRS, LEGACY] = [
    `0014${'11'.repeat(20)}`,
    `0014${'22'.repeat(20)}`,
    `76a914${'33'.repeat(20)}88ac`,
  ];
  const own = new Set([THEIRS]);
  const heights = { btc: 1_200, mvc: 1_200 };
  const paid = {
    ...{ name: 'one', direction: 'mint', amount: 30_000n, mixed: false },
    ...{ origin: HIS, height: 150 },
  };
  /** @param refund that the terms of its order name */
  function said(change: object = {}, refund?: string) {
    const deposit = { ...paid, status: 'refused', orderId: 'order', ...change } as never;
    const known = { asset: ASSET } as Parameters<typeof depositView>[0];
    return {
      to: goesBack(known, deposit, { refund, own })?.receiver,
      shown: depositView(known, deposit, { exits: [], made: new Map(), heights, own, refund }).refundable,
      isStray: isStray(known, { deposit, refund }, { own, heights }),
    };
  }
  const [back, stray] = ['28000', { to: undefined, shown: '0', isStray: true }];

  it('is what is refused, to whom its terms name, else to its payer', () => {
    expect(said({}, LEGACY.replace('76a914', '0014').replace('88ac', ''))).toMatchObject({
      shown: back,
      isStray: false,
    });
    expect(said({ orderId: null })).toEqual({ to: HIS, shown: back, isStray: false });
    // Its terms have had their time.
    expect(said()).toEqual({ to: HIS, shown: back, isStray: false });
  });

  it('is nothing that is paid out or on its way, whatever could go back', () => {
    for (const status of DEPOSIT_MACHINE.states.filter((state) => state !== 'refused'))
      expect(said({ status }, HIS).shown, status).toBe('0');
  });

  it('waits for its terms where they may be shown yet, and is no stray till then', () => {
    expect(said({ height: 202 })).toMatchObject({ shown: '0', isStray: false });
    expect(said({ height: 201 })).toMatchObject({ shown: back, isStray: false });
    expect(said({ height: 202, origin: '' })).toMatchObject({ shown: '0', isStray: false });
  });

  it('is a stray where nobody can be paid, or nothing would be left', () => {
    // A key's hash on Bitcoin is nobody whom the bridge pays.
    expect(said({ origin: LEGACY })).toEqual(stray);
    expect(said({ origin: '' })).toEqual(stray);
    expect(said({ origin: THEIRS })).toEqual(stray);
    expect(said({ mixed: true, amount: 0n }, HIS)).toMatchObject({ shown: '0', isStray: true });
    expect(said({ amount: 1_999n, height: 1_199 })).toMatchObject({ shown: '0', isStray: true });
  });
});

it('MVC stands still when its last block is older than that, and never where blocks come when somebody wants one', async () => {
  const at = (oldestTipSeconds: number | undefined, time: number) =>
    standsStill({
      mvc: {
        ...{ settings: { oldestTipSeconds }, now: () => 20_000_000 },
        ledger: { tip: () => Promise.resolve({ time }) },
      },
    } as unknown as Parameters<typeof standsStill>[0]);
  expect(await at(10_800, 20_000 - 10_800)).toBe(false);
  expect(await at(10_800, 20_000 - 10_801)).toBe(true);
  expect(await at(undefined, 0)).toBe(false);
});
