/** A lock: its scripts are those of the paper, its keys belong to its address, and its coin is its ticket's. */
import { describe, expect, it } from 'vitest';
import { sha256 } from '@noble/hashes/sha2.js';
import { amount, bytesToHex, equalBytes, sats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { checkLockCoin, lockOf, ticketHash } from '../../src/index.ts';
import type { Lock, Ticket } from '../../src/index.ts';
import { commitsTo } from '../../src/tx/taproot.ts';
import { point, refusalOf, transferAsset, user } from '../people.ts';
import { MANNERS, bidder, exchange, lockedBy, ticketOf } from './bidders.ts';

const hex = bytesToHex;

/** The script by the words of the paper, put together anew. */
function inWords({ ticket }: Lock): { both: string; late: string } {
  const [hash, user, theirs] = [hex(ticketHash(ticket)), hex(ticket.key), hex(ticket.exchange[0] ?? hash0)];
  const taproot = ticket.key.length === 32;
  const key = taproot ? theirs.slice(2) : theirs;
  const sized = (item: string): string => (item.length / 2).toString(16).padStart(2, '0') + item;
  const blocks = '029000'; // 144
  return taproot
    ? {
        both: `${sized(hash)}75${sized(user)}ad${sized(key)}ac`,
        late: `${blocks}b275${sized(user)}ac`,
      }
    : { both: `63${sized(hash)}75${sized(key)}ad67${blocks}b27568${sized(user)}ac`, late: '' };
}
const hash0 = new Uint8Array(0);

describe.each(MANNERS)('a lock of %s', (manner) => {
  const who = bidder(manner);
  const ticket = ticketOf(who);
  const lock = lockOf(ticket);
  const refused = (change: Partial<Ticket>): string => refusalOf(() => lockOf({ ...ticket, ...change }));

  it('has the scripts of the paper, and no other way in', () => {
    const { both, late } = inWords(lock);
    const { trade, exit } = lock;
    if (trade.path === 'witness-script') {
      expect(hex(trade.witnessScript)).toBe(both);
      expect(exit).toBe(trade);
      expect(hex(lock.script)).toBe(`0020${hex(sha256(trade.witnessScript))}`);
      return;
    }
    if (trade.path !== 'leaf' || exit.path !== 'leaf') throw new Error('leaves');
    expect([hex(trade.leaf), hex(exit.leaf)]).toEqual([both, late]);
    for (const { leaf, controlBlock } of [trade, exit]) {
      expect(commitsTo(lock.script, leaf, controlBlock)).toBe(true);
      // The key of the key path is the point of BIP-341 that nobody has, and the tree has two leaves.
      expect(hex(controlBlock.slice(1, 33))).toBe(
        '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0',
      );
      expect(controlBlock).toHaveLength(65);
    }
  });

  it('is another with every field of its ticket', () => {
    const changes: Partial<Ticket>[] = [
      { amount: amount(1n) },
      { price: sats(20_001n) },
      { expiry: 9 },
      { exitAfter: 16 },
      { index: 2 },
      { exchange: [user('another exchange', 'p2tr').key] },
    ];
    const scripts = [{}, ...changes].map((change) => hex(lockOf({ ...ticket, ...change }).script));
    expect(new Set(scripts).size).toBe(changes.length + 1);
  });

  it.each([
    [1, '51'],
    [16, '60'],
    [17, '0111'],
    [127, '017f'],
    [128, '028000'],
    [144, '029000'],
    [255, '02ff00'],
    [256, '020001'],
    [4320, '02e010'],
    [32_768, '03008000'],
    [65_535, '03ffff00'],
  ])('waits %i blocks by the shortest number', (exitAfter, number) => {
    const { exit } = lockOf({ ...ticket, exitAfter });
    const script =
      exit.path === 'leaf' ? exit.leaf : exit.path === 'witness-script' ? exit.witnessScript : hash0;
    expect(hex(script)).toContain(`${number}b275`);
  });

  it('asserts: the key is the address’s, the exchange’s half one key of its own, something left for the exit', () => {
    const stranger = bidder(manner, 'stranger');
    expect(refused({ key: stranger.key })).toBe('not-yours');
    expect(refused({ script: stranger.wallet.script })).toBe('not-yours');
    // The key of the account in the spelling of the other kind of address.
    const other = ticket.key.length === 32 ? who.wallet.key : who.wallet.key.slice(1);
    expect(refused({ key: other })).toBe('not-yours');
    expect(refused({ key: new Uint8Array(ticket.key.length) })).toBe('not-yours');
    const p2wsh = new Uint8Array(34);
    p2wsh[1] = 32;
    expect(refused({ script: p2wsh })).toBe('wrong-address-type');
    expect(refused({ exchange: [exchange.key, stranger.wallet.key] })).toBe('bad-request');
    expect(refused({ exchange: [new Uint8Array(33)] })).toBe('bad-request');
    const own = ticket.key.length === 33 ? ticket.key : Uint8Array.of(2, ...ticket.key);
    expect(refused({ exchange: [own] })).toBe('bad-request');
    expect(refused({ exchange: [Uint8Array.of(own[0] === 2 ? 3 : 2, ...own.slice(1))] })).toBe('bad-request');
    expect(refused({ price: sats(2045n) })).toBe('too-small');
    expect(refused({ price: sats(2046n) })).toBe('accepted');
  });

  it('the coin is the ticket’s in script, value, place, and nothing is on it', () => {
    const { lock: one, coin } = lockedBy(who);
    const checked = (change: Partial<Coin>): string =>
      refusalOf(() => {
        checkLockCoin(one, { ...coin, ...change });
      });
    expect(checked({})).toBe('accepted');
    expect(checked({ script: who.wallet.script })).toBe('script-not-allowed');
    expect(checked({ value: sats(coin.value + 1n) })).toBe('amount-differs');
    for (const vout of [0, 2, 11]) expect(checked({ outpoint: point('funding', vout) })).toBe('bad-request');
    expect(checked({ assets: [transferAsset('thing')] })).toBe('lot-mixed');
  });
});

describe('the key of a P2TR lock', () => {
  it('is the output key or the internal key of one address, and they make two locks', () => {
    const [output, internal] = [bidder('p2tr', 'same'), bidder('p2tr, internal key', 'same')];
    const wallet = output.wallet;
    const both = [output.key, internal.wallet.key.slice(1)];
    expect(equalBytes(both[0] ?? hash0, both[1] ?? hash0)).toBe(false);
    const keys = [wallet.script.slice(2), wallet.key.slice(1)];
    const scripts = keys.map((key) => hex(lockOf(ticketOf(output, { key })).script));
    expect(new Set(scripts).size).toBe(2);
  });

  it('is a point: a script whose program is none has no lock', () => {
    const program = new Uint8Array(32).fill(0xff);
    const script = Uint8Array.of(0x51, 32, ...program);
    expect(refusalOf(() => lockOf(ticketOf(bidder('p2tr'), { script, key: program })))).toBe('not-yours');
  });
});
