/** The order book's tokens, what its sellers mint of them, and the transfer inscriptions they sell: what is missing of it is made. */
import type { TokenBalance } from '@rialto/contract';
import type { PrivateChain } from '../../chain/private-chain.ts';
import { callApi } from '../api.ts';
import { inscribeAll } from '../inscriber.ts';
import type { LotRequest } from '../inscriber.ts';
import type { Trader } from '../trader.ts';

export interface SeedToken {
  readonly tick: string;
  /** Sat for one token, in thousandths: the middle of the asks. */
  readonly milliSats: bigint;
  /** Amounts of one lot. */
  readonly lots: readonly string[];
}

export const SEED_TOKENS: readonly SeedToken[] = [
  { tick: 'opal', milliSats: 21_500n, lots: ['1000', '2500', '5000', '12000'] },
  { tick: 'jade', milliSats: 1_240n, lots: ['20000', '50000', '75000', '150000'] },
  { tick: 'onyx', milliSats: 640_000n, lots: ['40', '100', '250', '600'] },
];

interface LotSeed {
  readonly chain: PrivateChain;
  readonly origin: string;
  readonly sellers: readonly Trader[];
  /** Waits until the index has the node's tip. */
  ready(): Promise<void>;
  progress(line: string): void;
}

const MAX_SUPPLY = '21000000';
const MINT_LIMIT = '2000000';
const net = 'regtest' as const;

export const cycle = <T>(list: readonly T[], at: number): T => {
  const item = list[at % list.length];
  if (item === undefined) throw new Error('invariant: nothing to cycle through');
  return item;
};

const lotAt = (token: SeedToken, at: number): string => token.lots[(at * 5 + 3) % token.lots.length] ?? '1';

/** A spread of prices around the middle that looks like people made it: tight near the best, thin further up. */
export function priceOf(token: SeedToken, lot: string, at: number): bigint {
  const steps = BigInt(at * at) * 9n + BigInt((at * 7919) % 61);
  const milli = (token.milliSats * (10_000n + steps)) / 10_000n;
  const total = (milli * BigInt(lot)) / 1000n;
  return total < 10_500n ? 10_500n + BigInt(at * 130) : total;
}

/** @param lots of each token, sold or not */
export async function inscribeMarket(seed: LotSeed, lots: number): Promise<void> {
  await inscribe(seed, 'deploying the tokens', await missingDeploys(seed));
  await inscribe(seed, 'minting', await missingMints(seed));
  const transfers = await missingTransfers(seed, lots);
  await inscribe(seed, `inscribing ${transfers.length} transfers`, transfers);
}

/** One block holds them all: an interruption leaves nothing half made. */
async function inscribe(seed: LotSeed, line: string, requests: readonly LotRequest[]): Promise<void> {
  if (requests.length === 0) return;
  seed.progress(line);
  await inscribeAll(seed.chain, requests);
  await seed.ready();
}

async function missingDeploys({ origin, sellers }: LotSeed): Promise<LotRequest[]> {
  const { list } = await callApi(origin, 'tokenList', { query: { net } });
  const known = new Set(list.map(({ ticker }) => ticker));
  return SEED_TOKENS.filter(({ tick }) => !known.has(tick)).map(({ tick }) => {
    const who = cycle(sellers, 0);
    return { op: 'deploy', who, tick, max: MAX_SUPPLY, limit: MINT_LIMIT };
  });
}

function balancesOf({ origin, sellers }: LotSeed, tick: string): Promise<TokenBalance[]> {
  return Promise.all(
    sellers.map(({ address }) =>
      callApi(origin, 'tokenBalance', { params: { book: 'brc20', address, tick }, query: { net } }),
    ),
  );
}

async function missingMints(seed: LotSeed): Promise<LotRequest[]> {
  const requests: LotRequest[] = [];
  for (const { tick } of SEED_TOKENS) {
    const balances = await balancesOf(seed, tick);
    seed.sellers.forEach((who, at) => {
      const { availableBalance = '0', transferBalance = '0' } = balances[at] ?? {};
      if (availableBalance === '0' && transferBalance === '0')
        requests.push({ op: 'mint', who, tick, amount: MINT_LIMIT });
    });
  }
  return requests;
}

async function missingTransfers(seed: LotSeed, lots: number): Promise<LotRequest[]> {
  const requests: LotRequest[] = [];
  for (const token of SEED_TOKENS) {
    const balances = await balancesOf(seed, token.tick);
    const there = balances.reduce((sum, { transferBalanceList }) => sum + transferBalanceList.length, 0);
    for (let at = there; at < lots; at += 1) {
      const who = cycle(seed.sellers, at);
      requests.push({ op: 'transfer', who, tick: token.tick, amount: lotAt(token, at) });
    }
  }
  return requests;
}
