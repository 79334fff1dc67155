/** Our reader of MRC-20 bodies beside MAN's: Go's encoding/json with the structs that MAN stores them in. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPlainJson } from '../../src/json/plain.ts';
import { Dice } from '../dice.ts';
import { buildMan } from './peers/build.ts';
import { BODIES, Differences, FEW, forBodies, say, SEED } from './peers/compare.ts';
import { PATHS, deployOf, mintOf, ourMessage, transferOf } from './peers/messages.ts';
import { oursAsMan, oursAsManQuery, oursAsManText, oursAsOpi } from './peers/ours.ts';
import { Peer } from './peers/peer.ts';
import { peerQuery, peerText } from './peers/peer-texts.ts';

const TEXTS = 200_000;
const COLUMNS = ['is JSON', 'value', 'query', 'deploy in small letters', 'deploy', 'mint', 'transfer'];

let man: Peer | undefined;
let missing = '';

beforeAll(async () => {
  const built = await buildMan();
  if ('program' in built) man = new Peer(built.program);
  else {
    ({ missing } = built);
    say(`Not compared with MAN's reader: ${missing}`);
  }
}, 600_000);

afterAll(() => man?.stop());

interface Seen {
  readonly differences: Differences;
  accepted: number;
  plain: number;
  readonly messages: Map<string, number>;
}

type Reader = (body: Uint8Array) => string[];

function look(seen: Seen, body: Uint8Array, [ours, answer]: [string[], string]): void {
  const [isJson = '', value = '', query = '', low = '', deploy = '', mint = '', teleport, transfer = ''] =
    answer.split('\t');
  const { differences } = seen;
  if (isJson === 'true') seen.accepted += 1;
  [isJson, value, query, low, deploy, mint, transfer].forEach((theirs, column) => {
    differences.note(body, COLUMNS[column] ?? '', [ours[column] ?? '', theirs]);
  });
  const messages = (['deploy', 'mint', 'transfer'] as const).map((name) => ourMessage(PATHS[name], body));
  const [deployed = '', minted = '', transferred = ''] = messages;
  differences.note(body, 'deploy message', [deployed, deployOf(low, deploy, deployed)]);
  differences.note(body, 'mint message', [minted, mintOf(mint)]);
  differences.note(body, 'transfer message', [transferred, transferOf(teleport === 'true', transfer)]);
  for (const [at, name] of ['deploys', 'mints', 'transfers'].entries())
    if (messages[at] !== 'flaw') seen.messages.set(name, (seen.messages.get(name) ?? 0) + 1);
  if (!isPlainJson(body)) return;
  seen.plain += 1;
  // What is offered for money reads alike to both.
  if (value.startsWith('{')) differences.note(body, 'plain', [oursAsOpi(body), value]);
  else if (isJson !== 'true') differences.note(body, 'plain, and refused by MAN', ['plain', value]);
}

async function compare(count: number, ours: Reader, peer: Peer): Promise<Seen> {
  const seen: Seen = { differences: new Differences(), accepted: 0, plain: 0, messages: new Map() };
  await forBodies(count, async (bodies) => {
    const answers = await peer.ask('j', bodies);
    for (const [at, body] of bodies.entries()) look(seen, body, [ours(body), answers[at] ?? '']);
  });
  return seen;
}

test(`${BODIES} bodies`, async ({ skip }) => {
  if (man === undefined) return skip(missing);
  const start = performance.now();
  const { differences, accepted, plain, messages } = await compare(BODIES, oursAsMan, man);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const kinds = [...messages].map(([name, count]) => `${count} ${name}`).join(', ');
  say(
    `MAN: ${BODIES} bodies (seed ${SEED}), ${accepted} read (${kinds}), ${plain} plain, ${differences.count} differences, ${seconds} s`,
  );
  expect(differences.kept).toEqual([]);
  expect(accepted).toBeGreaterThan(BODIES / 10);
  expect(BODIES - accepted).toBeGreaterThan(BODIES / 10);
  expect(messages.size).toBe(3);
  expect(plain).toBeGreaterThan(BODIES / 50);
});

test('a wrong reader is found out: one that takes several bad bytes for one', async ({ skip }) => {
  if (man === undefined) return skip(missing);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const wrong: Reader = (body) => oursAsMan(Buffer.from(decoder.decode(body)));
  const { differences } = await compare(FEW, wrong, man);
  expect(differences.count).toBeGreaterThan(0);
});

/** As Latin letters, a byte each. */
const TRAPS: readonly (readonly [string, RegExp])[] = [
  ['no UTF-8', /[\x80-\xff]"|\xed\xa0|\xc0\xaf/],
  ['a byte order mark', /\xef\xbb\xbf/],
  ['half a surrogate pair', /\\ud800"/],
  ['a control character', /[\x01\x0b]/],
  ['an escaped key', /\\u00[67][0-9a-f][a-z]*":/i],
  ['a long s or a sign for kelvin', /\xc5\xbf|\xe2\x84\xaa|\\u212a|\\u017f/i],
  ['null', /:null/],
  ['minus nothing', /:-0[,}]/],
  ['a number beyond a double', /:-?1e\+?999/],
  ['a key twice', /"(id|tick|amt|vout)":.*"\1":/],
  ['something behind', /\}(x|\{\}|\0)$/],
  ['a raw value', /RawValue/],
  ['129 levels', /^[^[]*(?:\[[^[]+)?\[{129}[^[]/],
  ['10,001 levels', /\[{10001}|(?:\{"x":){10001}/],
];

test('the bodies hold the traps', async () => {
  const seen = new Map(TRAPS.map(([name]) => [name, 0]));
  await forBodies(FEW, (bodies) => {
    for (const body of bodies) {
      const text = Buffer.from(body).toString('latin1');
      for (const [name, trap] of TRAPS) if (trap.test(text)) seen.set(name, (seen.get(name) ?? 0) + 1);
    }
    return Promise.resolve();
  });
  expect([...seen].filter(([, count]) => count < 3)).toEqual([]);
});

test.for([
  ['texts as paths, ticks and integers', 't', peerText, oursAsManText],
  ['texts as path conditions', 'q', peerQuery, oursAsManQuery],
] as const)(`${TEXTS} %s`, async ([name, letter, make, ours], { skip }) => {
  if (man === undefined) return skip(missing);
  const dice = new Dice(SEED);
  const texts = Array.from({ length: TEXTS }, () => make(dice));
  const bytes = texts.map((text) => Buffer.from(text));
  const answers = await man.ask(letter, bytes);
  const differences = new Differences();
  for (const [at, text] of texts.entries())
    differences.note(bytes[at] ?? Buffer.alloc(0), 'text', [ours(text), answers[at] ?? '']);
  say(`MAN: ${TEXTS} ${name}, ${new Set(answers).size} answers, ${differences.count} differences`);
  expect(differences.kept).toEqual([]);
});
