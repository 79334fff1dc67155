/** The stage of the stories of the bridge: sats, a rune and MRC-20 bridged, and people whose Metalet has coins on both chains. */
import { join } from 'node:path';
import { callApi, coinsOf, mineJobs, mrc20Ticked, runeNamed, transferJob } from '@rialto/devnet';
import {
  btcAsset,
  mrc20Asset,
  openBridge,
  openBridgeUser,
  runeAsset,
  untilFollowed,
} from '@rialto/devnet/mvc';
import type { BridgeUser, OpenedAsset, PrivateMvc } from '@rialto/devnet/mvc';
import { p2pkhScript, readFtScript } from '@rialto/mvc';
import { bytesToHex, sats } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import type { BridgeReserve } from '@rialto/contract';
import { expect } from 'vitest';
import { bridgeAdder } from '../../../src/exchange/operator.ts';
import { fullest, unitsOf } from '../../../src/market/facts.ts';
import { personOf } from '../../../src/mvc/person.ts';
import { coinsFor } from '../../../src/mvc-market/issuer.ts';
import { accountsOf } from '../../../src/wallet/accounts.ts';
import { withFakes } from '../support/fakes.ts';
import type { FakeOptions } from '../support/fakes.ts';
import { loggedIn, openStage } from '../support/stage.ts';
import type { Stage, User } from '../support/stage.ts';

export const TIMEOUT = { timeout: 30_000 };
/** Two blocks at least on each chain: a block can be undone before the tier is reached. */
const DEPTHS = [
  { btc: 2, mvc: 2 },
  { btc: 3, mvc: 3 },
] as const;
const RUNE = 'BRIDGED•BY•STORIES';
const MRC20 = 'BRIDGED20';
const ISSUER = 'issuer of the rune';
const COIN = 1_000_000n;
const SPACE = sats(30_000_000n);

export interface BridgeStage extends Stage {
  readonly mvc: PrivateMvc;
  readonly btc: OpenedAsset;
  readonly rune: OpenedAsset;
  readonly mrc20: OpenedAsset;
  mineBtc(blocks?: number): Promise<void>;
  mineMvc(blocks?: number): Promise<void>;
  /** Both indexes have the tips. */
  followed(): Promise<void>;
  /** With the same keys as somebody's Metalet, as a program. */
  programOf(name: string): BridgeUser;
  /** Connected with Metalet, with coins on both chains; the rune too where it is asked for. */
  enter(name: string, wish?: Partial<FakeOptions> & Wish): Promise<User>;
  /** Units of a wrapped token that somebody holds. */
  held(name: string, of: OpenedAsset): bigint;
  reserve(asset: string): Promise<BridgeReserve>;
}

interface Wish {
  readonly path?: string;
  readonly width?: number;
  /** Whole ones of the rune. */
  readonly runes?: string;
  /** Whole ones of MRC-20, each amount on a coin of its own. */
  readonly mrc20?: readonly string[];
}

const seedOf = (name: string): string => `bridge-${name}`;
const bundles = join(import.meta.dirname, '../../../../../dist');

export async function openBridgeStage(): Promise<BridgeStage> {
  const stage = await openStage({}, 'regtest', {}, { mvc: true, bridgeSigners: 2 });
  const { world } = stage;
  const { mvc, origin, exchange, chain } = world;
  if (mvc === undefined) throw new Error('the world has MVC');
  const followed = async (): Promise<void> => {
    await exchange.ready();
    await untilFollowed(origin, mvc.chain.height);
  };
  const operator = personOf(new Uint8Array(32).fill(77));
  const ground = {
    ...{ chain, mvc: mvc.chain, signerSocket: exchange.signerSocket, operator, ready: followed },
    signerDirectory: join(world.directory, 'exchange', 'signer'),
    addAsset: bridgeAdder(bundles, exchange),
  };
  const issuer = world.trader(ISSUER, 'p2wpkh');
  await world.fund(issuer, [COIN, COIN]);
  await world.tokenIn('runes', RUNE, [{ who: issuer, amount: '500' }]);
  const rune = await runeNamed(origin, RUNE);
  if (rune === undefined) throw new Error('the rune is etched');
  // Sats are locked by two signers together, the rune by one alone.
  const btc = await openBridge({ ...ground, others: exchange.bridgeSigners }, btcAsset(DEPTHS));
  const told = { rune: rune.assetId.slice('rune:'.length), symbol: RUNE, decimals: rune.divisibility };
  const runes = await openBridge(ground, runeAsset({ ...told, trim: 1 }, DEPTHS));
  const mrc20 = await openMrc20(stage, ground, issuer);
  return { ...stage, mvc, btc, rune: runes, mrc20, followed, ...actsOf(stage, { mvc, operator, followed }) };
}

