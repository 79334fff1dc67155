/** What an operator can add and stop, and with which words the rest is refused. */
import type { AssetId } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { addCampaign, endCampaign, tryCampaign } from '../../src/rewards/add-campaign.ts';
import { closeEpochs } from '../../src/rewards/close-epochs.ts';
import { allCampaigns } from '../../src/store/rewards/campaign-store.ts';
import { EPOCH, FIRST, PAIR, TOKEN, fileOf, rewardWorld } from './reward-world.ts';

let world: Awaited<ReturnType<typeof rewardWorld>>;
beforeAll(async () => {
  world = await rewardWorld();
});
afterEach(() => world.clear());
afterAll(() => world.drop());

const told = (error: unknown): string => {
  if (!(error instanceof Refusal)) throw error;
  return `${error.code}: ${error.detail ?? ''}`;
};
const refused = async (act: Promise<unknown>): Promise<string> => act.then(() => 'done', told);
const idsNow = async () => (await allCampaigns(world.store.db)).map(({ campaign }) => campaign.id);

it('a dry run says what it would be and keeps nothing', async () => {
  expect(await tryCampaign(world.adding(), fileOf('one'))).toMatchObject({
    id: 'one',
    pot: 40_000_000n,
  });
  expect(await idsNow()).toEqual([]);
});

it('is kept as its file says, and comes back as the same', async () => {
  const added = await addCampaign(world.adding(), fileOf('one'));
  const [kept] = await allCampaigns(world.store.db);
  expect(kept).toEqual({ campaign: added, stoppedAfter: undefined });
});

it.each<readonly [string, object]>([
  ['bad-request: pot: ', { pot: 4 }],
  ['bad-request: pot: ', { pot: '-4' }],
  ['bad-request: id: ', { id: 'With Blanks' }],
  ['bad-request: refundScript: ', { refundScript: '6a' }],
  ['bad-request: file: ', { more: 1 }],
  ['; pot: ', { firstBlock: 'x', pot: 4 }],
  ['campaign-impossible: its last epoch is not whole', { lastBlock: FIRST + 1 }],
])('%s…', (why, more) => {
  return expect(refused(tryCampaign(world.adding(), fileOf('one', more)))).resolves.toContain(why);
});

it('does not pay for blocks that are there already', async () => {
  expect(await refused(addCampaign(world.adding(FIRST), fileOf('one')))).toBe(
    `campaign-impossible: its first block is not above ${FIRST}, the last there is`,
  );
});

it('a second one of a kind is refused, also when both come at once', async () => {
  const both = await Promise.all(
    ['one', 'two'].map((id) => refused(addCampaign(world.adding(), fileOf(id)))),
  );
  expect(both.toSorted()).toEqual([expect.stringMatching(/^campaign-overlaps: /), 'done']);
  expect(await idsNow()).toHaveLength(1);
});

it('is stopped with the epoch that runs; what was closed, and that one, are paid', async () => {
  await addCampaign(world.adding(), fileOf('one'));
  expect(await endCampaign(world.store, 'one', FIRST + EPOCH + 2)).toEqual({
    lastBlock: FIRST + 2 * EPOCH - 1,
    epochs: 2,
  });
  world.tip.height = FIRST + 10 * EPOCH;
  expect(await closeEpochs(world.context)).toBe(2);
  expect(await refused(endCampaign(world.store, 'one', FIRST + 2 * EPOCH))).toBe(
    'campaign-impossible: it is over',
  );
  expect(await refused(endCampaign(world.store, 'none', 0))).toBe('campaign-unknown: none');
});

it('is stopped before it began: it never pays, and another may take its place', async () => {
  await addCampaign(world.adding(), fileOf('one'));
  await endCampaign(world.store, 'one', FIRST - 1);
  expect(await refused(addCampaign(world.adding(), fileOf('two')))).toBe('done');
});

it.each(['brc20:ordi', `mrc20:${'a'.repeat(64)}i0`])('may pay in %s', async (pays) => {
  expect(await refused(tryCampaign(world.adding(), fileOf('one', { pays })))).toBe('done');
});

it('pays in no token about which readers disagree; it may be for trading one', async () => {
  const disputed = `mrc20:${'a'.repeat(64)}i0` as AssetId;
  const tokenState = (asset: AssetId) =>
    Promise.resolve(asset === disputed ? ('disputed' as const) : ('known' as const));
  const adding = { ...world.adding(), tokenState } as const;
  expect(await refused(tryCampaign(adding, fileOf('one', { pays: disputed })))).toBe(
    `campaign-impossible: readers of MRC-20 disagree about ${disputed}`,
  );
  expect(await refused(tryCampaign(adding, fileOf('one', { pairs: [disputed] })))).toBe('done');
});

it('of a token that nobody knows, or of shares of no pool, is refused', async () => {
  const { store, height } = world.adding();
  const tokenState = (asset: AssetId) =>
    Promise.resolve(asset === PAIR ? ('known' as const) : ('unknown' as const));
  const knowing = { store, height, tokenState } as const;
  expect(await refused(tryCampaign(knowing, fileOf('one', { pairs: [TOKEN] })))).toBe(
    `campaign-impossible: ${TOKEN} is no token that is known`,
  );
  expect(await refused(tryCampaign(knowing, fileOf('one', { pays: TOKEN })))).toContain(
    `${TOKEN} is no token`,
  );
  const rule = { kind: 'fee-share', partPpm: '1' };
  expect(await refused(tryCampaign(knowing, fileOf('one', { rule })))).toBe(
    `campaign-impossible: ${PAIR} has no pool`,
  );
  await world.pool(FIRST - 10, { sats: 1n, shares: 1n });
  expect(await refused(tryCampaign(knowing, fileOf('one', { rule })))).toBe('done');
});
