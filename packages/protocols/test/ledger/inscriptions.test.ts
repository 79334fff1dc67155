/** Envelopes and inscription chains against the cases of ord; any bytes are read without a throw. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesToHex, envelopesOf, hexToBytes, readInscriptionId } from '../../src/index.ts';
import { envelopeChecks, inputsWith } from '../conformance/envelopes.ts';
import type { EnvelopeFile } from '../conformance/envelopes.ts';
import { inscriptionScenarioChecks } from '../conformance/inscription-chain.ts';
import type { InscriptionScenario } from '../conformance/inscription-chain.ts';
import { hasVectors, isObject, rowsOf, vectorJson } from '../vectors.ts';

describe.skipIf(!hasVectors('ord-envelopes.json'))('envelopes of ord', () => {
  if (!hasVectors('ord-envelopes.json')) return;
  const file = vectorJson('ord-envelopes.json', (value): value is EnvelopeFile => isObject(value));
  test.each(rowsOf(envelopeChecks(file)))('%s', (_, meets) => meets());

  test('mutated scripts never throw', () => {
    const scripts = file.vectors.flatMap((vector) => vector.witnesses.flat()).map(hexToBytes);
    fc.assert(
      fc.property(
        fc.nat(scripts.length - 1),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
        (n, edits) => {
          const script = (scripts[n] ?? new Uint8Array(0)).slice();
          for (const [at, byte] of edits) if (script.length > 0) script[at % script.length] = byte;
          envelopesOf(inputsWith([[bytesToHex(script), '']]));
          readInscriptionId(script);
        },
      ),
      { numRuns: 50_000 },
    );
  });
});

describe.skipIf(!hasVectors('ord-inscriptions-index.json'))('inscription chains of ord', () => {
  if (!hasVectors('ord-inscriptions-index.json')) return;
  const { scenarios } = vectorJson(
    'ord-inscriptions-index.json',
    (value): value is { scenarios: InscriptionScenario[] } => isObject(value),
  );
  const rows = rowsOf(scenarios.flatMap(inscriptionScenarioChecks));
  test.each(rows)('%s', (_, meets) => meets());

  test('every question but those for sat ranges is ours to answer, and every chain is taken back', () => {
    expect(rows.length).toBeGreaterThanOrEqual(283);
  });
});
