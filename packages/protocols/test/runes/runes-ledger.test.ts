/** The rune ledger on chains made up here: commitments, mints, cenotaphs, and random blocks whose sums always hold. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amount,
  commitmentOf,
  concatBytes,
  encipher,
  knownRuneId,
  outpoint,
  OWN_RUNE,
  RESERVED_NAME,
  runeName,
  sats,
  splitOutpoint,
} from '../../src/index.ts';
import type { Block, Etching, Outpoint, Runestone, Transaction, TxInput, Txid } from '../../src/index.ts';
import { RuneIndex } from '../conformance/rune-index.ts';

const TAPROOT = concatBytes(Uint8Array.of(0x51, 32), new Uint8Array(32));
const PLAIN = Uint8Array.of(0x51);
/** Thirteen letters: open at any height. */
const NAME = runeName(99246114928149462n);
const PLAIN_ETCHING: Etching = {
  divisibility: undefined,
  premine: amount(1000n),
  name: undefined,
  spacers: undefined,
  symbol: undefined,
  terms: undefined,
  turbo: false,
};
const OPEN = {
  amount: amount(7n),
  cap: 3n,
  heightStart: undefined,
  heightEnd: undefined,
  offsetStart: undefined,
  offsetEnd: undefined,
};

let running = 0;
function nextTxid(): Txid {
  running += 1;
  return outpointTxid(`${running.toString(16).padStart(64, '0')}:0`);
}

function outpointTxid(point: string): Txid {
  return splitOutpoint(point as Outpoint).txid;
}

function stone(more: Partial<Omit<Runestone, 'kind'>>): Uint8Array {
  return encipher({ edicts: [], etching: undefined, mint: undefined, pointer: undefined, ...more });
}

interface Made {
  readonly spends?: readonly Outpoint[];
  readonly scripts: readonly Uint8Array[];
  readonly witness?: readonly Uint8Array[];
}

function transaction({ spends = [], scripts, witness = [] }: Made): Transaction {
  const inputs = spends.map((point): TxInput => {
    return { ...splitOutpoint(point), scriptSig: new Uint8Array(0), sequence: 0, witness };
  });
  const outputs = scripts.map((script) => ({ value: sats(1n), script }));
  return { txid: nextTxid(), version: 2, locktime: 0, inputs, outputs, weight: 400 };
}

/** A chain that grows by one block a call; every block starts with its coinbase. */
function chain(): { index: RuneIndex; grow: (...txs: Transaction[]) => number; empty: string } {
  const index = new RuneIndex('regtest');
  let height = 0;
  const grow = (...txs: Transaction[]): number => {
    height += 1;
    const transactions = [transaction({ scripts: [PLAIN] }), ...txs];
    const block: Block = { hash: '', previousHash: '', time: height, transactions };
    index.add(block, height);
    return height;
  };
  return { index, grow, empty: index.snapshot() };
}

function push(bytes: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(bytes.length), bytes);
}

describe('an etching with a name', () => {
  const tapscript = push(commitmentOf(NAME));
  const etch = stone({ etching: { ...PLAIN_ETCHING, name: NAME } });

  function tried(
    wait: number,
    more: { script?: Uint8Array; witness?: readonly Uint8Array[]; etch?: Uint8Array } = {},
  ) {
    const { index, grow } = chain();
    const commit = transaction({ scripts: [more.script ?? TAPROOT, PLAIN] });
    grow(commit);
    for (let blocks = 1; blocks < wait; blocks += 1) grow();
    const reveal = transaction({
      spends: [outpoint(commit.txid, 0)],
      scripts: [more.etch ?? etch, PLAIN],
      witness: more.witness ?? [tapscript, new Uint8Array(33)],
    });
    grow(reveal);
    return [...index.runes.values()];
  }

  test('stands from the sixth confirmation of its commitment on', () => {
    expect(tried(4)).toEqual([]);
    expect(tried(5)).toMatchObject([{ id: '6:1', name: NAME, premine: 1000n, number: 0, time: 6 }]);
  });

  test('needs a taproot output, a whole push, and the tapscript before control block or annex', () => {
    expect(tried(9, { script: PLAIN })).toEqual([]);
    expect(tried(9, { witness: [tapscript] })).toEqual([]);
    expect(tried(9, { witness: [push(tapscript), new Uint8Array(33)] })).toEqual([]);
    expect(tried(9, { witness: [tapscript, new Uint8Array(33), Uint8Array.of(0x50)] })).toHaveLength(1);
    const early = concatBytes(tapscript, Uint8Array.of(0x4c));
    expect(tried(9, { witness: [early, new Uint8Array(33)] })).toHaveLength(1);
    const late = concatBytes(Uint8Array.of(0x4d, 0xff, 0xff), tapscript);
    expect(tried(9, { witness: [late, new Uint8Array(33)] })).toEqual([]);
  });

  test('as a cenotaph takes the name and gives nothing', () => {
    const flawed = Uint8Array.of(...etch, 2, 126, 0);
    expect(tried(9, { etch: flawed })).toMatchObject([
      { name: NAME, premine: 0n, terms: undefined, burned: 0n },
    ]);
  });

  test('under the minimum or reserved is ignored', () => {
    for (const name of [runeName(0n), RESERVED_NAME]) {
      const script = push(commitmentOf(name));
      const asked = stone({ etching: { ...PLAIN_ETCHING, name } });
      expect(tried(9, { etch: asked, witness: [script, new Uint8Array(33)] })).toEqual([]);
    }
  });
});

