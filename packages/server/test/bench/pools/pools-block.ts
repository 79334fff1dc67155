/**
 * As many swaps on one pair as its lanes have room for, by several clients at once, and the one block that has them all.
 * A trader has one swap at his wallet at a time: two would be made of the same coins.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiRefusal, field, integer, list, text } from '@rialto/devnet';
import type { Trader } from '@rialto/devnet';
import { openBitcoind } from '@rialto/ground';
import { brokenInvariants } from '../../../src/invariants/check.ts';
import { openStore } from '../../../src/store/database.ts';
import { ratioTo } from '../baseline.ts';
import type { Baseline } from '../baseline.ts';
import { quantile } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { build, handIn, signed } from '../../pools/pool-calls.ts';
import type { PoolsStage } from './pools-stage.ts';

const GOAL_MS = { build: 60, submit: 120 };
/** The same goals as so many of what the machine takes for the bare acts. */
const GOAL_RATIO = { build: 8, submit: 16 };
/** How long the wallets of people are open; bots sign at once. */
const AT_THE_WALLET_MS = { people: 1_000, bots: 0 } as const;
type Who = keyof typeof AT_THE_WALLET_MS;

/** In one block on one pair, by the node's limits. */
const GOAL_SWAPS = { knots: 76, core: 200 };
/** What a peer with one coin a pool has room for. */
const PEER_SWAPS = 25;

const BUY = { act: 'build1x', sourceAmount: '20000' } as const;
const SELL = { act: 'build2x', sourceAmount: '4000' } as const;

interface Swap {
  readonly who: Trader;
  readonly asked: typeof BUY | typeof SELL;
}

interface Swapped extends Swap {
  readonly txid: string;
}

interface Times {
  readonly build: number[];
  readonly submit: number[];
  /** Signed when another's swap had just taken their lane: asked for once more. */
  moved: number;
}

/** Everybody buys, then sells, then buys again. */
function swapsOf({ traders, size }: PoolsStage): Swap[] {
  return Array.from({ length: size.lanes * size.depth }, (_, at) => {
    const who = traders[at % traders.length];
    if (who === undefined) throw new Error('the stage has traders');
    return { who, asked: Math.floor(at / traders.length) % 2 === 0 ? BUY : SELL };
  });
}

async function swap(
  stage: PoolsStage,
  { who, asked }: Swap,
  times: Times,
  walletMs: number,
): Promise<string> {
  const { act, ...body } = asked;
  for (;;)
    try {
      const clicked = performance.now();
      const built = await build(stage, who, act, body);
      times.build.push(performance.now() - clicked);
      const rawPsbt = signed(who, built);
      await sleep(walletMs);
      const handed = performance.now();
      const { txid } = await handIn(stage, who, { buildId: built.buildId, rawPsbt });
      times.submit.push(performance.now() - handed);
      return txid;
    } catch (error) {
      if (!(error instanceof ApiRefusal) || error.refusal !== 'price-changed') throw error;
      times.moved += 1;
    }
}

/** A block full of swaps by people, whose figures have goals. */
export async function measureBlock(stage: PoolsStage, base: Baseline): Promise<Figure[]> {
  const { swapped, times, took } = await swapAll(stage, 'people');
  const sizes = await vsizes(stage, swapped);
  const { world, size } = stage;
  await world.mine();
  const confirmed = await inOneBlock(stage, swapped);
  await requireWhole(stage);
  const { kind, version } = world.chain.node;
  const goal = GOAL_SWAPS[kind];
  return [
    {
      name: 'pools.block.swaps',
      value: confirmed,
      unit: 'swaps',
      goal: `>= ${goal} in one block by ${kind} ${version}, ${size.lanes} lanes; ${PEER_SWAPS} with one coin a pool`,
      ok: confirmed >= Math.min(goal, size.lanes * size.depth),
    },
    ...pace(
      'block',
      { swapped, times, took },
      `${size.clients} people, ${AT_THE_WALLET_MS.people} ms each at the wallet`,
    ),
    ...both('build', times.build, size.clients, base),
    ...both('submit', times.submit, size.clients, base),
    ...sizes,
  ];
}

/** Bots that are always at it: what the exchange takes on in a second. */
export async function measureBots(stage: PoolsStage): Promise<Figure[]> {
  const swaps = await swapAll(stage, 'bots');
  await stage.world.mine();
  await requireWhole(stage);
  const goal = `${stage.size.clients} bots that sign at once`;
  const { build: built, submit } = swaps.times;
  return [
    ...pace('bots', swaps, goal),
    { name: 'pools.bots.build.p50', value: quantile(built, 0.5), unit: 'ms', goal, ok: true },
    { name: 'pools.bots.submit.p50', value: quantile(submit, 0.5), unit: 'ms', goal, ok: true },
  ];
}

