/** The signer's folder as version 4.0.0 left it is read by this one: the key, the journal, the leases. */
import { chmodSync, cpSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bytesToHex, sats } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { expect, it } from 'vitest';
import { openJournal } from '../src/journal/journal.ts';
import { loadPadKey } from '../src/files/keys.ts';
import { openLeases } from '../src/pads/leases.ts';
import { openSecondUse } from '../src/journal/second-use.ts';
import { folder } from './folder.ts';

const OLD = resolve(import.meta.dirname, '../../server/test/fixtures/4.0.0/signer');
const STOCK = 'c6ac4c04ce3ab2f2f2f74b19664187610495348aac18292d0ba0951642fa0b4e';
const pad = (n: number): Outpoint => `${STOCK}:${n}` as Outpoint;
const SIGNED = [pad(0), pad(1), pad(11)];
const STOPPED = Date.parse('2026-11-22T14:49:22Z');

function oldFolder(): string {
  const path = folder();
  cpSync(OLD, path, { recursive: true });
  for (const name of readdirSync(path)) chmodSync(join(path, name), 0o600);
  return path;
}

it('the key is the one whose pads the journal made', () => {
  const path = oldFolder();
  const journal = openJournal(join(path, 'journal.jsonl'));
  const { script } = loadPadKey(path, { mayMake: false, used: true });
  expect(journal.recall.size).toBe(4);
  expect(journal.recall.stock()[0]?.unsigned).toContain(bytesToHex(script));
  expect([0, 1, 11, 59].map((n) => journal.recall.hasMade(pad(n)))).toEqual([true, true, true, true]);
  journal.close();
});

it('no pad that was signed for is signed for again while its purchase may still confirm', async () => {
  const journal = openJournal(join(oldFolder(), 'journal.jsonl'));
  // Every coin of every purchase is still there.
  const script = new Uint8Array();
  const chain = {
    unspent: (points: readonly Outpoint[]) =>
      Promise.resolve(
        new Map(points.map((point) => [point, { value: sats(546n), script, coinbase: false }])),
      ),
    settledAt: () => Promise.reject(new Error('nothing is gone')),
    spendingOf: () => Promise.resolve(new Map()),
  };
  const { recall } = journal;
  const secondUse = openSecondUse({ chain, recall, restMs: 1_800_000, startedAt: STOPPED });
  for (const point of SIGNED) expect(await secondUse.mayBeSigned(point, STOPPED + 1)).toBe(false);
  expect(await secondUse.mayBeSigned(pad(2), STOPPED + 1)).toBe(true);
  expect(SIGNED.map((point) => recall.signedFor(point).length)).toEqual([1, 1, 1]);
  journal.close();
});

it('a pad stays kept for the buyer it was promised to', () => {
  const leases = openLeases(join(oldFolder(), 'leases.json'));
  const buyer = '51201261146e496cfba65d3e5870c58eee28f4d96cb9195d61d5d433546f2758d227';
  expect(leases.holder(pad(10), STOPPED)).toBe(buyer);
  expect(leases.of(buyer, STOPPED)).toEqual([pad(10)]);
});
