/** Coins are told only when node and ledger are at one block, and only those one can spend. */
import { hexToBytes, sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { CoinAsset, Outpoint, Txid } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { atOneTip, loadCoinPage, loadCoins, loadPayingCoins } from '../src/index.ts';
import type { FollowedCoin, PageSource, Source, Tip } from '../src/index.ts';

const SCRIPT = hexToBytes(`0014${'33'.repeat(20)}`);
const point = (vout: number): Outpoint => `${'ab'.repeat(32)}:${vout}` as Outpoint;
const tipAt = (height: number): Tip => ({ height, hash: height.toString(16).padStart(64, '0') });
const pin: CoinAsset = { kind: 'pin', id: `${'ab'.repeat(32)}i0`, offset: sats(0n), path: '/x' };

interface Scene {
  /** Where node and ledger are at each question; the last holds for ever. */
  readonly node?: readonly number[];
  readonly ledger?: readonly number[];
  readonly coins?: readonly FollowedCoin[] | undefined;
  readonly spent?: readonly Outpoint[];
}

/** A node and a ledger at the ends of two ports. */
function sourceOf({
  node = [9],
  ledger = [9],
  coins,
  spent = [],
}: Scene): Source & PageSource & { asked(): number } {
  let asks = 0;
  let tips = 0;
  const at = (heights: readonly number[], turn: number): Tip =>
    tipAt(heights[Math.min(turn, heights.length - 1)] ?? 0);
  return {
    asked: () => asks,
    chain: {
      unspentAt: (points) => {
        const unspent = { value: sats(546n), script: SCRIPT, coinbase: false, height: 3 };
        const alive = points.filter((one) => !spent.includes(one));
        return Promise.resolve({ tip: at(node, asks), coins: new Map(alive.map((one) => [one, unspent])) });
      },
      spendingOf: (points) =>
        Promise.resolve(
          new Map(points.filter((one) => spent.includes(one)).map((one) => [one, 'x' as Txid])),
        ),
    },
    ledger: {
      assetsOn: (points) => {
        asks += 1;
        return Promise.resolve({
          tip: at(ledger, asks - 1),
          assets: new Map(points.map((one) => [one, [pin]])),
        });
      },
      coinsOf: () => Promise.resolve(coins),
      isFollowed: () => Promise.resolve(coins !== undefined),
      coinPageOf: (_script, { from, size }) =>
        Promise.resolve({ total: coins?.length ?? 0, coins: (coins ?? []).slice(from, from + size) }),
      payingCoinsOf: (_script, { most }) => Promise.resolve((coins ?? []).slice(0, most)),
      tip: () => {
        tips += 1;
        return Promise.resolve(at(ledger, tips - 1));
      },
    },
  };
}

async function codeOf(act: Promise<unknown>): Promise<string> {
  const error = await act.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof Refusal ? error.code : `not refused: ${String(error)}`;
}

describe('coins by outpoint', () => {
  it('are those nobody has spent, with all that is on them, each once', async () => {
    const source = sourceOf({ spent: [point(1)] });
    const { tip, coins } = await loadCoins(source, [point(0), point(1), point(0)]);
    expect(tip).toEqual(tipAt(9));
    expect([...coins.values()]).toEqual([
      { outpoint: point(0), value: 546n, script: SCRIPT, height: 3, assets: [pin] },
    ]);
  });

  it('wait for a ledger that is a block behind', async () => {
    const source = sourceOf({ node: [9], ledger: [8, 8, 9] });
    expect((await loadCoins(source, [point(0)])).tip).toEqual(tipAt(9));
    expect(source.asked()).toBe(3);
  });

  it('are refused while the ledger stays behind', async () => {
    expect(await codeOf(loadCoins(sourceOf({ ledger: [8] }), [point(0)]))).toBe('syncing');
  });
});

describe('coins of a script', () => {
  const coin = (vout: number, more: Partial<FollowedCoin> = {}): FollowedCoin => ({
    outpoint: point(vout),
    value: sats(1_000n),
    script: SCRIPT,
    coinbase: false,
    height: 5,
    ...more,
  });

  const ALL = { from: 0, size: 9, unconfirmed: true, immature: true };
  const paying = { first: 'largest', least: sats(1_000n), except: [], most: 9 } as const;

  it('are never "none" for a script that is not followed', async () => {
    const stranger = sourceOf({ coins: undefined });
    expect(await codeOf(loadCoinPage(stranger, SCRIPT, ALL))).toBe('not-followed');
    expect(await codeOf(loadPayingCoins(stranger, SCRIPT, paying))).toBe('not-followed');
    expect(await loadCoinPage(sourceOf({ coins: [] }), SCRIPT, ALL)).toMatchObject({ total: 0, coins: [] });
  });

  it('are without those a waiting transaction spends, which are counted', async () => {
    const source = sourceOf({ coins: [coin(0), coin(1)], spent: [point(0)] });
    const { total, coins } = await loadCoinPage(source, SCRIPT, ALL);
    expect([total, coins.map(({ outpoint }) => outpoint)]).toEqual([2, [point(1)]]);
    const money = await loadPayingCoins(source, SCRIPT, paying);
    expect(money).toEqual([{ outpoint: point(1), value: 1_000n, script: SCRIPT, height: 5, assets: [] }]);
  });

  it('are not spendable as a coinbase before its hundredth block', async () => {
    // At height 109 a coinbase of block 10 has 100 confirmations, one of block 11 has 99.
    const coins = [coin(0, { coinbase: true, height: 10 }), coin(1, { coinbase: true, height: 11 }), coin(2)];
    const all = await loadCoinPage(sourceOf({ coins, ledger: [109], node: [109] }), SCRIPT, ALL);
    expect(all.coins.map(({ immature }) => immature)).toEqual([false, true, false]);
  });
});

describe('several questions', () => {
  it('are asked again when a block came between them', async () => {
    let reads = 0;
    const read = (): Promise<number> => Promise.resolve(++reads);
    const { tip, value } = await atOneTip(sourceOf({ ledger: [7, 8, 8, 8] }).ledger, read);
    expect([tip, value, reads]).toEqual([tipAt(8), 2, 2]);
  });

  it('are answered at the first block that stands still', async () => {
    const { tip, value } = await atOneTip(sourceOf({ ledger: [7] }).ledger, () => Promise.resolve('read'));
    expect([tip, value]).toEqual([tipAt(7), 'read']);
  });
});
