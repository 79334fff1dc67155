/** Rescue files read on the page: what each lock is, what its exit does, and what is refused without hiding the rest. */
import { bytesToHex, knownRuneId, runeAsset } from '@rialto/protocols';
import { writeRescueFile } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import { readSources } from '../../src/rescue/locks.ts';
import { exitWords, promiseWords } from '../../src/rescue/money.ts';
import { ASSET, MRC20_ASSET, user } from '../fake/people.ts';
import { ADDRESS_KINDS, ladder, protectedAsk, rescueText } from './ladders.ts';

const one = (text: string, name = 'a.json') => [{ name, text }];

/** A file with one place of it changed. */
function edited(text: string, edit: (file: { bids: Bid[] }) => void): string {
  const file = JSON.parse(text) as { bids: Bid[] };
  edit(file);
  return JSON.stringify(file);
}
interface Bid {
  funding: string | null;
  locks: { ticket: string; outpoint: string; value: string; exit: string }[];
}

describe.each(ADDRESS_KINDS)('a lock of %s', (kind) => {
  const made = ladder({ kind, prices: [30_000n, 40_000n] });

  it('is shown with its promise, its coin and its exit, by effects', () => {
    const { locks, unread } = readSources(one(rescueText([made])));
    expect(unread).toEqual([]);
    expect(locks.map(({ outpoint }) => outpoint)).toEqual([`${made.fundingTxid}:1`, `${made.fundingTxid}:2`]);
    expect(locks[1]).toMatchObject({
      network: 'regtest',
      value: 40_000n,
      exitAfter: 144,
      funding: { txid: made.fundingTxid, vout: 2, coins: [made.coin] },
      promise: { protocol: 'MRC-20', amount: '100', expiry: 5_000 },
      address: made.address,
      exits: [{ gets: 38_500n, fee: 1_500n, isPlain: true }],
    });
    expect(locks[1]?.exits[0].hex).toBe(bytesToHex(made.locks[1]?.exit ?? new Uint8Array()));
  });
});

it('says in words what was promised and what the exit does', () => {
  const [lock] = readSources(one(rescueText([ladder({ asset: ASSET })]))).locks;
  if (lock === undefined) throw new Error('a lock is read');
  expect(promiseWords(lock)).toBe('Buy 100 of the BRC-20 token below for 30,000 sat, until block 5,000.');
  expect(exitWords(lock, lock.exits[0])).toMatch(
    /^Sends 28,500 sat to your address below; the network fee is 1,500 sat \(\d+\.\d sat\/vB\)\. Nothing else moves\.$/,
  );
});

it('says whole tokens by their name where the file has it, and smallest units where it has not', () => {
  const { funding, locks } = ladder();
  const token = { tick: 'FERN', decimals: 1 };
  const text = writeRescueFile({ version: 1, network: 'regtest', bids: [{ funding, locks, token }] });
  const [named] = readSources(one(text)).locks;
  const [bare] = readSources(one(rescueText([{ funding, locks }]))).locks;
  if (named === undefined || bare === undefined) throw new Error('a lock is read');
  expect(promiseWords(named)).toBe('Buy 10 FERN for 30,000 sat, until block 5,000. MRC-20, by its id:');
  expect(promiseWords(bare)).toContain('Buy 100 (in smallest units) of the MRC-20 token below');
  // Decimals of 3 leave a part of one.
  const part = writeRescueFile({
    version: 1,
    network: 'regtest',
    bids: [{ funding, locks, token: { tick: 'FERN', decimals: 3 } }],
  });
  expect(readSources(one(part)).locks[0]?.promise).toMatchObject({ amount: '0.1', tick: 'FERN' });
});

it('reads a file whose name for the token is no name: the way home does not hang on it', () => {
  const { funding, locks } = ladder();
  const text = writeRescueFile({
    version: 1,
    network: 'regtest',
    bids: [{ funding, locks, token: { tick: 'FERN', decimals: 8 } }],
  });
  for (const [from, to] of [
    ['"decimals": 8', '"decimals": 8.5'],
    ['"decimals": 8', '"decimals": -1'],
    ['"decimals": 8', '"decimals": 39'],
    ['"FERN"', `"${'F'.repeat(65)}"`],
    ['"FERN"', '1'],
  ] as const) {
    const { locks: found, unread } = readSources(one(text.replace(from, to)));
    expect([found.length, unread, found[0]?.promise.tick]).toEqual([1, [], undefined]);
  }
});

