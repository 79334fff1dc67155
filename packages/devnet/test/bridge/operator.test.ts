/** An operator opens an asset by his commands alone: they refuse early what cannot be, and say why an asset is not open. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { mvcAddress } from '@rialto/mvc';
import { bytesToHex, sats } from '@rialto/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { World } from '../../src/index.ts';
import { btcAsset } from '../../src/bridge/asset-files.ts';
import { coinsFor } from '../../src/mvc-market/issuer.ts';
import { personOf } from '../../src/mvc/person.ts';
import { openBridgeWorld, seedOf } from './bridge-ground.ts';

const dist = resolve(import.meta.dirname, '../../../../dist');
const OPERATOR = personOf(new Uint8Array(32).fill(6));
const ADDRESS = mvcAddress(OPERATOR.hash, 'regtest');
const WORDS = btcAsset();
let world: World;
let mvc: NonNullable<World['mvc']>;

beforeAll(async () => {
  world = await openBridgeWorld();
  if (world.mvc === undefined) throw new Error('a world with MVC');
  mvc = world.mvc;
  const { script } = OPERATOR;
  coinsFor(mvc.chain, OPERATOR, [
    { value: sats(2_000_000n), script },
    { value: sats(1_000_000n), script },
  ]);
  await seedOf(world).ready();
}, 180_000);
afterAll(() => world.stop());

interface Said {
  readonly said: string;
  readonly code: number | null;
}

async function run(program: string, words: readonly string[], env: object = {}): Promise<Said> {
  const settings = { ...world.exchange.serverEnvironment, ...env };
  const child = spawn(process.execPath, [resolve(dist, `${program}.mjs`), ...words], { env: settings });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += part.toString('utf8')));
  child.stdin.end(bytesToHex(OPERATOR.secret));
  return { code: await new Promise((done) => child.on('close', done)), said };
}
const bridge = (...words: string[]): Promise<Said> => run('bridge', words);

/** A file of the asset with something else in it. */
function fileWith(change: object): string {
  const path = join(world.directory, 'asset.json');
  writeFileSync(path, JSON.stringify({ ...WORDS, token: { ...WORDS.token, ...TOKEN }, ...change }));
  return path;
}
/** In place of what the minting will tell. */
let TOKEN = { codehash: 'c9cc7bbd1010b44873959a8b1a2bcedeb62302b7', genesis: '00'.repeat(20) };
const mint = (file: string, ...more: string[]): Promise<Said> =>
  run('bridge-mint', ['mint', file, '--address', ADDRESS, ...more]);
const signerFile = (name: string): string => join(world.directory, 'exchange', 'signer', name);
const bothMine = async (): Promise<void> => {
  mvc.chain.mine();
  await seedOf(world).ready();
};

