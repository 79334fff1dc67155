/** Which of the tokens that look alike is the first, as the database folds their names. */
import { isOneScript, mrc20Tokens, openLedger, pins, tip } from '@rialto/ground';
import { amount, foldMrc20Tick, mrc20Asset, pinId } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../../src/store/database.ts';
import { testStore } from './test-store.ts';

let store: Store;
let drop: () => Promise<void>;

/** In the order of their deploys. */
const TICKS = [
  ...['MOSS', 'opal', 'coco', 'FERN', 'жар', '龙币', 'ポケ', 'one1', 'Gold'],
  ...['\u202eSSOM', 'MOS\u0405', 'opa\u04cf', 'M\u2060OSS', 'MOSS\u200b', 'FERN\ufe0f', 'MO\u2067SS'],
  // All of one script each, and yet alike.
  ...['\u0441\u043e\u0441\u043e', 'onel', '\uff27old'],
] as const;

const txid = (seed: number): Txid => seed.toString(16).padStart(64, '0') as Txid;
const idOf = (at: number) => pinId(txid(at + 1), 0);

async function deploy(display: string, at: number): Promise<void> {
  const deployed = idOf(at);
  const pin = { operation: 'create', path: '/ft/mrc20/deploy', encryption: '0', version: '' } as const;
  const rest = { contentType: '', creator: 'ann', metaId: '', pop: '', body: null };
  await store.db.insert(pins).values({ id: deployed, number: at, height: at, ...pin, ...rest });
  const sums = { issued: amount(0n), burned: amount(0n), mints: 0n, operations: 1, decimals: 2 };
  const texts = {
    tokenName: '',
    beginHeight: '',
    endHeight: '',
    metadata: '',
    type: 'mrc20',
    deployer: 'ann',
  };
  const checks = { checkCreator: '', checkLvl: '', checkPath: '', checkCount: '' };
  const names = { asset: mrc20Asset(deployed), deploy: deployed, tick: foldMrc20Tick(display), display };
  const counts = { amountPerMint: 1n, mintCount: 9n, premineCount: 0n, height: at };
  await store.db.insert(mrc20Tokens).values({ ...names, ...texts, ...checks, ...counts, ...sums });
}

beforeAll(async () => {
  ({ store, drop } = await testStore());
  await store.db.insert(tip).values({ height: 99, hash: 'aa', peak: 99, epoch: 1n, chain: 'regtest' });
  for (const [at, display] of TICKS.entries()) await deploy(display, at);
});
afterAll(() => drop());

async function listed() {
  const tokens = await openLedger(store.pool).mrc20s({ limit: 100 });
  return new Map(tokens.map(({ display, firstDeployed }) => [display, firstDeployed]));
}

it('the first of its look is the oldest, in whatever script the others are', async () => {
  const first = await listed();
  const alike = [
    'MOS\u0405',
    'opa\u04cf',
    'M\u2060OSS',
    'MOSS\u200b',
    'FERN\ufe0f',
    'MO\u2067SS',
    'onel',
    '\uff27old',
  ];
  expect(alike.filter((name) => first.get(name) !== false)).toEqual([]);
  // Small Cyrillic letters alone.
  expect(first.get('\u0441\u043e\u0441\u043e')).toBe(false);
  const honest = ['MOSS', 'opal', 'coco', 'FERN', 'жар', '龙币', 'ポケ', 'one1', 'Gold'];
  expect(honest.filter((name) => first.get(name) !== true)).toEqual([]);
});

it('what is written from right to left, or in two scripts, has no mark though nothing older looks like it', async () => {
  const first = await listed();
  const marked = [...first].filter(([name, isFirst]) => isFirst && isOneScript(name)).map(([name]) => name);
  expect(marked.toSorted()).toEqual(
    ['MOSS', 'opal', 'coco', 'FERN', 'жар', '龙币', 'ポケ', 'one1', 'Gold'].toSorted(),
  );
});
