/** What a hostile user, server or stranger tries with a BRC-20 pool (pools §12), and the rule that stops each of it. */
import { describe, expect, it } from 'vitest';
import { amount, brc20Asset, bytesToHex, inscriptionId, sats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { effects, partyOf } from '../../../src/index.ts';
import { bodyOf, coinsOf, transactionOf } from '../../../src/draft/draft.ts';
import { planBuyLots } from '../../../src/pool/brc20/buy-lots.ts';
import { planInitLots } from '../../../src/pool/brc20/init-lots.ts';
import type { PoolLot } from '../../../src/pool/brc20/lot-step.ts';
import { planRemoveLots } from '../../../src/pool/brc20/remove-lots.ts';
import { planSellLots } from '../../../src/pool/brc20/sell-lots.ts';
import { contextOfAct, draftOfAct } from '../../../src/pool/pool-draft.ts';
import { planReturn } from '../../../src/pool/return-coin.ts';
import { coin, mrc20On, pinOn, plainAsset, refusalOf, transferAsset, txid } from '../../people.ts';
import {
  RATE,
  SOLO,
  SUPPLY,
  foreign,
  money,
  operator,
  poolCoin,
  serviceFee,
  share,
  shareCoinOf,
  traderOf,
} from '../acts.ts';
import { TOKEN, buyAct, earlierScript, keysOf, laneOf, poolLot, sellAct, step, userLot } from './lot-acts.ts';

const who = traderOf('p2tr');
const owned = SOLO;
const common = { pool: owned.pool, token: TOKEN, serviceFee, feeRateSatVb: RATE };
const payer = { script: who.script, key: who.key, coins: [money(who)] };
const OTHER = brc20Asset(inscriptionId(txid('deploy other'), 0));

const sell = (lots: readonly Coin[], lanes = [step(laneOf(owned), -30_000n)]): string =>
  refusalOf(() => planSellLots({ ...common, keys: keysOf(owned), seller: who, lots, lanes }));
const buy = (lots: readonly PoolLot[], lanes = [step(laneOf(owned), 30_000n)]): string =>
  refusalOf(() => planBuyLots({ ...common, payer, lots, lanes }));
const lots = (count: number): Coin[] => Array.from({ length: count }, (_, at) => userLot(who, at, 10n));
const ready = (count: number): PoolLot[] => Array.from({ length: count }, (_, at) => poolLot(owned, at, 10n));

describe('lots that come in', () => {
  const lot = userLot(who, 0, 10n);

  it('are unused transfers of the pool’s token, alone on confirmed coins of the user’s, four at most', () => {
    expect(sell([lot])).toBe('accepted');
    expect(sell(lots(4))).toBe('accepted');
    expect(sell(lots(5))).toBe('too-many-coins');
    expect(sell([])).toBe('bad-request');
    expect(sell([lot, lot])).toBe('duplicate-input');
    const { height: _, ...waiting } = lot;
    expect(sell([waiting])).toBe('coin-unconfirmed');
    expect(sell([userLot(operator, 0, 10n)])).toBe('not-yours');
    // Used, or never valid: on the coin all the same, and worth nothing.
    expect(sell([coin('used', who, 546n, [plainAsset('used')])])).toBe('not-a-lot');
    expect(sell([coin('clean', who, 546n)])).toBe('not-a-lot');
    expect(sell([coin('a rune', who, 546n, [foreign(1n)])])).toBe('not-a-lot');
    for (const more of [
      plainAsset('more', 5n),
      pinOn('pin'),
      mrc20On('MAN', 1n),
      foreign(1n),
      transferAsset('more'),
    ])
      expect(sell([{ ...lot, assets: [...lot.assets, more] }])).toBe('lot-mixed');
    expect(sell([coin('thin', who, 330n, lot.assets)])).toBe('too-small');
  });

  it('of another token, or of two, are none', () => {
    const [asset] = lot.assets;
    if (asset?.kind !== 'inscription' || asset.transfer === undefined) throw new Error('a transfer');
    const other = coin('other', who, 546n, [{ ...asset, transfer: { ...asset.transfer, asset: OTHER } }]);
    expect(sell([other])).toBe('lots-differ');
    expect(sell([lot, other])).toBe('lots-differ');
    expect(
      buy([{ ...poolLot(owned, 0, 10n), coin: { ...other, script: earlierScript(owned).pool.script } }]),
    ).toBe('lots-differ');
  });
});

describe('lots that go out', () => {
  it('lie where it is said, four at most, each once', () => {
    const [one, two] = ready(2);
    if (one === undefined || two === undefined) throw new Error('two lots');
    expect(buy(ready(4))).toBe('accepted');
    expect(buy(ready(5))).toBe('too-many-coins');
    expect(buy([])).toBe('bad-request');
    expect(buy([one, one])).toBe('duplicate-input');
    expect(buy([{ coin: one.coin, script: two.script }])).toBe('script-not-allowed');
    expect(buy([{ coin: { ...one.coin, assets: [] }, script: one.script }])).toBe('not-a-lot');
    const { height: _, ...waiting } = one.coin;
    expect(buy([{ coin: waiting, script: one.script }])).toBe('coin-unconfirmed');
    // What a stranger inscribes onto the pool's own script is no lot: that script signs lanes and shares alone.
    expect(
      buy([{ coin: poolCoin(owned, 'given', 546n, [transferAsset('given')]), script: one.script }]),
    ).toBe('script-not-allowed');
  });

  it('all of them reach the buyer, whatever an index missed on them too', () => {
    const act = buyAct({ owned, who, lots: 3 });
    const known = coinsOf(draftOfAct(act)).map((one, at) =>
      at < 3 ? { ...one, assets: [...one.assets, plainAsset(`missed ${at}`, 545n)] } : one,
    );
    const does = effects(transactionOf(bodyOf(draftOfAct(act))), known, contextOfAct(act));
    expect(partyOf(does, who.script).gets.filter(({ index }) => index === 0)).toHaveLength(6);
  });

  it('what an index missed on the coins that pay goes home, and never onto a lane', () => {
    for (const act of [buyAct({ owned, who, lots: 2 }), sellAct({ owned, who, lots: 2 })]) {
      const coins = coinsOf(draftOfAct(act)).map((one) =>
        bytesToHex(one.script) === bytesToHex(who.script) && one.assets.length === 0
          ? { ...one, assets: [plainAsset('missed', 100n)] }
          : one,
      );
      const does = effects(transactionOf(bodyOf(draftOfAct(act))), coins, contextOfAct(act));
      expect(partyOf(does, owned.pool.script).gets).toEqual([]);
    }
  });
});

describe('lanes and shares', () => {
  it('a lane holds sats alone, 10,000 at least, and goes the way of its act', () => {
    const on = (more: bigint, lane = laneOf(owned)) => [step(lane, more)];
    expect(sell(lots(1), on(-990_000n))).toBe('accepted');
    expect(sell(lots(1), on(-990_001n))).toBe('too-small');
    expect(sell(lots(1), on(-3_000n))).toBe('too-small');
    expect(sell(lots(1), on(0n))).toBe('bad-request');
    expect(sell(lots(1), on(1n))).toBe('bad-request');
    expect(sell(lots(1), [])).toBe('bad-request');
    expect(buy(ready(1), on(0n))).toBe('bad-request');
    expect(buy(ready(1), on(-1n))).toBe('bad-request');
    expect(buy(ready(1), [...on(1n), ...on(1n)])).toBe('duplicate-input');
    for (const asset of [share(5n), transferAsset('given'), plainAsset('given')])
      expect(buy(ready(1), on(30_000n, { ...laneOf(owned), assets: [asset] }))).toBe('lot-mixed');
    expect(buy(ready(1), on(30_000n, { ...laneOf(owned), script: operator.script }))).toBe(
      'script-not-allowed',
    );
  });

  it('an opening burns something, opens a lane, and hands out what is left', () => {
    const init = (over: Partial<Parameters<typeof planInitLots>[0]>) =>
      refusalOf(() =>
        planInitLots({
          ...common,
          keys: keysOf(owned),
          payer,
          lots: lots(1),
          shareCoin: shareCoinOf(owned, SUPPLY),
          lanes: [{ value: sats(40_000n) }],
          shares: amount(1_000_000n),
          burned: amount(1_000n),
          ...over,
        }),
      );
    expect(init({})).toBe('accepted');
    expect(init({ burned: amount(0n) })).toBe('bad-request');
    expect(init({ burned: amount(1_000_000n) })).toBe('too-small');
    expect(init({ lanes: [] })).toBe('bad-request');
    expect(init({ lanes: [{ value: sats(9_999n) }] })).toBe('too-small');
    expect(init({ lots: [] })).toBe('bad-request');
    expect(init({ shareCoin: poolCoin(owned, 'no share', 546n, []) })).toBe('not-a-lot');
    expect(init({ payer: { ...payer, coins: [] } })).toBe('insufficient-funds');
    expect(init({ serviceFee: { script: operator.script, value: sats(545n) } })).toBe('too-small');
    // Four lots leave room for one coin that pays.
    const small = [1, 2, 3].map((at) => coin(`small ${at}`, who, 30_000n));
    expect(init({ lots: lots(4), payer: { ...payer, coins: small } })).toBe('too-many-coins');
    expect(init({ lots: lots(3), payer: { ...payer, coins: small } })).toBe('accepted');
  });

  it('who leaves brings shares, as many as come back', () => {
    const remove = (held: Coin['assets'], shares: bigint, some = ready(1)) =>
      refusalOf(() =>
        planRemoveLots({
          ...common,
          lots: some,
          holder: who,
          coins: [coin('shares', who, 546n, held)],
          shareCoin: shareCoinOf(owned),
          lanes: [step(laneOf(owned), -40_000n)],
          shares: amount(shares),
        }),
      );
    expect(remove([share(500n)], 500n)).toBe('accepted');
    expect(remove([share(500n)], 500n, [])).toBe('accepted');
    expect(remove([share(500n)], 501n)).toBe('insufficient-funds');
    expect(remove([share(500n)], 0n)).toBe('bad-request');
    expect(remove([foreign(500n)], 500n)).toBe('lot-mixed');
    expect(remove([], 500n)).toBe('not-a-lot');
  });
});

describe('what strangers send', () => {
  it('a transfer of the pool’s own tokens is never sent away: it would take them along', () => {
    const { pool } = earlierScript(owned);
    const lies = { ...poolLot(owned, 0, 10n).coin, script: pool.script };
    const request = {
      pool,
      coin: lies,
      receiver: who.script,
      operator: { ...payer, ...operator, coins: [] },
      feeRateSatVb: 2,
    };
    expect(refusalOf(() => planReturn({ ...request, own: [TOKEN] }))).toBe('lot-mixed');
    expect(refusalOf(() => planReturn({ ...request, own: [OTHER] }))).toBe('insufficient-funds');
  });
});
