/** bench rewards: epochs full of fills closed, claims handed in, and the ranking of a full epoch that many look at. */
import { resolve } from 'node:path';
import { openWorld } from '@rialto/devnet';
import { print } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { setPoolsStage } from '../pools/pools-stage.ts';
import { measureClaims } from './rewards-claim.ts';
import { measureClosing } from './rewards-close.ts';
import type { MarketSize } from './rewards-market.ts';
import { measurePage } from './rewards-page.ts';
import type { PageSize } from './rewards-page.ts';

interface RewardsSize {
  readonly market: MarketSize;
  readonly page: PageSize;
  readonly claims: number;
}

interface RewardsParts {
  readonly bundles: string;
  say(figure: Figure): void;
}

export async function measureRewards(size: RewardsSize, { bundles, say }: RewardsParts): Promise<void> {
  const tell = (figures: readonly Figure[]): void =>
    figures.forEach((figure) => {
      say(figure);
    });
  tell(await measureClosing(size.market));
  const world = await openWorld({
    bundles,
    serverSettings: { BENCH: '1' },
    signerSettings: { SIGNATURES_PER_HOUR: '100000', POOL_STOCK: '1' },
  });
  try {
    const lanes = { lanes: 1, depth: 1, clients: size.claims };
    const stage = await setPoolsStage(world, { ...lanes, quotes: size.page, pools: 1, real: 1 });
    await world.mine();
    tell(await measureClaims(stage));
    tell(await measurePage(world, size));
  } finally {
    await world.stop();
  }
}

const FULL = {
  market: { addresses: 10_000, fills: 100_000 },
  page: { clients: 100, seconds: 15 },
  claims: 40,
};

export const benchRewards = (): Promise<void> =>
  measureRewards(FULL, { bundles: resolve('dist'), say: print });
