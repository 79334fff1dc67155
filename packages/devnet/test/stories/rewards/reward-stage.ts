/** The stage of the stories of rewards: an open pool of a rune, people with UniSat's own keyring, and what they do on the pages of rewards. */
import { openTrader, runeNamed } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import pg from 'pg';
import { expect } from 'vitest';
import { actOnPool } from '../../../src/market/pool-acts.ts';
import { accountsOf } from '../../../src/wallet/accounts.ts';
import { withFakes } from '../support/fakes.ts';
import { bringKeyring } from '../support/keyring.ts';
import { loggedIn, openStage } from '../support/stage.ts';
import type { Stage, User } from '../support/stage.ts';

const NAME = 'PLAIN•HARVEST•STONES';
export const TIMEOUT = { timeout: 30_000 };

export interface RewardStage {
  readonly stage: Stage;
  readonly world: World;
  readonly runeId: string;
  /** Has all shares of the pool. */
  readonly provider: Trader;
  /** Swaps as a program does; the next block has it. */
  swap(who: Trader, sats: string): Promise<void>;
}

/** Somebody at the keyboard. */
export interface Person {
  readonly user: User;
  /** With the same keys, as a program. */
  readonly who: Trader;
  /** Loads a page, anew where it is that one already. */
  open(path: string): Promise<void>;
  /** @param sats as it is typed, in bitcoin */
  swap(sats: string): Promise<void>;
  /** Presses the button, again where a claim that costs more than half of what it brings asks twice. */
  pressClaim(): Promise<void>;
  /** Signs what the review shows; it is in the mempool then. */
  sign(name: string): Promise<void>;
  /** The button, the review, the wallet, the mempool, the block. */
  claim(name: string): Promise<void>;
  /** What a part of the page says once it is this, or has this in it. */
  reads(testId: string, words: string | RegExp): Promise<void>;
  /** How many transactions the wallet was asked to sign. */
  signatures(): number;
}

/** The keys of whoever `enter` brings with this seed. */
export function ownerOf({ origin }: World, seed: string): Trader {
  const account = accountsOf(seed)[1];
  if (account === undefined) throw new Error('there is no such account');
  return openTrader({ origin, key: account.key, kind: account.kind }).at('runes');
}

interface Wish {
  /** What the pool opens with. */
  readonly sats: bigint;
  readonly serverSettings?: Readonly<Record<string, string>>;
  /** Whoever else has the rune and money. */
  readonly traders: (world: World) => readonly Trader[];
}

export async function openRewardStage({ sats, serverSettings, traders }: Wish): Promise<RewardStage> {
  // All swaps of a story are within an hour.
  const stage = await openStage(serverSettings, 'regtest', { POOL_STOCK: '1', POOL_HOUR_PPM: '1000000' });
  const { world } = stage;
  const provider = ownerOf(world, 'rewards-provider');
  const others = traders(world);
  const funded = [
    ...[provider, ...others].flatMap((who) => Array.from({ length: 4 }, () => ({ who, value: 600_000n }))),
    ...others.map((who) => ({ who, value: sats })),
    { who: provider, value: sats + 20_000_000n },
  ];
  await world.chain.fundMany(funded.map(({ who: { address }, value }) => ({ address, sats: value })));
  await world.stockPads();
  await world.tokenIn('runes', NAME, [
    { who: provider, amount: '400000' },
    { who: provider, amount: '90000' },
    ...others.map((who) => ({ who, amount: '1000' })),
  ]);
  await untilEtched(world);
  const runeId = (await runeNamed(world.origin, NAME))?.runeid ?? '';
  const place = { origin: world.origin, kind: 'runes', token: runeId } as const;
  await provider.login();
  const [token1Amount, token2Amount] = [sats.toString(), '30000000'];
  await actOnPool(place, provider, { act: 'buildInit', token1Amount, token2Amount });
  await world.mine();
  const swap: RewardStage['swap'] = async (who, sourceAmount) => {
    await actOnPool(place, who, { act: 'build1x', sourceAmount });
    await world.mine();
  };
  return { ...{ stage, world, runeId, provider }, swap };
}

/** The signer etches the rune of shares once its money is there; a pool opens on what is six blocks deep. */
async function untilEtched(world: World): Promise<void> {
  const query = 'select number from pools where share_rune is not null';
  for (let blocks = 0; (await inDatabase(world, query)).length === 0; blocks += 1) {
    if (blocks > 60) throw new Error('no pool is etched');
    await world.mine();
  }
  await world.mine(6);
}

export async function inDatabase(
  { database }: World,
  query: string,
  values: readonly string[] = [],
): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query, [...values])).rows;
  } finally {
    await client.end();
  }
}

const withoutHash = (url: string): string => url.split('#')[0] ?? '';

export async function enter({ stage, world, runeId }: RewardStage, seed: string): Promise<Person> {
  let asked: Awaited<ReturnType<typeof bringKeyring>> = [];
  const user = await stage.user(`page-of-${seed}`, {
    path: '/events',
    extend: async (context) => {
      asked = await bringKeyring(context);
      await withFakes({ face: 'unisat', seed, networks: ['regtest'], account: 1 })(context);
    },
  });
  await user.sees('connect-button').first().click();
  await user.sees('wallet-unisat').click();
  await loggedIn(user.page);
  const who = ownerOf(world, seed);
  await who.login();
  const open: Person['open'] = async (path) => {
    const [before, url] = [user.page.url(), `${world.origin}${path}`];
    await user.page.goto(url);
    // Another place of the same page alone loads nothing.
    if (withoutHash(before) === withoutHash(url)) await user.page.reload();
  };
  const pressClaim: Person['pressClaim'] = () => pressClaimIn(user);
  const sign: Person['sign'] = async (name) => {
    await user.sees('claim-review').waitFor();
    expect(await user.sees('claim-problems').count(), 'nothing forbids to sign').toBe(0);
    await user.sees('claim-confirm').click();
    await untilClaimIs(user, 'sent');
    await user.shot(`${name}-sent`);
  };
  return {
    ...{ user, who, open, pressClaim, sign },
    reads: async (testId, words) => {
      await expect.poll(() => user.sees(testId).innerText(), TIMEOUT).toMatch(words);
    },
    signatures: () => asked.filter(({ act }) => act === 'psbt').length,
    swap: async (sats) => {
      await open(`/swap/runes/btc-${runeId}`);
      await user.sees('swap-pay').fill(sats);
      await user.sees('swap-costs').waitFor();
      await user.sees('swap-button').click();
      await user.sees('pool-review').waitFor();
      await user.sees('pool-confirm').click();
      await user.sees('pool-sent').waitFor();
      await world.mine();
    },
    claim: async (name) => {
      await pressClaim();
      await sign(name);
      await world.mine();
      await untilClaimIs(user, 'confirmed');
      await user.sees('claim-close').click();
    },
  };
}

/** The page asks for it every few seconds. */
export async function untilClaimIs({ sees }: User, state: string): Promise<void> {
  await expect.poll(() => sees('claim-sent').getAttribute('data-state'), { timeout: 60_000 }).toBe(state);
}

async function pressClaimIn({ sees }: User): Promise<void> {
  await expect.poll(() => sees('claim-button').innerText(), TIMEOUT).toContain('network fee');
  await sees('claim-button').click();
  const dialog = sees('claim-dialog');
  await expect
    .poll(async () => (await dialog.count()) + (await sees('claim-dear').count()), TIMEOUT)
    .toBeGreaterThan(0);
  if ((await dialog.count()) === 0) await sees('claim-button').click();
}
