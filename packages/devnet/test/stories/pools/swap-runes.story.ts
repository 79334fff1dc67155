/**
 * The pool of a rune in a real browser: UniSat opens it and swaps both ways, Metalet swaps the other amounts, adds and leaves; each act to its block, at the desk
 * and on the phone.
 */
import { readFileSync } from 'node:fs';
import { callApi, openTrader, runeNamed } from '@rialto/devnet';
import type { Trader } from '@rialto/devnet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountsOf } from '../../../src/wallet/accounts.ts';
import { readExit, splitExits } from '@rialto/psbt';
import { fakeIn, withFakes } from '../support/fakes.ts';
import { bringKeyring } from '../support/keyring.ts';
import { looks } from '../support/looks.ts';
import { loggedIn, openStage } from '../support/stage.ts';
import type { Stage, User } from '../support/stage.ts';

const NAME = 'PLAIN•AMBER•WILLOW';
const TIMEOUT = { timeout: 30_000 };
/** UniSat is on its taproot address, Metalet on its segwit one, and once more with small coins alone. */
const OWNERS = {
  unisat: { face: 'unisat', seed: 'pool-unisat', account: 1 },
  metalet: { face: 'metalet', seed: 'pool-metalet', account: 0 },
  small: { face: 'metalet', seed: 'pool-small', account: 0 },
} as const;
type Name = keyof typeof OWNERS;

let stage: Stage;
let runeId: string;
let unisat: User;
let metalet: User;

function owner(name: Name): Trader {
  const { seed, account } = OWNERS[name];
  const found = accountsOf(seed)[account];
  if (found === undefined) throw new Error('there is no such account');
  return openTrader({ origin: stage.world.origin, key: found.key, kind: found.kind });
}

