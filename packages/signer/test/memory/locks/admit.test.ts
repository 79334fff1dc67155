/** Taking on a bid: everything its owner signed is there and good, its coins are there, and the same again is answered the same. */
import { readFileSync } from 'node:fs';
import { coinToWire, ticketToWire } from '@rialto/contract';
import type { AdmitRequest } from '@rialto/contract';
import { bytesToHex, isFlaw, readTransaction, sats, writeBase } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { admit } from '../../../src/locks/admit.ts';
import type { LockParts } from '../../../src/locks/fill.ts';
import { admitOf, bentTicket, bid } from '../bids.ts';
import type { Bid } from '../bids.ts';
import { here, openLockStage } from '../lock-stage.ts';
import type { LockStage } from '../lock-stage.ts';
import { TIP } from '../node.ts';
import { coin, mrc20On, stranger, user, waiting } from '../people.ts';
import { NOW } from '../stage.ts';
import { FEES, answer } from '../world.ts';

const stageOf = ({ plan }: Bid, more: Partial<LockParts> = {}): Promise<LockStage> =>
  openLockStage(plan.payments, more);

/** What the signer says to a bid, and that it wrote nothing when it said no. */
async function verdict(
  given: Bid,
  change: Partial<AdmitRequest> = {},
  more: Partial<LockParts> = {},
  coins: readonly Coin[] = given.plan.payments,
): Promise<string> {
  const { parts, journal } = await openLockStage(coins, more);
  const said = await answer(admit(parts, admitOf(given, change), here));
  expect(journal.recall.size).toBe(said === 'accepted' ? 1 : 0);
  return said;
}

const ladder = (terms: Parameters<typeof bid>[0] = {}): Bid =>
  bid({ rungs: [{ price: 50_000n }, { price: 40_000n, units: 200n }], ...terms });

describe('a bid is taken on', () => {
  it.each([
    ['P2WPKH', { kind: 'p2wpkh' }],
    ['P2TR, the output key', { kind: 'p2tr', signingKey: 'output' }],
    ['P2TR, the internal key', { kind: 'p2tr', signingKey: 'internal' }],
  ] as const)('of one rung and of twelve (%s)', async (_, terms) => {
    expect(await verdict(bid(terms))).toBe('accepted');
    const rungs = Array.from({ length: 12 }, (_rung, at) => ({ price: 20_000n + BigInt(at) }));
    expect(await verdict(bid({ ...terms, rungs }))).toBe('accepted');
  });

  it('with one line that says all it was checked by, and never a promise or an exit', async () => {
    const given = ladder();
    const { parts, path, locks } = await stageOf(given);
    await admit(parts, admitOf(given), here);
    const text = readFileSync(path, 'utf8');
    const tx = readTransaction(given.raw);
    if (isFlaw(tx)) throw new Error('a transaction');
    expect(JSON.parse(text)).toEqual({
      at: new Date(NOW).toISOString(),
      kind: 'admit',
      txid: tx.txid,
      unsigned: bytesToHex(writeBase(tx)),
      coins: given.plan.payments.map(coinToWire),
      ...TIP,
      bidId: 'b1d0',
      tickets: given.locks.map(({ ticket }) => ticketToWire(ticket)),
    });
    for (const secret of [...given.promises, ...given.exits]) expect(text).not.toContain(bytesToHex(secret));
    expect(locks.bid(tx.txid)?.locks.map(({ value }) => value)).toEqual([50_000n, 40_000n]);
    // Nothing was signed.
    expect(parts.journal.recall.usage(NOW).signatures).toBe(0);
  });

  it('again with the same answer and no second line, though its coins are gone by now', async () => {
    const given = ladder();
    const { parts, node, journal } = await stageOf(given);
    await Promise.all([admit(parts, admitOf(given), here), admit(parts, admitOf(given), here)]);
    expect(journal.recall.size).toBe(1);
    for (const { outpoint } of given.plan.payments) node.coins.delete(outpoint);
    expect(await answer(admit(parts, admitOf(given), here))).toBe('accepted');
    expect(journal.recall.size).toBe(1);
  });

  it('in the place of an earlier one over one of its coins, which is over for good', async () => {
    const money = [800_000n, 700_000n].map((value, at) =>
      coin(`of two ${at}`, user('bidder', 'p2tr'), value),
    );
    const first = bid({ money, rungs: [{ price: 1_400_000n }] });
    const second = bid({ money: money.slice(1), expiry: 3000 });
    expect(first.plan.payments).toHaveLength(2);
    const { parts, journal, locks, directory, node } = await stageOf(first);
    for (const next of [first, second, second]) await admit(parts, admitOf(next), here);
    expect(journal.recall.size).toBe(2);
    expect(locks.open(TIP.height).map(({ locks: [lock] }) => lock?.expiry)).toEqual([3000]);
    expect(await answer(admit(parts, admitOf(first), here))).toBe('not-admitted');
    journal.close();
    const later = await openLockStage([...node.coins.values()], {}, directory);
    expect(await answer(admit(later.parts, admitOf(first), here))).toBe('not-admitted');
    expect(await answer(admit(later.parts, admitOf(second), here))).toBe('accepted');
    expect(later.journal.recall.size).toBe(2);
  });
});

