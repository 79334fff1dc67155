/** The private MVC chain: what it takes and refuses, blocks, branches, what is on disk, and tokens made and moved under the published contracts. */
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameMvcTransaction, readFtScript, tokensIn, writeMvcTransaction } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { equalBytes } from '@rialto/protocols';
import { afterEach, describe, expect, it } from 'vitest';
import {
  accepted,
  begun,
  coinsOf,
  funded,
  minted,
  only,
  openChain,
  payment,
  person,
  sats,
  txOf,
} from './private-world.ts';
import type { Person } from './private-world.ts';

const ALICE = person(1);
const BOB = person(2);
const to = (who: Person, value: bigint) => ({ value: sats(value), script: who.script });

const reasonOf = (chain: ReturnType<typeof openChain>, tx: MvcTransaction) =>
  only(chain.send([writeMvcTransaction(tx)]));

describe('the mempool', () => {
  it('takes a signed payment and what builds on it, parents first, and a block has both', () => {
    const chain = openChain();
    const coin = only(funded(chain, ALICE, [100_000n]));
    const first = payment(ALICE, [coin], [to(BOB, 99_000n)]);
    const second = payment(BOB, [only(coinsOf(first))], [to(ALICE, 98_000n)]);
    accepted(chain, first, second);
    expect(chain.waiting()).toEqual([first, second]);
    expect(chain.coins((script) => equalBytes(script, ALICE.script))).toHaveLength(1);
    expect(
      chain
        .mine()
        .transactions.slice(1)
        .map(({ txid }) => txid),
    ).toEqual([first.txid, second.txid]);
    expect(chain.waiting()).toEqual([]);
    expect(chain.transaction(second.txid)?.height).toBe(chain.height);
    // Of one in a block a node sees what it left, and nothing of one whose outputs are all spent.
    expect(reasonOf(chain, second)).toMatchObject({ result: 'refused', reason: 'txn-already-known' });
    expect(reasonOf(chain, first)).toMatchObject({ result: 'refused', reason: 'missing-inputs' });
  });

  it('refuses in the words of a node', () => {
    const chain = openChain();
    const [coin, other] = funded(chain, ALICE, [100_000n, 50_000n]);
    if (coin === undefined || other === undefined) throw new Error('two coins');
    const good = payment(ALICE, [coin], [to(BOB, 99_000n)]);
    const refused = (tx: MvcTransaction) => reasonOf(chain, tx).reason;
    expect(refused(payment(BOB, [coin], [to(BOB, 99_000n)]))).toMatch(/^mandatory-script-verify-flag-failed/);
    expect(refused(nameMvcTransaction({ ...good, outputs: [to(ALICE, 99_000n)] }))).toMatch(/flag-failed/);
    expect(refused(payment(ALICE, [coin], [to(BOB, 100_001n)]))).toBe('bad-txns-in-belowout');
    expect(refused(payment(ALICE, [coin], [to(BOB, 100_000n)]))).toBe('insufficient priority');
    expect(refused(payment(ALICE, [coin], [to(BOB, 0n), to(BOB, 99_000n)]))).toBe('dust');
    expect(refused(payment(ALICE, [coin, coin], [to(BOB, 99_000n)]))).toBe('bad-txns-inputs-duplicate');
    expect(refused(payment(BOB, [only(coinsOf(good))], [to(BOB, 98_000n)]))).toBe('missing-inputs');
    accepted(chain, good);
    expect(refused(payment(ALICE, [coin], [to(ALICE, 90_000n)]))).toBe('txn-mempool-conflict');
    accepted(
      chain,
      payment(ALICE, [other], [{ value: sats(0n), script: Uint8Array.of(0, 0x6a) }, to(BOB, 49_000n)]),
    );
    const late = payment(BOB, coinsOf(good), [to(BOB, 98_000n)]);
    expect(() => chain.send([writeMvcTransaction(late), new Uint8Array(3)])).toThrow('TX decode failed');
    expect(chain.transaction(late.txid)).toBeUndefined();
    const bare = { value: sats(0n), script: Uint8Array.of(0x6a) };
    expect(refused(payment(BOB, coinsOf(good), [bare, to(BOB, 98_000n)]))).toBe('dust');
  });
});

