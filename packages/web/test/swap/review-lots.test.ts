/** The review of acts on a BRC-20 pool, from the bytes: what changes in the wallet, and every lie of an exchange that it forbids. */
import { coinToWire } from '@rialto/contract';
import { amount, bytesToHex, outpoint, sats } from '@rialto/protocols';
import type { AssetId, Coin, RuneAsset, Txid } from '@rialto/protocols';
import {
  assetScript,
  buildAct,
  coinsOfAct,
  planAddLots,
  planBuyLots,
  planRemoveLots,
  planSellLots,
  soloPool,
} from '@rialto/psbt';
import type { PoolAct } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import type { PoolTask } from '../../src/flows/pools/asked-of-pool.ts';
import type { PoolAsked, PoolIntent } from '../../src/flows/pools/pool-intent.ts';
import { reviewPool } from '../../src/flows/pools/review-pool.ts';
import { ASSET, cleanCoin, id, lotCoin, user } from '../fake/people.ts';

const me = user(31, 'p2tr');
const operator = user(32);
const thief = user(34);
const key = user(33, 'p2tr').key.slice(1);
const pool = soloPool(key);
const RATE = 2;

const poolCoin = (seed: number, value: bigint, assets: Coin['assets'] = []): Coin => ({
  ...{ outpoint: outpoint(id(seed, 'f') as Txid, 1), value: sats(value), script: pool.script, assets },
  height: 100,
});
const shares = (units: bigint): RuneAsset => ({
  ...{ kind: 'rune', asset: 'rune:100:7' as AssetId, name: 'SHARES', divisibility: 0 },
  amount: amount(units),
});
const lane = poolCoin(1, 1_000_000n);
const shareCoin = poolCoin(2, 546n, [shares(10n ** 15n)]);
/** Of the pool's: each on a script that an earlier act made. */
const ready = (seed: number, units: bigint) => {
  const script = assetScript({ key }, outpoint(id(seed, 'e') as Txid, 0));
  return { coin: { ...lotCoin(me, seed, units), script: script.pool.script }, script };
};
const step = (more: bigint) => ({
  coin: lane,
  next: { value: sats(lane.value + more), amount: amount(0n) },
});
const fee = (value: bigint) => ({ script: operator.script, value: sats(value) });
const common = { pool, token: ASSET, feeRateSatVb: RATE };
const payer = { script: me.script, key: me.key, coins: [cleanCoin(me, 1, 400_000n)] };

/** 546 for the service, 1,000 for new lots. */
const buying = (more = 98_454n) =>
  planBuyLots({
    ...common,
    ...{ payer, lots: [ready(11, 1_000n), ready(12, 250n)], lanes: [step(more)], serviceFee: fee(1_546n) },
  });
const selling = (lots = [lotCoin(me, 21, 700n), lotCoin(me, 22, 50n)]) =>
  planSellLots({
    ...common,
    ...{ seller: me, lots, lanes: [step(-50_546n)], serviceFee: fee(546n), keys: { key } },
  });
const adding = () =>
  planAddLots({
    ...common,
    ...{ payer, lots: [lotCoin(me, 21, 700n)], keys: { key }, shareCoin, lanes: [step(120_000n)] },
    ...{ shares: amount(77_000n), serviceFee: undefined },
  });
const removing = () =>
  planRemoveLots({
    ...common,
    ...{ holder: me, lots: [ready(11, 1_000n)], shareCoin, lanes: [step(-60_000n)], serviceFee: undefined },
    ...{ coins: [{ ...cleanCoin(me, 5, 546n), assets: [shares(9_000n)] }], shares: amount(9_000n) },
  });

function taskOf(act: PoolAct, says: Partial<PoolTask>): PoolTask {
  const built = buildAct(act);
  return {
    ...{ buildId: '00000000-0000-4000-8000-000000000001', type: 'x2', expiresAt: 0 },
    rawPsbt: bytesToHex(built.psbt),
    toSignInputs: built.toSign.map((one) => ({ ...one })),
    coins: coinsOfAct(act).map(coinToWire),
    ...{ amount1: '0', amount2: '0', equity: '0', serviceFee: '0', restockFee: '0', lots: [] },
    minerFee: built.fee.toString(),
    ...says,
  };
}