describe('a bid is refused', () => {
  it('whose lock is not also ours', async () => {
    expect(await verdict(bid({ exchange: stranger().key }))).toBe('not-yours');
  });

  it.each([
    ['at its expiry', TIP.height, 'bid-expired'],
    ['not a block before', TIP.height + 1, 'accepted'],
  ])('%s', async (_, expiry, said) => {
    expect(await verdict(bid({ expiry }))).toBe(said);
  });

  it('whose coins are not there, waiting, carrying something, or of somebody else', async () => {
    const given = bid();
    const [money] = given.plan.payments;
    if (money === undefined) throw new Error('it is paid');
    expect(await verdict(given, {}, {}, [])).toBe('coin-spent');
    expect(await verdict(given, {}, {}, [waiting(money)])).toBe('lot-mixed');
    expect(await verdict(given, {}, {}, [{ ...money, assets: [mrc20On('MAN', 1n)] }])).toBe('lot-mixed');
    expect(await verdict(given, {}, {}, [{ ...money, script: stranger().script }])).toBe('not-yours');
    // A signature of version 0 and of version 1 binds the value of the coin.
    expect(await verdict(given, {}, {}, [{ ...money, value: sats(money.value + 1n) }])).toBe(
      'signature-invalid',
    );
  });

  it('whose funding is not signed, or not of these locks', async () => {
    const given = ladder();
    const tx = readTransaction(given.raw);
    if (isFlaw(tx)) throw new Error('a transaction');
    expect(await verdict(given, { fundingRaw: bytesToHex(writeBase(tx)) })).toBe('signature-missing');
    expect(await verdict(given, { fundingRaw: bytesToHex(given.raw).slice(0, -2) })).toBe('bad-request');
    const broken = bytesToHex(given.raw).replace(/..(.{60}00000000)$/, 'ff$1');
    expect(await verdict(given, { fundingRaw: broken })).toBe('signature-invalid');
    const [first, second] = given.locks;
    if (first === undefined || second === undefined) throw new Error('two rungs');
    const dearer = [bentTicket(first, { price: sats(50_001n) }), second.ticket].map(ticketToWire);
    expect(await verdict(given, { tickets: dearer })).toBe('psbt-changed');
    const turned = [second.ticket, first.ticket].map(ticketToWire);
    expect(await verdict(given, { tickets: turned })).toBe('bad-request');
    expect(await verdict(given, { tickets: [ticketToWire(first.ticket)] })).toBe('psbt-changed');
  });

  it.each(['p2wpkh', 'p2tr'] as const)(
    'where a promise or an exit is missing, another’s, or of another lock (%s)',
    async (kind) => {
      const given = ladder({ kind });
      const [promises, exits] = [given.promises.map(bytesToHex), given.exits.map(bytesToHex)];
      expect(await verdict(given, { promises: promises.slice(1) })).toBe('psbt-shape');
      expect(await verdict(given, { exits: exits.slice(1) })).toBe('psbt-shape');
      expect(await verdict(given, { promises: promises.toReversed() })).toBe('signature-invalid');
      expect(await verdict(given, { exits: exits.toReversed() })).toBe('signature-invalid');
      expect(await verdict(given, { promises: ['', promises[1] ?? ''] })).toBe('signature-invalid');
      expect(await verdict(given, { exits: [promises[0] ?? '', exits[1] ?? ''] })).toBe('signature-invalid');
      const bare = ladder({ kind, name: 'another' });
      expect(await verdict(given, { promises: bare.promises.map(bytesToHex) })).toBe('signature-invalid');
      expect(await verdict(given, { exits: bare.exits.map(bytesToHex) })).toBe('signature-invalid');
    },
  );

  it('whose funding pays a fee out of bounds', async () => {
    const given = bid({ rate: 3 });
    const stage = await stageOf(given);
    const within = (change: Partial<typeof FEES>): Partial<LockParts> => ({
      lockWorld: { ...stage.parts.lockWorld, chain: stage.node.chain, fees: { ...FEES, ...change } },
    });
    expect(await verdict(given, {}, within({ lowestRate: 3, highestRate: 3.1 }))).toBe('accepted');
    expect(await verdict(given, {}, within({ lowestRate: 3.1 }))).toBe('fee-too-low');
    expect(await verdict(given, {}, within({ highestRate: 2.9 }))).toBe('fee-too-high');
    expect(await verdict(given, {}, within({ highestFee: 100n }))).toBe('fee-too-high');
  });

  it('after a stop, and for one who has hung up', async () => {
    const given = bid();
    expect(await verdict(given, {}, { stopped: () => true })).toBe('trading-stopped');
    let times = 0;
    expect(await verdict(given, {}, { stopped: () => (times += 1) === 2 })).toBe('trading-stopped');
    const { parts, journal } = await stageOf(given);
    expect(await answer(admit(parts, admitOf(given), () => true))).toBe('signer-refused');
    expect(journal.recall.size).toBe(0);
  });
});
