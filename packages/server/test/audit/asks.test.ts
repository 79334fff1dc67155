/** The audit of lots in locks: the real signer's sales, moves and cancels are kept; what was never signed by the user is found. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi } from '@rialto/devnet';
import type { OwnLot, Trader, World } from '@rialto/devnet';
import { bytesToHex, hexToBytes, isFlaw, readTransaction, sats, writeBase } from '@rialto/protocols';
import type { Transaction } from '@rialto/protocols';
import type { Finding } from '../../src/audit/audit.ts';
import { readKnownLocks } from '../../src/audit/known-locks.ts';
import { orderOf } from '../bids/bidder.ts';
import { cancelLock, placeProtected, takeOrders } from '../protected/locker.ts';
import { testWorld, until } from '../world.ts';
import { auditIn, journalOf, runProgram } from './auditing.ts';

type Line = Record<string, unknown> & { kind: string; unsigned: string; txid: string };

let world: World;
let seller: Trader;
let plain: Trader;
let buyer: Trader;
/** As the signer wrote it, in lines. */
let lines: readonly Line[];
/** The seller's own file of the lock that was sold, saved before. */
let rescue: string;

async function offered(who: Trader): Promise<string> {
  const lot: OwnLot | undefined = (await who.lots('gold')).find(({ amount }) => amount === '1000');
  if (lot === undefined) throw new Error('a lot');
  return opened(who, (await placeProtected(who, lot)).orderId);
}

async function opened(who: Trader, orderId: string): Promise<string> {
  await world.mine(3);
  await until(async () => (await orderOf(world, who, orderId)).state === 'open', 'the ask is offered');
  return orderId;
}

async function rescueOf(who: Trader, orderId: string): Promise<string> {
  const { results } = await callApi(world.origin, 'ownLocks', {
    params: { book: 'mrc20' },
    query: { net: 'regtest', address: who.address },
    headers: who.headers(),
  });
  return results.find((one) => one.orderId === orderId)?.rescue ?? '';
}

beforeAll(async () => {
  world = await testWorld({ serverSettings: { MIN_CONFIRMATIONS: '3', SMALL_VALUE: '0' } });
  [seller, plain, buyer] = [
    world.trader('seller', 'p2tr').at('mrc20'),
    world.trader('plain seller', 'p2wpkh').at('mrc20'),
    world.trader('buyer', 'p2tr').at('mrc20'),
  ];
  const lots = (who: Trader) => [1, 2].map(() => ({ who, amount: '1000' }));
  await world.tokenIn('mrc20', 'gold', [...lots(seller), ...lots(plain)]);
  for (const trader of [seller, plain, buyer])
    await world.fund(trader, [300_000n, 300_000n, 300_000n, 300_000n]);
  for (const trader of [seller, plain, buyer]) await trader.login();
  await world.mine(3);
  // One purchase of two locks of two kinds; one renewal and the way home of the new lock.
  const both = [await offered(seller), await offered(plain)];
  rescue = await rescueOf(seller, both[0] ?? '');
  await takeOrders(buyer, both);
  await world.mine();
  const old = await offered(seller);
  const { outpoint } = await orderOf(world, seller, old);
  const { orderId } = await placeProtected(seller, outpoint, { renews: old, amount: '70000' });
  await cancelLock(seller, await opened(seller, orderId));
  await world.mine();
  lines = journalOf(world)
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
}, 240_000);

afterAll(() => world.stop());

const journal = (of: readonly object[]): string => of.map((line) => `${JSON.stringify(line)}\n`).join('');

const shortly = (found: readonly Finding[]) =>
  found.map(({ verdict, journaled, where }) => ({
    ...verdict,
    journaled,
    where: typeof where === 'number' ? 'block' : where,
  }));

const audit = async (of: readonly object[]) => shortly(await auditIn(world, journal(of)));

function lineOf(kind: string): Line {
  const line = lines.find((one) => one.kind === kind);
  if (line === undefined) throw new Error(`no line of kind ${kind}`);
  return line;
}

/** The same line for another transaction. */
function bent(line: Line, change: (tx: Transaction) => Transaction): Line {
  const tx = readTransaction(hexToBytes(line.unsigned));
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return { ...line, unsigned: bytesToHex(writeBase(change(tx))) };
}

const toTheBuyer = (tx: Transaction): Transaction => ({
  ...tx,
  outputs: tx.outputs.map((output, at) =>
    at === 0 ? { value: sats(output.value - 1n), script: buyer.script } : output,
  ),
});

/** Each payment of a purchase a sat too small. */
const underpaid = (tx: Transaction): Transaction => ({
  ...tx,
  outputs: tx.outputs.map((output) => ({ ...output, value: sats(output.value - 1n) })),
});

