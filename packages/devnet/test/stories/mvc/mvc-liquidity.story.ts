/** Liquidity on MVC in a real browser with Metalet: added by SPACE in two signatures, seen as a position, half of it taken out, then all; a second signature that is refused; and what stayed parked taken back. */
import { callApi } from '@rialto/devnet';
import type { AnswerOf } from '@rialto/contract';
import { nameMvcTransaction, readMvcTransaction, readP2pkhScriptSig, writeMvcTransaction } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { concatBytes, hexToBytes, isFlaw } from '@rialto/protocols';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { fakeIn } from '../support/fakes.ts';
import type { User } from '../support/stage.ts';
import { asks, openMvcStage, sentState } from './mvc-stage.ts';
import type { MvcStage } from './mvc-stage.ts';

const TIMEOUT = { timeout: 30_000 };
/** Sooner than the list is asked for again by itself. */
const SOON = { timeout: 4_000 };
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
const mvc = { venue: 'mvc' } as const;
let stage: MvcStage;
let anna: User;
let pair: string;
let address: string;

beforeAll(async () => {
  stage = await openMvcStage(['SPARK']);
  anna = await stage.enter('anna');
  address = stage.addressOf('anna');
  [pair = ''] = stage.pairs;
}, 240_000);
afterAll(async () => {
  await anna.close();
  await stage.close();
});

type Pool = AnswerOf<'mvcPools'>['pools'][number];

async function poolNow(): Promise<Pool> {
  const { pools } = await callApi(stage.world.origin, 'mvcPools', { params: mvc });
  const [pool] = pools;
  if (pool === undefined) throw new Error('the pool');
  return pool;
}

const accountNow = () => callApi(stage.world.origin, 'mvcAccount', { params: mvc, query: { address } });
const heldNow = async (genesis: string): Promise<bigint> => {
  const { tokens } = await accountNow();
  return BigInt(tokens.find((token) => token.genesis === genesis)?.amount ?? '0');
};
const kept = (): Promise<number> =>
  anna.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('mvc-parked:')).length);
const signatures = async (): Promise<number> =>
  (await fakeIn(anna.page, 'metalet').state()).calls.filter((name) => name === 'unlockP2PKHInput').length;
const latest = (): Promise<string> => anna.sees('mvc-pool-transaction').first().innerText();

async function openTab(): Promise<void> {
  await anna.page.goto(`${stage.world.origin}/mvcswap/${pair}`);
  await anna.sees('mvc-tab-pool').click();
}

/** The button is pressed once the form knows what it costs. */
async function press(testId: string): Promise<void> {
  await expect.poll(() => anna.sees(testId).isEnabled(), TIMEOUT).toBe(true);
  await anna.sees(testId).click();
}

async function bothWidths(name: string): Promise<void> {
  await anna.page.setViewportSize(PHONE);
  await anna.shot(`${name}-390`);
  await anna.page.setViewportSize(DESK);
  await anna.shot(`${name}-1440`);
}

async function signTwice(name: string): Promise<void> {
  const [before, keptBefore] = [await signatures(), await kept()];
  await anna.sees('mvc-park-review').waitFor();
  await bothWidths(`${name}-park`);
  await anna.sees('mvc-sign-park').click();
  await anna.sees('mvc-move-review').waitFor();
  expect(await kept(), 'what could be sent alone is kept').toBe(keptBefore + 1);
  await bothWidths(`${name}-move`);
  await anna.sees('mvc-sign-move').click();
  await expect.poll(() => sentState(anna), TIMEOUT).toBe('signed');
  expect(await signatures()).toBe(before + 2);
  await stage.mine();
  await expect.poll(() => sentState(anna), TIMEOUT).toBe('completed');
  await bothWidths(`${name}-done`);
  await anna.sees('mvc-close').click();
}

