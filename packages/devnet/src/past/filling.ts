/** Fills the demo's market: today's asks, the past behind them, which is kept for the data directories to come, and bids. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Postgres } from '@rialto/postgres';
import type { PrivateChain } from '../chain/private-chain.ts';
import { saying } from '../chain/child.ts';
import type { Progress } from '../chain/child.ts';
import type { DemoMvc } from '../demo/demo-mvc.ts';
import { seedBridge, seedWaiting } from '../bridge/seed-bridge.ts';
import type { BridgeSeed } from '../bridge/seed-bridge.ts';
import { seedMvc, untilFollowed } from '../mvc-market/seed-mvc.ts';
import { seedBids } from '../market/seed/seed-bids.ts';
import { seedCampaigns } from '../market/seed/seed-campaigns.ts';
import type { CampaignSeed } from '../market/seed/seed-campaigns.ts';
import { seedPots } from '../market/seed/seed-pots.ts';
import { castOf, seedMarket } from '../market/seed/seed.ts';
import { keepPast } from './kept.ts';
import type { KeptPlace } from './kept.ts';
import { makePast, readPlan } from './past.ts';
import type { OtherSigner } from '../exchange/exchange.ts';
import { peopleOf } from './people.ts';
import { hasStrangers } from './strangers.ts';
import { PAST_TOKENS } from './tokens.ts';

interface Filling {
  readonly chain: PrivateChain;
  readonly origin: string;
  readonly dataDir: string;
  readonly secret: string;
  readonly signerSocket: string;
  readonly padAddress: string;
  readonly mvc: DemoMvc;
  readonly databaseUrl: string;
  /** How the demo's operator adds campaigns. */
  readonly rewards: Pick<CampaignSeed, 'signerDirectory' | 'refund' | 'addCampaign'>;
  /** How he opens assets of the bridge, and the signers that lock one of them together with the first. */
  readonly bridgeSigners: readonly OtherSigner[];
  addAsset(file: string): Promise<void>;
  /** Where a finished past is kept; none with a database of the operator's own. */
  readonly keeping: { readonly place: KeptPlace; readonly postgres: Postgres } | undefined;
  ready(): Promise<void>;
  readonly say: Progress;
}

/** Says that nothing is missing. */
export const seededFile = (dataDir: string): string => join(dataDir, 'seeded');

export async function fillMarket(filling: Filling): Promise<void> {
  const { dataDir, say } = filling;
  const doneFile = seededFile(dataDir);
  const seed = { ...filling, tokens: PAST_TOKENS, progress: (line: string) => say(`seeding: ${line}`) };
  if (!existsSync(doneFile))
    await saying(say, 'seeding the demo market', async () => {
      const plan = await readPlan(dataDir);
      if (plan === undefined) return seedMarket({ ...seed, doneFile });
      await seedMarket({ ...seed, doneFile: join(dataDir, 'listed'), salesPerToken: 0 });
      const beginLastDay = () => seedCampaigns({ ...seed, ...filling.rewards });
      await makePast({ ...seed, beginLastDay }, plan);
      await seedPots(seed);
      await seedMvc({ ...seed, ...filling.mvc });
      filling.mvc.at(undefined);
      await orWithout(() => seedBridge(bridgeSeed(filling, seed.progress)), seed.progress);
      if (!plan.isRest) await keep(filling);
      writeFileSync(doneFile, `${new Date().toISOString()}\n`);
    });
  // Not of the past: bids end by height, and the days of the past have more blocks than the longest of them.
  await seedBids(seed);
  // A signer that was not up then may have said meanwhile where its pots lie.
  await seedPots(seed);
  await orWithout(() => seedWaiting(bridgeSeed(filling, seed.progress)), seed.progress);
}

/** The market is whole without orders of the bridge. */
async function orWithout(seeding: () => Promise<void>, progress: (line: string) => void): Promise<void> {
  try {
    await seeding();
  } catch (error) {
    progress(`the bridge is left as it is: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function bridgeSeed(filling: Filling, progress: BridgeSeed['progress']): BridgeSeed {
  const { chain, mvc, origin, secret, signerSocket, rewards, bridgeSigners, addAsset } = filling;
  return {
    ...{ chain, mvc: mvc.chain, origin, secret, signerSocket, addAsset, progress },
    signerDirectory: rewards.signerDirectory,
    others: bridgeSigners,
    ready: async () => {
      await filling.ready();
      await untilFollowed(origin, mvc.chain.height);
    },
  };
}

/** A past in which somebody else has traded already is theirs alone. */
async function keep(filling: Filling): Promise<void> {
  const { dataDir, chain, keeping, databaseUrl, say } = filling;
  if (keeping === undefined) return;
  const [{ sellers, buyers }, { makers, takers, newcomers }] = [castOf(filling), peopleOf(filling)];
  const people = [...sellers, ...buyers, ...makers, ...takers, ...newcomers];
  const addresses = people.map(({ address }) => address);
  const isOurs = async (): Promise<boolean> => !(await hasStrangers(databaseUrl, addresses));
  try {
    const { place, postgres } = keeping;
    const isKept = (await isOurs()) && (await keepPast(place, { dataDir, chain, postgres, isOurs }));
    say(
      isKept
        ? 'the past is kept in .cache for the next new data'
        : 'the past is not kept for other data: somebody has used the exchange meanwhile',
    );
  } catch (error) {
    // The market is whole all the same: the next new data makes its own.
    say(`the past could not be kept in .cache (${String(error)})`);
  }
}
