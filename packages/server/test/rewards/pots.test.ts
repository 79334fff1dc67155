/** The pot of a campaign as the index sees it: what of its coins can be paid out, and what is promised of them. */
import { randomUUID } from 'node:crypto';
import { coins, followedScripts, mempoolCoins, runeBalances, runes, tip } from '@rialto/ground';
import type { Outpoint, RuneId, ScriptHex } from '@rialto/protocols';
import { hexToBytes } from '@rialto/protocols';
import { scriptToAddress } from '@rialto/psbt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addCampaign } from '../../src/rewards/add-campaign.ts';
import { closeEpochs } from '../../src/rewards/close-epochs.ts';
import { rewardClaims, rewardPots } from '../../src/store/schema/index.ts';
import { rewardHttp } from './reward-http.ts';
import { EPOCH, FIRST, PAIR, TOKEN, address, fileOf, rewardWorld } from './reward-world.ts';

let world: Awaited<ReturnType<typeof rewardWorld>>;
let http: Awaited<ReturnType<typeof rewardHttp>>;
const alice = address(1);
const [SATS_POT, RUNE_POT] = ['aa', 'bb'].map((byte) => `5120${byte.repeat(32)}` as ScriptHex) as [
  ScriptHex,
  ScriptHex,
];
const capped = { capPpm: '500000', capPrice: { sats: '1', units: '1' } };

beforeAll(async () => {
  world = await rewardWorld();
  http = await rewardHttp(world);
  await addCampaign(world.adding(), fileOf('trading'));
  const rule = { kind: 'newcomer', ...capped, each: '4000', trades: 3, least: '0' };
  await addCampaign(world.adding(), fileOf('newcomer', { pays: PAIR, rule }));
  await world.trade({ height: FIRST, feePaidBy: alice });
  world.tip.height = FIRST + EPOCH + 5;
  await closeEpochs(world.context);
  const { db } = world.store;
  await db
    .insert(tip)
    .values({ height: world.tip.height, hash: '0'.repeat(64), peak: 0, epoch: 0n, chain: 'a' });
});
afterAll(async () => {
  await http.close();
  await world.drop();
});

const pot = async (query: Record<string, string>) => (await http.ask('reward/pool/info', query)).data;
let made = 0;
const outpoint = (): Outpoint => {
  made += 1;
  return `${made.toString(16).padStart(64, '0')}:0` as Outpoint;
};

async function coin(script: ScriptHex, value: bigint, held: readonly (readonly [string, bigint])[] = []) {
  const point = outpoint();
  const { db } = world.store;
  await db
    .insert(coins)
    .values({ outpoint: point, script, value: value as never, height: FIRST, coinbase: false });
  for (const [rune, amount] of held)
    await db
      .insert(runeBalances)
      .values({ outpoint: point, rune: rune.slice(5) as RuneId, amount: amount as never, script });
}

it('is nowhere while no signer has said where', async () => {
  expect(await pot({ campaign: 'trading' })).toMatchObject({
    ...{ campaign: 'trading', rewardType: 'ranking', rewardTick: 'BTC', potAddress: null },
    remainingInfo: { pot: '40000000', remaining: '39999000', onChain: '0', unpaid: '1000', coins: 0 },
  });
});

it('says so while the index does not follow it yet', async () => {
  const { db } = world.store;
  await db.insert(rewardPots).values([
    { campaign: 'trading', publicKey: 'aa'.repeat(32), script: SATS_POT },
    { campaign: 'newcomer', publicKey: 'bb'.repeat(32), script: RUNE_POT },
  ]);
  expect(await http.ask('reward/pool/info', { campaign: 'trading' })).toMatchObject({ refusal: 'syncing' });
  for (const script of [SATS_POT, RUNE_POT])
    await db.insert(followedScripts).values({ script, scannedHeight: FIRST });
});

it('counts coins in blocks that carry nothing, where it pays sats', async () => {
  await coin(SATS_POT, 30_000n);
  await coin(SATS_POT, 12_000n);
  await coin(SATS_POT, 5_000n, [[PAIR, 7n]]);
  await world.store.db.insert(mempoolCoins).values({
    outpoint: outpoint(),
    txid: 'f'.repeat(64),
    script: SATS_POT,
    value: 900n,
  } as typeof mempoolCoins.$inferInsert);
  expect(await pot({ rewardType: 'ranking' })).toMatchObject({
    potAddress: scriptToAddress(hexToBytes(SATS_POT), 'regtest'),
    remainingInfo: { onChain: '42000', coins: 2 },
  });
});

it('counts coins that carry the paid rune and nothing else, where it pays a rune', async () => {
  const { db } = world.store;
  const [row] = await db.select().from(runes);
  if (row === undefined) throw new Error('a rune');
  await db.insert(runes).values({ ...row, id: TOKEN.slice(5) as RuneId, name: 'OTHERGOODS', number: 2 });
  await coin(RUNE_POT, 30_000n);
  await coin(RUNE_POT, 546n, [[PAIR, 2_500n]]);
  await coin(RUNE_POT, 546n, [[TOKEN, 900n]]);
  await coin(RUNE_POT, 546n, [
    [PAIR, 100n],
    [TOKEN, 1n],
  ]);
  expect(await pot({ campaign: 'newcomer' })).toMatchObject({
    ...{ rewardType: '21', rewardTick: 'UNCOMMON•GOODS' },
    remainingInfo: { onChain: '2500', coins: 1, unpaid: '4000' },
  });
});

it('waits for no row that a claim has taken', async () => {
  const claim = {
    ...{ campaign: 'trading', address: alice, epochs: [0], amount: 1_000n, networkFee: 1n, txid: null },
    ...{ plan: {} as (typeof rewardClaims.$inferInsert)['plan'], expiresAt: new Date() },
  };
  const unpaid = async () =>
    ((await pot({ campaign: 'trading' }))['remainingInfo'] as Record<string, unknown>)['unpaid'];
  for (const [status, left] of [
    ['built', '1000'],
    ['void', '1000'],
    ['sent', '0'],
  ] as const) {
    await world.store.db.insert(rewardClaims).values({ ...claim, id: randomUUID(), status });
    expect([status, await unpaid()]).toEqual([status, left]);
  }
});

it('is asked for by a name or a kind', async () => {
  expect(await http.ask('reward/pool/info')).toMatchObject({ refusal: 'bad-request' });
  expect(await http.ask('reward/pool/info', { rewardType: '51' })).toMatchObject({
    refusal: 'campaign-unknown',
  });
});
