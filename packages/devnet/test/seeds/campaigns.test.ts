/** The demo's campaigns on a real exchange: added once, the file in the signer's folder too, and their pots filled where the signer says they lie. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STOCK, callApi, openTrader, openWorld, seedKey } from '../../src/index.ts';
import type { World } from '../../src/index.ts';
import { campaignAdder, campaignCommand } from '../../src/exchange/operator.ts';
import { seedCampaigns } from '../../src/market/seed/seed-campaigns.ts';
import { seedPots } from '../../src/market/seed/seed-pots.ts';

const bundles = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..', 'dist');
const net = 'regtest' as const;
const secret = 'campaigns';

let world: World;
let signerDirectory: string;
const said: string[] = [];

beforeAll(async () => {
  world = await openWorld({ bundles });
  signerDirectory = join(world.directory, 'exchange', 'signer');
  const who = openTrader({ origin: world.origin, key: seedKey(secret, STOCK), kind: 'p2tr' });
  await world.tokenIn('runes', 'QUIET•HARBOR•LIGHT', [{ who, amount: '9000' }]);
  await world.token('opal', [{ who, amount: '1000' }]);
  await world.tokenIn('mrc20', 'FERN', [{ who, amount: '40' }]);
}, 120_000);

afterAll(async () => {
  await world.stop();
});

const seed = () => ({
  ...{ chain: world.chain, origin: world.origin, secret, signerDirectory },
  refund: { script: world.trader('operator', 'p2wpkh').script },
  addCampaign: campaignAdder(bundles, world.exchange),
  ready: () => world.exchange.ready(),
  progress: (line: string) => {
    said.push(line);
  },
});

const campaigns = async () => (await callApi(world.origin, 'rewardCampaigns', { query: { net } })).results;

it('adds what can be: two of the four pay for shares of a pool, and there is none', async () => {
  await seedCampaigns(seed());
  const now = await world.chain.height();
  const added = await campaigns();
  expect(
    added.map(({ campaign, kind, epochBlocks, firstBlock }) => [campaign, kind, epochBlocks, firstBlock]),
  ).toEqual([
    ['newcomers', 'newcomer', 12, now + 1],
    ['ranking', 'trading', 12, now + 1],
  ]);
  expect(added[0]?.pairs.map(({ tick }) => tick).toSorted()).toEqual(['FERN', 'QUIET•HARBOR•LIGHT', 'opal']);
  expect(said.filter((line) => line.startsWith('no campaign'))).toEqual([
    expect.stringMatching(/^no campaign harbor-liquidity: .* has no pool$/),
    expect.stringMatching(/^no campaign harbor-fees: .* has no pool$/),
  ]);
  const folder = join(signerDirectory, 'campaigns');
  expect(readdirSync(folder)).toEqual(['newcomers.json', 'ranking.json']);
  const file: unknown = JSON.parse(readFileSync(join(folder, 'ranking.json'), 'utf8'));
  expect(file).toMatchObject({ id: 'ranking', pays: 'sats', pot: '12000000' });
});

it('adds nothing twice', async () => {
  const before = await campaigns();
  await seedCampaigns(seed());
  expect(await campaigns()).toEqual(before);
  expect(existsSync(join(signerDirectory, 'campaigns', 'harbor-fees.json'))).toBe(false);
});

it('fills each pot in four coins, once the signer has told where it lies and the index follows it', async () => {
  const pot = (campaign: string) => callApi(world.origin, 'rewardPool', { query: { net, campaign } });
  for (const campaign of ['ranking', 'newcomers'])
    await expect
      .poll(() => pot(campaign).catch(() => undefined), { timeout: 20_000 })
      .toMatchObject({
        potAddress: expect.stringMatching(/^bcrt1p/) as string,
        remainingInfo: { onChain: '0' },
      });
  await seedPots(seed());
  const filled = { pot: '12000000', onChain: '12000000', coins: 4, unpaid: '0' };
  expect((await pot('ranking')).remainingInfo).toMatchObject(filled);
  await seedPots(seed());
  expect((await pot('ranking')).remainingInfo, 'it is filled once').toMatchObject(filled);
}, 60_000);

it('tells its operator of a pot, and sends nothing back that he may not have', async () => {
  const { exchange } = world;
  const { remainingInfo, potAddress } = await callApi(world.origin, 'rewardPool', {
    query: { net, campaign: 'ranking' },
  });
  const said = await campaignCommand(bundles, exchange, ['pot', 'ranking']);
  expect(said).toContain(potAddress);
  expect(said).toContain(`${remainingInfo.onChain} of sats on 4 coins`);
  const verdictOf = (...words: string[]): Promise<string> =>
    campaignCommand(bundles, exchange, words).catch((error: unknown) => String(error));
  expect(await verdictOf('refund', 'ranking', '5x')).toMatch(/a rate in sat\/vB/);
  expect(await verdictOf('refund', 'ranking')).toMatch(/a rate in sat\/vB/);
  expect(await verdictOf('refund', 'nobody', '5')).toMatch(/nobody/);
  expect(await verdictOf('refund', 'ranking', '5')).toMatch(/rows can still be claimed/);
  const { SIGNER_SOCKET: _, ...serverEnvironment } = exchange.serverEnvironment;
  await expect(campaignCommand(bundles, { serverEnvironment }, ['pot', 'ranking'])).rejects.toThrow(
    /SIGNER_SOCKET is not set/,
  );
  const after = await callApi(world.origin, 'rewardPool', { query: { net, campaign: 'ranking' } });
  expect(after.remainingInfo.onChain).toBe(remainingInfo.onChain);
}, 60_000);
