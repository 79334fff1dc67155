/** How many units of a rune came in is not the index's word alone: an `ord` has to say the same, or nothing is signed (bridge §6). */
import { amount as units } from '@rialto/protocols';
import type { CoinAsset } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { lookAtBridge } from '../../../src/bridge/look.ts';
import { give, giveRequest, mintPaid, minted, payRequest, redeemPaid } from '../exits.ts';
import { UNPAYABLE } from '../orders.ts';
import type { PaidIn } from '../orders.ts';
import { openOrdStandIn } from './ord.ts';
import type { OrdStandIn } from './ord.ts';
import { openStage, told, verdict } from '../stage.ts';
import type { Stage } from '../stage.ts';

type Checked = Stage & { readonly ord: OrdStandIn };

async function checked(assets: readonly ('btc' | 'rune')[] = ['rune']): Promise<Checked> {
  const ord = await openOrdStandIn();
  const stage = await openStage({ assets, config: { BRIDGE_RUNES_CHECK: ord.url } });
  ord.chain = stage.btc;
  return Object.assign(stage, { ord });
}

/** The code, and what the operator reads. */
async function refusal(stage: Stage, request: unknown): Promise<string> {
  const given = await stage.ask(request);
  return given.ok ? 'signed' : given.detail;
}

/** Whoever owns the database writes units onto a coin. */
function plant(stage: Stage, { at }: PaidIn, claimed: bigint): void {
  const honest = stage.btcIndex;
  stage.btcIndex = {
    ...honest,
    assetsOn: async (points) => {
      const said = await honest.assetsOn(points);
      const planted = (one: CoinAsset): CoinAsset =>
        one.kind === 'rune' ? { ...one, amount: units(claimed) } : one;
      const assets = new Map(
        [...said.assets].map(([point, on]) => [point, point === at ? on.map(planted) : on]),
      );
      return { ...said, assets };
    },
  };
}

const UNCHECKED: readonly (readonly [string, (ord: OrdStandIn) => unknown, string])[] = [
  ['is a block behind', (ord) => (ord.lag = 1), 'ord is not at block 203'],
  ['is ahead', (ord) => (ord.lag = -1), 'ord is not at block 203'],
  ['has read another block', (ord) => (ord.isElsewhere = true), 'ord is not at block 203'],
  ['is down', (ord) => ord.stop(), 'ord cannot be reached'],
  ['does not answer', (ord) => (ord.mood = 'silent'), 'ord does not answer in time'],
  ['fails', (ord) => (ord.mood = 'broken'), 'ord answers HTTP 500'],
  ['answers no JSON', (ord) => (ord.mood = 'nonsense'), 'ord answers no JSON'],
  ['answers something else', (ord) => (ord.mood = 'other-shape'), 'ord answers in another shape'],
  ['has not indexed the coin', (ord) => (ord.mood = 'not-indexed'), 'ord has not indexed the coin'],
];

describe('with an ord a rune leaves', () => {
  it('every way, when it says the same', async () => {
    const stage = await checked();
    await minted(stage, 'rune', 900_000n);
    expect(stage.ord.asked.some((path) => path.startsWith('/output/'))).toBe(true);
    const redeem = redeemPaid(stage, { asset: 'rune' });
    expect(await verdict(stage.ask(payRequest(stage, redeem, redeem)))).toBe('signed');
    const unpayable = redeemPaid(stage, { asset: 'rune', terms: UNPAYABLE });
    await give(stage, unpayable, { kind: 'refund', terms: unpayable.terms });
    const mint = mintPaid(stage, { asset: 'rune', terms: UNPAYABLE });
    expect(await verdict(stage.ask(payRequest(stage, mint, { ...mint, kind: 'refund' })))).toBe('signed');
  });

  it('never for units that only the database has', async () => {
    const stage = await checked();
    const { terms, ...paid } = mintPaid(stage, { asset: 'rune', amount: 1n });
    plant(stage, paid, 500_000n);
    const request = await giveRequest(stage, paid, { terms, amount: 500_000n });
    expect(await refusal(stage, request)).toBe(`bridge-units-differ: 500000 units on ${paid.at}, 1 by ord`);
    expect(stage.parts.journal.recall.size).toBe(0);
  });

  it('and the index alone is believed where no ord is named, on a private chain', async () => {
    const stage = await openStage({ assets: ['rune'] });
    const { terms, ...paid } = mintPaid(stage, { asset: 'rune', amount: 1n });
    plant(stage, paid, 500_000n);
    const request = await giveRequest(stage, paid, { terms, amount: 500_000n });
    expect(await verdict(stage.ask(request))).toBe('signed');
  });
});