test('a rune is minted later in its own block, not by its own transaction, and not past its cap', () => {
  const { index, grow } = chain();
  const mint = stone({ mint: knownRuneId('1:1') });
  const etching = { ...PLAIN_ETCHING, premine: undefined, terms: OPEN };
  grow(
    transaction({ scripts: [stone({ etching, mint: knownRuneId('1:1') }), PLAIN] }),
    transaction({ scripts: [mint, PLAIN] }),
  );
  grow(...[1, 2, 3].map(() => transaction({ scripts: [mint, PLAIN] })));
  expect([...index.runes.values()]).toMatchObject([
    { id: '1:1', name: RESERVED_NAME + (1n << 32n) + 1n, mints: 3n },
  ]);
  expect([...index.balances.values()].map((one) => one.amount)).toEqual([7n, 7n, 7n]);
});

test('a mint in a cenotaph counts and burns, with all that the inputs brought', () => {
  const { index, grow } = chain();
  const first = transaction({ scripts: [stone({ etching: { ...PLAIN_ETCHING, terms: OPEN } }), PLAIN] });
  grow(first);
  const flawed = Uint8Array.of(...stone({ mint: knownRuneId('1:1') }), 2, 126, 0);
  grow(transaction({ spends: [outpoint(first.txid, 1)], scripts: [flawed, PLAIN] }));
  expect([...index.runes.values()]).toMatchObject([{ mints: 1n, burned: 1007n }]);
  expect(index.balances.size).toBe(0);
});

interface Draw {
  readonly what: number;
  readonly spend: number;
  readonly amount: bigint;
  readonly output: number;
}

const draw = fc.record({
  what: fc.nat(7),
  spend: fc.nat(1000),
  amount: fc.bigInt({ min: 0n, max: 1500n }),
  output: fc.nat(3),
});

/** One random transaction: etches, mints, moves, burns, or carries runes along unseen. */
function drawn(one: Draw, known: { points: readonly Outpoint[]; ids: readonly string[] }): Transaction {
  const id = knownRuneId(known.ids[one.spend % Math.max(known.ids.length, 1)] ?? '0:0');
  const edict = { id: one.what === 0 ? OWN_RUNE : id, amount: amount(one.amount), output: one.output };
  const etching = one.what < 2 ? { ...PLAIN_ETCHING, premine: amount(one.amount), terms: OPEN } : undefined;
  const mint = one.what === 3 && id !== OWN_RUNE ? id : undefined;
  const pointer = one.what === 4 ? one.output % 3 : undefined;
  const script = stone({ edicts: one.what % 2 === 0 ? [edict] : [], etching, mint, pointer });
  const said = one.what === 6 ? PLAIN : one.what === 7 ? Uint8Array.of(...script, 0x51) : script;
  const point = known.points[one.spend % Math.max(known.points.length, 1)];
  return transaction({ spends: point === undefined ? [] : [point], scripts: [said, PLAIN, TAPROOT] });
}

test('on random blocks balances and burned are what was issued, and taken back nothing is left', () => {
  fc.assert(
    fc.property(fc.array(fc.array(draw, { maxLength: 6 }), { minLength: 1, maxLength: 20 }), (blocks) => {
      const { index, grow, empty } = chain();
      const states = [empty];
      for (const draws of blocks) {
        const points = [...new Set([...index.balances.values()].map((one) => one.outpoint))];
        const ids = [...index.runes.keys()];
        const free = new Set(points);
        const txs = draws.map((one) => {
          const tx = drawn(one, { points: [...free], ids });
          for (const input of tx.inputs) free.delete(outpoint(input.txid, input.vout));
          // The next one may spend what this one makes.
          free.add(outpoint(tx.txid, 1));
          return tx;
        });
        grow(...txs);
        states.push(index.snapshot());
        expectSums(index);
      }
      for (const state of states.slice(0, -1).toReversed()) {
        index.removeTip();
        expect(index.snapshot()).toBe(state);
      }
    }),
    { numRuns: 200 },
  );
});

function expectSums(index: RuneIndex): void {
  for (const rune of index.runes.values()) {
    const issued = rune.premine + rune.mints * (rune.terms?.amount ?? 0n);
    const held = [...index.balances.values()].filter((one) => one.rune === rune.id);
    expect(held.reduce((sum, one) => sum + one.amount, 0n) + rune.burned).toBe(issued);
    expect(held.every((one) => one.amount > 0n)).toBe(true);
  }
}
