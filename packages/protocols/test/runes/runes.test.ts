/** Runes against the cases of ord, and what holds for any input: nothing throws, and what is applied can be taken back. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allocate,
  amount,
  bytesToHex,
  decipher,
  encipher,
  genesisRune,
  hexToBytes,
  knownRuneId,
  mintable,
} from '../../src/index.ts';
import type { RuneBalances, RuneId } from '../../src/index.ts';
import { runeScenarioChecks } from '../conformance/rune-chain.ts';
import type { RuneScenario } from '../conformance/rune-chain.ts';
import { runestoneChecks } from '../conformance/rune-codec.ts';
import type { RunestoneFile } from '../conformance/rune-codec.ts';
import { runeNameChecks } from '../conformance/rune-names.ts';
import type { RuneNamesFile } from '../conformance/rune-names.ts';
import { hasVectors, isObject, rowsOf, vectorJson } from '../vectors.ts';

describe.skipIf(!hasVectors('ord-runestone.json'))('runestones of ord', () => {
  if (!hasVectors('ord-runestone.json')) return;
  const file = vectorJson('ord-runestone.json', (value): value is RunestoneFile => isObject(value));
  test.each(rowsOf(runestoneChecks(file)))('%s', (_, meets) => meets());

  test('mutated scripts never throw, and what is read is written back to the same meaning', () => {
    const scripts = (file.decipher ?? []).flatMap((one) => one.outputs).map(hexToBytes);
    const others = [{ script: new Uint8Array(0) }, { script: Uint8Array.of(0x51) }];
    fc.assert(
      fc.property(
        fc.nat(scripts.length - 1),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
        (n, edits) => {
          const script = (scripts[n] ?? new Uint8Array(0)).slice();
          for (const [at, byte] of edits) if (script.length > 0) script[at % script.length] = byte;
          const message = decipher([{ script }, ...others]);
          if (message?.kind !== 'runestone') return;
          const again = decipher([{ script: encipher(message) }, ...others]);
          if (again?.kind !== 'runestone') throw new Error(`${bytesToHex(script)} is not written back`);
          if (bytesToHex(encipher(again)) !== bytesToHex(encipher(message)))
            throw new Error(bytesToHex(script));
        },
      ),
      { numRuns: 50_000 },
    );
  });
});

describe.skipIf(!hasVectors('ord-rune-names.json'))('rune names of ord', () => {
  if (!hasVectors('ord-rune-names.json')) return;
  const file = vectorJson('ord-rune-names.json', (value): value is RuneNamesFile => isObject(value));
  test.each(rowsOf(runeNameChecks(file)))('%s', (_, meets) => meets());
});

describe.skipIf(!hasVectors('ord-runes-index.json'))('rune chains of ord', () => {
  if (!hasVectors('ord-runes-index.json')) return;
  const { scenarios } = vectorJson('ord-runes-index.json', (value): value is { scenarios: RuneScenario[] } =>
    isObject(value),
  );
  test.each(rowsOf(scenarios.flatMap(runeScenarioChecks)))('%s', (_, meets) => meets());
});

test('nothing is made or lost when runes are allocated', () => {
  const ids = ['1:0', '2:1', '2:2'].map(knownRuneId);
  const idOf = (at: number): RuneId => ids[at % ids.length] ?? knownRuneId('1:0');
  const scripts = [Uint8Array.of(0x51), Uint8Array.of(0x6a), new Uint8Array(0)];
  const edict = fc.record({
    id: fc.nat(2).map(idOf),
    amount: fc.bigInt({ min: 0n, max: 2000n }).map(amount),
    output: fc.nat(4),
  });
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...scripts), { maxLength: 4 }),
      fc.array(edict, { maxLength: 6 }),
      fc.array(fc.bigInt({ min: 0n, max: 1000n }), { minLength: 3, maxLength: 3 }),
      (outputs, edicts, amounts) => {
        const message = {
          kind: 'runestone',
          edicts: edicts.filter(({ output }) => output <= outputs.length),
          etching: undefined,
          mint: undefined,
          pointer: outputs.length > 1 ? 1 : undefined,
        } as const;
        const unallocated: RuneBalances = new Map(amounts.map((units, at) => [idOf(at), units]));
        const before = new Map(unallocated);
        const done = allocate({
          outputs: outputs.map((script) => ({ script })),
          message,
          unallocated,
          own: undefined,
        });
        for (const [id, units] of before) {
          const spread = done.outputs.reduce((sum, balances) => sum + (balances.get(id) ?? 0n), 0n);
          expect(spread + (done.burned.get(id) ?? 0n)).toBe(units);
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

test('the genesis rune is on mainnet only, and is minted one by one between two halvings', () => {
  expect(genesisRune('regtest')).toBeUndefined();
  const rune = genesisRune('main');
  expect(rune).toMatchObject({ id: '1:0', number: 0, spacers: 128, symbol: '⧉' });
  const at = (height: number) => (rune === undefined ? undefined : mintable(rune, height));
  expect([839_999, 840_000, 1_049_999, 1_050_000].map(at)).toEqual([undefined, 1n, 1n, undefined]);
});

test('an equal division gives what is left over to the first outputs, one unit each', () => {
  const id = knownRuneId('1:0');
  const divided = (units: bigint): unknown => {
    const edicts = [{ id, amount: amount(0n), output: 4 }];
    const message = {
      kind: 'runestone',
      edicts,
      etching: undefined,
      mint: undefined,
      pointer: undefined,
    } as const;
    const outputs = [0x51, 0x6a, 0x51, 0x51].map((op) => ({ script: Uint8Array.of(op) }));
    return allocate({ outputs, message, unallocated: new Map([[id, units]]), own: undefined }).outputs.map(
      (balances) => balances.get(id) ?? 0n,
    );
  };
  expect(divided(9n)).toEqual([3n, 0n, 3n, 3n]);
  expect(divided(10n)).toEqual([4n, 0n, 3n, 3n]);
  expect(divided(11n)).toEqual([4n, 0n, 4n, 3n]);
  expect(divided(1n)).toEqual([1n, 0n, 0n, 0n]);
});

test('fields at their limits are kept, past them odd ones are ignored', () => {
  const base = { premine: undefined, name: undefined, terms: undefined, turbo: false };
  const etched = (divisibility: number, spacers: number, symbol: string): unknown => {
    const etching = { ...base, divisibility, spacers, symbol };
    const script = encipher({ edicts: [], etching, mint: undefined, pointer: undefined });
    const message = decipher([{ script }]);
    return message?.kind === 'runestone' ? message.etching : message;
  };
  const most = { divisibility: 38, spacers: 0x07ffffff, symbol: '\u{10ffff}' };
  expect(etched(38, 0x07ffffff, '\u{10ffff}')).toMatchObject(most);
  expect(etched(39, 0x08000000, '\ud800')).toMatchObject({
    divisibility: undefined,
    spacers: undefined,
    symbol: undefined,
  });
});
