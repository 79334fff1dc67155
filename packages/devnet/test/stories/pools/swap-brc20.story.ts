/**
 * The pool of a BRC-20 token in a real browser: UniSat opens it with whole lots, Metalet buys the nearest sum and sells lots of its own, UniSat adds
 * and leaves in part; each act to its block, at the desk and on the phone, in both themes.
 */
import { callApi, openTrader } from '@rialto/devnet';
import type { Trader } from '@rialto/devnet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountsOf } from '../../../src/wallet/accounts.ts';
import { withFakes } from '../support/fakes.ts';
import { bringKeyring } from '../support/keyring.ts';
import { looks } from '../support/looks.ts';
import { loggedIn, openStage } from '../support/stage.ts';
import type { Stage, User } from '../support/stage.ts';

const TICK = 'reed';
const ONE = 10n ** 18n;
const FIRST_LOTS = ['400', '300', '200', '100'];
const SELLS = ['20', '10', '5'];
const TIMEOUT = { timeout: 30_000 };
const SEEDS = { unisat: 'lots-unisat', metalet: 'lots-metalet' } as const;
/** UniSat is on its taproot address, Metalet on its segwit one. */
const ACCOUNT = { unisat: 1, metalet: 0 } as const;
type Wallet = keyof typeof SEEDS;

let stage: Stage;
let unisat: User;
let metalet: User;

function owner(face: Wallet): Trader {
  const found = accountsOf(SEEDS[face])[ACCOUNT[face]];
  if (found === undefined) throw new Error('there is no such account');
  return openTrader({ origin: stage.world.origin, key: found.key, kind: found.kind });
}

const params = { kind: 'swap', pair: `btc-${TICK}` } as const;
const pool = () => callApi(stage.world.origin, 'pool', { params, query: { net: 'regtest' } });

/** Whole tokens, in lots and free. */
async function held(face: Wallet): Promise<number> {
  const { address } = owner(face);
  const of = { book: 'brc20', address, tick: TICK } as const;
  const balance = await callApi(stage.world.origin, 'tokenBalance', {
    params: of,
    query: { net: 'regtest' },
  });
  return Number(balance.availableBalance) + Number(balance.transferBalance);
}