it.each([
  ['MRC-20', MRC20_ASSET],
  ['Runes', runeAsset(knownRuneId('900001:1'))],
])('a lock that holds a lot of %s has two exits, both of which bring the token home', (name, asset) => {
  const [lock] = readSources(
    one(rescueText([{ funding: undefined, locks: [protectedAsk({ asset })] }])),
  ).locks;
  if (lock === undefined) throw new Error('a lock is read');
  expect(lock).toMatchObject({ value: 3_000n, exitAfter: 4_320, promise: { kind: 'ask', price: 80_000n } });
  expect(promiseWords(lock)).toBe(
    `Sell 100 (in smallest units) of the ${name} token below for 80,000 sat, until block 5,000.`,
  );
  const [usual, dear] = lock.exits;
  expect(exitWords(lock, usual)).toMatch(
    /^Sends your token and 2,\d{3} sat .* \(2\.0 sat\/vB\)\. Nothing else moves\.$/,
  );
  expect(dear).toMatchObject({ gets: 546n, fee: 2_454n, isPlain: true });
});

describe('several files', () => {
  const [first, second] = [ladder(), ladder({ seed: 4 })];

  it('are one list; a lock that stands in two is shown once, with what the better file knows', () => {
    const bare = rescueText([{ ...first, funding: undefined }]);
    const { locks, unread } = readSources([
      { name: 'bare', text: bare },
      { name: 'whole', text: rescueText([first]) },
      { name: 'other', text: rescueText([second]) },
    ]);
    expect(unread).toEqual([]);
    expect(locks.map(({ funding }) => [funding.txid, funding.coins])).toEqual([
      [first.fundingTxid, [first.coin]],
      [second.fundingTxid, [second.coin]],
    ]);
  });

  it('of two networks are not mixed: the second is told, the first stays', () => {
    const { locks, unread } = readSources([
      { name: 'here', text: rescueText([first]) },
      { name: 'there', text: rescueText([second], 'livenet') },
    ]);
    expect(locks).toHaveLength(1);
    expect(unread).toEqual([
      { name: 'there', why: 'It belongs to another network than the files before it.' },
    ]);
  });

  it('go on from what was read before', () => {
    const before = readSources(one(rescueText([first]))).locks;
    expect(readSources(one(rescueText([second])), before).locks).toHaveLength(2);
    expect(readSources(one('{'), before)).toMatchObject({ locks: before, unread: [{ name: 'a.json' }] });
  });
});

describe('what is refused', () => {
  const made = ladder({ prices: [30_000n, 40_000n, 50_000n] });
  const good = rescueText([made]);
  const outpoints = (text: string) => readSources(one(text)).locks.map(({ outpoint }) => outpoint.slice(65));

  it.each([
    ['', 'The file is empty.'],
    ['  \n', 'The file is empty.'],
    ['a holiday picture', 'This isn’t a rescue file: it isn’t JSON.'],
    ['[]', 'Damaged, or not a rescue file.'],
    ['null', 'Damaged, or not a rescue file.'],
    ['{"version":2,"network":"regtest","bids":[]}', 'Damaged, or not a rescue file.'],
    ['{"version":1,"network":"moon","bids":[]}', 'Damaged, or not a rescue file.'],
    ['x'.repeat(20_000_001), 'Too large for a rescue file.'],
  ])('%.30j: %s', (text, why) => {
    expect(readSources(one(text))).toMatchObject({ locks: [], unread: [{ name: 'a.json', why }] });
  });

  it('an exit of somebody else’s signature is told and not offered; the locks beside it are', () => {
    const stranger = ladder({ seed: 9, prices: [40_000n] });
    const text = edited(good, ({ bids: [bid] }) => {
      const [, lock] = bid?.locks ?? [];
      if (lock !== undefined) lock.exit = bytesToHex(stranger.locks[0]?.exit ?? new Uint8Array());
    });
    expect(outpoints(text)).toEqual(['1', '3']);
    expect(readSources(one(text)).unread).toEqual([
      { name: 'a.json, 2', why: 'Its exit isn’t validly signed for this lock and address. Don’t send it.' },
    ]);
  });

  it('an exit that pays another address is told and not offered', () => {
    const text = edited(good, ({ bids: [bid] }) => {
      const [lock] = bid?.locks ?? [];
      const theirs = bytesToHex(user(9, 'p2tr').script);
      if (lock !== undefined) lock.exit = lock.exit.replace(bytesToHex(user(3, 'p2tr').script), theirs);
    });
    expect(outpoints(text)).toEqual(['2', '3']);
    expect(readSources(one(text)).unread).toHaveLength(1);
  });

  it('a ticket that was changed makes another lock, for which nothing is signed', () => {
    const text = edited(good, ({ bids: [bid] }) => {
      const [lock] = bid?.locks ?? [];
      if (lock !== undefined) lock.ticket = lock.ticket.replace('amount: 100', 'amount: 1');
    });
    expect(outpoints(text)).toEqual(['2', '3']);
  });

  it('a damaged funding is told, and the exits are still there', () => {
    const text = edited(good, ({ bids: [bid] }) => {
      if (bid !== undefined) bid.funding = bid.funding?.slice(0, 60) ?? null;
    });
    expect(outpoints(text)).toEqual(['1', '2', '3']);
    expect(readSources(one(text)).unread).toHaveLength(3);
  });
});
