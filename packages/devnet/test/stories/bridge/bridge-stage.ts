/** The stage of the stories of the bridge: sats, a rune, MRC-20 and BRC-20 bridged, and people whose Metalet has coins on both chains. */
import { join } from 'node:path';
import { callApi, textList } from '@rialto/devnet';
import { btcAsset, openBridge, openBridgeUser, untilFollowed } from '@rialto/devnet/mvc';
import type { BridgeUser, OpenedAsset, PrivateMvc } from '@rialto/devnet/mvc';
import { p2pkhScript, readFtScript } from '@rialto/mvc';
import { bytesToHex, sats } from '@rialto/protocols';
import type { BridgeReserve } from '@rialto/contract';
import { expect } from 'vitest';
import { bridgeAdder } from '../../../src/exchange/operator.ts';
import { personOf } from '../../../src/mvc/person.ts';
import { coinsFor } from '../../../src/mvc-market/issuer.ts';
import { accountsOf } from '../../../src/wallet/accounts.ts';
import { withFakes } from '../support/fakes.ts';
import type { FakeOptions } from '../support/fakes.ts';
import { loggedIn, openStage } from '../support/stage.ts';
import type { Stage, User } from '../support/stage.ts';
import { BRC20, giveTokens, openTokens } from './bridge-tokens.ts';
import type { BridgedTokens, TokenWish } from './bridge-tokens.ts';

export const TIMEOUT = { timeout: 30_000 };
/** Two blocks at least on each chain: a block can be undone before the tier is reached. */
const DEPTHS = [
  { btc: 2, mvc: 2 },
  { btc: 3, mvc: 3 },
] as const;
const COIN = 1_000_000n;
const SPACE = sats(30_000_000n);

export interface BridgeStage extends Stage, BridgedTokens {
  readonly mvc: PrivateMvc;
  readonly btc: OpenedAsset;
  mineBtc(blocks?: number): Promise<void>;
  mineMvc(blocks?: number): Promise<void>;
  /** Both indexes have the tips. */
  followed(): Promise<void>;
  /** With the same keys as somebody's Metalet, as a program. */
  programOf(name: string): BridgeUser;
  /** Connected with Metalet, with coins on both chains; tokens too where they are asked for. */
  enter(name: string, wish?: Partial<FakeOptions> & Wish): Promise<User>;
  /** Units of a wrapped token that somebody holds. */
  held(name: string, of: OpenedAsset): bigint;
  reserve(asset: string): Promise<BridgeReserve>;
  /** Of BRC-20 beside transfer inscriptions, in whole ones. */
  available(name: string): Promise<string>;
  /** Transactions of Bitcoin that wait for a block. */
  waiting(): Promise<number>;
}

interface Wish extends TokenWish {
  readonly path?: string;
  readonly width?: number;
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
  // Sats are locked by two signers together, the tokens by one alone.
  const btc = await openBridge({ ...ground, others: exchange.bridgeSigners }, btcAsset(DEPTHS));
  const tokens = await openTokens(world, ground, DEPTHS);
  return { ...stage, ...tokens, mvc, btc, followed, ...actsOf(stage, { mvc, operator, followed }) };
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
    { path = '/bridge/btc', width, runes, mrc20, brc20, ...wish } = {},
  ) => {
    const { btc, mvc: person } = programOf(name);
    await chain.fundMany(Array.from({ length: 4 }, () => ({ address: btc.address, sats: COIN })));
    const script = p2pkhScript(person.hash);
    coinsFor(mvc.chain, operator, [
      { value: SPACE, script },
      { value: SPACE, script },
    ]);
    await giveTokens(world, btc, { runes, mrc20, brc20 });
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
    available: async (name: string): Promise<string> => {
      const { address } = programOf(name).btc;
      const of = { params: { book: 'brc20', address, tick: BRC20 }, query: { net: 'regtest' } } as const;
      return (await callApi(origin, 'tokenBalance', of)).availableBalance;
    },
    waiting: async () => textList(await chain.rpc('getrawmempool', [])).length,
  };
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
