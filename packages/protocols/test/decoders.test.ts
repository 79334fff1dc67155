/** No decoder throws on a stranger's bytes: mutants of real messages of every kind, each shown to every decoder. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  addressOf,
  bytesToHex,
  concatBytes,
  decipher,
  decodeBrc20,
  decodeMrc20,
  decodeOutputPin,
  decodePin,
  decodeUtf8,
  encipher,
  encodeMrc20Deploy,
  encodeUtf8,
  envelopesOf,
  hexToBytes,
  idCoinOf,
  isFlaw,
  isStandardOutput,
  metaIdOf,
  mrc20Tag,
  parseBrc20Amount,
  parseMrc20Amount,
  pinsOf,
  pointerValue,
  readBlock,
  readInscriptionId,
  readRuneName,
  readSpacedName,
  readSpentOutputs,
  readTransaction,
  readVarints,
  scriptParts,
  writeTransaction,
} from '../src/index.ts';
import type { Txid } from '../src/index.ts';
import { Dice } from './dice.ts';
import { mutated } from './mutations.ts';
import { knownOutputs, runeOutputs } from './runes/rune-scripts.ts';
import { hasVectors, isObject, vectorText } from './vectors.ts';

const MUTATIONS = Number.parseInt(process.env['MUTATIONS'] ?? '50000', 10);
const SEED = 767_430;
const CONTROL = new Uint8Array(33).fill(0xc0);

const utf8 = (text: string): Uint8Array => encodeUtf8(text) ?? new Uint8Array(0);

/** All transactions with a witness in a file of chains. */
function rawTransactions(): Uint8Array[] {
  const name = 'ord-inscriptions-index.json';
  if (!hasVectors(name)) return [];
  const all = [...vectorText(name).matchAll(/"(0[12]000000[0-9a-f]{110,6000})"/g)];
  return all.flatMap(([, raw]) => (raw === undefined ? [] : [hexToBytes(raw)])).slice(-400);
}

function envelopes(): Uint8Array[] {
  const head = hexToBytes('0063036f7264');
  const field = (tag: number, value: Uint8Array) => concatBytes(Uint8Array.of(1, tag, value.length), value);
  const fields = concatBytes(
    ...[field(1, utf8('text/plain')), field(2, Uint8Array.of(1, 2)), field(3, new Uint8Array(36).fill(7))],
    ...[
      field(5, Uint8Array.of(0xa0)),
      field(7, utf8('x')),
      field(11, new Uint8Array(32)),
      field(13, utf8('r')),
    ],
  );
  const body = utf8('{"p":"brc-20","op":"mint","tick":"ordi","amt":"1"}');
  const whole = concatBytes(head, fields, Uint8Array.of(0, body.length), body, Uint8Array.of(0x68));
  return [whole, concatBytes(whole, whole)];
}

const BODIES = [
  '{"p":"brc-20","op":"deploy","tick":"ordi","max":"21000000","lim":"1000","dec":"18"}',
  '{"p":"brc-20","op":"deploy","tick":"$self","max":"0","self_mint":"true","dec":8}',
  '{"p":"brc-20","op":"transfer","tick":"😀","amt":"0.000000000000000001"}',
].map(utf8);

const DEPLOY = encodeMrc20Deploy({
  display: 'Coin',
  tokenName: 'A coin',
  decimals: 8,
  amountPerMint: 5n,
  mintCount: 7n,
  premineCount: 1n,
  beginHeight: '1',
  endHeight: '900000',
  metadata: '{"message":"m","tickSign":"s"}',
  type: '',
  pinCheck: { creator: '', lvl: '3', path: `/follow['${'ab'.repeat(32)}']`, count: '1' },
  payCheck: { payTo: 'bc1q', payAmount: '546' },
});

/** What is mutated, by kind: scripts, messages, and whole transactions and blocks with these in them. */
function seeds(): Uint8Array[][] {
  const { cases } = JSON.parse(readFileSync(new URL('cases/mrc20.json', import.meta.url), 'utf8')) as {
    cases: { kind: string; input: unknown }[];
  };
  const pins = cases.flatMap(({ kind, input }) =>
    kind === 'pin' && typeof input === 'string' ? [hexToBytes(input)] : [],
  );
  const messages = cases.flatMap(({ input }) =>
    isObject(input) && 'body' in input && typeof input.body === 'string' ? [utf8(input.body)] : [],
  );
  const dice = new Dice(SEED);
  const known = knownOutputs();
  const stones = Array.from({ length: 300 }, () => runeOutputs(dice, known)).flat();
  const scripts = [...envelopes(), ...pins, ...stones];
  const txs = [...rawTransactions(), ...scripts.map((script) => transactionWith(dice.pick(stones), script))];
  const [first = new Uint8Array(0), second = first] = txs;
  const block = concatBytes(new Uint8Array(80), Uint8Array.of(2), first, second);
  return [envelopes(), pins, stones, BODIES, [...messages, utf8(DEPLOY)], txs, [block]];
}

