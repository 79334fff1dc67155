/** Where a lock stands by what an esplora tells, to the block; and what a node's refusal means. */
import { afterEach, describe, expect, it } from 'vitest';
import { refusalWords, standingMark, standingOf, standingWords } from '../../src/rescue/standing.ts';
import type { Standing, Told } from '../../src/rescue/standing.ts';
import { chooseLanguage } from '../../src/rescue/words.ts';

const EXIT = 'e'.repeat(64);
const DEAR = 'd'.repeat(64);
const OTHER = 'f'.repeat(64);
const lock = { exitAfter: 144, exitTxids: [EXIT, DEAR], isHeld: true };
const at = (tip: number, told?: Told): Standing => standingOf(lock, tip, told);
const block = (height: number): Told => ({ funding: 'block', height });

describe('a lock', () => {
  it('may leave in the block its number of blocks above its funding, and is taken one block before', () => {
    expect(at(1_000, block(1_000))).toEqual({ is: 'locked', from: 1_144, left: 143 });
    expect(at(1_142, block(1_000))).toEqual({ is: 'locked', from: 1_144, left: 1 });
    expect(at(1_143, block(1_000))).toEqual({ is: 'free', from: 1_144 });
    expect(at(9_000, block(1_000))).toEqual({ is: 'free', from: 1_144 });
  });

  it('whose funding nobody knows is no lock, if the file holds the funding; else the server is behind', () => {
    expect(at(1_000, { funding: 'unknown', isVoid: false })).toEqual({ is: 'unpublished' });
    expect(standingOf({ ...lock, isHeld: false }, 1_000, { funding: 'unknown', isVoid: false })).toEqual({
      is: 'unfound',
    });
  });

  it('whose funding lost a coin to another transaction will never be', () => {
    expect(at(1_000, { funding: 'unknown', isVoid: true })).toEqual({ is: 'void' });
  });

  it('before anybody is asked, and while the funding waits', () => {
    expect(at(0)).toEqual({ is: 'unasked' });
    expect(at(1_000, { funding: 'mempool' })).toEqual({ is: 'unconfirmed' });
  });

  it.each([
    [
      { txid: EXIT, isConfirmed: false },
      { is: 'leaving', txid: EXIT },
    ],
    [
      { txid: DEAR, isConfirmed: false },
      { is: 'leaving', txid: DEAR },
    ],
    [{ txid: EXIT, isConfirmed: true }, { is: 'home' }],
    [{ txid: DEAR, isConfirmed: true }, { is: 'home' }],
    [
      { txid: OTHER, isConfirmed: true },
      { is: 'gone', txid: OTHER },
    ],
    [{ isConfirmed: true }, { is: 'gone' }],
  ])('spent by %j', (spent, expected) => {
    expect(at(2_000, { funding: 'block', height: 1_000, spent })).toEqual(expected);
  });
});

const EVERY: readonly Standing[] = [
  { is: 'unasked' },
  { is: 'unpublished' },
  { is: 'void' },
  { is: 'unfound' },
  { is: 'unconfirmed' },
  { is: 'locked', from: 1_144, left: 12 },
  { is: 'free', from: 1_144 },
  { is: 'leaving', txid: EXIT },
  { is: 'home' },
  { is: 'gone' },
  { is: 'gone', txid: OTHER },
];

describe('its words', () => {
  afterEach(() => chooseLanguage('en'));

  it('name the block', () => {
    const words = (standing: Standing) => standingWords(standing, 144);
    expect(words({ is: 'locked', from: 1_144, left: 12 })).toBe(
      'Not yet: free from block 1,144. Blocks to go: 12, about 2 hours.',
    );
    expect(words({ is: 'unasked' })).toMatch(/^Free 144 blocks after its funding confirmed\./);
    expect(words({ is: 'unpublished' })).toMatch(/nothing is locked, the coins are still in your wallet/);
  });

  it.each(EVERY)('there are some for $is, each its own, in both languages', (standing) => {
    const said = (one: Standing) => `${standingMark(one)} ${standingWords(one, 144)}`;
    expect(EVERY.filter((other) => said(other) === said(standing))).toEqual([standing]);
    const english = said(standing);
    chooseLanguage('zh-Hans');
    expect(said(standing)).toMatch(/\p{Script=Han}/u);
    expect(said(standing)).not.toBe(english);
  });
});

describe('what a node says', () => {
  const facts = { from: 1_144, exitAfter: 144, hasDear: false };

  it.each([
    [
      'sendrawtransaction RPC error: {"code":-26,"message":"non-BIP68-final"}',
      'Not yet: free from block 1,144.',
    ],
    ['bad-txns-inputs-missingorspent', /isn’t there/],
    ['Transaction outputs already in utxo set', /already been sent/],
    ['txn-already-in-mempool', /already been sent/],
    ['min relay fee not met, 110 < 111', /fixed fee is too low/],
    ['mempool min fee not met, 1500 < 3000', /fixed fee is too low/],
    ['txn-mempool-conflict', /Another transaction/],
  ])('%s', (said, words) => expect(refusalWords(said, facts)).toMatch(words));

  it('what we do not know is left to its own words', () =>
    expect(refusalWords('something else', facts)).toBeUndefined());

  it('without the height of the funding it counts from there', () =>
    expect(refusalWords('non-BIP68-final', { ...facts, from: undefined })).toBe(
      'Not yet: free 144 blocks after its funding confirmed.',
    ));

  it('of a lock with a second exit it names that, where the fee is too low', () =>
    expect(refusalWords('min relay fee not met', { ...facts, hasDear: true })).toMatch(/higher fee/));
});
