/** The audit on a real node: honest spends are kept; a forged fill is found, journaled or not, and its proof stands by itself. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ticketToWire } from '@rialto/contract';
import { amount, bytesToHex, inscriptionId, lotOf, mrc20Asset, pinId, sats } from '@rialto/protocols';
import type { Coin, CoinAsset, Txid } from '@rialto/protocols';
import { scriptToAddress, writeRescueFile } from '@rialto/psbt';
import type { LockedCoin } from '@rialto/psbt';
import { auditLocks, blocksLate } from '../../src/audit/audit.ts';
import type { Finding } from '../../src/audit/audit.ts';
import { readKnownLocks } from '../../src/audit/known-locks.ts';
import { makeLots, openFollowWorld } from '../follower/follow-world.ts';
import type { FollowWorld } from '../follower/follow-world.ts';
import { runProgram } from './auditing.ts';
import { EXPIRY, admitLine, bidOf, exitOf, filled, funded, person } from './bids-on-chain.ts';
import type { Bid, Filled } from './bids-on-chain.ts';

const dir = mkdtempSync(join(tmpdir(), 'rialto-audit-'));
const [bidder, cautious, seller] = [person(11, 'p2tr'), person(12, 'p2wpkh'), person(13, 'p2wpkh')];

let world: FollowWorld;
let lots: readonly Coin[];
let bids: readonly Bid[];
/** By name, each fill with what the signer would write of it. */
let fills: Readonly<Record<'honest' | 'forged' | 'unwritten' | 'unsent', Filled>>;
let journal: string;

const MAN = mrc20Asset(pinId('a'.repeat(64) as Txid, 0));

function locked(bid: number, lock: number): LockedCoin {
  const found = bids[bid]?.locked[lock];
  if (found === undefined) throw new Error('no such lock');
  return found;
}

async function mined(...raws: readonly Uint8Array[]): Promise<void> {
  for (const raw of raws) await world.chain.rpc('sendrawtransaction', [bytesToHex(raw), 0]);
  await world.chain.mine(1);
}

/** Real lots of a real token, as the index has them. */
async function realLots(): Promise<readonly Coin[]> {
  const address = scriptToAddress(seller.script, 'regtest') ?? '';
  await makeLots(world.chain, { key: seller.secret, script: seller.script, address }, 'real', ['5', '5']);
  await world.caughtUp();
  const infos = await world.ledger.lotsOf(seller.script);
  const { assets } = await world.ledger.assetsOn(infos.map((info) => info.outpoint));
  return infos.map(({ outpoint: point, value }) => {
    return { outpoint: point, value, script: seller.script, assets: assets.get(point) ?? [], height: 1 };
  });
}

const audit = (text: string): Promise<Finding[]> =>
  auditLocks(readKnownLocks(text), {
    live: world.store,
    databaseUrl: world.database.ownerUrl,
    chain: world.node,
    network: 'regtest',
    progress: () => undefined,
  });

