/** What `npm run bridge -- add` refuses: a file that cannot be read, one that differs from the signer's, and a token that is not what it has to be. */
import { createHash } from 'node:crypto';
import { readFtScript } from '@rialto/mvc';
import { hexToBytes } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addAsset } from '../../src/bridge/assets/add-asset.ts';
import type { AddContext } from '../../src/bridge/assets/add-asset.ts';
import { allAssets } from '../../src/store/bridge/asset-store.ts';
import { BTC_ASSET } from './bridge-world.ts';
import { KEYS, digits, exitStage } from './exits/exit-stage.ts';
import type { ExitStage } from './exits/exit-stage.ts';
import { BEGAN, tokenScript } from './token-script.ts';

let stage: ExitStage;

beforeAll(async () => {
  stage = await exitStage();
});
beforeEach(() => stage.store.pool.query("delete from bridge_assets where id <> 'btc'"));
afterAll(() => stage.drop());

const minted = readFtScript(tokenScript(KEYS.stockHash));
const STOCK = { ...KEYS, lockedScript: `5120${'ee'.repeat(32)}` };
const FILE = {
  ...BTC_ASSET,
  id: 'two',
  token: { ...BTC_ASSET.token, codehash: minted?.codehash, genesis: minted?.genesis, supply: '1' },
};

/** An exchange, its signer and its chains in order, but for what is said. */
async function added(
  change: object = {},
  but: {
    readonly text?: string;
    readonly signer?: object | 'down';
    readonly keys?: object;
    readonly outputs?: readonly Uint8Array[];
    readonly held?: boolean;
    readonly mined?: boolean;
    readonly rune?: { readonly divisibility: number };
    readonly keep?: boolean;
  } = {},
): Promise<string> {
  const text = but.text ?? JSON.stringify({ ...FILE, ...change });
  const file = createHash('sha256').update(text).digest('hex');
  const core = digits(0xc);
  const tx = {
    outputs: (but.outputs ?? [tokenScript(KEYS.stockHash)]).map((script) => ({ script, value: 1n })),
  };
  const context = {
    store: stage.store,
    network: 'regtest',
    ledger: { rune: () => Promise.resolve(but.rune) },
    mvc: {
      chain: { transaction: () => Promise.resolve(undefined) },
      ledger: {
        tokensOf: () => Promise.resolve(but.held === false ? [] : [{ token: minted }]),
        spentBy: ([point]: Outpoint[]) =>
          Promise.resolve(new Map(point === `${BEGAN}:0` ? [[point, { core, height: 1 }]] : [])),
        byCore: () =>
          Promise.resolve(
            new Map([[core, { txid: digits(0xd), height: but.mined === false ? undefined : 1 }]]),
          ),
        transaction: () => Promise.resolve(tx),
      },
    },
    custody: {
      keys: () => Promise.resolve({ ...STOCK, ...but.keys }),
      assets: () => {
        if (but.signer === 'down') return Promise.reject(new Refusal('signer-down'));
        return Promise.resolve({
          stopped: 'no',
          assets: [
            {
              asset: 'two',
              file,
              of: 1,
              away: [],
              without: [],
              other: [],
              paused: [],
              breaks: [],
              units: [],
              unsure: [],
              ...but.signer,
            },
          ],
        });
      },
    },
  } as unknown as AddContext;
  try {
    await addAsset(context, text, but.keep ?? false);
    return '';
  } catch (error) {
    if (error instanceof Refusal) return `${error.code} ${error.detail ?? ''}`;
    throw error;
  }
}

it('takes one in whose file, token and signer agree, and keeps it only when it is said so', async () => {
  expect(await added()).toBe('');
  expect(await allAssets(stage.store.db)).toHaveLength(1);
  expect(await added({}, { keep: true })).toBe('');
  expect((await allAssets(stage.store.db)).map(({ asset }) => asset.id)).toEqual(['btc', 'two']);
  expect(await added({}, { keep: true })).toContain('two is bridged already');
  expect(await added({ id: 'three' })).toContain('its token wraps another asset already');
});

it.each([
  ['no JSON', {}, { text: '{' }, 'bad-request the file is no JSON'],
  ['a field too many', { more: 1 }, {}, 'bad-request'],
  ['an amount that is none', { minimum: '1.5' }, {}, 'bad-request minimum'],
  ['what nobody could order', { minimum: '3', maximum: '2' }, {}, 'bridge-asset-impossible minimum'],
  ['the locked script of another', {}, { keys: { lockedScript: KEYS.lockedScript } }, 'of another asset'],
  ['no file at the signer', {}, { signer: { asset: 'other' } }, 'the signer does not have it'],
  [
    'another file at the signer',
    {},
    { signer: { file: '00' } },
    'bridge/two.json of the signer is another file',
  ],
  [
    'no file at the second',
    {},
    { signer: { of: 3, without: [2, 3] } },
    'signers 2 and 3 of 3 do not have it',
  ],
  ['a second that is away', {}, { signer: { of: 2, away: [2] } }, 'signer 2 of 2 does not answer'],
  ['no signer', {}, { signer: 'down' }, 'signer-down'],
  ['a rune that is not there', { origin: { network: 'RUNES', rune: '1:1' } }, {}, 'there is no rune 1:1'],
  [
    'a rune with other decimals',
    { origin: { network: 'RUNES', rune: '1:1' } },
    { rune: { divisibility: 2 } },
    'the rune has 2 decimals',
  ],
  ['a token that the stock has nothing of', {}, { held: false }, 'none of it is held'],
  ['a token whose minting is in no block', {}, { mined: false }, 'its minting is in no block'],
  [
    'a token of which more can be minted',
    {},
    { outputs: [tokenScript(KEYS.stockHash), tokenScript('99'.repeat(20))] },
    'more of it can be minted',
  ],
  ['another supply', { token: { ...FILE.token, supply: '2' } }, {}, '1 of it were minted, the file says 2'],
  ['a token minted to somebody else', {}, { outputs: [tokenScript('99'.repeat(20))] }, 'not to the stock'],
  ['a minting of another token', {}, { outputs: [hexToBytes('51')] }, 'its minting makes another'],
] as const)('refuses %s', async (_name, change, but, why) => {
  expect(await added(change, but)).toContain(why);
  expect(await allAssets(stage.store.db)).toHaveLength(1);
});