interface AllSwapped {
  readonly swapped: readonly Swapped[];
  readonly times: Times;
  readonly took: number;
}

async function swapAll(stage: PoolsStage, by: Who): Promise<AllSwapped> {
  const times: Times = { build: [], submit: [], moved: 0 };
  const waiting = swapsOf(stage);
  const swapped: Swapped[] = [];
  const busy = new Set<Trader>();
  const shift = (): Swap | undefined => {
    const at = waiting.findIndex(({ who }) => !busy.has(who));
    return at === -1 ? undefined : waiting.splice(at, 1)[0];
  };
  const client = async (): Promise<void> => {
    for (let next = shift(); next !== undefined; next = shift()) {
      busy.add(next.who);
      swapped.push({ ...next, txid: await swap(stage, next, times, AT_THE_WALLET_MS[by]) });
      busy.delete(next.who);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: stage.size.clients }, client));
  return { swapped, times, took: performance.now() - began };
}

function pace(name: string, { swapped, times, took }: AllSwapped, goal: string): Figure[] {
  return [
    { name: `pools.${name}.took`, value: took / 1000, unit: 's', goal, ok: true },
    {
      name: `pools.${name}.moved`,
      value: times.moved / swapped.length,
      unit: 'per swap',
      goal: 'another was faster on the lane: asked again',
      ok: true,
    },
  ];
}

function both(
  what: keyof typeof GOAL_MS,
  samples: readonly number[],
  clients: number,
  base: Baseline,
): Figure[] {
  const [p50, p99] = [quantile(samples, 0.5), quantile(samples, 0.99)];
  const note = `${samples.length} times, ${clients} clients`;
  const name = `pools.${what}`;
  const slowest: Figure = {
    name: `${name}.p99`,
    value: p99,
    unit: 'ms',
    goal: `<= ${GOAL_MS[what]} ms, ${note}`,
    ok: p99 <= GOAL_MS[what],
  };
  return [
    { name: `${name}.p50`, value: p50, unit: 'ms', goal: note, ok: true },
    slowest,
    ratioTo(slowest, base, GOAL_RATIO[what]),
  ];
}

/** In vB, as measured on two nodes; a signature of P2WPKH may be a byte shorter. */
const PROOF = { buy: { p2tr: 309, p2wpkh: 295 }, sell: { p2tr: 309, p2wpkh: 295 } };
const MOST_OFF = 3;

export function sizeFigure(name: string, vsize: number, proof: number): Figure {
  return {
    name: `pools.size.${name}`,
    value: vsize,
    unit: 'vB',
    goal: `${proof} vB as measured on two nodes, ${MOST_OFF} off at most; the others: psbt/test/pool/sizes.test.ts`,
    ok: Math.abs(vsize - proof) <= MOST_OFF,
  };
}

export async function vsizeOf({ world }: Pick<PoolsStage, 'world'>, txid: string): Promise<number> {
  return integer(field(await world.chain.rpc('getmempoolentry', [txid]), 'vsize'));
}

/** The largest of each kind: those that the node has waiting are signed by real wallets' rules. */
async function vsizes(stage: PoolsStage, swapped: readonly Swapped[]): Promise<Figure[]> {
  const most = new Map<string, { vsize: number; proof: number }>();
  for (const { who, asked, txid } of swapped) {
    const side = asked === BUY ? 'buy' : 'sell';
    const kind = who.script.length === 34 ? 'p2tr' : 'p2wpkh';
    const name = `${side}.${kind}`;
    const vsize = await vsizeOf(stage, txid);
    if (vsize > (most.get(name)?.vsize ?? 0)) most.set(name, { vsize, proof: PROOF[side][kind] });
  }
  return [...most].map(([name, { vsize, proof }]) => sizeFigure(name, vsize, proof));
}

async function inOneBlock({ world }: PoolsStage, swapped: readonly Swapped[]): Promise<number> {
  const { rpc } = world.chain.node;
  const block = await rpc('getblock', [text(await rpc('getbestblockhash')), 1]);
  const txids = new Set(list(field(block, 'tx')).map((txid) => text(txid)));
  return swapped.filter(({ txid }) => txids.has(txid)).length;
}

/** Reserves, shares and fills are what the chain has. */
async function requireWhole({ world }: PoolsStage): Promise<void> {
  const store = openStore(world.database.ownerUrl, () => undefined);
  const chain = openBitcoind({ url: world.chain.rpcUrl, cookieFile: world.chain.cookieFile });
  try {
    const broken = await brokenInvariants({ pool: store.pool, chain });
    if (broken.length > 0) throw new Error(broken.map(({ name }) => name).join(', '));
  } finally {
    await store.close();
    chain.close();
  }
}
