/** Fills the demo's market on MVC: tokens and tickets, their pools, and two weeks of swaps by people who sign as everybody does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SIGNER_ANSWERS } from '@rialto/contract';
import { p2pkhScript } from '@rialto/mvc';
import { hexToBytes, invariant, sats } from '@rialto/protocols';
import { askSigner } from '../exchange/signer-door.ts';
import { callApi } from '../market/api.ts';
import { seedKey } from '../market/seed/seed-key.ts';
import type { PrivateMvcChain } from '../mvc/private-chain.ts';
import { beginToken, coinsFor, tokenKeyOf } from './issuer.ts';
import { openMvcTrader } from './mvc-trader.ts';
import type { MvcTrader } from './mvc-trader.ts';
import { LANES, openMvcPool } from './open-pool.ts';
import { personOf } from '../mvc/person.ts';
import type { MvcPerson } from '../mvc/person.ts';
import { listToken } from './token-list.ts';
import type { ListedKind } from './token-list.ts';

export interface MvcSeeding {
  readonly chain: PrivateMvcChain;
  readonly origin: string;
  readonly signerSocket: string;
  /** The operator's list of tokens; a new one is written. */
  readonly listFile: string;
  readonly secret: string;
  /** Sets the time of the blocks to come, in seconds since 1970. */
  at(seconds: number): void;
  readonly progress: (line: string) => void;
}

export interface MvcSeed extends ListedKind {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  /** In sat, and in smallest units. */
  readonly space: bigint;
  readonly units: bigint;
}

const SPACE = 100_000_000n;
const MVC = { venue: 'mvc' } as const;

/** Three MRC-20 and two tickets; the last token can still be made by its issuer, and its forms say so. */
export const MVC_SEED: readonly MvcSeed[] = [
  {
    name: 'Spark',
    symbol: 'SPARK',
    decimals: 8,
    kind: 'mrc20',
    mintable: 'no',
    space: 12n * SPACE,
    units: 48_000_000_000_000n,
  },
  {
    name: 'Orbit',
    symbol: 'ORBIT',
    decimals: 6,
    kind: 'mrc20',
    mintable: 'no',
    space: 4n * SPACE,
    units: 90_000_000_000n,
  },
  {
    name: 'Lumen',
    symbol: 'LUMEN',
    decimals: 2,
    kind: 'mrc20',
    mintable: 'yes',
    space: 2n * SPACE,
    units: 5_000_000n,
  },
  {
    name: 'Harbour Night',
    symbol: 'HARBOUR',
    decimals: 0,
    kind: 'ticket',
    mintable: 'no',
    space: 6n * SPACE,
    units: 4_000n,
  },
  {
    name: 'Winter Fair',
    symbol: 'FAIR',
    decimals: 0,
    kind: 'ticket',
    mintable: 'no',
    space: 3n * SPACE,
    units: 12_000n,
  },
];

/** People who trade, so that none of them waits for his own change. */
const TRADERS = 3;
const DAYS = 14;
const ROUNDS_A_DAY = 2;
const DAY = 86_400;

/** Everybody who signs with the pools' payer has enough coins to choose from. */
const PAYER_COINS = 12;
const PAYER_SATS = sats(2_000_000n);

/** @returns the pairs, in the order of the tokens */
export async function seedMvc(
  seeding: MvcSeeding,
  { tokens = MVC_SEED, days = DAYS }: { readonly tokens?: readonly MvcSeed[]; readonly days?: number } = {},
): Promise<readonly string[]> {
  const { chain, secret } = seeding;
  const start = Math.floor(Date.now() / 1000) - days * DAY;
  const tipTime = (): number => chain.block(chain.height)?.block.header.time ?? 0;
  seeding.at(Math.max(start, tipTime()));
  const operator = personOf(seedKey(secret, 'mvc operator'));
  const traders = Array.from({ length: TRADERS }, (_, at) =>
    openMvcTrader(seeding.origin, seedKey(secret, `mvc trader ${at}`)),
  );
  await fund(seeding, operator, traders);
  const pairs = await openTokens(seeding, operator, { tokens, traders });
  await untilOpen(seeding.origin, pairs);
  for (let round = 0; round < days * ROUNDS_A_DAY; round += 1) {
    const moment = start + Math.floor(((round + 1) * DAY) / ROUNDS_A_DAY) - 3_600;
    if (moment <= tipTime()) continue;
    if (round % ROUNDS_A_DAY === 0) seeding.progress(`day ${round / ROUNDS_A_DAY + 1} of ${days} on MVC`);
    seeding.at(moment);
    await roundOfSwaps({ origin: seeding.origin, chain, traders, pairs, round });
  }
  return pairs;
}

