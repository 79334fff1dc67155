/** Coins are told only when node and ledger are at one block, and only those one can spend. */
import { hexToBytes, sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { CoinAsset, Outpoint, Txid } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { atOneTip, loadCoins, loadCoinsOf, loadEverythingOf } from '../src/index.ts';
import type { FollowedCoin, Source, Tip } from '../src/index.ts';

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
function sourceOf({ node = [9], ledger = [9], coins, spent = [] }: Scene): Source & { asked(): number } {
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

  it('are never "none" for a script that is not followed', async () => {
    expect(await codeOf(loadEverythingOf(sourceOf({ coins: undefined }), SCRIPT))).toBe('not-followed');
    expect((await loadEverythingOf(sourceOf({ coins: [] }), SCRIPT)).coins).toEqual([]);
  });

  it('are without those a waiting transaction spends', async () => {
    const source = sourceOf({ coins: [coin(0), coin(1)], spent: [point(0)] });
    expect((await loadEverythingOf(source, SCRIPT)).coins.map(({ outpoint }) => outpoint)).toEqual([
      point(1),
    ]);
  });

  it('are not spendable as a coinbase before its hundredth block', async () => {
    // At height 109 a coinbase of block 10 has 100 confirmations, one of block 11 has 99.
    const coins = [coin(0, { coinbase: true, height: 10 }), coin(1, { coinbase: true, height: 11 }), coin(2)];
    const source = () => sourceOf({ coins, ledger: [109], node: [109] });
    const all = await loadEverythingOf(source(), SCRIPT);
    expect(all.coins.map(({ immature }) => immature)).toEqual([false, true, false]);
    const spendable = await loadCoinsOf(source(), SCRIPT);
    expect(spendable.map(({ outpoint }) => outpoint)).toEqual([point(0), point(2)]);
    expect(spendable.every((one) => !('immature' in one))).toBe(true);
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