const intentOf = (asked: PoolAsked, lots: readonly Coin[] = []): PoolIntent => ({
  ...({ network: 'regtest', address: me.address, publicKey: me.publicKey, feeRateSatVb: RATE } as const),
  ...({ kind: 'swap', token: 'ordi', asset: ASSET, name: 'ordi', divisibility: 18 } as const),
  keys: bytesToHex(key),
  lots: lots.map((coin) => coin.outpoint),
  ...asked,
});

const BUY = {
  amount1: '100000',
  amount2: '1250',
  lots: ['1000', '250'],
  serviceFee: '546',
  restockFee: '1000',
};
const SELL: Partial<PoolTask> = {
  type: '2x',
  amount1: '50000',
  amount2: '750',
  lots: ['700', '50'],
  serviceFee: '546',
};
const buy = intentOf({ act: 'swap', type: 'x2', amount: '1250', other: '100000' });
const sale = selling();
const sell = intentOf({ act: 'swap', type: '2x', amount: '750', other: '50000' }, sale.lots?.coins);

describe('says what goes and what comes, to the sat and to the lot', () => {
  it('of a purchase: the lots come with the sats they lie on', () => {
    const task = taskOf(buying(), BUY);
    const paid = -100_000n - BigInt(task.minerFee) + 1_092n;
    expect(reviewPool(task, buy)).toMatchObject({
      ...{ sats: paid, units: 1_250n, lotSats: 1_092n, lots: [1_000n, 250n] },
      ...{ serviceFee: 546n, restockFee: 1_000n, worse: 0, mismatches: [] },
    });
  });
  it('of a sale: they go with them', () => {
    const task = taskOf(sale, SELL);
    const paid = 50_000n - BigInt(task.minerFee) - 1_092n;
    expect(reviewPool(task, sell)).toMatchObject({
      sats: paid,
      units: -750n,
      lotSats: -1_092n,
      mismatches: [],
    });
  });
  it('of an addition and of a removal', () => {
    const added = taskOf(adding(), {
      ...{ type: 'add', amount1: '120000', amount2: '700', equity: '77000', lots: ['700'] },
    });
    const asked = {
      ...({ act: 'add', source: 'token2', amount: '700', other: '120000', shares: '77000' } as const),
    };
    const lots = [lotCoin(me, 21, 700n)];
    expect(reviewPool(added, intentOf(asked, lots))).toMatchObject({
      ...{ units: -700n, shares: 77_000n, worse: 0, mismatches: [] },
    });
    // A sixth of what is paid was not in the form.
    expect(reviewPool(added, intentOf({ ...asked, other: '100000' }, lots)).worse).toBe(1_666);
    const removed = taskOf(removing(), {
      ...{ type: 'remove', amount1: '60000', amount2: '1000', equity: '9000', lots: ['1000'] },
    });
    const brings = { sats: '61000', units: '1000', reserves: ['100000', '10000'] } as const;
    expect(reviewPool(removed, intentOf({ act: 'remove', shares: '9000', brings }))).toMatchObject({
      ...{ units: 1_000n, shares: -9_000n, worse: 140, mismatches: [] },
    });
  });
});

