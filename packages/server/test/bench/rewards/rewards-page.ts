/** Many clients look at the first hundred of a ranking while its epoch runs, each at its own time. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '@rialto/devnet';
import { CLAIM_BLOCKS } from '@rialto/market';
import { bytesToHex } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import { addCampaign } from '../../../src/rewards/add-campaign.ts';
import { openStore } from '../../../src/store/database.ts';
import { net } from '../../pools/pool-calls.ts';
import { baselineOf, ratioTo } from '../baseline.ts';
import { quantile } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { load } from '../pools/pools-quotes.ts';
import type { Ask } from '../pools/pools-quotes.ts';
import { writeFills } from './rewards-market.ts';
import type { MarketSize } from './rewards-market.ts';

export interface PageSize {
  readonly clients: number;
  readonly seconds: number;
}

const GOAL_MS = 20;
const GOAL_RATIO = 5;
const WARM_SECONDS = 5;
const BLOCKS = 144;
const PAGE = 100;
const ID = 'ranked';
const PAIR = 'rune:900000:1' as AssetId;

/** A campaign of a pair of its own, whose first epoch runs and is full. */
async function setRanking(world: World, size: MarketSize): Promise<void> {
  const store = openStore(world.database.ownerUrl, () => undefined);
  try {
    const height = await world.chain.height();
    const lastBlock = height + BLOCKS;
    const levels = [{ limit: '0', pot: '100000000' }];
    const file = {
      ...{ id: ID, title: 'Ranked', pairs: [PAIR], firstBlock: height + 1, lastBlock, epochBlocks: BLOCKS },
      ...{ pays: 'sats', pot: '100000000', claimUntil: lastBlock + CLAIM_BLOCKS },
      refundScript: bytesToHex(world.trader('refunds', 'p2wpkh').script),
      rule: { kind: 'trading', capPpm: '500000', capPrice: { sats: '1', units: '1' }, levels },
    };
    await addCampaign({ store, height, tokenState: () => Promise.resolve('known') }, file);
    await writeFills(store.pool, size, { pair: PAIR, first: height + 1, blocks: BLOCKS });
    await world.mine();
    await sleep(1_000);
  } finally {
    await store.close();
  }
}

export async function measurePage(
  world: World,
  { market, page }: { readonly market: MarketSize; readonly page: PageSize },
): Promise<Figure[]> {
  await setRanking(world, market);
  const ranking = `${world.origin}/api/book/event/ranking/address?net=${net}&campaign=${ID}&size=${PAGE}`;
  const first = Buffer.from(await (await fetch(ranking)).arrayBuffer());
  const { data } = JSON.parse(first.toString()) as { data: { total: number; results: unknown[] } };
  const told = Math.min(PAGE, market.addresses);
  if (data.total !== market.addresses || data.results.length !== told)
    throw new Error(`${data.results.length} of ${data.total} are told`);
  const constant = `${world.origin}/api/bench/constant?bytes=${first.length}`;
  const measured = async (url: string): Promise<number[]> => {
    const ask: Ask = () => fetch(url);
    await load({ ...page, seconds: Math.min(page.seconds, WARM_SECONDS) }, ask);
    return load(page, ask);
  };
  const took = await measured(ranking);
  const bare = baselineOf('a bare route', await measured(constant));
  const p99 = quantile(took, 0.99);
  const note = `${page.clients} clients, ${told} of ${market.addresses} addresses, ${market.fills} fills, ${first.length} bytes`;
  const slowest: Figure = {
    ...{ name: 'rewards.page.p99', value: p99, unit: 'ms' },
    ...{ goal: `<= ${GOAL_MS} ms, ${note}`, ok: p99 <= GOAL_MS },
  };
  return [
    { name: 'rewards.page.p50', value: quantile(took, 0.5), unit: 'ms', goal: note, ok: true },
    slowest,
    ratioTo(slowest, bare, GOAL_RATIO),
  ];
}
