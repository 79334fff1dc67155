/** The review of a gathering reads bytes, not promises. */
import { amount, outpoint, sats } from '@rialto/protocols';
import type { AssetId, Coin, Txid } from '@rialto/protocols';
import { planGather, planRuneTransfer } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import { costAt } from '../../src/flows/own/own-cost.ts';
import { reviewOwn } from '../../src/flows/own/own-review.ts';
import type { OwnIntent } from '../../src/flows/own/own-review.ts';
import { cleanCoin, id, user } from '../fake/people.ts';
import { RATE, plans } from '../fake/prepared-own.ts';

const me = user(7);
const thief = user(66);
const TOKEN = 10n ** 18n;
const asked = { network: 'regtest', address: me.address, feeRateSatVb: RATE } as const;
const payer = (coins: readonly Coin[]) => ({ script: me.script, key: me.key, coins });

describe('coins with a rune', () => {
  const RUNE = 'rune:840000:1' as AssetId;
  const runeOn = (asset: AssetId) =>
    ({ kind: 'rune', asset, name: 'AMBER•PINE', divisibility: 2, amount: amount(10_00n) }) as const;
  const coins = Array.from({ length: 12 }, (_, at): Coin => {
    const point = outpoint(id(at + 1, 'b') as Txid, 0);
    return { outpoint: point, value: sats(546n), script: me.script, height: 100, assets: [runeOn(RUNE)] };
  });
  const money = [cleanCoin(me, 99, 50_000n)];
  const planned = planGather({ payer: payer(money), rune: RUNE, coins, feeRateSatVb: RATE });
  const intent: OwnIntent = { ...asked, act: 'gather', assetId: RUNE };

  it('are gathered: all of it comes to one coin of one’s own, for about what was said', () => {
    const review = reviewOwn(plans('gather', planned), intent);
    expect(review.mismatches).toEqual([]);
    const [one, change] = review.makes;
    expect(one).toMatchObject({ value: 546n, carries: [{ units: 120n * TOKEN, tick: 'AMBER•PINE' }] });
    expect(change?.carries).toEqual([]);
    const request = { kind: 'gather', assetId: RUNE, tick: 'AMBER•PINE', coins: 12, amount: '120' } as const;
    const about = Number(costAt(request, RATE) ?? 0n);
    expect(about).toBeGreaterThanOrEqual(Number(review.networkFee));
    expect(about).toBeLessThan(Number(review.networkFee) * 1.4);
  });
  it('are refused with another rune than was asked for, and as another act', () => {
    const other = { ...intent, assetId: 'rune:840001:1' };
    expect(reviewOwn(plans('gather', planned), other).mismatches.join()).toContain('does not spend the coin');
    expect(reviewOwn(plans('split', planned), intent).mismatches.join()).toContain('a different action');
  });
  it('are refused with a message, which could send them anywhere', () => {
    const sent = planRuneTransfer({
      payer: payer(money),
      coins,
      sends: [{ asset: RUNE, amount: amount(7_00n), script: thief.script }],
      feeRateSatVb: RATE,
    });
    expect(() => reviewOwn(plans('gather', sent), intent)).toThrow('unexpected token message');
  });
});