async function openMrc20(
  { world }: Stage,
  ground: Parameters<typeof openBridge>[0],
  issuer: Parameters<Stage['world']['tokenIn']>[2][number]['who'],
): Promise<OpenedAsset> {
  await world.fund(issuer, [COIN, COIN]);
  await world.tokenIn('mrc20', MRC20, [{ who: issuer, amount: '5000' }]);
  const token = await mrc20Ticked(world.origin, MRC20);
  if (token === undefined) throw new Error('MRC-20 is deployed');
  const told = { mrc20: token.mrc20Id, symbol: MRC20, decimals: Number(token.decimals) };
  return openBridge(ground, mrc20Asset(told, DEPTHS));
}

interface Grounds {
  readonly mvc: PrivateMvc;
  readonly operator: ReturnType<typeof personOf>;
  readonly followed: () => Promise<void>;
}

function actsOf(stage: Stage, { mvc, operator, followed }: Grounds) {
  const { world } = stage;
  const { origin, chain } = world;
  const accountOf = (name: string) => {
    const [account] = accountsOf(seedOf(name));
    if (account === undefined) throw new Error('an account');
    return account;
  };
  const programOf: BridgeStage['programOf'] = (name) =>
    openBridgeUser({ origin, chain, mvc: mvc.chain }, accountOf(name).key, 'p2wpkh');
  const enter: BridgeStage['enter'] = async (
    name,
    { path = '/bridge/btc', width, runes, mrc20, ...wish } = {},
  ) => {
    const { btc, mvc: person } = programOf(name);
    await chain.fundMany(Array.from({ length: 4 }, () => ({ address: btc.address, sats: COIN })));
    const script = p2pkhScript(person.hash);
    coinsFor(mvc.chain, operator, [
      { value: SPACE, script },
      { value: SPACE, script },
    ]);
    if (runes !== undefined) await sendRunes(stage, btc, runes);
    if (mrc20 !== undefined) await sendMrc20(stage, btc, mrc20);
    await chain.mine(1);
    await followed();
    const user = await stage.user(name, {
      path,
      ...(width === undefined ? {} : { width, height: 844 }),
      extend: withFakes({ face: 'metalet', seed: seedOf(name), networks: ['regtest'], account: 0, ...wish }),
    });
    await user.sees('connect-button').first().click();
    await user.sees('wallet-metalet').click();
    await loggedIn(user.page);
    return user;
  };
  const held: BridgeStage['held'] = (name, { token }) => {
    const hash = bytesToHex(programOf(name).mvc.hash);
    return mvc.chain
      .coins((script) => {
        const read = readFtScript(script);
        return read?.genesis === token.genesis && read.holder === hash;
      })
      .reduce((sum, { script }) => sum + (readFtScript(script)?.amount ?? 0n), 0n);
  };
  return {
    ...{ programOf, enter, held },
    mineBtc: (blocks = 1) => world.mine(blocks),
    mineMvc: async (blocks = 1) => {
      for (let at = 0; at < blocks; at += 1) mvc.chain.mine();
      await followed();
    },
    reserve: async (asset: string): Promise<BridgeReserve> => {
      const { reserves } = await callApi(origin, 'bridgeReserves');
      const found = reserves.find((one) => one.asset === asset);
      if (found === undefined) throw new Error(`${asset} has a reserve`);
      return found;
    },
  };
}

