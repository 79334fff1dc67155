/** Runs the cases of `cases/mrc20.json`, or of any file of that format: PINs, messages, amounts, proofs, and whole small chains. */
import {
  addressOf,
  decodeMrc20,
  decodePin,
  hexToBytes,
  isFlaw,
  isStandardClass,
  leadingZeros,
  metaIdOf,
  mrc20Tag,
  pinsOf,
  parseMrc20Amount,
  popLevel,
  popOf,
} from '../../src/index.ts';
import type { PinId, Txid } from '../../src/index.ts';
import { output, utf8 } from '../mrc20/mrc20-build.ts';
import { isRecord } from './case.ts';
import type { Check } from './case.ts';
import { ledgerAnswer, nested } from './mrc20-ledger.ts';
import type { LedgerInput } from './mrc20-ledger.ts';

interface Common {
  name: string;
  class: string;
  /** File and line of the rule it shows. */
  source: string;
  expect: unknown;
}

type Query =
  | { kind: 'pin' | 'metaid' | 'output'; input: string }
  | { kind: 'pins'; input: { witnesses: string[][]; outputs: string[] } }
  | { kind: 'message'; input: { path: string; body?: string; hex?: string } }
  | { kind: 'amount'; input: { text: string; decimals: number } }
  | { kind: 'pop'; input: { pin: PinId; merkleRoot: string; blockHash: string } }
  | { kind: 'level'; input: number }
  | { kind: 'id-coin'; input: { body: string; trusted: boolean } }
  | { kind: 'ledger'; input: LedgerInput };

type Mrc20Case = Common & Query;

export interface Mrc20File {
  note?: unknown;
  cases: Mrc20Case[];
}

const CLASSES = ['valid', 'invalid', 'quirk'];

/** One check a case. What a case does not expect is not compared, except what outpoints hold and which tokens there are. */
export function mrc20Checks({ note, cases }: Mrc20File): Check[] {
  JSON.stringify(note ?? null);
  return cases.map((one) => {
    const name = `${one.class} ${one.kind}: ${one.name} (${one.source})`;
    return { name, run: () => compared(one) };
  });
}

function compared(one: Mrc20Case): { ours: unknown; expected: unknown } {
  if (!CLASSES.includes(one.class)) throw new Error(`unknown class ${one.class}`);
  const answered = answer(one);
  const expected: unknown = JSON.parse(JSON.stringify(one.expect));
  if (one.kind !== 'ledger') return { ours: partOf(answered, expected), expected };
  const { text, ...state } = ledgerAnswer(one.input);
  const named: unknown = JSON.parse(text(JSON.stringify(expected)));
  if (!isRecord(named)) throw new Error('a chain expects holdings and tokens');
  const { holdings = {}, tokens = {}, pins = {}, ...unknown } = named;
  if (Object.keys(unknown).length > 0) throw new Error(`unknown ${Object.keys(unknown).join(' ')}`);
  const ours = {
    holdings: state.holdings,
    tokens: Object.fromEntries(
      Object.entries(state.tokens).map(([name, token]) => [
        name,
        partOf(plain(token), isRecord(tokens) ? tokens[name] : undefined),
      ]),
    ),
    pins: partOf(plain(state.pins), pins),
  };
  return { ours, expected: { holdings, tokens, pins } };
}

/** Only what is expected of an answer; of a list as many as there are. */
function partOf(given: unknown, expected: unknown): unknown {
  if (Array.isArray(given) && Array.isArray(expected)) {
    return given.map((one: unknown, at) => partOf(one, expected[at]));
  }
  if (!isRecord(given) || !isRecord(expected)) return given;
  return Object.fromEntries(Object.keys(expected).map((key) => [key, partOf(given[key], expected[key])]));
}

/** Big integers as texts, bytes as the text they hold, any flaw as one. */
function plain(value: unknown): unknown {
  if (value === undefined) return null;
  if (isFlaw(value)) return { flaw: true };
  return JSON.parse(
    JSON.stringify(value, (_, field: unknown) => {
      if (typeof field === 'bigint') return field.toString();
      return field instanceof Uint8Array ? String.fromCharCode(...field) : field;
    }),
  );
}

export function bodyOf({ body = '', hex }: { body?: string; hex?: string }): Uint8Array {
  return hex === undefined ? utf8(nested(body)) : hexToBytes(hex);
}

/** The PINs of a transaction of these witnesses and output scripts. */
function pinsIn({ witnesses, outputs }: { witnesses: string[][]; outputs: string[] }): unknown {
  const inputs = witnesses.map((items) => {
    const witness = items.map(hexToBytes);
    return { txid: '00'.repeat(32) as Txid, vout: 0, scriptSig: new Uint8Array(0), sequence: 0, witness };
  });
  const found = pinsOf({ inputs, outputs: outputs.map((script) => output(hexToBytes(script), 546n)) });
  return found.map(({ input, vout, pin }) => ({ input, vout: vout ?? null, ...pin }));
}

function answer(one: Mrc20Case): unknown {
  switch (one.kind) {
    case 'pin':
      return plain(decodePin(hexToBytes(one.input)));
    case 'pins':
      return plain(pinsIn(one.input));
    case 'output': {
      const script = hexToBytes(one.input);
      return { address: addressOf(script, 'livenet') ?? null, named: isStandardClass(script) };
    }
    case 'message':
      return plain(decodeMrc20({ path: one.input.path, body: bodyOf(one.input) }));
    case 'amount': {
      const value = parseMrc20Amount(one.input.text, one.input.decimals);
      return isFlaw(value) ? null : value.toString();
    }
    case 'metaid':
      return metaIdOf(one.input);
    case 'pop': {
      const pop = popOf(one.input);
      return { pop, zeros: leadingZeros(pop) };
    }
    case 'level':
      return popLevel('0'.repeat(one.input).padEnd(170, '7'));
    case 'id-coin': {
      const deploy = decodeMrc20({ path: '/ft/mrc20/deploy', body: utf8(one.input.body) });
      const { trusted } = one.input;
      return deploy !== undefined && 'pinCheck' in deploy ? mrc20Tag(deploy, () => trusted) : null;
    }
    case 'ledger':
      return undefined;
    default:
      throw new Error('unknown kind');
  }
}
