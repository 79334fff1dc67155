/** A stranger's coin at the pool's script goes home with all that is on it, and nothing of the pool's. */
import { describe, expect, it } from 'vitest';
import { sats, virtualSize } from '@rialto/protocols';
import type { CoinAsset } from '@rialto/protocols';
import { asMade, effects, partyOf } from '../../src/index.ts';
import { buildReturn, finishReturn, payReturn, planReturn, signReturn } from '../../src/pool/return-coin.ts';
import type { ReturnPlan } from '../../src/pool/return-coin.ts';
import { coin, mrc20On, pinOn, plainAsset, refusalOf, transferAsset, user } from '../people.ts';
import { foreign, operator, poolCoin, share, traded } from './acts.ts';
import type { OwnedPool } from './acts.ts';
import { EACH_POOL, read } from './dissolutions.ts';

type ReturnRequest = Parameters<typeof planReturn>[0];

const stranger = user('stranger', 'p2tr');
const payer = { script: operator.script, key: operator.key, coins: [coin('money', operator, 30_000n)] };

function requestOf(of: OwnedPool, assets: readonly CoinAsset[], value = 10_000n): ReturnRequest {
  return {
    pool: of.pool,
    coin: poolCoin(of, 'stranger’s', value, assets),
    own: [traded(1n).asset, share(1n).asset],
    receiver: stranger.script,
    operator: payer,
    feeRateSatVb: 2,
  };
}

const halvesOf = (plan: ReturnPlan, of: OwnedPool) => ({
  pool: of.signers.map(({ secret }) => signReturn(plan, buildReturn(plan), secret)),
  operator: payReturn(plan, buildReturn(plan), operator.secret),
});

describe.each(EACH_POOL)('a stranger’s coin at a pool of %s', (_, of) => {
  it.each([
    ['an inscription', [plainAsset('i', 330n)]],
    ['a BRC-20 transfer', [transferAsset('t')]],
    ['a PIN', [pinOn('p')]],
    ['a rune that is not the pool’s', [foreign(7n)]],
    ['MRC-20 and an inscription', [mrc20On('MAN', 5n), plainAsset('i')]],
  ])('works: %s', (_name, assets) => {
    for (const value of [10_000n, 400n]) {
      const request = requestOf(of, assets, value);
      const plan = planReturn(request);
      const tx = read(finishReturn(plan, halvesOf(plan, of)));
      expect(tx.outputs[0]).toEqual({ value: value < 546n ? 546n : value, script: stranger.script });
      const coins = [plan.coin, ...plan.payments];
      const does = effects(tx, coins, asMade(tx, coins));
      expect(partyOf(does, stranger.script).gets).toHaveLength(assets.length);
      expect(partyOf(does, stranger.script).gets.every(({ index }) => index === 0)).toBe(true);
      expect([does.toFee, does.burned]).toEqual([[], []]);
      expect(does.fee).toBeGreaterThanOrEqual(BigInt(2 * virtualSize(tx)));
      expect(does.fee).toBeLessThanOrEqual(BigInt(2 * virtualSize(tx) + 8));
    }
  });

  it('asserts and refuses', () => {
    const request = requestOf(of, [plainAsset('i')]);
    const code = (change: Partial<ReturnRequest>): string =>
      refusalOf(() => planReturn({ ...request, ...change }));
    expect(code({})).toBe('accepted');
    for (const own of [traded(1n), share(1n)])
      expect(code({ coin: { ...request.coin, assets: [own, plainAsset('i')] } })).toBe('lot-mixed');
    expect(code({ coin: { ...request.coin, assets: [] } })).toBe('bad-request');
    const { height: _height, ...waiting } = request.coin;
    expect(code({ coin: waiting })).toBe('coin-unconfirmed');
    expect(code({ coin: { ...request.coin, script: stranger.script } })).toBe('script-not-allowed');
    expect(code({ receiver: of.pool.script })).toBe('bad-request');
    expect(code({ receiver: Uint8Array.of(0x51) })).toBe('script-not-allowed');
    expect(code({ operator: { ...payer, coins: [] } })).toBe('insufficient-funds');
    expect(code({ operator: { ...payer, key: stranger.key } })).toBe('not-yours');
  });

  it('the assertion fires', () => {
    const plan = planReturn(requestOf(of, [transferAsset('t')]));
    const halves = halvesOf(plan, of);
    expect(refusalOf(() => finishReturn(plan, { ...halves, pool: [] }))).toBe('signature-missing');
    expect(() => finishReturn(plan, { ...halves, operator: [] })).toThrow('invariant: input 1 (owner)');
    const away = { ...plan, receiver: user('thief', 'p2tr').script };
    expect(() => finishReturn(away, halves)).toThrow('invariant: input 0 (exchange)');
    // A rune on the operator's coin, unnoticed until now, would go to the stranger.
    const payments = plan.payments.map((one) => ({ ...one, assets: [foreign(1n)] }));
    expect(() => finishReturn({ ...plan, payments }, halves)).toThrow('invariant: the effects');
    const secret = of.signers[0]?.secret ?? new Uint8Array(32);
    const bent = buildReturn({ ...plan, change: { value: sats(1_000n), script: operator.script } });
    expect(refusalOf(() => signReturn(plan, bent, secret))).toBe('psbt-changed');
    expect(refusalOf(() => payReturn(plan, bent, operator.secret))).toBe('psbt-changed');
  });
});