it('tokens to give are bought, and the pool’s list shows it without a reload', async () => {
  await anna.page.goto(`${stage.world.origin}/mvcswap/${pair}`);
  await asks(anna, '0.05');
  await anna.sees('mvc-confirm').click();
  await expect.poll(() => sentState(anna), TIMEOUT).toBe('signed');
  await stage.mine();
  await expect.poll(() => sentState(anna), TIMEOUT).toBe('completed');
  await anna.sees('mvc-close').click();
  await expect.poll(latest, SOON).toContain('Buy');
  await expect.poll(latest, SOON).not.toContain('In mempool');
});

it('is added by SPACE: two signatures, shares come, and the position is what they are worth', async () => {
  const before = await poolNow();
  await openTab();
  await anna.sees('mvc-no-position').waitFor();
  await anna.sees('mvc-open-add').click();
  await anna.sees('mvc-add-space').fill('0.02');
  await anna.sees('mvc-add-costs').waitFor();
  expect(await anna.sees('mvc-custody').innerText()).toContain('held by one key of the operator');
  expect(await anna.sees('mvc-two-signatures').innerText()).toBe(
    'Two signatures: the first parks your tokens at your own script address, the second gives them to the pool. Nothing is sent before both are given. Tokens you park are invisible in wallets until taken back.',
  );
  await bothWidths('mvc-add-form');
  expect(await violations(anna.page), 'a form anybody can use').toEqual([]);
  await press('mvc-add-button');
  await anna.sees('mvc-park-review').waitFor();
  expect(await violations(anna.page), 'a review anybody can use').toEqual([]);
  await signTwice('mvc-add');
  const after = await poolNow();
  const grown = BigInt(after.token1PoolConfirmed) - BigInt(before.token1PoolConfirmed);
  expect(grown).toBeLessThanOrEqual(2_000_000n);
  expect(grown).toBeGreaterThan(1_990_000n);
  const shares = await heldNow(after.shareGenesis);
  expect(shares).toBe(BigInt(after.poolEquity) - BigInt(before.poolEquity));
  await anna.sees('mvc-position').waitFor();
  await expect.poll(latest, TIMEOUT).toContain('Added');
  await bothWidths('mvc-position');
});

it('half is taken out, then all of it', async () => {
  const { shareGenesis } = await poolNow();
  const shares = await heldNow(shareGenesis);
  await anna.sees('mvc-open-remove').click();
  await anna.sees('mvc-remove-50').click();
  expect(await anna.sees('mvc-remove-shares').inputValue()).toBe((shares / 2n).toString());
  await anna.sees('mvc-remove-brings').waitFor();
  await bothWidths('mvc-remove-form');
  expect(await violations(anna.page), 'a form anybody can use').toEqual([]);
  await press('mvc-remove-button');
  await signTwice('mvc-remove');
  expect(await heldNow(shareGenesis)).toBe(shares - shares / 2n);
  await expect.poll(latest, TIMEOUT).toContain('Removed');
  await anna.sees('mvc-open-remove').click();
  await anna.sees('mvc-remove-100').click();
  await press('mvc-remove-button');
  await signTwice('mvc-remove-all');
  expect(await heldNow(shareGenesis)).toBe(0n);
  await anna.sees('mvc-no-position').waitFor();
});

it('a second signature that is refused: nothing was sent, nothing is parked, and it is said', async () => {
  const [before, keptBefore] = [await accountNow(), await kept()];
  await openTab();
  await anna.sees('mvc-open-add').click();
  await anna.sees('mvc-add-space').fill('0.01');
  await press('mvc-add-button');
  await anna.sees('mvc-sign-park').click();
  await anna.sees('mvc-move-review').waitFor();
  const fake = fakeIn(anna.page, 'metalet');
  await fake.set({ refuses: [''] });
  await anna.sees('mvc-sign-move').click();
  await anna.sees('mvc-move-stopped').waitFor();
  expect(await anna.sees('mvc-move-stopped').innerText()).toContain(
    'Nothing was sent, and nothing is parked.',
  );
  await bothWidths('mvc-stopped');
  await fake.set({ refuses: [] });
  expect(await kept()).toBe(keptBefore);
  await anna.sees('mvc-move-back').click();
  await stage.mine();
  const after = await accountNow();
  expect(after).toMatchObject({ space: before.space, tokens: before.tokens, parked: [] });
});