/** Who pays for checks, and who trades. */
async function fund(
  { chain, signerSocket }: MvcSeeding,
  operator: MvcPerson,
  traders: readonly MvcTrader[],
): Promise<void> {
  const { payer } = await askSigner(signerSocket, SIGNER_ANSWERS.mvcPools, { op: 'mvcPools' });
  const script = p2pkhScript(hexToBytes(payer));
  coinsFor(chain, operator, [
    ...Array.from({ length: PAYER_COINS }, () => ({ value: PAYER_SATS, script })),
    ...traders.flatMap((trader) =>
      Array.from({ length: 6 }, () => ({ value: sats(5n * SPACE), script: trader.script })),
    ),
  ]);
}

/** A start that was interrupted goes on where it was. */
async function openTokens(
  seeding: MvcSeeding,
  operator: MvcPerson,
  { tokens, traders }: { readonly tokens: readonly MvcSeed[]; readonly traders: readonly MvcTrader[] },
): Promise<string[]> {
  const { pools } = await callApi(seeding.origin, 'mvcPools', { params: MVC });
  const pairs: string[] = [];
  for (const token of tokens) {
    const open = pools.find(({ symbol }) => symbol === token.symbol);
    if (open === undefined) seeding.progress(`the pool of ${token.symbol} on MVC`);
    pairs.push(open?.pair ?? (await openToken(seeding, operator, token, traders)));
  }
  return pairs;
}

async function openToken(
  { chain, signerSocket, listFile }: MvcSeeding,
  operator: MvcPerson,
  token: MvcSeed,
  traders: readonly MvcTrader[],
): Promise<string> {
  const { symbol, space, units, mintable } = token;
  const issuance = beginToken(chain, operator, token, traders.length + LANES);
  const held = traders.map(({ hash }) => issuance.mint({ holder: hash, units: units / 10n }));
  const [first] = held;
  invariant(first !== undefined, 'somebody trades');
  const key = tokenKeyOf(first);
  listToken(listFile, key, token);
  let left = LANES;
  await openMvcPool({
    ...{ chain, signerSocket, operator, symbol, space, units, token: key },
    give: (to) => {
      left -= 1;
      return issuance.mint(to, left === 0 && mintable === 'no');
    },
  });
  return `space-${key.genesis}`;
}

const OPEN_MS = 60_000;
const LOOK_MS = 200;

/** The server takes a pool in when it next asks the signer, and the index has its coins. */
async function untilOpen(origin: string, pairs: readonly string[]): Promise<void> {
  const until = Date.now() + OPEN_MS;
  for (;;) {
    const { pools } = await callApi(origin, 'mvcPools', { params: MVC }).catch(() => ({ pools: [] }));
    const isOpen = (pair: string): boolean =>
      pools.some((one) => one.pair === pair && one.token1PoolConfirmed !== '0');
    if (pairs.every(isOpen)) return;
    if (Date.now() > until) throw new Error('the pools on MVC did not open');
    await sleep(LOOK_MS);
  }
}

interface Round {
  readonly origin: string;
  readonly chain: PrivateMvcChain;
  readonly traders: readonly MvcTrader[];
  readonly pairs: readonly string[];
  readonly round: number;
}

/** A swap of each pool by one of its traders, and a block. Who buys and who sells is a slow wave with noise: prices go somewhere. */
async function roundOfSwaps({ origin, chain, traders, pairs, round }: Round): Promise<void> {
  const { pools } = await callApi(origin, 'mvcPools', { params: MVC });
  for (const [at, pair] of pairs.entries()) {
    const pool = pools.find((one) => one.pair === pair);
    const trader = traders[(round + at) % traders.length];
    invariant(pool !== undefined && trader !== undefined, 'the pool is there, and somebody trades');
    const wave = Math.sin(round / 1.7 + at * 1.7) + Math.sin(round * 12.9898 + at * 78.233) * 0.7;
    const side = wave > 0 ? 'buy' : 'sell';
    const part = BigInt(6 + Math.floor(Math.abs(wave) * 14));
    const reserve = BigInt(side === 'buy' ? pool.token1Pool : pool.token2Pool);
    await trader.swap({ pair, side, exact: 'in', amount: ((reserve * part) / 1_000n).toString() });
  }
  chain.mine();
  await untilFollowed(origin, chain.height);
}

/** The index has the chain's newest block. */
export async function untilFollowed(origin: string, height: number): Promise<void> {
  const until = Date.now() + OPEN_MS;
  for (;;) {
    const { at } = await callApi(origin, 'mvcPools', { params: MVC });
    if (at.height >= height) return;
    if (Date.now() > until) throw new Error('the index of MVC does not follow');
    await sleep(LOOK_MS);
  }
}
