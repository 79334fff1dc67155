/** Seeds runes, MRC-20 tokens and ID-Coins: asks the index what is missing and makes that, so that an interrupted start goes on. */
import type { AssetId } from '@rialto/protocols';
import { planIdCoinDeploy, planMrc20Deploy } from '@rialto/psbt';
import type { PrivateChain } from '../../chain/private-chain.ts';
import { carries, coinsOf, mrc20Ticked, runeNamed, termsOf } from '../facts.ts';
import { idCoinWords } from '../id-coin-words.ts';
import { mintMrc20 } from '../mrc20-mints.ts';
import type { MintRequest } from '../mrc20-mints.ts';
import { etchAll, runeMintJob } from '../rune-jobs.ts';
import { STOCK, seedKey } from './seed-key.ts';
import { SEED_ID_COINS, SEED_MRC20, SEED_RUNES } from './seed-list.ts';
import { sendJob } from '../sending.ts';
import { openTrader } from '../trader.ts';
import type { Trader } from '../trader.ts';
import { mineJobs, stepsOf } from '../workshop.ts';
import type { Job } from '../workshop.ts';

export interface TokenSeed {
  readonly chain: PrivateChain;
  readonly origin: string;
  readonly secret: string;
  /** The first of them etches and deploys. */
  readonly sellers: readonly Trader[];
  readonly buyers: readonly Trader[];
  /** Waits until the index has the node's tip. */
  ready(): Promise<void>;
  progress(line: string): void;
}

/** Makes what is missing. Each step is whole blocks: an interruption leaves nothing half made. */
export async function seedTokens(seed: TokenSeed): Promise<void> {
  for (const step of [etchMissing, deployMissing, mintMissing, spreadMissing]) {
    await seed.ready();
    await step(seed);
  }
  await seed.ready();
}

function deployerOf({ sellers }: TokenSeed): Trader {
  const [first] = sellers;
  if (first === undefined) throw new Error('invariant: there are sellers');
  return first;
}

async function missing<T>(all: readonly T[], find: (one: T) => Promise<unknown>): Promise<T[]> {
  const found = await Promise.all(all.map(find));
  return all.filter((_, at) => found[at] === undefined);
}

async function etchMissing(seed: TokenSeed): Promise<void> {
  const runes = await missing(SEED_RUNES, ({ name }) => runeNamed(seed.origin, name));
  if (runes.length === 0) return;
  seed.progress(`etching ${runes.length} runes`);
  await etchAll(seed.chain, deployerOf(seed), runes);
}

async function deployMissing(seed: TokenSeed): Promise<void> {
  const { origin, chain, secret } = seed;
  const deployer = deployerOf(seed);
  const tokens = await missing(SEED_MRC20, ({ deploy }) => mrc20Ticked(origin, deploy.display));
  const coins = await missing(SEED_ID_COINS, ({ tick }) => mrc20Ticked(origin, tick));
  if (tokens.length + coins.length === 0) return;
  seed.progress(`deploying ${tokens.length} MRC-20 tokens and ${coins.length} ID-Coins`);
  const destination = deployer.script;
  const deploys = tokens.map(({ deploy }): Job<unknown> => ({
    who: deployer,
    plan: (means) => stepsOf(planMrc20Deploy({ ...means, deploy, destination, isTaken: false })),
  }));
  const founded = coins.map((requested): Job<unknown> => {
    const issuer = seed.sellers[1 + SEED_ID_COINS.indexOf(requested)] ?? deployer;
    const coin = idCoinWords(requested, { issuer, secret });
    return {
      who: issuer,
      plan: (means) => stepsOf(planIdCoinDeploy({ ...means, coin, network: 'regtest', isTaken: false })),
    };
  });
  await mineJobs(chain, [...deploys, ...founded]);
}

/** Those of the first people who hold nothing of an asset yet. */
type Lacking = (asset: string, count: number) => Trader[];

async function lackingAmong({ origin }: TokenSeed, people: readonly Trader[]): Promise<Lacking> {
  const coins = await Promise.all(people.map((one) => coinsOf(origin, one)));
  return (asset, count) =>
    people.slice(0, count).filter((_, at) => !coins[at]?.some((coin) => carries(coin, asset as AssetId)));
}

async function mintMissing(seed: TokenSeed): Promise<void> {
  const { chain, origin } = seed;
  const lacking = await lackingAmong(seed, [...seed.buyers, ...seed.sellers]);
  const runeMints: Job<undefined>[] = [];
  for (const { name, minters } of SEED_RUNES) {
    const rune = minters === 0 ? undefined : await runeNamed(origin, name);
    if (rune !== undefined)
      runeMints.push(...lacking(rune.assetId, minters).map((who) => runeMintJob(who, rune, who.script)));
  }
  const mints: MintRequest[] = [];
  const tokens = SEED_MRC20.map(({ deploy, minters }) => ({ tick: deploy.display, minters }));
  for (const { tick, minters } of [...tokens, ...SEED_ID_COINS]) {
    const found = minters === 0 ? undefined : await mrc20Ticked(origin, tick);
    if (found === undefined) continue;
    const token = await termsOf(chain, found);
    mints.push(...lacking(found.assetId, minters).map((who) => ({ who, token, destination: who.script })));
  }
  if (runeMints.length + mints.length === 0) return;
  seed.progress(`minting ${runeMints.length} times a rune, ${mints.length} times MRC-20 and ID-Coins`);
  await mineJobs(chain, runeMints);
  await mintMrc20(seed, mints);
}

/** How many besides the faucet's stock get a share; more do not fit in a message with the largest amounts. */
const SHARERS = 2;

async function spreadMissing(seed: TokenSeed): Promise<void> {
  const { origin, chain, secret, sellers } = seed;
  const deployer = deployerOf(seed);
  const stock = openTrader({ origin, key: seedKey(secret, STOCK), kind: 'p2tr' });
  const receivers = [stock, ...sellers.slice(1, 1 + SHARERS)];
  const [lacking, coins] = [await lackingAmong(seed, receivers), await coinsOf(origin, deployer)];
  const shared = [
    ...SEED_RUNES.map(({ name, share }) => ({ share, found: () => runeNamed(origin, name) })),
    ...SEED_MRC20.map(({ deploy, share }) => ({ share, found: () => mrc20Ticked(origin, deploy.display) })),
  ];
  const jobs: Job<undefined>[] = [];
  for (const { share, found } of shared) {
    const asset = share === 0n ? undefined : (await found())?.assetId;
    const poor = asset === undefined ? [] : lacking(asset, receivers.length);
    if (asset === undefined || poor.length === 0) continue;
    const parcel = { asset: asset as AssetId, units: share, receivers: poor.map(({ script }) => script) };
    jobs.push(sendJob(deployer, coins, parcel));
  }
  if (jobs.length > 0) seed.progress('spreading what was premined');
  await mineJobs(chain, jobs);
}