describe('mint', () => {
  it.each([
    [
      'a supply over the contract’s numbers',
      { token: { ...WORDS.token, ...TOKEN, supply: '99999999999999999' } },
    ],
    ['a minimum over the maximum', { minimum: '3', maximum: '2' }],
    ['a cap under the maximum', { hourCap: '1' }],
    [
      'fees that leave nothing',
      { fees: { ...WORDS.fees, mint: { ppm: '0', constant: '99999999', network: '0' } } },
    ],
  ])('refuses what add would: %s', async (_name, change) => {
    const { said, code } = await mint(fileWith(change), '--send');
    expect(said).toContain('This asset is not possible.');
    expect(code).toBe(1);
    expect(mvc.chain.waiting()).toEqual([]);
  });

  it('says which field is wrong, and what is missing, in words', async () => {
    const { said } = await mint(fileWith({ tiers: [], more: 1 }));
    expect(said).toContain('tiers: ');
    expect(said).not.toMatch(/^\s*[[{]/m);
    const help = await run('bridge-mint', ['mint', '--help']);
    expect(help.said).toMatch(/^npm run bridge -- mint <file>/);
    expect(help.code).toBe(0);
    expect((await run('bridge-mint', ['mint'])).said).toMatch(/^mint: a file is missing\n/);
  });

  it('tells the cost and the transaction before it sends, and mints once', { timeout: 60_000 }, async () => {
    const file = fileWith({});
    const dry = await mint(file);
    expect(dry.said).toMatch(/minted by [0-9a-f]{64}; it costs \d+ sat of SPACE/);
    expect(dry.said).toContain('Nothing was sent.');
    expect(mvc.chain.waiting()).toEqual([]);
    expect((await mint(file, '--send')).said).toContain('sent; add the asset once a block has it');
    expect(mvc.chain.waiting()).toHaveLength(3);
    const again = await mint(file, '--send');
    expect(again.said).toContain(`the stock was given a token already: ${WORDS.token.supply} units`);
    expect(again.code).toBe(1);
    await bothMine();
    expect((await mint(file, '--send')).said).toContain('the stock was given a token already');
    expect(mvc.chain.waiting()).toEqual([]);
    const [, genesis = ''] = /"genesis": "([0-9a-f]{40})"/.exec(dry.said) ?? [];
    TOKEN = { ...TOKEN, genesis };
  });
});

describe('the commands', () => {
  it('say what is wrong with what was said', async () => {
    const said = async (...words: string[]): Promise<string> => (await bridge(...words)).said;
    expect(await said('frob')).toMatch(/^there is no "frob"\nnpm run bridge/);
    expect(await said('show')).toMatch(/^show: an id is missing\n/);
    expect(await said('stop', 'btc', '--mint')).toMatch(/^stop: there is no "--mint"\n/);
    const id = await said('keys', 'BAD_ID!');
    expect(id).toContain('an id is small letters, digits and dashes, 40 at most, not "BAD_ID!"');
    expect(await said('--help')).toMatch(/^npm run bridge/);
    expect((await bridge('--help')).code).toBe(0);
    const key = join(world.directory, 'own.key');
    writeFileSync(key, bytesToHex(OPERATOR.secret));
    const lost = await run('bridge-mint', ['mint', fileWith({}), '--key-file', key]);
    expect(lost.said).toContain(`--address is missing: that of the key is ${ADDRESS}\n`);
  });

  it('say who does not answer', { timeout: 60_000 }, async () => {
    const database = { DATABASE_URL: 'postgres://127.0.0.1:1/none' };
    expect((await run('bridge', ['list'], database)).said).toBe(
      'The database does not answer. Is the exchange running?\n',
    );
    const signer = { SIGNER_SOCKET: '/nowhere/signer.sock' };
    expect((await run('bridge', ['keys', 'btc'], signer)).said).toContain(
      'The signer does not answer at /nowhere/signer.sock',
    );
    const words = ['mint', fileWith({}), '--address', ADDRESS];
    expect((await run('bridge-mint', words, signer)).said).toBe(
      'the signer does not answer at /nowhere/signer.sock: is it running?\n',
    );
    const node = { MVC_RPC_URL: 'http://127.0.0.1:1' };
    expect((await run('bridge-mint', words, node)).said).toContain('The node of MVC does not answer');
  });
});

describe('list and show', () => {
  const listed = async (): Promise<string> => (await bridge('list')).said;
  const others = (): number =>
    readFileSync(join(world.directory, 'exchange', 'server.log'), 'utf8').split('is another file than')
      .length - 1;

  it(
    'say why an asset is not open, and the log of a file that differs, once',
    { timeout: 60_000 },
    async () => {
      expect(await listed()).toBe('Nothing is bridged.\n');
      const file = fileWith({});
      const theirs = signerFile('bridge/btc.json');
      mkdirSync(signerFile('bridge'), { recursive: true });
      expect((await bridge('add', file)).said).toContain('the signer does not have it');
      writeFileSync(theirs, readFileSync(file));
      expect((await bridge('add', file, '--yes')).said).toContain('Added.');
      expect(await listed()).not.toContain('not open');

      await bridge('stop', 'btc');
      expect(await listed()).toContain('not open: stopped by its operator at this server');
      await bridge('resume', 'btc');
      await bridge('stop', 'btc', '--mints');
      expect((await bridge('show', 'btc')).said).toContain(
        'stopped by its operator for mints; redeems go on',
      );
      await bridge('resume', 'btc');

      for (const name of ['STOP-bridge', 'STOP-bridge-btc', 'STOP-bridge-mvc']) {
        writeFileSync(signerFile(name), '');
        expect(await listed(), name).toContain(
          `not open: ${name === 'STOP-bridge' ? 'STOP or ' : ''}${name} is`,
        );
        rmSync(signerFile(name));
      }
      writeFileSync(theirs, `${readFileSync(file, 'utf8')}\n`);
      await expect.poll(listed, { timeout: 10_000 }).toContain('is another file than the one that was added');
      await expect.poll(others, { timeout: 10_000 }).toBe(1);
      await new Promise((done) => setTimeout(done, 2_500));
      expect(others()).toBe(1);
      rmSync(theirs);
      await expect.poll(listed, { timeout: 10_000 }).toContain('the signer does not have it');
      writeFileSync(theirs, readFileSync(file));
      await expect.poll(listed, { timeout: 10_000 }).not.toContain('not open');
    },
  );
});
