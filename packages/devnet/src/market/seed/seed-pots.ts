/** Fills the pots of the demo's campaigns, once the signer has said where they lie: each in a few coins, so that claims need not wait for each other. */
import type { AnswerOf } from '@rialto/contract';
import type { AssetId } from '@rialto/protocols';
import { addressToScript } from '@rialto/psbt';
import type { PrivateChain } from '../../chain/private-chain.ts';
import { ApiRefusal, callApi } from '../api.ts';
import { coinsOf } from '../facts.ts';
import { sendJob } from '../sending.ts';
import { openTrader } from '../trader.ts';
import { mineJobs } from '../workshop.ts';
import type { Job } from '../workshop.ts';
import { STOCK, seedKey } from './seed-key.ts';

interface PotSeed {
  readonly chain: PrivateChain;
  readonly origin: string;
  /** Runes come from the demo's stock. */
  readonly secret: string;
  /** Waits until the index has the node's tip. */
  ready(): Promise<void>;
  progress(line: string): void;
}

interface EmptyPot {
  readonly address: string;
  readonly pays: 'sats' | AssetId;
  readonly pot: bigint;
}

const net = 'regtest' as const;
const COINS = 4;

/** Pays every pot that has an address and no coin yet. */
export async function seedPots(seed: PotSeed): Promise<void> {
  const { origin, chain, ready, progress } = seed;
  const { results } = await callApi(origin, 'rewardCampaigns', { query: { net } });
  const told = await Promise.all(results.map(({ campaign }) => potOf(origin, campaign)));
  const empty = told.flatMap((pot) => (pot === undefined ? [] : emptyPot(pot)));
  if (empty.length === 0) return;
  progress(`filling ${empty.length} pots`);
  const coins = empty.filter(({ pays }) => pays === 'sats').flatMap(inCoins);
  if (coins.length > 0) await chain.fundMany(coins);
  await mineJobs(chain, await runeJobs(seed, empty));
  await chain.mine(1);
  await ready();
}

/** Undefined while the index does not follow it yet. */
async function potOf(origin: string, campaign: string): Promise<AnswerOf<'rewardPool'> | undefined> {
  try {
    return await callApi(origin, 'rewardPool', { query: { net, campaign } });
  } catch (error) {
    if (error instanceof ApiRefusal) return undefined;
    throw error;
  }
}

function emptyPot({
  potAddress: address,
  pays: { assetId },
  remainingInfo,
}: AnswerOf<'rewardPool'>): EmptyPot[] {
  if (address === null || remainingInfo.coins > 0) return [];
  const pays = assetId === 'sats' ? assetId : (assetId as AssetId);
  return [{ address, pays, pot: BigInt(remainingInfo.pot) }];
}

const inCoins = ({ address, pot }: EmptyPot) =>
  Array.from({ length: COINS }, () => ({ address, sats: pot / BigInt(COINS) }));

async function runeJobs({ origin, secret }: PotSeed, pots: readonly EmptyPot[]): Promise<Job<undefined>[]> {
  const stock = openTrader({ origin, key: seedKey(secret, STOCK), kind: 'p2tr' });
  const runes = pots.flatMap(({ pays, ...pot }) => (pays === 'sats' ? [] : [{ ...pot, asset: pays }]));
  if (runes.length === 0) return [];
  const coins = await coinsOf(origin, stock);
  return runes.map(({ asset, address, pot }) => {
    const receivers = Array.from({ length: COINS }, () => addressToScript(address, net));
    return sendJob(stock, coins, { asset, units: pot / BigInt(COINS), receivers });
  });
}