beforeAll(async () => {
  stage = await openStage({}, 'regtest', { POOL_STOCK: '1' });
  const { world } = stage;
  await world.stockPads();
  const [first, second] = [owner('unisat'), owner('metalet')];
  await world.token(TICK, [
    ...[...FIRST_LOTS, '60'].map((amount) => ({ who: first, amount })),
    ...SELLS.map((amount) => ({ who: second, amount })),
  ]);
  for (const who of [first, second]) await world.fund(who, [3_000_000n, 600_000n, 400_000n]);
  // The signer etches its stock once its money is there; a pool opens on what is six blocks deep.
  for (let blocks = 0; blocks < 12; blocks += 1) {
    await world.mine();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  unisat = await enter('unisat');
  metalet = await enter('metalet');
}, 240_000);

afterAll(async () => {
  await unisat.close();
  await metalet.close();
  await stage.close();
});

async function enter(face: Wallet): Promise<User> {
  const user = await stage.user(`${face}-lots`, {
    path: '/swap',
    extend: async (context) => {
      if (face === 'unisat') await bringKeyring(context);
      const wish = { face, seed: SEEDS[face], networks: ['regtest'], account: ACCOUNT[face] } as const;
      await withFakes(wish)(context);
    },
  });
  await user.sees('connect-button').first().click();
  await user.sees(`wallet-${face}`).click();
  await loggedIn(user.page);
  expect(new URL(user.page.url()).pathname).toBe('/swap/brc20');
  return user;
}

const open = async (user: User, path: string): Promise<void> => {
  await user.page.goto(`${stage.world.origin}${path}`);
};

/** The review, the wallet, the mempool, the block. */
async function through(user: User, name: string): Promise<void> {
  await user.sees('pool-review').waitFor();
  expect(await user.sees('pool-problems').count(), 'nothing forbids to sign').toBe(0);
  await user.shot(`${name}-review`);
  await user.sees('pool-confirm').click();
  await expect.poll(() => stateOf(user), TIMEOUT).toBe('signed');
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

/** The box of the lot that holds so much. */
const lot = (user: User, amount: string) =>
  user
    .sees('pool-lot')
    .filter({ hasText: new RegExp(`^${amount}\\s*${TICK}`) })
    .getByRole('checkbox');

/** Mines until the pool has lots to sell. */
async function stocked(least: number): Promise<void> {
  await expect
    .poll(
      async () => {
        await stage.world.mine();
        return (await pool()).ready.length;
      },
      { timeout: 120_000 },
    )
    .toBeGreaterThanOrEqual(least);
}

it('without a pool the first liquidity is whole lots, at most four, and its price is what they hold', async () => {
  await open(unisat, `/swap/brc20/btc-${TICK}`);
  await unisat.sees('no-pool').waitFor();
  await unisat.sees('no-pool-add').click();
  await unisat.sees('first-liquidity').waitFor();
  for (const amount of FIRST_LOTS) await lot(unisat, amount).check();
  expect(await lot(unisat, '60').isDisabled(), 'no fifth').toBe(true);
  expect(await unisat.sees('add-token').inputValue()).toBe('1000');
  await unisat.sees('add-btc').fill('0.02');
  await unisat.sees('first-price').waitFor();
  await looks(unisat, 'lots-first');
  await unisat.sees('add-button').click();
  await through(unisat, 'lots-first');
  await unisat.sees('pool-panel').waitFor();
  expect(await pool()).toMatchObject({ token1Pool: '2000000', token2Pool: (1_000n * ONE).toString() });
});

it('it has no way home, which it says, and no lots ready, which it says with what happens next', async () => {
  await open(metalet, `/swap/brc20/btc-${TICK}`);
  await metalet.sees('no-way-home').waitFor();
  expect(await metalet.sees('pool-exit').count()).toBe(0);
  await metalet.sees('none-ready').waitFor();
  await metalet.sees('swap-pay').fill('0.0005');
  expect(await metalet.sees('swap-button').innerText()).toBe('No lots ready');
  expect(await metalet.sees('swap-button').isDisabled()).toBe(true);
  await looks(metalet, 'lots-none');
});

it('Metalet buys the nearest sum: what is shown is what is signed, the fee for new lots in it', async () => {
  await stocked(6);
  await open(metalet, `/swap/brc20/btc-${TICK}`);
  await metalet.sees('ready-lots').waitFor();
  const before = await held('metalet');
  await metalet.sees('swap-pay').fill('0.00046');
  const nearest = metalet.sees('swap-nearest');
  await expect.poll(() => nearest.innerText(), TIMEOUT).toMatch(/^Nearest: \d+ reed for 0\.000\d+ BTC/);
  const [, amount = ''] = /Nearest: (\d+) reed/.exec(await nearest.innerText()) ?? [];
  expect(await metalet.sees('swap-receive').inputValue()).toBe(amount);
  await metalet.sees('sum-restock').waitFor();
  await looks(metalet, 'lots-buy');
  await metalet.sees('swap-button').click();
  await metalet.sees('review-lots').waitFor();
  await through(metalet, 'lots-buy');
  await expect.poll(() => held('metalet'), TIMEOUT).toBe(before + Number(amount));
});

it('Metalet sells lots of its own, whole', async () => {
  const before = await pool();
  await open(metalet, `/swap/brc20/btc-${TICK}`);
  await metalet.sees('swap-flip').click();
  expect(await metalet.sees('swap-button').innerText()).toBe('Select a lot');
  for (const amount of ['20', '5']) await lot(metalet, amount).check();
  expect(await metalet.sees('swap-pay').inputValue()).toBe('25');
  await metalet.sees('swap-costs').waitFor();
  await looks(metalet, 'lots-sell');
  await lot(metalet, '5').press('Enter');
  await through(metalet, 'lots-sell');
  expect(BigInt((await pool()).token2Pool)).toBe(BigInt(before.token2Pool) + 25n * ONE);
});

it('whoever wants another amount is led to where lots are made', async () => {
  await metalet.sees('swap-flip').click();
  await metalet.sees('swap-flip').click();
  await metalet.sees('inscribe-lot').click();
  await metalet.sees('make-lot').waitFor();
  expect(new URL(metalet.page.url()).search).toBe('?side=sell');
});

it('the order book shows the price of the pool, and leads there', async () => {
  await metalet.sees('pool-price').click();
  await metalet.sees('pool-swap').waitFor();
  expect(new URL(metalet.page.url()).pathname).toBe(`/swap/brc20/btc-${TICK}`);
});

it('UniSat adds a lot, the sats follow', async () => {
  const before = await pool();
  await open(unisat, `/swap-pools/brc20/btc-${TICK}/add`);
  await lot(unisat, '60').check();
  await unisat.sees('add-costs').waitFor();
  expect(Number(await unisat.sees('add-btc').inputValue())).toBeGreaterThan(0);
  await looks(unisat, 'lots-add');
  await unisat.sees('add-button').click();
  await through(unisat, 'lots-add');
  expect(BigInt((await pool()).token2Pool)).toBe(BigInt(before.token2Pool) + 60n * ONE);
});

it('UniSat leaves with a part: as lots what lots make up, the rest in sats', async () => {
  await stocked(4);
  await open(unisat, `/swap-pools/brc20/btc-${TICK}/remove`);
  await unisat.sees('pool-own').waitFor();
  const before = await held('unisat');
  await unisat.sees('remove-25').click();
  await unisat.sees('remove-brings').waitFor();
  const inLots = Number.parseFloat((await unisat.sees('remove-lots').innerText()).replaceAll(',', ''));
  expect(inLots).toBeGreaterThan(0);
  await unisat.sees('remove-rest').waitFor();
  await looks(unisat, 'lots-remove');
  await unisat.sees('remove-button').click();
  await through(unisat, 'lots-remove');
  await expect.poll(() => held('unisat'), TIMEOUT).toBe(before + inLots);
});
