/** A token for another on MVC in a real browser with Metalet: chosen, reviewed, signed twice, sent together; a second signature that is refused; and a sale that a block takes alone. */
import { callApi } from '@rialto/devnet';
import { nameMvcTransaction, readP2pkhScriptSig, writeMvcTransaction } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { concatBytes } from '@rialto/protocols';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { fakeIn } from '../support/fakes.ts';
import type { User } from '../support/stage.ts';
import { asks, openMvcStage, sentState } from './mvc-stage.ts';
import type { MvcStage } from './mvc-stage.ts';

const TIMEOUT = { timeout: 30_000 };
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
let stage: MvcStage;
let anna: User;
let address: string;

beforeAll(async () => {
  stage = await openMvcStage(['SPARK', 'ORBIT']);
  anna = await stage.enter('anna');
  address = stage.addressOf('anna');
}, 240_000);
afterAll(async () => {
  await anna.close();
  await stage.close();
});

/** SPACE, and the units of both tokens. */
async function heldNow() {
  const { space, tokens } = await callApi(stage.world.origin, 'mvcAccount', {
    params: { venue: 'mvc' },
    query: { address },
  });
  const units = (symbol: string): bigint =>
    BigInt(tokens.find((token) => token.symbol === symbol)?.amount ?? '0');
  return { space: BigInt(space), spark: units('SPARK'), orbit: units('ORBIT') };
}

const signatures = async (): Promise<number> =>
  (await fakeIn(anna.page, 'metalet').state()).calls.filter((name) => name === 'unlockP2PKHInput').length;

async function bothWidths(name: string): Promise<void> {
  await anna.page.setViewportSize(PHONE);
  await anna.shot(`${name}-390`);
  await anna.page.setViewportSize(DESK);
  await anna.shot(`${name}-1440`);
}

/** SPARK on the side that is paid, ORBIT on the other. */
async function chooses(): Promise<void> {
  await anna.page.goto(`${stage.world.origin}/mvcswap/${stage.pairs[0] ?? ''}`);
  await anna.sees('mvc-flip').click();
  await anna.sees('mvc-other-picker').click();
  await anna.sees('mvc-pool-option').first().click();
  await anna.sees('mvc-tokens-form').waitFor();
}

async function toFirstReview(amount: string): Promise<void> {
  await anna.sees('mvc-pay').fill(amount);
  await anna.sees('mvc-costs').waitFor();
  await expect.poll(() => anna.sees('mvc-swap-button').isEnabled(), TIMEOUT).toBe(true);
  await anna.sees('mvc-swap-button').click();
  await anna.sees('mvc-first-review').waitFor();
}

const unitsIn = async (testId: string): Promise<bigint> =>
  BigInt((await anna.sees(testId).last().getAttribute('data-units')) ?? '0');

it('tokens to sell are bought', async () => {
  await anna.page.goto(`${stage.world.origin}/mvcswap/${stage.pairs[0] ?? ''}`);
  await asks(anna, '0.1');
  await anna.sees('mvc-confirm').click();
  await expect.poll(() => sentState(anna), TIMEOUT).toBe('signed');
  await stage.mine();
  await expect.poll(() => sentState(anna), TIMEOUT).toBe('completed');
  await anna.sees('mvc-close').click();
});

it('a token is swapped for another: two signatures, what the second review says is what comes, to the unit', async () => {
  const before = await heldNow();
  await chooses();
  const asked = await signatures();
  await anna.sees('mvc-pay').fill('100');
  await anna.sees('mvc-costs').waitFor();
  await bothWidths('mvc-tokens-form');
  expect(await violations(anna.page), 'a form anybody can use').toEqual([]);
  await toFirstReview('100');
  expect(await anna.sees('mvc-first-review').innerText()).toContain('then you hold the SPACE');
  const least = await unitsIn('mvc-least');
  await bothWidths('mvc-tokens-first');
  expect(await violations(anna.page), 'a review anybody can use').toEqual([]);
  await anna.sees('mvc-sign-first').click();
  await anna.sees('mvc-second-review').waitFor();
  expect(stage.mvc.chain.waiting(), 'nothing is sent yet').toEqual([]);
  const gets = await unitsIn('mvc-get');
  expect(gets).toBeGreaterThanOrEqual(least);
  await bothWidths('mvc-tokens-second');
  await anna.sees('mvc-sign-second').click();
  await expect.poll(() => sentState(anna), TIMEOUT).toBe('signed');
  expect(await signatures()).toBe(asked + 2);
  expect(stage.mvc.chain.waiting()).toHaveLength(4);
  await bothWidths('mvc-tokens-sent');
  await stage.mine();
  await expect.poll(() => sentState(anna), TIMEOUT).toBe('completed');
  expect(await heldNow()).toEqual({
    space: before.space,
    spark: before.spark - 10_000_000_000n,
    orbit: before.orbit + gets,
  });
  await anna.sees('mvc-close').click();
});

it('a second signature that is refused: nothing was sent, and it is said what one keeps', async () => {
  const before = await heldNow();
  await chooses();
  await toFirstReview('50');
  await anna.sees('mvc-sign-first').click();
  await anna.sees('mvc-second-review').waitFor();
  const fake = fakeIn(anna.page, 'metalet');
  await fake.set({ refuses: [''] });
  await anna.sees('mvc-sign-second').click();
  await anna.sees('mvc-tokens-stopped').waitFor();
  expect(await anna.sees('mvc-tokens-stopped').innerText()).toContain(
    'Nothing was sent: you keep your SPARK',
  );
  await bothWidths('mvc-tokens-stopped');
  await fake.set({ refuses: [] });
  await anna.sees('mvc-tokens-back').click();
  await stage.mine();
  expect(await heldNow()).toEqual(before);
});

/** By a miner's hand: the same sale under another id. */
function twinOf(tx: MvcTransaction): MvcTransaction {
  const at = tx.inputs.findIndex(({ scriptSig }) => readP2pkhScriptSig(scriptSig) !== undefined);
  const input = tx.inputs[at];
  if (input === undefined) throw new Error('it spends a P2PKH coin');
  const scriptSig = concatBytes(Uint8Array.of(0x51), input.scriptSig);
  return nameMvcTransaction({ ...tx, inputs: tx.inputs.with(at, { ...input, scriptSig }) });
}

it('a block takes the sale alone: it is said that one holds the SPACE', async () => {
  const before = await heldNow();
  await chooses();
  await toFirstReview('50');
  await anna.sees('mvc-sign-first').click();
  await anna.sees('mvc-second-review').waitFor();
  await anna.sees('mvc-sign-second').click();
  await expect.poll(() => sentState(anna), TIMEOUT).toBe('signed');
  const [check, sale] = stage.mvc.chain.waiting();
  if (check === undefined || sale === undefined) throw new Error('what was sent');
  stage.mvc.chain.mine({ first: [check, twinOf(sale)].map(writeMvcTransaction) });
  await stage.mine();
  await anna.sees('mvc-holds-space').waitFor();
  await bothWidths('mvc-tokens-holds-space');
  const after = await heldNow();
  expect(after).toMatchObject({ spark: before.spark - 5_000_000_000n, orbit: before.orbit });
  expect(after.space).toBeGreaterThan(before.space);
});

it('SPACE is chosen again', async () => {
  await chooses();
  await anna.sees('mvc-other-picker').click();
  await anna.sees('mvc-other-space').click();
  await anna.sees('mvc-tokens-form').waitFor({ state: 'detached' });
  expect(await anna.sees('mvc-other-picker').innerText()).toContain('SPACE');
});
