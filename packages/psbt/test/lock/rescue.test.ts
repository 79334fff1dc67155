/** The rescue file: what is written is read back, and nothing in it is believed. */
import { describe, expect, it } from 'vitest';
import { bytesToHex, sats } from '@rialto/protocols';
import {
  acceptFunding,
  buildFunding,
  lockCoin,
  readRescueFile,
  ticketText,
  writeRescueFile,
} from '../../src/index.ts';
import type { RescueFile } from '../../src/index.ts';
import { point, refusalOf, walletSigns } from '../people.ts';
import { MANNERS, bidder, exitOf, fundingOf, ladder } from './bidders.ts';
import type { Bidder } from './bidders.ts';

function fileOf(who: Bidder, isHeld: boolean): RescueFile {
  const locks = ladder(who, [{}, { price: sats(30_000n) }]);
  const plan = fundingOf(who, locks);
  const built = buildFunding(plan);
  const { raw } = acceptFunding(plan, walletSigns(built.psbt, who.wallet, built.toSign));
  const rescued = locks.map((lock, at) => {
    const locked = { lock, coin: lockCoin(plan, at + 1) };
    return { ...locked, exit: exitOf(who, locked).raw };
  });
  return { version: 1, network: 'regtest', bids: [{ funding: isHeld ? raw : undefined, locks: rescued }] };
}

describe.each(MANNERS)('the rescue file of %s', (manner) => {
  const who = bidder(manner);
  const held = fileOf(who, true);
  const text = writeRescueFile(held);
  const read = (changed: string): string => refusalOf(() => readRescueFile(changed));

  it('works: a file with its funding, and one whose funding the chain has', () => {
    expect(readRescueFile(text)).toEqual(held);
    const sent = fileOf(who, false);
    expect(readRescueFile(writeRescueFile(sent))).toEqual(sent);
    expect(readRescueFile(writeRescueFile({ ...held, bids: [] })).bids).toEqual([]);
  });

  it('holds no promise, so that nobody who finds it can sell the lock', () => {
    // Each signature in it pays its user alone: the promise, towards 546 sat, is not among them.
    const parsed = JSON.parse(text) as { bids: { locks: Record<string, unknown>[] }[] };
    expect(Object.keys(parsed.bids[0]?.locks[0] ?? {})).toEqual(['ticket', 'outpoint', 'value', 'exit']);
  });

  it('asserts: every field is checked, every exit verified, the funding the locks’ own', () => {
    const [bid] = held.bids;
    const [first, second] = bid?.locks ?? [];
    if (bid?.funding === undefined || first === undefined || second === undefined) throw new Error('locks');
    const exits = [bytesToHex(first.exit), bytesToHex(second.exit)] as const;
    const changes: [string, string][] = [
      ['"version": 1', '"version": 2'],
      ['"regtest"', '"mainnet"'],
      ['"bids": [', '"bids": {}, "x": ['],
      ['"locks": [', '"locks": 5, "x": ['],
      ['"value": "20000"', '"value": "20001"'],
      ['"value": "20000"', '"value": 20000'],
      ['amount: 100', 'amount: 99'],
      [exits[0], exits[1]],
      [exits[0], exits[0].slice(2)],
      [exits[0], ''],
      [exits[0], 'zz'],
      [first.coin.outpoint, point('elsewhere', 1)],
      [first.coin.outpoint, 'elsewhere'],
      [bytesToHex(bid.funding), bytesToHex(bid.funding.slice(1))],
      [bytesToHex(bid.funding), exits[0]],
    ];
    for (const [from, to] of changes) {
      expect(text).toContain(from);
      expect(read(text.replace(from, to)), to.slice(0, 40)).toMatch(/^(bad-request|not-yours)$/);
    }
    for (const odd of [
      '',
      '[]',
      'null',
      '5',
      '{',
      '{"version":1,"network":"regtest"}',
      '{"version":1,"network":"regtest","bids":[5]}',
    ])
      expect(read(odd), odd).toBe('bad-request');
    expect(ticketText(first.lock.ticket)).toContain('price: 20000');
  });

  it('the assertion fires: an exit of somebody else’s signature is no exit', () => {
    const stranger = fileOf(bidder(manner, 'stranger'), true);
    const [ours, theirs] = [held.bids[0]?.locks[0], stranger.bids[0]?.locks[0]];
    if (ours === undefined || theirs === undefined) throw new Error('locks');
    const mixed = { ...held, bids: [{ funding: undefined, locks: [{ ...ours, exit: theirs.exit }] }] };
    expect(read(writeRescueFile(mixed))).toBe('bad-request');
    const moved = { ...held, bids: [{ funding: held.bids[0]?.funding, locks: [theirs] }] };
    expect(read(writeRescueFile(moved))).toBe('bad-request');
  });
});