describe('blocks', () => {
  it('are taken back: what was in them waits again, what a lost first transaction paid is gone with all that follows', () => {
    const chain = openChain();
    const old = only(funded(chain, ALICE, [100_000n]));
    const young = only(funded(chain, BOB, [70_000n]));
    const stays = payment(ALICE, [old], [to(ALICE, 99_000n)]);
    const lost = payment(BOB, [young], [to(BOB, 69_000n)]);
    accepted(chain, stays, lost);
    chain.mine();
    const child = payment(BOB, [only(coinsOf(lost))], [to(BOB, 68_000n)]);
    accepted(chain, child);
    const tip = chain.block(chain.height)?.block.hash;
    chain.takeBack(2);
    expect(chain.waiting()).toEqual([stays]);
    expect(chain.coin(old.outpoint, false)).toBeDefined();
    expect(chain.coin(young.outpoint)).toBeUndefined();
    expect(chain.transaction(lost.txid)).toBeUndefined();
    chain.mine();
    chain.mine();
    expect(chain.block(chain.height)?.block.hash).not.toBe(tip);
    expect(chain.transaction(stays.txid)?.height).toBe(chain.height - 1);
    expect(() => chain.takeBack(chain.height + 1)).toThrow('the first block stays');
  });

  it('are others on another branch, even where the clock stands', () => {
    const chain = openChain(undefined, () => 1_700_000_000);
    const first = chain.mine();
    chain.takeBack(1);
    expect(chain.mine().hash).not.toBe(first.hash);
  });

  it('have what a miner chooses, against what waits', () => {
    const chain = openChain();
    const coin = only(funded(chain, ALICE, [100_000n]));
    const first = payment(ALICE, [coin], [to(BOB, 99_000n)]);
    const child = payment(BOB, [only(coinsOf(first))], [to(BOB, 98_000n)]);
    accepted(chain, first, child);
    expect(chain.mine({ only: () => false }).transactions).toHaveLength(1);
    const rival = payment(ALICE, [coin], [to(ALICE, 50_000n)]);
    chain.mine({ first: [writeMvcTransaction(rival)] });
    expect(chain.transaction(rival.txid)?.height).toBe(chain.height);
    expect(chain.waiting()).toEqual([]);
    expect(chain.transaction(first.txid)).toBeUndefined();
    const forged = payment(BOB, coinsOf(rival), [to(BOB, 1_000n)]);
    expect(() => chain.mine({ first: [writeMvcTransaction(forged)] })).toThrow('flag-failed');
    expect(() => chain.mine({ first: [writeMvcTransaction(first)] })).toThrow('missing-inputs');
  });
});

describe('the file', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  it('brings back blocks, branches and what waits; a line that was cut off did not happen', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mvc-'));
    folders.push(folder);
    const file = join(folder, 'chain');
    const chain = openChain(file);
    const coin = only(funded(chain, ALICE, [100_000n]));
    chain.mine();
    chain.takeBack(1);
    const tx = payment(ALICE, [coin], [to(BOB, 99_000n)]);
    accepted(chain, tx);
    appendFileSync(file, 'b0100');
    const again = openChain(file);
    expect(again.height).toBe(chain.height);
    expect(again.block(1)?.block.hash).toBe(chain.block(1)?.block.hash);
    expect(again.waiting()).toEqual([tx]);
    again.mine();
    expect(openChain(file).transaction(tx.txid)?.height).toBe(again.height);
    appendFileSync(file, 'nonsense\n');
    expect(() => openChain(file)).toThrow('no private MVC chain');
  });
});

describe('tokens', () => {
  it('are minted until their issuer makes the last, and are genuine by the one level that is asked', () => {
    const chain = openChain();
    const genesis = begun(chain, ALICE, 'TC');
    const pay = funded(chain, ALICE, [900_000n, 900_000n]);
    const change = { hash: ALICE.hash, output: to(ALICE, 850_000n) };
    const one = minted(chain, ALICE, {
      genesis,
      coins: pay.slice(0, 1),
      holder: BOB.hash,
      units: 500n,
      tokenSats: sats(2_019n),
      mintable: sats(2_052n),
      change,
    });
    if (one.genesis === undefined) throw new Error('it may mint more');
    const last = minted(chain, ALICE, {
      genesis: one.genesis,
      coins: pay.slice(1),
      holder: BOB.holder,
      units: 7n,
      tokenSats: sats(2_019n),
      mintable: undefined,
      change,
    });
    chain.mine();
    const read = [one.token, last.token].map(({ script }) => readFtScript(script));
    expect(read.map((token) => token?.amount)).toEqual([500n, 7n]);
    expect(read[0]?.genesis).toBe(read[1]?.genesis);
    expect(read[0]?.sensibleId).toBe(genesis.outpoint);
    for (const { minted: tx } of [one, last]) {
      const spent = tx.inputs.map(({ txid, vout }) => txOf(chain)(txid).outputs[vout]);
      expect(tokensIn(tx, spent).map(({ verdict }) => verdict)).toEqual(['genuine']);
    }
  });
});