beforeAll(async () => {
  stage = await openStage({}, 'regtest', { POOL_STOCK: '1' });
  const { world } = stage;
  await world.stockPads();
  const [first, second, third] = [owner('unisat'), owner('metalet'), owner('small')];
  for (const who of [first, second, third]) await world.fund(who, [3_000_000n, 600_000n, 400_000n]);
  await world.tokenIn('runes', NAME, [
    { who: world.trader('holder', 'p2tr'), amount: '1' },
    { who: first, amount: '500000' },
    { who: first, amount: '200' },
    { who: second, amount: '60000' },
    ...Array.from({ length: 9 }, () => ({ who: third, amount: '1000' })),
  ]);
  // The signer etches its stock once its money is there; a pool opens on what is six blocks deep.
  for (let blocks = 0; blocks < 12; blocks += 1) {
    await world.mine();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  runeId = (await runeNamed(world.origin, NAME))?.runeid ?? '';
  unisat = await enter('unisat');
  metalet = await enter('metalet');
}, 240_000);

afterAll(async () => {
  await unisat.close();
  await metalet.close();
  await stage.close();
});

async function enter(name: Name): Promise<User> {
  const { face, seed, account } = OWNERS[name];
  const user = await stage.user(`${name}-pool`, {
    path: '/swap/runes',
    extend: async (context) => {
      if (face === 'unisat') await bringKeyring(context);
      const wish = { face, seed, networks: ['regtest'], account } as const;
      await withFakes(wish)(context);
    },
  });
  await user.sees('connect-button').first().click();
  await user.sees(`wallet-${face}`).waitFor();
  expect(await user.sees('wallet-okx').count(), 'OKX is hidden where runes are').toBe(0);
  await user.sees(`wallet-${face}`).click();
  await loggedIn(user.page);
  return user;
}

const open = async (user: User, path: string): Promise<void> => {
  await user.page.goto(`${stage.world.origin}${path}`);
};
const pool = () =>
  callApi(stage.world.origin, 'pool', {
    params: { kind: 'runes', pair: `btc-${runeId}` },
    query: { net: 'regtest' },
  });

/** The review, the wallet, the mempool, the block. */
async function through(user: User, name: string): Promise<void> {
  await user.sees('pool-review').waitFor();
  expect(await user.sees('pool-problems').count(), 'nothing forbids to sign').toBe(0);
  await user.shot(`${name}-review`);
  await user.sees('pool-confirm').click();
  await expect.poll(() => stateOf(user), TIMEOUT).toBe('signed');
  await user.shot(`${name}-sent`);
  await stage.world.mine();
  await expect.poll(() => stateOf(user), TIMEOUT).toBe('completed');
  await user.shot(`${name}-done`);
  await user.sees('pool-close').click();
}

const stateOf = async (user: User): Promise<string> => {
  const sent = user.sees('pool-sent');
  if ((await sent.count()) > 0) return (await sent.getAttribute('data-state')) ?? '';
  const toast = user.page.getByTestId('toast');
  return (await toast.count()) > 0 ? await toast.first().innerText() : 'not sent';
};

it('without a pool the page says so and leads to the first liquidity', async () => {
  await open(unisat, `/swap/runes/btc-${runeId}`);
  await unisat.sees('no-pool').waitFor();
  await looks(unisat, 'swap-none');
  await unisat.sees('no-pool-add').click();
  await unisat.sees('first-liquidity').waitFor();
  await unisat.sees('add-btc').fill('0.02');
  await unisat.sees('add-token').fill('4000');
  await unisat.sees('first-too-little').waitFor();
  expect(await unisat.sees('add-button').isDisabled()).toBe(true);
  await looks(unisat, 'pool-first-little');
  await unisat.sees('add-token').fill('400000');
  await unisat.sees('first-price').waitFor();
  await looks(unisat, 'pool-first');
  await unisat.sees('add-button').click();
  await through(unisat, 'pool-first');
  await unisat.sees('pool-panel').waitFor();
  expect(await pool()).toMatchObject({ token1Pool: '2000000', token2Pool: '40000000' });
});

it('UniSat buys for exact bitcoin and sells exact tokens', async () => {
  await open(unisat, `/swap/runes/btc-${runeId}`);
  await unisat.sees('swap-pay').fill('0.0005');
  await unisat.sees('swap-costs').waitFor();
  await expect.poll(() => unisat.sees('swap-receive').inputValue(), TIMEOUT).not.toBe('');
  await looks(unisat, 'swap-buy');
  await unisat.sees('swap-button').click();
  await through(unisat, 'swap-buy');
  await unisat.sees('swap-flip').click();
  await unisat.sees('swap-pay').fill('9000');
  await unisat.sees('swap-costs').waitFor();
  await looks(unisat, 'swap-sell');
  await unisat.sees('swap-button').click();
  await through(unisat, 'swap-sell');
  await expect.poll(() => unisat.sees('pool-transaction').count(), TIMEOUT).toBe(3);
});

it('Metalet gets exact tokens, then exact bitcoin, to the unit', async () => {
  const before = await pool();
  await open(metalet, `/swap/runes/btc-${runeId}`);
  await metalet.sees('swap-receive').fill('5000');
  await metalet.sees('swap-costs').waitFor();
  await metalet.sees('swap-button').click();
  await through(metalet, 'swap-exact-tokens');
  expect(BigInt((await pool()).token2Pool)).toBe(BigInt(before.token2Pool) - 500_000n);
  await metalet.sees('swap-flip').click();
  await metalet.sees('swap-receive').fill('0.0004');
  await metalet.sees('swap-costs').waitFor();
  await metalet.sees('swap-button').click();
  await through(metalet, 'swap-exact-btc');
});

it('Metalet adds, sees its share, and takes all of it back', async () => {
  await open(metalet, `/swap-pools/runes/btc-${runeId}/add`);
  await metalet.sees('add-btc').fill('0.002');
  await metalet.sees('add-costs').waitFor();
  await looks(metalet, 'pool-add');
  await metalet.sees('add-button').click();
  await through(metalet, 'pool-add');
  await metalet.sees('pool-own').waitFor();
  await open(metalet, '/recover');
  await metalet.sees('own-shares').waitFor();
  expect(await metalet.sees('keep-on-taproot').count(), 'it is on a native SegWit address').toBe(1);
  await looks(metalet, 'recover-shares');
  await open(metalet, `/swap-pools/runes/btc-${runeId}/add`);
  await metalet.sees('pool-way-remove').click();
  await metalet.sees('remove-100').click();
  await metalet.sees('remove-brings').waitFor();
  await looks(metalet, 'pool-remove-all');
  await metalet.sees('remove-button').click();
  await through(metalet, 'pool-remove-all');
  await metalet.sees('pool-own').waitFor({ state: 'detached' });
});

it('the pool shows its price, its lanes and its way home, which anybody can save', async () => {
  await open(metalet, `/swap/runes/btc-${runeId}`);
  await metalet.sees('pool-chart-all').click();
  await metalet.page.locator('[data-testid="pool-chart"] svg').waitFor();
  const lane = metalet.sees('pool-lane');
  expect(await lane.getAttribute('data-waiting')).toBe('0');
  const [saved] = await Promise.all([
    metalet.page.waitForEvent('download'),
    metalet.sees('pool-exit').click(),
  ]);
  // A provider's page has kept those of lanes before, too.
  const exits = splitExits(readFileSync(await saved.path(), 'utf8')).map((text) => readExit(text));
  const { lanes } = await callApi(stage.world.origin, 'poolLanes', {
    params: { kind: 'runes', pair: `btc-${runeId}` },
    query: { net: 'regtest' },
  });
  expect(exits.map(({ lane }) => lane.outpoint)).toEqual(
    expect.arrayContaining(lanes.map(({ outpoint }) => outpoint)),
  );
  for (const { holders } of exits) expect(holders).not.toEqual([]);
});

it('the list of pools has it, with one’s own part, and leads to its swap', async () => {
  await open(unisat, '/swap-pools/runes');
  await unisat.page.locator('[data-testid="pool-row-own"]:visible').waitFor();
  await looks(unisat, 'pools');
  expect(await unisat.sees('pool-row').innerText()).toContain(NAME);
  await unisat.sees('pool-row').getByRole('link').first().click();
  await unisat.sees('swap-pay').waitFor();
  expect(new URL(unisat.page.url()).pathname).toBe(`/swap/runes/btc-${runeId}`);
});

it('a swap that was put away waits on the page, over a reload too', async () => {
  await metalet.sees('swap-pay').fill('0.0003');
  await metalet.sees('swap-button').click();
  await metalet.sees('pool-review').waitFor();
  await metalet.page.keyboard.press('Escape');
  expect(await metalet.sees('pool-ongoing').getAttribute('data-state')).toBe('built');
  await metalet.page.reload();
  await metalet.sees('pool-ongoing').click();
  await metalet.sees('pool-confirm').click();
  await expect.poll(() => stateOf(metalet), TIMEOUT).toBe('signed');
  await metalet.page.keyboard.press('Escape');
  expect(await metalet.sees('pool-ongoing').getAttribute('data-state')).toBe('signed');
  await expect.poll(() => metalet.sees('pool-lane').getAttribute('data-waiting'), TIMEOUT).toBe('1');
  await stage.world.mine();
  await expect.poll(() => metalet.sees('pool-ongoing').getAttribute('data-state'), TIMEOUT).toBe('completed');
  await metalet.sees('pool-ongoing').click();
  await metalet.sees('pool-close').click();
  await metalet.sees('pool-ongoing').waitFor({ state: 'detached' });
});

it('a wallet that declines pays nothing; the page says so and asks again', async () => {
  const wallet = fakeIn(metalet.page, 'metalet');
  await wallet.set({ tamper: 'output' });
  await metalet.sees('swap-pay').fill('0.0003');
  await metalet.sees('swap-button').click();
  await metalet.sees('pool-confirm').click();
  const toast = metalet.page.getByTestId('toast');
  await toast.waitFor();
  await expect.poll(() => toast.innerText()).toContain('The wallet signed another transaction.');
  await wallet.set({ tamper: 'none' });
  expect(await metalet.sees('pool-confirm').isEnabled()).toBe(true);
  await metalet.page.getByRole('button', { name: 'Back' }).click();
  await metalet.sees('pool-ongoing').waitFor({ state: 'detached' });
});

it('a part of the first liquidity comes back', async () => {
  await open(unisat, `/swap-pools/runes/btc-${runeId}/remove`);
  await unisat.sees('remove-25').click();
  await unisat.sees('remove-brings').waitFor();
  await looks(unisat, 'pool-remove');
  await unisat.sees('remove-button').click();
  await through(unisat, 'pool-remove');
  await expect.poll(() => unisat.sees('pool-transaction').count(), TIMEOUT).toBe(8);
  await unisat.sees('pool-more').click();
  await expect.poll(() => unisat.sees('pool-transaction').count(), TIMEOUT).toBe(9);
  expect(await unisat.sees('pool-own').count()).toBe(1);
});

it('a holder of small coins gathers them first, and goes on in the same form', async () => {
  const small = await enter('small');
  const button = small.sees('swap-button');
  const gather = small.sees('gather');
  await open(small, `/swap/runes/btc-${runeId}`);
  await small.sees('swap-flip').click();
  await small.sees('swap-pay').fill('5000');
  await expect.poll(() => button.innerText(), TIMEOUT).toBe('Swap');
  expect(await gather.count(), 'five coins fit').toBe(0);
  await small.sees('swap-pay').fill('7500');
  await expect.poll(() => button.innerText(), TIMEOUT).toBe('Gather your coins');
  expect(await gather.innerText()).toContain('8 of your coins');
  await looks(small, 'swap-gather');
  await button.click();
  await small.sees('own-prepare').click();
  await small.sees('own-review').waitFor();
  expect(await small.sees('own-problems').count(), 'nothing forbids to sign').toBe(0);
  expect(await small.sees('own-coins').innerText()).toContain('8,000');
  await small.shot('swap-gather-review');
  await small.sees('own-confirm').click();
  await expect.poll(() => gather.getAttribute('data-state'), TIMEOUT).toBe('waits');
  expect(await button.isDisabled()).toBe(true);
  await small.shot('swap-gather-waits');
  await stage.world.mine();
  await expect.poll(() => button.innerText(), TIMEOUT).toBe('Swap');
  expect(await small.sees('swap-pay').inputValue()).toBe('7500');
  await button.click();
  await through(small, 'swap-gathered');
  await small.close();
});