function transactionWith(output: Uint8Array | undefined, tapscript: Uint8Array): Uint8Array {
  const base = { txid: 'cd'.repeat(32) as Txid, vout: 1, scriptSig: new Uint8Array(0), sequence: 0 };
  const witness = [new Uint8Array(64), tapscript, CONTROL];
  const taproot = concatBytes(Uint8Array.of(0x51, 32), new Uint8Array(32));
  const scripts = [
    taproot,
    output ?? new Uint8Array(0),
    encipher({ edicts: [], etching: undefined, mint: undefined, pointer: 0 }),
  ];
  const outputs = scripts.map((script) => ({ value: 546n as never, script }));
  return writeTransaction({ version: 2, locktime: 0, inputs: [{ ...base, witness }], outputs });
}

/** How often a decoder found something: mutants that no decoder understands would prove little. */
type Found = Record<
  'transaction' | 'envelope' | 'pin' | 'rune' | 'brc20' | 'mrc20' | 'block' | 'text',
  number
>;

function showScript(bytes: Uint8Array, found: Found): void {
  const witness = [bytes, CONTROL];
  const input = { txid: 'cd'.repeat(32) as Txid, vout: 0, scriptSig: bytes, sequence: 0, witness };
  for (const envelope of envelopesOf({ inputs: [input] })) {
    found.envelope += 1;
    if (envelope.pointer !== undefined) pointerValue(envelope.pointer);
    for (const parent of envelope.parents) readInscriptionId(parent);
    decodeBrc20(envelope.contentType && decodeUtf8(envelope.contentType), envelope.body);
  }
  for (const { pin } of pinsOf({ inputs: [input], outputs: [{ value: 0n as never, script: bytes }] })) {
    found.pin += 1;
    decodeMrc20({ path: pin.path, body: pin.body });
  }
  decodePin(bytes);
  decodeOutputPin(bytes);
  scriptParts(bytes);
  readVarints(bytes);
  readInscriptionId(bytes);
  pointerValue(bytes);
  metaIdOf(addressOf(bytes, 'livenet') ?? '');
  isStandardOutput(bytes);
  if (decipher([{ script: bytes }])?.kind === 'runestone') found.rune += 1;
}

function showMessage(bytes: Uint8Array, found: Found): void {
  const brc20 = decodeBrc20('text/plain', bytes);
  if (brc20 !== undefined && !isFlaw(brc20)) found.brc20 += 1;
  for (const path of ['/ft/mrc20/deploy', '/ft/mrc20/mint', '/ft/mrc20/transfer']) {
    const op = decodeMrc20({ path, body: bytes });
    if (op === undefined || isFlaw(op)) continue;
    found.mrc20 += 1;
    if (!('pinCheck' in op)) continue;
    idCoinOf(op);
    mrc20Tag(op, () => true);
  }
  const text = decodeUtf8(bytes);
  if (text === undefined) return;
  found.text += 1;
  parseBrc20Amount(text, 18);
  parseMrc20Amount(text, 8);
  readRuneName(text);
  readSpacedName(text);
}

function showTransaction(bytes: Uint8Array, found: Found): void {
  readSpentOutputs(bytes);
  const block = readBlock(bytes);
  if (!isFlaw(block)) found.block += 1;
  const tx = readTransaction(bytes);
  if (isFlaw(tx)) return;
  found.transaction += 1;
  envelopesOf(tx);
  pinsOf(tx);
  decipher(tx.outputs);
  for (const { script } of tx.outputs) addressOf(script, 'livenet');
}

test(`no decoder throws on ${MUTATIONS} mutants`, () => {
  const all = seeds();
  const dice = new Dice(SEED);
  const found: Found = {
    transaction: 0,
    envelope: 0,
    pin: 0,
    rune: 0,
    brc20: 0,
    mrc20: 0,
    block: 0,
    text: 0,
  };
  for (let at = 0; at < MUTATIONS; at += 1) {
    const mutant = mutated(dice, dice.pick(dice.pick(all) ?? []) ?? new Uint8Array(0));
    try {
      showScript(mutant, found);
      showMessage(mutant, found);
      showTransaction(mutant, found);
    } catch (error) {
      throw new Error(`${bytesToHex(mutant)} is read without a throw`, { cause: error });
    }
  }
  for (const [kind, count] of Object.entries(found))
    expect([kind, count >= MUTATIONS / 10_000]).toEqual([kind, true]);
}, 3_600_000);
