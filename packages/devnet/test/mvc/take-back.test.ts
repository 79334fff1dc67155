/** The command that brings parked tokens home without an exchange: from a node's word and the owner's key alone, and nobody else's tokens. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { mvcAddress, readFtScript, withHolder } from '@rialto/mvc';
import type { MvcCoin } from '@rialto/mvc';
import { bytesToHex, concatBytes, hexToBytes, sats } from '@rialto/protocols';
import { createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyAt, readOwnKey, seedOf } from '../../src/command/mvc/own-key.ts';
import { beginToken, coinsFor } from '../../src/mvc-market/issuer.ts';
import { payment, personOf } from '../../src/mvc/person.ts';
import { openPrivateMvc } from '../../src/mvc/open-private.ts';
import type { PrivateMvc } from '../../src/mvc/open-private.ts';
import { accepted } from './private-world.ts';

const COMMAND = resolve(import.meta.dirname, '../../../../dist/take-back.mjs');
const WORDS = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
const USUAL = "m/44'/10001'/0'/0/0";
const USER = personOf(keyAt(seedOf(WORDS.split(' ')), USUAL));
const [ISSUER, OTHER] = [5, 6].map((fill) => personOf(new Uint8Array(32).fill(fill))) as [
  typeof USER,
  typeof USER,
];
const ADDRESS = mvcAddress(USER.hash, 'regtest');
let mvc: PrivateMvc;
let parked: MvcCoin;
let shares: MvcCoin;

beforeAll(async () => {
  mvc = await openPrivateMvc();
  const { chain } = mvc;
  const token = beginToken(chain, ISSUER, { name: 'Tok', symbol: 'TOK', decimals: 0 }, 3);
  parked = token.mint({ holder: USER.holder, units: 20_000n });
  token.mint({ holder: OTHER.holder, units: 9n });
  shares = beginToken(chain, ISSUER, { name: 'LP', symbol: 'LP', decimals: 0 }, 1).mint({
    holder: USER.holder,
    units: 77n,
  });
  coinsFor(chain, ISSUER, [{ value: sats(90_000n), script: USER.script }]);
  chain.mine();
});
afterAll(() => mvc.stop());

async function run(key: string, ...words: readonly string[]): Promise<{ said: string; code: number | null }> {
  const all = [COMMAND, '--node', mvc.url, '--address', ADDRESS, ...words];
  const child = spawn(process.execPath, all, { stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += part.toString('utf8')));
  child.stdin.end(key);
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { said, code };
}

const unitsAt = (holder: Uint8Array): bigint[] =>
  mvc.chain
    .coins((script) => readFtScript(script)?.holder === bytesToHex(holder))
    .map(({ script }) => readFtScript(script)?.amount ?? 0n);
const spaceNow = (): bigint =>
  mvc.chain
    .coins((script) => bytesToHex(script) === bytesToHex(USER.script))
    .reduce((sum, { value }) => sum + value, 0n);

describe('the command', () => {
  it('says what it would do, and does none of it', async () => {
    const { said, code } = await run(WORDS);
    expect(said).toContain('20000 units of TOK');
    expect(said).toContain('77 units of LP');
    expect(said).toContain('Nothing was sent');
    expect(code).toBe(0);
    expect(mvc.chain.waiting()).toEqual([]);
  });

  it('names what is missing: SPACE, the right key, a coin of this key', async () => {
    const named = await run(WORDS, '--tx', parked.outpoint, '--send');
    expect(named.said).toMatch(/\d+ sat of SPACE more are needed/);
    expect(named.code).toBe(1);
    const wrong = await run(bytesToHex(OTHER.secret), '--send');
    expect(wrong.said).toContain(`this key is not that of ${ADDRESS}`);
    const theirs = mvc.chain.coins((script) => readFtScript(script)?.holder === bytesToHex(OTHER.holder))[0];
    const foreign = await run(WORDS, '--tx', theirs?.outpoint ?? '', '--send');
    expect(foreign.said).toContain('is not parked with this key');
    expect(mvc.chain.waiting()).toEqual([]);
  }, 60_000);

  it.each([
    ['--fee-rate', 'fast'],
    ['--from', '-3x'],
    ['--tx', 'abc'],
    ['--node', 'http://user:secret@127.0.0.1:1'],
  ])('refuses %s %s by that name, and repeats no password', async (option, value) => {
    const { said, code } = await run(WORDS, `${option}=${value}`);
    expect(said).toMatch(option === '--tx' ? /abc is no coin/ : new RegExp(option));
    expect(said).not.toContain('secret');
    expect(code).toBe(1);
  });

  it('leaves fakes where they are', async () => {
    const { chain } = mvc;
    const [coin] = coinsFor(chain, OTHER, [{ value: sats(9_000n), script: OTHER.script }]);
    if (coin === undefined) throw new Error('a coin');
    const script = withHolder(parked.script, USER.holder, 5_000_000n);
    const fake = payment(OTHER, [coin], [{ value: sats(2_019n), script }]);
    accepted(chain, fake);
    chain.mine();
    const { said } = await run(WORDS);
    expect(said).not.toContain('5000000');
    expect((await run(WORDS, '--tx', `${fake.txid}:0`)).said).toContain('Nothing is parked there');
  }, 60_000);

  it('brings all of it home, one after the other, for what it said', async () => {
    const before = spaceNow();
    const dry = await run(WORDS);
    const { said, code } = await run(WORDS, '--send');
    expect(said.match(/ {2}sent/g)).toHaveLength(2);
    expect(code).toBe(0);
    const costs = (text: string): bigint[] =>
      [...text.matchAll(/costs (\d+) sat/g)].map(([, cost]) => BigInt(cost ?? ''));
    expect(costs(said)).toEqual(costs(dry.said));
    expect(mvc.chain.waiting()).toHaveLength(4);
    mvc.chain.mine();
    expect(mvc.chain.waiting()).toEqual([]);
    expect(unitsAt(USER.hash).toSorted()).toEqual([20_000n, 77n].toSorted());
    expect(unitsAt(OTHER.holder)).toEqual([9n]);
    expect(before - spaceNow()).toBe(costs(said).reduce((sum, cost) => sum + cost, 0n));
    expect((await run(WORDS, '--tx', shares.outpoint)).said).toContain('Nothing is parked there');
  }, 120_000);
});

describe('a key', () => {
  const whose = { address: ADDRESS, path: USUAL };
  it('is read from words, from hex and from what wallets export', () => {
    const wif = createBase58check(sha256).encode(
      concatBytes(Uint8Array.of(0xef), USER.secret, Uint8Array.of(1)),
    );
    for (const text of [WORDS, ` ${WORDS}\n`, bytesToHex(USER.secret), wif])
      expect(readOwnKey(text, whose).hash).toEqual(USER.hash);
    for (const text of ['', 'abc', '00'.repeat(31), wif.slice(1), 'one two three'])
      expect(() => readOwnKey(text, whose)).toThrow('neither');
    expect(() => readOwnKey(WORDS, { ...whose, path: "m/44'/10001'/0'/0/1" })).toThrow('not that of');
    expect(() => readOwnKey(WORDS, { ...whose, path: 'm/x' })).toThrow('no path');
    expect(() => readOwnKey(WORDS, { ...whose, address: 'nobody' })).toThrow('no address');
  });

  it('comes out of words and paths as BIP-39 and BIP-32 have it', () => {
    expect(bytesToHex(seedOf(WORDS.split(' ')))).toBe(
      '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
    );
    const seed = hexToBytes('000102030405060708090a0b0c0d0e0f');
    expect(bytesToHex(keyAt(seed, "m/0'/1"))).toBe(
      '3c6cb8d0f6a264c91ea8b5030fadaa8e538b020f0a387421a12de9319dc93368',
    );
  });
});