const SOLD = { spend: 'fill', kept: true, journaled: true, where: 'block' };
const MOVED = { spend: 'cancel', kept: true, journaled: true, where: 'block' };
const FOUND = { spend: 'fill', kept: false, journaled: true, where: 'signed' };

describe('the audit of lots in locks', () => {
  it('keeps what the signer did: two sold at once, one renewed, one taken home', async () => {
    expect(lines.map(({ kind }) => kind).filter((kind) => kind !== 'stock')).toEqual([
      'sell',
      'cancel',
      'cancel',
    ]);
    expect(await audit(lines)).toEqual([SOLD, SOLD, MOVED, MOVED]);
  }, 60_000);

  it('knows a new lock from the line of the move alone, and what its key did beside the journal', async () => {
    const move = lines.find((line) => 'to' in line);
    if (move === undefined) throw new Error('a renewal');
    expect(await audit([move])).toEqual([MOVED, { ...MOVED, journaled: false }]);
  }, 60_000);

  it('finds a sale that does not pay, of both lots', async () => {
    const found = await audit([bent(lineOf('sell'), underpaid)]);
    const seen = { ...SOLD, journaled: false };
    const unpaid = { ...FOUND, why: 'not-paid', detail: '60000 sat' };
    expect(found).toEqual([seen, seen, unpaid, unpaid]);
  }, 60_000);

  it('finds a move and a cancel that their user did not sign', async () => {
    for (const line of lines.filter(({ kind }) => kind === 'cancel')) {
      const found = await audit([bent(line, toTheBuyer)]);
      expect(found.filter(({ kept }) => !kept)).toEqual([
        { ...FOUND, why: 'not-paid', detail: expect.stringMatching(/^[67]0000 sat$/) as string },
      ]);
      // The promise is no signature of the user's for all of it.
      const unsigned = { ...bent(line, (tx) => ({ ...tx, locktime: 1 })), userSignatures: ['00'.repeat(64)] };
      expect((await audit([unsigned])).filter(({ kept }) => !kept)).toHaveLength(1);
    }
  }, 60_000);

  it('believes no ticket of the journal that is not the lock’s', async () => {
    const sale = lineOf('sell');
    const cheaper = (sale['tickets'] as { price: string }[]).map((ticket) => ({
      ...ticket,
      price: '59999',
    }));
    const lie = { ...bent(sale, underpaid), tickets: cheaper };
    const detail = expect.stringMatching(/^[0-9a-f]{68}$/) as string;
    const other = { spend: 'fill', kept: false, why: 'other-ticket', detail };
    expect(await audit([lie])).toEqual([
      { ...other, journaled: false, where: 'block' },
      { ...other, journaled: false, where: 'block' },
      { ...other, journaled: true, where: 'signed' },
      { ...other, journaled: true, where: 'signed' },
    ]);
    // The true ticket stands in another line: by it both are judged.
    const found = await audit([sale, lie]);
    expect(found.slice(0, 2)).toEqual([SOLD, SOLD]);
    expect(found.slice(2)).toMatchObject([{ why: 'not-paid' }, { why: 'not-paid' }]);
  }, 60_000);

  it('a seller reads the same from the rescue file alone', async () => {
    expect(shortly(await auditIn(world, rescue))).toEqual([{ ...SOLD, journaled: undefined }]);
  }, 60_000);

  it('a line that fits nothing is told by its number', () => {
    const sale = lineOf('sell');
    const move = lineOf('cancel');
    expect(() => readKnownLocks(journal([move, { ...sale, tickets: [] }]))).toThrow('line 2 of');
    expect(() => readKnownLocks(journal([{ ...sale, unsigned: move.unsigned }]))).toThrow(
      'names a lock that its transaction does not spend',
    );
  });

  it('the program prints a proof of it, and the program of effects reads it', async () => {
    const [file, proof] = [join(world.directory, 'said.jsonl'), join(world.directory, 'proof.json')];
    writeFileSync(file, journal([bent(lineOf('sell'), underpaid)]));
    const done = await runProgram(world, 'audit.mjs', file);
    expect(done.status, done.stderr).toBe(1);
    expect(done.stdout).toContain('2 locks, 4 spends, 2 forged');
    const proofs = done.stdout.split('\n').filter((line) => line.startsWith('{'));
    expect(proofs).toHaveLength(2);
    // Of the other lock, of another kind of address, a proof shows nothing: what is paid is told all the same.
    for (const one of proofs) {
      writeFileSync(proof, one);
      const checked = await runProgram(world, 'effects.mjs', proof);
      expect(checked.status, checked.stderr).toBe(0);
      expect(checked.stdout).toContain('FORGED: not-paid, 60000 sat');
      expect(checked.stdout).toMatch(/59999/);
    }
    rmSync(proof);
  }, 120_000);
});
