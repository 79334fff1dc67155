/** A world with both private chains and assets of the bridge, opened as their operator does it, and users that are programs. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brc20Ticked, callApi, mrc20Ticked, runeNamed, seedKey } from '@rialto/devnet';
import type { World, WorldOptions } from '@rialto/devnet';
import {
  brc20Asset,
  btcAsset,
  mrc20Asset,
  openBridge,
  openBridgeUser,
  openMvcTrader,
  runeAsset,
  untilFollowed,
} from '@rialto/devnet/mvc';
import type { BridgeAssetWords, BridgeUser, OpenedAsset, PrivateMvc } from '@rialto/devnet/mvc';
import type { AnswerOf, BridgeOrderView, BridgeReserve } from '@rialto/contract';
import { readFtScript } from '@rialto/mvc';
import { bytesToHex, sats } from '@rialto/protocols';
import { expect } from 'vitest';
import { testWorld, until } from '../world.ts';

const BUNDLES = resolve(import.meta.dirname, '../../../../dist');
/** Blocks of the smallest, the middle and the largest amounts. */
const DEPTHS = [
  { btc: 1, mvc: 2 },
  { btc: 2, mvc: 3 },
  { btc: 3, mvc: 4 },
] as const;
/** Written out here, so that sums in tests are sums. */
export const BTC_ASSET: BridgeAssetWords = {
  ...btcAsset(DEPTHS),
  ...{ minimum: '20000', maximum: '50000000', hourCap: '100000000', exposure: '5000000' },
  fees: {
    mint: { ppm: '2000', constant: '500', network: '2000' },
    redeem: { ppm: '2000', constant: '500', network: '3000' },
  },
  tiers: [{ upTo: '1000000', ...DEPTHS[0] }, { upTo: '10000000', ...DEPTHS[1] }, DEPTHS[2]],
};
const RUNE = 'BRIDGED•RUNE•TEST';
const SPACE = 100_000_000n;

export interface BridgeWorld {
  readonly world: World;
  readonly mvc: PrivateMvc;
  readonly btc: OpenedAsset;
  rune: OpenedAsset | undefined;
  /** `npm run bridge -- WORDS` */
  command(...words: string[]): Promise<string>;
  /** With SPACE, and coins on Bitcoin of these values. */
  user(name: string, values?: readonly bigint[]): Promise<BridgeUser>;
  mineBtc(blocks?: number): Promise<void>;
  mineMvc(blocks?: number): Promise<void>;
  order(id: string): Promise<BridgeOrderView>;
  /** Waits until an order is in a state. */
  untilState(id: string, state: BridgeOrderView['state']): Promise<BridgeOrderView>;
  /** Mines both chains until the order is done. */
  finish(id: string): Promise<BridgeOrderView>;
  reserves(): Promise<AnswerOf<'bridgeReserves'>>;
  reserve(asset: string): Promise<BridgeReserve>;
  /** Wrapped units of an asset that a user holds, by blocks. */
  held(user: BridgeUser, of: OpenedAsset): bigint;
}

export async function bridgeWorld(
  options: Partial<WorldOptions> = {},
  btc: BridgeAssetWords = BTC_ASSET,
): Promise<BridgeWorld> {
  return openBridgeStage(await testWorld({ mvc: true, ...options }), btc);
}

const run = promisify(execFile);

/** What the operator says on his command line. Throws with what it says of its failure. */
async function command({ exchange }: World, words: readonly string[]): Promise<string> {
  try {
    const env = { ...exchange.serverEnvironment };
    return (await run(process.execPath, [join(BUNDLES, 'bridge.mjs'), ...words], { env })).stdout;
  } catch (error) {
    throw new Error(error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error));
  }
}

const groundOf = (world: World, mvc: PrivateMvc) => ({
  ...{ chain: world.chain, mvc: mvc.chain, signerSocket: world.exchange.signerSocket },
  signerDirectory: join(world.directory, 'exchange', 'signer'),
  others: world.exchange.bridgeSigners,
  operator: openMvcTrader(world.origin, seedKey('world', 'bridge operator')),
  addAsset: async (file: string) => {
    await command(world, ['add', file, '--yes']);
  },
  ready: async () => {
    await world.exchange.ready();
    await untilFollowed(world.origin, mvc.chain.height);
  },
});