const linesOf = (...lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

beforeAll(async () => {
  world = await openFollowWorld();
  lots = await realLots();
  const [lot] = lots;
  const sold = lot && lotOf(lot);
  if (lot === undefined || sold === undefined) throw new Error('no lot');
  const ticket = { asset: sold.asset, amount: sold.amount };
  bids = [
    await bidOf(world.chain, bidder, [ticket, ticket, { asset: MAN, amount: amount(100n) }]),
    await bidOf(world.chain, cautious, [{ ...ticket, expiry: 1 }, ticket]),
  ];
  const bait = async (assets: readonly CoinAsset[]): Promise<Coin> => ({
    ...(await funded(world.chain, seller, 700n)),
    assets,
  });
  const transfer = { asset: sold.asset, tick: 'real', amount: sold.amount };
  const id = inscriptionId('b'.repeat(64) as Txid, 0);
  const said: CoinAsset[] = [{ kind: 'inscription', id, offset: sats(0n), transfer }];
  const tokens: CoinAsset[] = [{ kind: 'mrc20', asset: MAN, tick: 'MAN', decimals: 0, amount: amount(100n) }];
  fills = {
    honest: filled(bidder, locked(0, 0), seller, lot),
    forged: filled(bidder, locked(0, 1), seller, await bait(said)),
    unwritten: filled(cautious, locked(1, 0), seller, await bait(said)),
    unsent: filled(bidder, locked(0, 2), seller, await bait(tokens)),
  };
  await mined(fills.honest.raw, fills.forged.raw, fills.unwritten.raw, exitOf(cautious, locked(1, 1)));
  // What comes after the spends changes nothing: the lots are gone from the index by now.
  await world.chain.mine(3);
  await world.caughtUp();
  const { honest, forged, unsent } = fills;
  journal = linesOf(
    ...bids.map(admitLine),
    { kind: 'stock' },
    ...['pool-etch', 'pool', 'pool-restock', 'pool-free', 'joint-vote', 'joint-line', 'joint-half'].map(
      (kind) => ({
        kind,
      }),
    ),
    honest.line,
    forged.line,
    unsent.line,
  );
}, 120_000);

afterAll(async () => {
  await world.close();
  rmSync(dir, { recursive: true, force: true });
});

const shortly = (found: readonly Finding[]) =>
  found.map(({ locked: { coin }, verdict, journaled, where }) => ({
    lock: coin.outpoint,
    ...verdict,
    journaled,
    where: typeof where === 'number' ? 'block' : where,
  }));

const run = (script: string, argument: string) => runProgram(world, script, argument);

describe('the audit', () => {
  it('finds each spend of a known lock, and those that do not keep their ticket', async () => {
    const found = shortly(await audit(journal));
    const line = (bid: number, lock: number, rest: object) => ({
      lock: locked(bid, lock).coin.outpoint,
      where: 'block',
      ...rest,
    });
    const none = `0 of ${locked(0, 0).lock.ticket.amount}`;
    const other = { spend: 'fill', kept: false, why: 'other-tokens', detail: none };
    expect(found).toHaveLength(5);
    expect(found).toEqual(
      expect.arrayContaining([
        line(0, 0, { spend: 'fill', kept: true, journaled: true }),
        line(0, 1, { ...other, journaled: true }),
        line(1, 0, { ...other, journaled: false }),
        line(1, 1, { spend: 'exit', kept: true, journaled: false }),
        // Signed and never sent: the journal says that the lot holds the tokens, the index does not.
        line(0, 2, { ...other, detail: '0 of 100', journaled: true, where: 'signed' }),
      ]),
    );
  }, 60_000);

  it('finds what the signer says it signed from the expiry on, sent or not, and not what it signed before', async () => {
    const [first] = bids;
    const [, lot] = lots;
    if (first === undefined || lot === undefined) throw new Error('a bid and a lot');
    const one: Bid = { ...first, locked: first.locked.slice(0, 1) };
    const unsent = filled(bidder, locked(0, 1), seller, lot);
    const at = async (height: number): Promise<object[]> =>
      (await audit(linesOf(admitLine(one), { ...fills.honest.line, height }, { ...unsent.line, height })))
        .filter(({ journaled }) => journaled === true)
        .map(({ verdict, where }) => ({ ...verdict, where: typeof where === 'number' ? 'block' : where }));
    const kept = { spend: 'fill', kept: true };
    expect(await at(EXPIRY - 1)).toEqual([
      { ...kept, where: 'block' },
      { ...kept, where: 'signed' },
    ]);
    const detail = `signed at height ${EXPIRY}, expiry ${EXPIRY}`;
    const late = { spend: 'fill', kept: false, why: 'after-expiry', detail };
    expect(await at(EXPIRY)).toEqual([
      { ...late, where: 'block' },
      { ...late, where: 'signed' },
    ]);
    // One line in time excuses none that is late.
    const { line } = fills.honest;
    const twice = await audit(linesOf(admitLine(one), { ...line, height: EXPIRY }, line));
    expect(twice.map(({ verdict }) => verdict)).toEqual([late]);
  }, 60_000);

  it('tells of a fill in a block how late that is, and calls it kept all the same', async () => {
    const [first] = bids;
    if (first === undefined) throw new Error('a bid');
    const one: Bid = { ...first, locked: first.locked.slice(0, 1) };
    const [finding] = await audit(linesOf(admitLine(one)));
    if (finding === undefined) throw new Error('a fill');
    expect(finding).toMatchObject({ verdict: { spend: 'fill', kept: true }, journaled: false });
    const late = (where: Finding['where']): number | undefined => blocksLate({ ...finding, where });
    expect([EXPIRY - 1, EXPIRY, EXPIRY + 1, EXPIRY + 9].map(late)).toEqual([undefined, undefined, 1, 9]);
    expect([late('mempool'), late('signed')]).toEqual([undefined, undefined]);
    const exit: Finding = { ...finding, verdict: { spend: 'exit', kept: true }, where: EXPIRY + 9 };
    expect(blocksLate(exit)).toBeUndefined();
  }, 60_000);

  it('believes no ticket that the journal tells of a lock, where the chain knows better', async () => {
    const ticket = { ...ticketToWire(locked(0, 1).lock.ticket), kind: 'ask', index: 0, price: '546' };
    const { lock, ...fill } = fills.forged.line as { lock: string };
    // As a purchase it would be paid: the bidder's coin for the tokens is the price.
    const lie = { ...fill, kind: 'sell', locks: [lock], tickets: [ticket] };
    const [first] = bids;
    if (first === undefined) throw new Error('a bid');
    const forged = { lock, spend: 'fill', kept: false, journaled: true, where: 'block' };
    for (const lines of [
      [admitLine(first), lie],
      [lie, admitLine(first)],
    ])
      expect(shortly(await audit(linesOf(...lines)))).toContainEqual({
        ...forged,
        why: 'other-tokens',
        detail: expect.stringMatching(/^0 of /) as string,
      });
    expect(shortly(await audit(linesOf(lie)))).toEqual([expect.objectContaining({ why: 'other-ticket' })]);
  }, 60_000);

  it('a user finds it with the rescue file alone', async () => {
    const { raw, locked: locks } = bids[1] ?? { locked: [] };
    if (raw === undefined) throw new Error('a bid');
    const rescued = locks.map((one) => ({ ...one, exit: exitOf(cautious, one) }));
    const text = writeRescueFile({
      version: 1,
      network: 'regtest',
      bids: [{ funding: raw, locks: rescued }],
    });
    const found = shortly(await audit(text));
    expect(found.map(({ spend, kept, journaled }) => [spend, kept, journaled])).toEqual(
      expect.arrayContaining([
        ['fill', false, undefined],
        ['exit', true, undefined],
      ]),
    );
    expect(found).toHaveLength(2);
  }, 60_000);

  it('an honest journal has nothing to find, and a torn last line says nothing', async () => {
    const [first] = bids;
    if (first === undefined) throw new Error('a bid');
    const one: Bid = { ...first, locked: first.locked.slice(0, 1) };
    const found = await audit(`${linesOf(admitLine(one), fills.honest.line)}{"kind":"fi`);
    expect(found.map(({ verdict }) => verdict)).toEqual([{ spend: 'fill', kept: true }]);
    expect(() => readKnownLocks('{"kind":"fill"}\n')).toThrow('line 1 of the journal cannot be read');
    expect(readKnownLocks('').locks).toEqual([]);
  }, 60_000);

  it('the program ends with 1 and prints proofs, which need no server to be checked', async () => {
    const file = join(dir, 'journal.jsonl');
    writeFileSync(file, journal);
    const done = await run('audit.mjs', file);
    expect(done.status, done.stderr).toBe(1);
    expect(done.stdout).toContain('5 locks, 5 spends, 3 forged');
    expect(done.stdout).toMatch(
      /block \d+, \d+ blocks after expiry, NOT IN THE JOURNAL: FORGED: other-tokens/,
    );
    expect(done.stdout.match(/after expiry/g)).toHaveLength(1);
    const proofs = done.stdout.split('\n').filter((line) => line.startsWith('{'));
    expect(proofs).toHaveLength(3);
    const proof = join(dir, 'proof.json');
    writeFileSync(proof, proofs[0] ?? '');
    const checked = await run('effects.mjs', proof);
    expect(checked.status, checked.stderr).toBe(0);
    expect(checked.stdout).toContain('FORGED: other-tokens, 0 of');
    expect(checked.stdout).toMatch(/signed with the promise of its user and the key [0-9a-f]{66}: yes/);
    // A proof with another ticket is none: its hash is not in the lock.
    writeFileSync(proof, (proofs[0] ?? '').replace('price: 20000', 'price: 20001'));
    const changed = await run('effects.mjs', proof);
    expect(changed.status).not.toBe(0);
    expect(changed.stderr).toContain('script-not-allowed');
  }, 120_000);

  it('the program tells of what was signed too late, which no proof can show', async () => {
    const [first] = bids;
    if (first === undefined) throw new Error('a bid');
    const file = join(dir, 'late.jsonl');
    const one: Bid = { ...first, locked: first.locked.slice(0, 1) };
    writeFileSync(file, linesOf(admitLine(one), { ...fills.honest.line, height: EXPIRY }));
    const done = await run('audit.mjs', file);
    expect(done.status, done.stderr).toBe(1);
    expect(done.stdout).toContain(`FORGED: after-expiry, signed at height ${EXPIRY}, expiry ${EXPIRY}`);
    expect(done.stdout).toContain('1 locks, 1 spends, 1 forged');
    expect(done.stdout).not.toContain('proof');
  }, 60_000);
});