/** By a miner's hand: the same parking under another id, so that what builds on it is nothing. */
function strandedBy(raw: string): MvcTransaction {
  const tx = readMvcTransaction(hexToBytes(raw));
  if (isFlaw(tx)) throw new Error(tx.flaw);
  const at = tx.inputs.length - 2;
  const input = tx.inputs[at];
  if (input === undefined || readP2pkhScriptSig(input.scriptSig) === undefined) throw new Error('his SPACE');
  const scriptSig = concatBytes(Uint8Array.of(0x51), input.scriptSig);
  return nameMvcTransaction({ ...tx, inputs: tx.inputs.with(at, { ...input, scriptSig }) });
}

it('what stays parked is taken back from Recover, for what the review said, and its row goes', async () => {
  await openTab();
  await anna.sees('mvc-open-add').click();
  await anna.sees('mvc-add-space').fill('0.01');
  await press('mvc-add-button');
  await anna.sees('mvc-sign-park').click();
  await anna.sees('mvc-move-review').waitFor();
  const names = await anna.page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('mvc-parked:'))
      .map((key) => ({ key, at: Number(/"at":(\d+)/.exec(localStorage.getItem(key) ?? '')?.[1]) }))
      .toSorted((a, b) => b.at - a.at),
  );
  const buildId = names[0]?.key.split(' ')[1] ?? '';
  await anna.sees('mvc-sign-move').click();
  await expect.poll(() => sentState(anna), TIMEOUT).toBe('signed');
  const done = await callApi(stage.world.origin, 'mvcTask', { params: mvc, query: { buildId } });
  const twin = strandedBy(done.parked ?? '');
  stage.mvc.chain.mine({ first: [hexToBytes(done.check ?? ''), writeMvcTransaction(twin)] });
  await stage.mine();
  await expect.poll(() => sentState(anna), TIMEOUT).toBe('failed');

  await anna.page.goto(`${stage.world.origin}/recover`);
  await anna.sees('own-parked').waitFor();
  const { genesis } = await poolNow();
  const [space, units] = [BigInt((await accountNow()).space), await heldNow(genesis)];
  const before = await signatures();
  await anna.sees('mvc-take-back-button').click();
  await anna.sees('mvc-back-check').waitFor();
  expect(await violations(anna.page), 'a review anybody can use').toEqual([]);
  await bothWidths('mvc-back-check');
  const shown = BigInt((await anna.sees('mvc-back-total').getAttribute('data-sats')) ?? '');
  await anna.sees('mvc-sign-check').click();
  await anna.sees('mvc-back-review').waitFor();
  await bothWidths('mvc-back-review');
  await anna.sees('mvc-sign-back').click();
  await anna.sees('mvc-back-sent').waitFor();
  expect(await anna.sees('mvc-back-sent').getAttribute('data-state')).toBe('sent');
  await bothWidths('mvc-back-sent');
  await anna.sees('mvc-back-close').click();
  expect(await signatures()).toBe(before + 2);
  expect(await anna.sees('own-parked').count()).toBe(0);
  await stage.mine();
  expect(space - BigInt((await accountNow()).space)).toBe(shown);
  expect((await accountNow()).parked).toEqual([]);
  expect(await heldNow(genesis)).toBe(units + BigInt(done.units));
});

it('what was kept is put away once it is final', async () => {
  expect(await kept()).toBeGreaterThan(0);
  for (let at = 0; at < 6; at += 1) await stage.mine();
  await expect.poll(kept, TIMEOUT).toBe(0);
});