async function openBridgeStage(world: World, words: BridgeAssetWords): Promise<BridgeWorld> {
  const { mvc, origin } = world;
  if (mvc === undefined) throw new Error('a world with MVC');
  const btc = await openBridge(groundOf(world, mvc), words);
  const place = { origin, chain: world.chain, mvc: mvc.chain };
  const order = (id: string): Promise<BridgeOrderView> =>
    callApi(origin, 'bridgeOrder', { query: { orderId: id } });
  const mineBtc: BridgeWorld['mineBtc'] = (blocks = 1) => world.mine(blocks);
  const mineMvc: BridgeWorld['mineMvc'] = async (blocks = 1) => {
    for (let count = 0; count < blocks; count += 1) mvc.chain.mine();
    await untilFollowed(origin, mvc.chain.height);
  };
  const untilState: BridgeWorld['untilState'] = async (id, state) => {
    let last: BridgeOrderView | undefined;
    await until(async () => {
      last = await order(id);
      return last.state === state;
    }, `${id} is ${state}`).catch((error: unknown) => {
      const told =
        last === undefined
          ? ''
          : ` it is ${last.state} (${last.waits ?? ''}) ${JSON.stringify(last.deposits)}`;
      const log = readFileSync(join(world.directory, 'exchange', 'server.log'), 'utf8').slice(-1_500);
      throw new Error(`${String(error)}:${told.slice(0, 1_000)}\n${log}`);
    });
    if (last === undefined) throw new Error('an order');
    return last;
  };
  const reserves = () => callApi(origin, 'bridgeReserves');
  const here: BridgeWorld = {
    ...{ world, mvc, btc, rune: undefined, mineBtc, mineMvc, order, untilState, reserves },
    command: (...given) => command(world, given),
    user: async (name, values = [1_000_000n, 1_000_000n]) => {
      const user = openBridgeUser(place, seedKey('world', `bridge ${name}`));
      mvc.chain.pay([{ value: sats(SPACE), script: user.mvc.script }]);
      await mineMvc();
      await world.fund(user.btc, values);
      return user;
    },
    finish: async (id) => {
      for (let rounds = 0; rounds < 12; rounds += 1) {
        const { state } = await order(id);
        if (state === 'done') break;
        await mineBtc();
        await mineMvc();
        // Ever longer, so that a slow machine gets its time between two blocks.
        await settled(here, id, 3 + rounds);
      }
      return untilState(id, 'done');
    },
    reserve: async (asset) => {
      const { reserves: all } = await reserves();
      const found = all.find((one) => one.asset === asset);
      if (found === undefined) throw new Error(`${asset} has a reserve`);
      return found;
    },
    held: (user, { token }) =>
      mvc.chain
        .coins((script) => {
          const read = readFtScript(script);
          return (
            read !== undefined &&
            read.genesis === token.genesis &&
            read.codehash === token.codehash &&
            read.holder === bytesToHex(user.mvc.hash)
          );
        })
        .reduce((sum, { script }) => sum + (readFtScript(script)?.amount ?? 0n), 0n),
  };
  return here;
}

const MOST_LOOKS = 40;

/** Until what is due by these blocks has happened, as far as anybody can tell: a payout is there, or nothing moves for a moment. */
async function settled({ order }: BridgeWorld, id: string, still: number): Promise<void> {
  let before = '';
  for (let same = 0, looks = 0; same < still && looks < MOST_LOOKS; looks += 1) {
    await new Promise((done) => setTimeout(done, 150));
    const now = JSON.stringify(await order(id));
    same = now === before ? same + 1 : 0;
    before = now;
  }
}

const runeWords = (of: Parameters<typeof runeAsset>[0]): BridgeAssetWords =>
  tokenWords(runeAsset(of, DEPTHS));

function tokenWords(words: BridgeAssetWords): BridgeAssetWords {
  const whole = (count: number): string => `${count}${'0'.repeat(words.decimals)}`;
  return {
    ...words,
    ...{ minimum: whole(100), maximum: whole(100_000), hourCap: whole(500_000), exposure: whole(20_000) },
    fees: {
      mint: { ppm: '2000', constant: '0', network: whole(20) },
      redeem: { ppm: '2000', constant: '0', network: whole(50) },
    },
    tiers: [{ upTo: whole(5_000), ...DEPTHS[0] }, { upTo: whole(50_000), ...DEPTHS[1] }, DEPTHS[2]],
  };
}

/** The rune beside BTC: its holder gets all of it. */
export async function addRune(
  here: BridgeWorld,
  holder: BridgeUser,
  amount = '500000',
): Promise<OpenedAsset> {
  const { world, mvc } = here;
  await world.fund(holder.btc, [2_000_000n, 1_000_000n, 500_000n]);
  await world.tokenIn('runes', RUNE, [{ who: holder.btc, amount }]);
  const found = await runeNamed(world.origin, RUNE);
  if (found === undefined) throw new Error('a rune');
  here.rune = await openBridge(
    groundOf(world, mvc),
    runeWords({ rune: found.runeid, symbol: RUNE, decimals: found.divisibility }),
  );
  return here.rune;
}

const MRC20 = 'BRIDGED';

/** An MRC-20 beside BTC: its holder has lots of these sizes, in whole tokens. */
export async function addMrc20(
  here: BridgeWorld,
  holder: BridgeUser,
  lots: readonly string[],
): Promise<OpenedAsset> {
  const { world, mvc } = here;
  await world.fund(holder.btc, [2_000_000n, 1_000_000n, 500_000n, 500_000n]);
  await world.tokenIn(
    'mrc20',
    MRC20,
    lots.map((amount) => ({ who: holder.btc, amount })),
  );
  const found = await mrc20Ticked(world.origin, MRC20);
  if (found === undefined) throw new Error('a token');
  const { assetId, decimals } = found;
  const named = { mrc20: assetId.slice('mrc20:'.length), symbol: MRC20, decimals: Number(decimals) };
  return openBridge(groundOf(world, mvc), tokenWords(mrc20Asset(named, DEPTHS)));
}

export const BRC20 = 'pepe';

/** A BRC-20 beside BTC: its holder has lots of these sizes, in whole tokens. */
export async function addBrc20(
  here: BridgeWorld,
  holder: BridgeUser,
  lots: readonly string[],
): Promise<OpenedAsset> {
  const { world, mvc } = here;
  await world.token(
    BRC20,
    lots.map((amount) => ({ who: holder.btc, amount })),
  );
  const found = await brc20Ticked(world.origin, BRC20);
  if (found === undefined) throw new Error('a token');
  const named = { brc20: found.assetId.slice('brc20:'.length), tick: BRC20 };
  return openBridge(groundOf(world, mvc), tokenWords(brc20Asset(named, DEPTHS)));
}

/** Locked covers what people hold and what is owed. */
export async function expectBalanced({ reserves }: BridgeWorld): Promise<void> {
  for (const one of (await reserves()).reserves) {
    const { locked, wrapped, owed, difference, holds, asset } = one;
    expect(BigInt(locked) - BigInt(wrapped) - BigInt(owed), asset).toBe(BigInt(difference));
    expect(holds, `${asset} holds`).toBe(true);
  }
}
