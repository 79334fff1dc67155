/** What goes wrong with swaps on MVC, in a real browser: another wallet, answers that are refused, wrong or late, an exchange that lies, and a chain that takes blocks back. */
import type { AnswerOf } from '@rialto/contract';
import { callApi } from '@rialto/devnet';
import { untilFollowed } from '@rialto/devnet/mvc';
import {
  hash160,
  nameMvcTransaction,
  p2pkhScript,
  readFtScript,
  readMvcTransaction,
  withHolder,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { MvcBody, MvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes, isFlaw, sats, splitOutpoint } from '@rialto/protocols';
import type { Outpoint, TxOutput } from '@rialto/protocols';
import type { Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeIn, withFakes } from '../support/fakes.ts';
import { loggedIn } from '../support/stage.ts';
import type { User } from '../support/stage.ts';
import { asks, openMvcStage, sentState } from './mvc-stage.ts';
import type { MvcStage } from './mvc-stage.ts';

type Built = AnswerOf<'mvcBuild'>;

const TIMEOUT = { timeout: 30_000 };
const FAULTS = ['unsigned', 'amount', 'receiver', 'outputs', 'sighash'] as const;
const BUILD = '**/api/mvc/build';
const mvc = { venue: 'mvc' } as const;
let stage: MvcStage;
let anna: User;
let address: string;

beforeAll(async () => {
  stage = await openMvcStage(['SPARK']);
  anna = await stage.enter('anna');
  address = stage.addressOf('anna');
}, 240_000);
afterAll(async () => {
  await anna.close();
  await stage.close();
});

const fake = () => fakeIn(anna.page, 'metalet');
const signatures = async (): Promise<number> =>
  (await fake().state()).calls.filter((name) => name === 'unlockP2PKHInput').length;
const accountNow = () => callApi(stage.world.origin, 'mvcAccount', { params: mvc, query: { address } });
const openPage = () => anna.page.goto(`${stage.world.origin}/mvcswap/${stage.pairs[0] ?? ''}`);

/** Nothing of what was asked for is in the node, waits with the exchange, or is among what is in progress. */
async function nothingHappened(before: Awaited<ReturnType<typeof accountNow>>): Promise<void> {
  expect(stage.mvc.chain.waiting()).toEqual([]);
  await stage.mine();
  const { at: _, ...after } = await accountNow();
  const { at: __, ...was } = before;
  expect(after).toEqual(was);
}

describe('another wallet', () => {
  it('is told that this page is Metalet’s, and is led to connect it', async () => {
    const una = await stage.user('una', {
      path: '/markets',
      extend: withFakes({ face: 'unisat', networks: ['regtest'] }),
    });
    await una.sees('connect-button').first().click();
    await una.sees('wallet-unisat').click();
    await loggedIn(una.page);
    await una.page.goto(`${stage.world.origin}/mvcswap`);
    await una.sees('connect-dialog').waitFor();
    const words = una.page.locator('body');
    await expect
      .poll(() => words.innerText(), TIMEOUT)
      .toContain('This page works with Metalet only. Please connect Metalet.');
    await una.shot('mvc-other-wallet');
    expect(await una.sees('mvc-swap-button').innerText()).toBe('Connect Metalet');
    await una.close();
  });
});

describe('the wallet', () => {
  beforeEach(openPage);
  afterEach(() => fake().set({ refuses: [], mvc: 'none', slowMs: 0 }));

  it('that refuses: it is said, nothing was sent, and the same can be signed after all', async () => {
    const before = await accountNow();
    await asks(anna, '0.01');
    await fake().set({ refuses: [''] });
    await anna.sees('mvc-confirm').click();
    await expect
      .poll(() => anna.page.locator('body').innerText(), TIMEOUT)
      .toMatch(/rejected|refused|cancel/i);
    await anna.shot('mvc-rejected');
    expect((await fake().state()).struck['refuses']).toBe(1);
    await nothingHappened(before);
    await fake().set({ refuses: [] });
    await anna.sees('mvc-confirm').click();
    await expect.poll(() => sentState(anna), TIMEOUT).toBe('signed');
    await stage.mine();
    await expect.poll(() => sentState(anna), TIMEOUT).toBe('completed');
    await anna.sees('mvc-close').click();
  });

  it.each(FAULTS)(
    'that answers with another thing than it was asked for (%s) is not followed',
    async (fault) => {
      const before = await accountNow();
      await asks(anna, '0.01');
      await fake().set({ mvc: fault });
      await anna.sees('mvc-confirm').click();
      await expect.poll(async () => (await fake().state()).struck['mvc'] ?? 0, TIMEOUT).toBeGreaterThan(0);
      await expect.poll(() => anna.sees('mvc-confirm').isEnabled(), TIMEOUT).toBe(true);
      expect(await anna.sees('mvc-sent').count()).toBe(0);
      await fake().set({ mvc: 'none' });
      await nothingHappened(before);
    },
  );

  // From here on the page's clock is a minute ahead of the exchange's: nothing else may mind.
  it('that is late: the page takes no signature after its minute, and nothing was sent', async () => {
    const before = await accountNow();
    await anna.page.clock.install();
    await openPage();
    await asks(anna, '0.01');
    await fake().set({ slowMs: 30_000 });
    await anna.sees('mvc-confirm').click();
    await expect.poll(async () => (await fake().state()).struck['slowMs'] ?? 0, TIMEOUT).toBeGreaterThan(0);
    await anna.page.clock.fastForward(61_000);
    await expect
      .poll(() => anna.page.locator('body').innerText(), TIMEOUT)
      .toContain('Metalet did not answer in time.');
    await anna.shot('mvc-late');
    await fake().set({ slowMs: 0 });
    await nothingHappened(before);
  });
});

/** The body of what was handed out, changed, and everything that belongs to it with it. */
function changed(built: Built, change: (tx: MvcTransaction) => MvcBody): Built {
  const tx = readMvcTransaction(hexToBytes(built.raw));
  if (isFlaw(tx)) throw new Error('a transaction');
  const raw = bytesToHex(writeMvcTransaction(nameMvcTransaction(change(tx))));
  expect(raw).not.toBe(built.raw);
  return { ...built, raw };
}

const withOutputs = (built: Built, change: (outputs: TxOutput[]) => TxOutput[]): Built =>
  changed(built, (tx) => ({ ...tx, outputs: change([...tx.outputs]) }));

const stranger = hash160(Uint8Array.of(7));
const isToken = ({ script }: TxOutput): boolean => readFtScript(script) !== undefined;

function strangersTokens(script: Uint8Array): Uint8Array {
  const token = readFtScript(script);
  if (token === undefined) throw new Error('a token');
  return withHolder(script, stranger, token.amount);
}

const LIES: readonly (readonly [string, (built: Built) => Built])[] = [
  [
    'five thousand sat less of the change',
    (built) =>
      withOutputs(built, (all) =>
        all.map((one, at) => (at === all.length - 1 ? { ...one, value: sats(one.value - 5_000n) } : one)),
      ),
  ],
  [
    'the tokens to somebody else',
    (built) =>
      withOutputs(built, (all) =>
        all.map((one, at) => (at === 0 ? { ...one, script: strangersTokens(one.script) } : one)),
      ),
  ],
  [
    'the change to somebody else',
    (built) =>
      withOutputs(built, (all) =>
        all.map((one, at) => (at === all.length - 1 ? { ...one, script: p2pkhScript(stranger) } : one)),
      ),
  ],
  [
    'the two token outputs in each other’s place',
    (built) =>
      withOutputs(built, (all) => {
        const [first, second] = all.filter(isToken);
        if (first === undefined || second === undefined) throw new Error('two tokens');
        return all.map((one) => (one === first ? second : one === second ? first : one));
      }),
  ],
  [
    'an output more',
    (built) => withOutputs(built, (all) => [...all, { value: sats(1_000n), script: p2pkhScript(stranger) }]),
  ],
  ['figures that are not those of its transaction', withFewerUnits],
  ['a coin more of the user’s among what is spent', (built) => withCoinOfHers(built)],
  ['another coin for one of the user’s', (built) => withCoinOfHers(built, true)],
];

function withFewerUnits(built: Built): Built {
  const less = (BigInt(built.quote.units) / 2n).toString();
  return { ...built, quote: { ...built.quote, units: less } };
}

/** One of her other coins, with the transaction that made it. */
function withCoinOfHers(built: Built, inPlace = false): Built {
  const { chain } = stage.mvc;
  const script = bytesToHex(p2pkhScript(hashOfHers(built)));
  const other = chain
    .coins((one) => bytesToHex(one) === script)
    .find(({ outpoint }) => !built.userCoins.includes(outpoint));
  if (other === undefined) throw new Error('another coin of hers');
  const { txid, vout } = splitOutpoint(other.outpoint);
  const made = chain.transaction(txid);
  if (made === undefined) throw new Error('its transaction');
  const [hers] = built.userCoins;
  const lie = changed(built, (tx) => {
    const input = { txid, vout, scriptSig: new Uint8Array(0), sequence: 0xffffffff };
    if (!inPlace) return { ...tx, inputs: [...tx.inputs, input] };
    return {
      ...tx,
      inputs: tx.inputs.map((one) => (`${one.txid}:${one.vout}` === hers ? { ...one, txid, vout } : one)),
    };
  });
  return { ...lie, previous: [...built.previous, bytesToHex(writeMvcTransaction(made.tx))] };
}

function hashOfHers(built: Built): Uint8Array {
  const [point] = built.userCoins as Outpoint[];
  const coin = point === undefined ? undefined : stage.mvc.chain.coin(point);
  if (coin === undefined) throw new Error('a coin of hers');
  return coin.script.slice(3, 23);
}

describe('an exchange that lies', () => {
  beforeEach(openPage);
  afterEach(() => anna.page.unroute(BUILD));

  it.each(LIES)('with %s is stopped by the page, and no wallet is asked', async (_, lie) => {
    const before = await accountNow();
    const asked = await signatures();
    let lied = 0;
    const bend = async (route: Route): Promise<void> => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: Built };
      lied += 1;
      await route.fulfill({ response: answer, json: { ...body, data: lie(body.data) } });
    };
    await anna.page.route(BUILD, bend);
    await anna.sees('mvc-pay').fill('0.01');
    await expect.poll(() => anna.sees('mvc-swap-button').isEnabled(), TIMEOUT).toBe(true);
    await anna.sees('mvc-swap-button').click();
    await anna.sees('mvc-refused').waitFor();
    expect(lied).toBe(1);
    expect(await anna.sees('mvc-refused').innerText()).toContain('Do not sign');
    expect(await anna.sees('mvc-confirm').count()).toBe(0);
    await anna.page.unroute(BUILD);
    expect(await signatures()).toBe(asked);
    await nothingHappened(before);
  });
});

describe('a chain that takes a block back', () => {
  it('has the swap wait again, and then be in a block again, in the dialog and in one’s list', async () => {
    await openPage();
    await asks(anna, '0.01');
    await anna.sees('mvc-confirm').click();
    await expect.poll(() => sentState(anna), TIMEOUT).toBe('signed');
    await stage.mine();
    await expect.poll(() => sentState(anna), TIMEOUT).toBe('completed');
    const { chain } = stage.mvc;
    chain.takeBack(1);
    expect(chain.waiting().length, 'it waits again').toBeGreaterThan(0);
    // A block with nothing in it, and one more, so that this branch is the longer one.
    chain.mine({ only: () => false });
    chain.mine({ only: () => false });
    await untilFollowed(stage.world.origin, chain.height);
    await expect.poll(() => sentState(anna), TIMEOUT).toBe('signed');
    await anna.shot('mvc-taken-back');
    await stage.mine();
    await expect.poll(() => sentState(anna), TIMEOUT).toBe('completed');
    await anna.sees('mvc-close').click();
  });
});