describe('nothing of a rune leaves while its ord', () => {
  it.each(UNCHECKED)('%s', async (_, become, why) => {
    const stage = await checked(['btc', 'rune']);
    const paid = mintPaid(stage, { asset: 'rune' });
    const request = await giveRequest(stage, paid, paid);
    await become(stage.ord);
    expect(await refusal(stage, request)).toBe(`bridge-units-unchecked: ${why}`);
    expect(stage.parts.journal.recall.size).toBe(0);
    // What is looked at meanwhile only waits, and sats are no rune.
    await lookAtBridge(stage.parts);
    const sats = mintPaid(stage);
    expect(await verdict(stage.ask(await giveRequest(stage, sats, sats)))).toBe('signed');
  });

  it('sees another rune on a coin that counts as ours', async () => {
    const stage = await checked();
    const paid = mintPaid(stage, { asset: 'rune' });
    const request = await giveRequest(stage, paid, paid);
    stage.ord.seesMore = true;
    expect(await refusal(stage, request)).toBe(`bridge-units-differ: 1 runes on ${paid.at}, 2 by ord`);
    stage.ord.seesMore = false;
    expect(await refusal(stage, request)).toBe('signed');
  });

  it.each(['redeem paid', 'redeem refunded', 'mint refunded'])('is gone: %s', async (exit) => {
    const stage = await checked();
    await minted(stage, 'rune', 900_000n);
    const terms = exit === 'redeem paid' ? {} : UNPAYABLE;
    const paid =
      exit === 'mint refunded'
        ? mintPaid(stage, { asset: 'rune', terms })
        : redeemPaid(stage, { asset: 'rune', terms });
    const kind = exit === 'redeem paid' ? 'payout' : 'refund';
    const wanted = { terms: paid.terms, kind } as const;
    const request =
      exit === 'redeem refunded' ? await giveRequest(stage, paid, wanted) : payRequest(stage, paid, wanted);
    const before = stage.parts.journal.recall.size;
    await stage.ord.stop();
    expect(await refusal(stage, request)).toBe('bridge-units-unchecked: ord cannot be reached');
    expect(stage.parts.journal.recall.size).toBe(before);
  });

  it('sees less on a locked coin, whatever the deposit is', async () => {
    const stage = await checked();
    const { at } = await minted(stage, 'rune', 900_000n);
    const redeem = redeemPaid(stage, { asset: 'rune' });
    stage.ord.says.set(at, 899_999n);
    stage.restart();
    const request = payRequest(stage, redeem, redeem);
    expect(await refusal(stage, request)).toBe(`bridge-units-differ: 900000 units on ${at}, 899999 by ord`);
    stage.ord.says.clear();
    expect(await refusal(stage, request)).toBe('signed');
  });
});

it('a look finds it: at once where units differ, and where nobody answers for a minute', async () => {
  const stage = await checked(['btc', 'rune']);
  const { at } = await minted(stage, 'rune', 900_000n);
  const finds = async () => {
    await lookAtBridge(stage.parts);
    const { assets } = await told<{ assets: { asset: string; finds: string }[] }>(
      stage.ask({ op: 'bridgeAssets' }),
    );
    return assets.map((one) => one.finds);
  };
  const { assets: before } = await told<{ assets: { finds: string }[] }>(stage.ask({ op: 'bridgeAssets' }));
  expect(before.map((one) => one.finds)).toEqual(['unknown', 'unknown']);
  expect(await finds()).toEqual(['nothing', 'nothing']);
  stage.ord.says.set(at, 899_999n);
  stage.restart();
  expect(await finds()).toEqual(['nothing', 'units']);
  // A block later nobody answers for a while: what was found stands.
  stage.ord.mood = 'broken';
  stage.btc.mine();
  expect(await finds()).toEqual(['nothing', 'units']);
  stage.ord.mood = 'well';
  stage.ord.says.clear();
  expect(await finds()).toEqual(['nothing', 'nothing']);
  await stage.ord.stop();
  expect(await finds()).toEqual(['nothing', 'nothing']);
  stage.clock += 59_999;
  expect(await finds()).toEqual(['nothing', 'nothing']);
  stage.clock += 1;
  expect(await finds()).toEqual(['nothing', 'units']);
});

describe('on livenet', () => {
  it('no rune is bridged without an ord, and sats are', async () => {
    const stage = await openStage({ assets: ['btc', 'rune'], config: { NETWORK: 'livenet' } });
    const paid = mintPaid(stage, { asset: 'rune' });
    expect(await refusal(stage, await giveRequest(stage, paid, paid))).toBe(
      'bridge-units-unchecked: BRIDGE_RUNES_CHECK names no ord',
    );
    expect(await told(stage.ask({ op: 'bridgeAssets' }))).toMatchObject({
      assets: [
        { asset: 'btc', paused: false },
        { asset: 'rune', paused: true },
      ],
    });
    await lookAtBridge(stage.parts);
  });

  it('it is with one, and on a private chain of its name without', async () => {
    const { url } = await openOrdStandIn();
    for (const more of [{ BRIDGE_RUNES_CHECK: url }, { PRETEND: '1' }] as const) {
      const stage = await openStage({ assets: ['rune'], config: { NETWORK: 'livenet', ...more } });
      expect(await told(stage.ask({ op: 'bridgeAssets' }))).toMatchObject({ assets: [{ paused: false }] });
    }
  });
});