describe('forbids a purchase', () => {
  it.each<[string, PoolAct, Partial<PoolTask>, RegExp]>([
    ['of fewer tokens than were said', buying(), { amount2: '1251' }, /something other than you were told/],
    ['for more money than was said', buying(99_454n), {}, /something other than you were told/],
    ['of another sum than was shown', buying(), { amount2: '1000', lots: ['1000'] }, /other lots/],
    ['of lots that are not those it says', buying(), { lots: ['1150', '100'] }, /other lots/],
    ['with a service fee in the fee for lots', buying(), { restockFee: '900' }, /service fee/],
    ['of another kind', buying(), { type: '1x' }, /different action/],
  ])('%s', (_what, act, lie, words) => {
    expect(reviewPool(taskOf(act, { ...BUY, ...lie }), buy).mismatches.join(' ')).toMatch(words);
  });

  it('whose lots come to somebody else', () => {
    const act = buying();
    if (act.lots === undefined) throw new Error('a purchase moves lots');
    const astray = { ...act, lots: { ...act.lots, to: thief.script } };
    expect(reviewPool(taskOf(astray, BUY), buy).mismatches.join(' ')).toMatch(
      /would not go where they belong/,
    );
  });
  it('whose other outputs change places: the lots land on the change', () => {
    const act = buying();
    const [change, ...rest] = act.userOutputs;
    if (act.lots === undefined || change === undefined) throw new Error('a purchase has lots and change');
    const swapped = { ...act, lots: { ...act.lots, to: operator.script }, userOutputs: [change, ...rest] };
    const turned = { ...swapped, serviceFee: { script: me.script, value: sats(1_546n) } };
    expect(reviewPool(taskOf(turned, BUY), buy).mismatches).not.toEqual([]);
  });
  it('that spends a coin of the user’s with something on it', () => {
    const act = buying();
    const carrying = { ...lotCoin(me, 40, 9n), value: sats(600n) };
    const change = act.userOutputs.map((one) => ({ ...one, value: sats(one.value + 600n) }));
    const more = { ...act, userCoins: [...act.userCoins, carrying], userOutputs: change };
    expect(reviewPool(taskOf(more, BUY), buy).mismatches.join(' ')).toMatch(/holds an asset/);
  });
  it('on the coins of another pool', () => {
    const other = { ...buy, keys: bytesToHex(user(35, 'p2tr').key.slice(1)) };
    expect(reviewPool(taskOf(buying(), BUY), other).mismatches.join(' ')).toMatch(/someone else’s coin/);
  });
  it('whose fee for new lots no stock ever pays', () => {
    const dear = planBuyLots({
      ...common,
      ...{
        payer,
        lots: [ready(11, 1_000n), ready(12, 250n)],
        lanes: [step(50_000n)],
        serviceFee: fee(50_000n),
      },
    });
    const says = { ...BUY, serviceFee: '546', restockFee: '49454' };
    expect(reviewPool(taskOf(dear, says), buy).mismatches).toEqual([
      'The service fee is higher than the one you were shown.',
    ]);
  });
});

describe('forbids a sale', () => {
  it('of another lot than was chosen, though it holds as much', () => {
    const act = selling([lotCoin(me, 21, 700n), lotCoin(me, 23, 50n)]);
    expect(reviewPool(taskOf(act, SELL), sell).mismatches).toEqual([
      'It moves other lots than you were shown. Go back and choose again.',
    ]);
  });
  it('of one lot more than was chosen', () => {
    const act = selling([lotCoin(me, 21, 700n), lotCoin(me, 22, 50n), lotCoin(me, 23, 5n)]);
    const says = { ...SELL, amount2: '755', lots: ['700', '50', '5'] };
    expect(reviewPool(taskOf(act, says), sell).mismatches.join(' ')).toMatch(/other lots/);
  });
  it('whose lots go to somebody else, or to a script that this act does not make', () => {
    if (sale.lots === undefined) throw new Error('a sale moves lots');
    for (const to of [thief.script, ready(50, 1n).coin.script, pool.script]) {
      const astray = taskOf({ ...sale, lots: { ...sale.lots, to } }, SELL);
      expect(reviewPool(astray, sell).mismatches.join(' ')).toMatch(/would not go where they belong/);
    }
  });
  it('that pays somebody else', () => {
    const [paid, ...rest] = sale.userOutputs;
    if (paid === undefined) throw new Error('a seller is paid');
    const astray = { ...sale, userOutputs: [...rest, { ...paid, script: thief.script }] };
    expect(reviewPool(taskOf(astray, SELL), sell).mismatches.join(' ')).toMatch(
      /something other than you were told/,
    );
  });
  it('that wants other inputs signed', () => {
    const { toSignInputs } = taskOf(sale, SELL);
    const task = taskOf(sale, { ...SELL, toSignInputs: toSignInputs.slice(1) });
    expect(reviewPool(task, sell).mismatches.join(' ')).toMatch(/other inputs/);
  });
});