/** From whoever etched it. @param amount whole ones */
async function sendRunes(
  { world }: Stage,
  { script }: { script: Uint8Array },
  amount: string,
): Promise<void> {
  const { origin, chain } = world;
  const issuer = world.trader(ISSUER, 'p2wpkh');
  const rune = await runeNamed(origin, RUNE);
  if (rune === undefined) throw new Error('the rune is etched');
  const asset = rune.assetId as AssetId;
  const whole = fullest(await coinsOf(origin, issuer), asset);
  const sends = [{ asset, amount: unitsOf(amount, rune.divisibility), script }];
  await mineJobs(chain, [transferJob(issuer, [whole], sends)]);
  await world.exchange.ready();
}

async function sendMrc20(
  { world }: Stage,
  { script }: { script: Uint8Array },
  amounts: readonly string[],
): Promise<void> {
  const { origin, chain } = world;
  const issuer = world.trader(ISSUER, 'p2wpkh');
  await world.fund(issuer, [COIN]);
  const token = await mrc20Ticked(origin, MRC20);
  if (token === undefined) throw new Error('MRC-20 is deployed');
  const asset = token.assetId as AssetId;
  const sends = amounts.map((one) => ({ asset, amount: unitsOf(one, Number(token.decimals)), script }));
  await mineJobs(chain, [transferJob(issuer, [fullest(await coinsOf(origin, issuer), asset)], sends)]);
  await world.exchange.ready();
}

/** What is on the screen of the order that is looked at. */
export const stateOf = (user: User): Promise<string | null> =>
  user.sees('bridge-order-view').getAttribute('data-state', TIMEOUT);

export const untilState = (user: User, state: string): Promise<void> =>
  expect.poll(() => stateOf(user), TIMEOUT).toBe(state);

export interface Review {
  /** What was said to arrive, in origin units. */
  readonly out: bigint;
  /** What was said to leave the wallet on Bitcoin, in sat; of a mint. */
  readonly leaves: bigint | undefined;
}

/** Types an amount and goes as far as the review. @param way redeem: the form is turned round first */
export async function reviews(user: User, amount: string, way: 'mint' | 'redeem' = 'mint'): Promise<Review> {
  if (way === 'redeem') await user.sees('bridge-flip').click();
  await user.sees('bridge-amount').fill(amount);
  await expect.poll(() => user.sees('bridge-button').isEnabled(), TIMEOUT).toBe(true);
  const before = await unitsOn(user, 'bridge');
  await user.sees('bridge-button').click();
  await user.sees('bridge-review').waitFor();
  const out = await unitsOn(user, 'bridge-review');
  expect(out, 'form and review say the same').toBe(before);
  const leaves = way === 'mint' ? await user.sees('bridge-leaves').getAttribute('data-sats') : null;
  return { out, leaves: leaves === null ? undefined : BigInt(leaves) };
}

async function unitsOn(user: User, place: string): Promise<bigint> {
  const units = await user.sees(place).getByTestId('bridge-out').first().getAttribute('data-units');
  return BigInt(units ?? '-1');
}

/** Signs what is reviewed; the order is on the screen then. @returns its id */
export async function pays(user: User): Promise<string> {
  await user.sees('bridge-confirm').click();
  await user.sees('bridge-order-view').waitFor(TIMEOUT);
  return new URL(user.page.url()).hash.slice(1);
}

export async function closeOrder(user: User): Promise<void> {
  await user.page.keyboard.press('Escape');
  await user.sees('bridge-order-view').waitFor({ state: 'detached' });
}

/** All that a node has on an address in blocks and beside them. */
export async function satsOf({ world }: Stage, address: string): Promise<bigint> {
  const coins = await callApi(world.origin, 'btcCoins', {
    query: { address, net: 'regtest', unconfirmed: '1' },
  });
  return coins.reduce((sum, { satoshis }) => sum + BigInt(satoshis), 0n);
}
