import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bytesToHex,
  envelopesOf,
  hexToBytes,
  isFlaw,
  readInscriptionId,
  readTransaction,
  reversedHex,
} from '../src/index.ts';
import type { Block, Envelope, Transaction, TxInput, Txid } from '../src/index.ts';
import { MemoryIndex } from './memory-index.ts';
import { hasVectors, isObject, vectorJson } from './vectors.ts';

interface EnvelopeCase {
  test: string;
  witnesses: string[][];
  expect: unknown[];
}

function asVector(envelope: Envelope): unknown {
  const hex = (bytes: Uint8Array | undefined) => (bytes === undefined ? null : bytesToHex(bytes));
  return {
    input: envelope.input,
    offset: envelope.offset,
    pushnum: envelope.pushnum,
    stutter: envelope.stutter,
    payload: {
      body: hex(envelope.body),
      content_encoding: hex(envelope.contentEncoding),
      content_type: hex(envelope.contentType),
      delegate: hex(envelope.delegate),
      duplicate_field: envelope.duplicateField,
      incomplete_field: envelope.incompleteField,
      metadata: hex(envelope.metadata),
      metaprotocol: hex(envelope.metaprotocol),
      parents: envelope.parents.map(hex),
      pointer: hex(envelope.pointer),
      properties: hex(envelope.properties),
      property_encoding: hex(envelope.propertyEncoding),
      rune: hex(envelope.rune),
      unrecognized_even_field: envelope.unrecognizedEvenField,
    },
  };
}

function inputsWith(witnesses: readonly (readonly string[])[]): { inputs: TxInput[] } {
  const base = { txid: '00'.repeat(32) as Txid, vout: 0, scriptSig: new Uint8Array(0), sequence: 0 };
  return { inputs: witnesses.map((items) => ({ ...base, witness: items.map(hexToBytes) })) };
}

describe.skipIf(!hasVectors('ord-envelopes.json'))('envelopes of ord', () => {
  const { vectors } = vectorJson('ord-envelopes.json', (value): value is { vectors: EnvelopeCase[] } =>
    isObject(value),
  );
  test.each(vectors.map((vector) => [vector.test, vector] as const))('%s', (_, vector) => {
    expect(envelopesOf(inputsWith(vector.witnesses)).map(asVector)).toEqual(vector.expect);
  });

  test('mutated scripts never throw', () => {
    const scripts = vectors.flatMap((vector) => vector.witnesses.flat()).map(hexToBytes);
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

interface Step {
  op: string;
  height: number;
  hash: string;
  header: string;
  txs: string[];
  query: string;
  args: unknown[];
  path: string[];
  charm: string;
  expect: unknown;
}

interface Scenario {
  test: string;
  chain: string;
  args: string[];
  steps: Step[];
}

function blockOf(step: Step): Block {
  const transactions = step.txs.map((raw): Transaction => {
    const tx = readTransaction(hexToBytes(raw));
    if (isFlaw(tx)) throw new Error(tx.flaw);
    return tx;
  });
  const header = hexToBytes(step.header);
  return { hash: step.hash, previousHash: reversedHex(header.subarray(4, 36)), time: 0, transactions };
}

/** What our index answers to a question put to ord's; undefined when it keeps no such thing. */
function answer(index: MemoryIndex, step: Step): unknown {
  const id = String(step.args[0]);
  const row = index.rows.inscription.get(id);
  const location = index.rows.location.get(id);
  const born = index.events.flatMap((event) => (event.kind === 'new' ? [event] : []));
  if (step.op === 'check_charm')
    return step.charm === 'Cursed' ? (row?.number ?? 0) < 0 : row?.vindicated === true;
  switch (step.query) {
    case 'assert_inscription_location':
      return `${location?.outpoint}:${location?.offset}`;
    case 'inscription_number':
      return String(row?.number);
    case 'get_inscription_entry':
      return step.path.at(-1) === 'inscription_number' ? String(row?.number) : undefined;
    case 'get_children_by_inscription_id':
      return born.filter((event) => event.parents.some((parent) => parent === id)).map((event) => event.id);
    case 'get_parents_by_inscription_id':
      return born.find((event) => event.id === id)?.parents;
    case 'get_inscription_satpoint_by_id':
      return `${location?.outpoint}:${location?.offset}`;
    case 'get_inscriptions_on_output_with_satpoints':
    case 'get_inscriptions_for_output':
      return onOutput(index, step);
    case 'inscription_exists':
      return step.path.at(-1) === '!' ? row === undefined : undefined;
    case 'get_inscription_by_id':
      return step.path.at(-1) === 'is_some' ? row !== undefined : undefined;
    default:
      return undefined;
  }
}

function onOutput(index: MemoryIndex, step: Step): unknown {
  const here = [...index.rows.location].filter(([, location]) => location.outpoint === step.args[0]);
  const sequence = (id: string) => index.rows.inscription.get(id)?.sequence ?? 0;
  here.sort(([a], [b]) => sequence(a) - sequence(b));
  return step.query === 'get_inscriptions_for_output'
    ? here.map(([id]) => id)
    : here.map(([id, location]) => [`${location.outpoint}:${location.offset}`, id]);
}

function expected(step: Step): unknown {
  if (step.query === 'assert_inscription_location') {
    return typeof step.expect === 'object' && step.expect !== null && 'satpoint' in step.expect
      ? step.expect.satpoint
      : undefined;
  }
  return typeof step.expect === 'number' ? String(step.expect) : step.expect;
}

describe.skipIf(!hasVectors('ord-inscriptions-index.json'))('inscription chains of ord', () => {
  const { scenarios } = vectorJson(
    'ord-inscriptions-index.json',
    (value): value is { scenarios: Scenario[] } => isObject(value),
  );
  const indexed = scenarios.filter((scenario) => !scenario.args.includes('--no-index-inscriptions'));
  let asked = 0;

  test.each(indexed.map((scenario) => [scenario.test, scenario] as const))('%s', (_, scenario) => {
    const index = new MemoryIndex('regtest');
    for (const step of scenario.steps) {
      if (step.op === 'block') index.add(blockOf(step), step.height);
      else if (step.op === 'invalidate_tip') index.removeTip();
      else {
        const ours = answer(index, step);
        if (ours === undefined) continue;
        asked += 1;
        expect(ours, `${step.query} ${JSON.stringify(step.args)}`).toEqual(expected(step));
      }
    }
    const full = index.rows.snapshot();
    const blocks = scenario.steps.filter((step) => step.op === 'block');
    for (let n = 0; n < blocks.length; n += 1) index.removeTip();
    expect(index.rows.snapshot()).toEqual(new MemoryIndex('regtest').rows.snapshot());
    expect(full).toBeDefined();
  });

  test('enough of the questions are ours to answer', () => {
    expect(asked).toBeGreaterThanOrEqual(169);
  });
});
