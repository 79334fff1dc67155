/** Our reader of BRC-20 bodies beside OPI's: serde_json as its `ord` and its `brc20_index` are built with it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFlaw, parseBrc20Amount } from '../../src/index.ts';
import { foldTick } from '../../src/brc20/fold.ts';
import { isPlainJson } from '../../src/json/plain.ts';
import { readJson } from '../../src/json/read.ts';
import { readSerdeObject } from '../../src/json/serde.ts';
import { Dice } from '../dice.ts';
import { buildOpi } from './peers/build.ts';
import { BODIES, Differences, FEW, forBodies, say, SEED } from './peers/compare.ts';
import { hexOf, jsonDump, oursAsOpi } from './peers/ours.ts';
import { Peer } from './peers/peer.ts';
import { peerText } from './peers/peer-texts.ts';

const TEXTS = 200_000;

let ord: Peer | undefined;
let index: Peer | undefined;
let missing = '';

beforeAll(async () => {
  const built = await buildOpi('ord');
  const second = await buildOpi('index');
  if ('missing' in built || 'missing' in second) {
    missing = 'missing' in built ? built.missing : 'missing' in second ? second.missing : '';
    say(`Not compared with OPI's reader: ${missing}`);
    return;
  }
  ord = new Peer(built.program);
  index = new Peer(second.program);
}, 600_000);

afterAll(async () => {
  await ord?.stop();
  await index?.stop();
});

interface Seen {
  readonly differences: Differences;
  accepted: number;
  plain: number;
  /** Read by `ord`, and not plain. */
  odd: number;
  /** Bodies that `ord` takes and `brc20_index` cannot read in its answer: OPI stands still there. */
  stuck: number;
}

/** The texts in a body's own fields; other values are there, and no more. */
function ownTexts(body: Uint8Array): string {
  const fields = [...(readSerdeObject(body) ?? [])];
  const members = fields.map(([key, field]) => [key, typeof field === 'string' ? field : null] as const);
  return jsonDump({ kind: 'object', members });
}

async function compare(
  count: number,
  ours: (body: Uint8Array) => string,
  peers: [Peer, Peer],
): Promise<Seen> {
  const seen: Seen = { differences: new Differences(), accepted: 0, plain: 0, odd: 0, stuck: 0 };
  await forBodies(count, async (bodies) => {
    const answers = (await peers[0].ask('j', bodies)).map((answer) => answer.split('\t'));
    const taken = bodies.flatMap((body, at) => {
      const [dump = '', json = ''] = answers[at] ?? [];
      const isObject = dump.startsWith('{');
      const plain = isPlainJson(body);
      if (plain) seen.plain += 1;
      if (isObject && !plain) seen.odd += 1;
      if (plain && dump === '-') seen.differences.note(body, 'plain, and refused by ord', ['plain', dump]);
      seen.differences.note(body, 'ord', [ours(body), isObject ? dump : '-']);
      return isObject ? [{ body, texts: ownTexts(body), plain, json: Buffer.from(json, 'hex') }] : [];
    });
    seen.accepted += taken.length;
    const second = await peers[1].ask(
      'j',
      taken.map(({ json }) => json),
    );
    for (const [at, { body, texts, plain }] of taken.entries()) {
      const again = second[at] ?? '';
      if (again === '-') seen.stuck += 1;
      if (again !== '-' || plain) seen.differences.note(body, 'brc20_index', [texts, again]);
    }
  });
  return seen;
}

test(`${BODIES} bodies`, async ({ skip }) => {
  if (ord === undefined || index === undefined) return skip(missing);
  const start = performance.now();
  const { differences, accepted, plain, odd, stuck } = await compare(BODIES, oursAsOpi, [ord, index]);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  say(
    `OPI: ${BODIES} bodies (seed ${SEED}), ${accepted} objects read, ${odd} of them odd, ${plain} plain bodies, ${stuck} stop its index, ${differences.count} differences, ${seconds} s`,
  );
  expect(differences.kept).toEqual([]);
  expect(accepted).toBeGreaterThan(BODIES / 10);
  expect(BODIES - accepted).toBeGreaterThan(BODIES / 10);
  expect(Math.min(plain, odd)).toBeGreaterThan(BODIES / 50);
});

/** Readers as one might write them. */
describe('a wrong reader is found out', () => {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const wrong = (depth: number, number: (text: string) => boolean) => (body: Uint8Array) => {
    try {
      const value = readJson(decoder.decode(body), { depth, number, broken: () => undefined });
      return value === undefined ? '-' : jsonDump(value);
    } catch {
      return '-';
    }
  };
  test.for([
    ['one level more', wrong(128, (text) => Number.isFinite(Number(text)))],
    ['numbers of any size', wrong(127, () => true)],
  ] as const)('%s', async ([, ours], { skip }) => {
    if (ord === undefined || index === undefined) return skip(missing);
    const { differences } = await compare(FEW, ours, [ord, index]);
    expect(differences.count).toBeGreaterThan(0);
  });
});

test(`${TEXTS} texts as amounts, decimals and ticks`, async ({ skip }) => {
  if (ord === undefined) return skip(missing);
  const dice = new Dice(SEED);
  const texts = Array.from({ length: TEXTS }, () => peerText(dice));
  const answers = await ord.ask(
    't',
    texts.map((text) => Buffer.from(text)),
  );
  const differences = new Differences();
  const amount = (text: string, decimals: number): string => {
    const value = parseBrc20Amount(text, decimals);
    if (!isFlaw(value)) return value.toString();
    return value.flaw === 'zero' ? '0' : '-';
  };
  let amounts = 0;
  for (const [at, text] of texts.entries()) {
    const [none, most, , lower] = answers[at]?.split(' ') ?? [];
    if (most !== '-') amounts += 1;
    const ours = [amount(text, 0), amount(text, 18), hexOf(foldTick(text))];
    differences.note(Buffer.from(text), 'text', [ours.join(' '), [none, most, lower].join(' ')]);
  }
  say(`OPI: ${TEXTS} texts, ${amounts} of them amounts, ${differences.count} differences`);
  expect(differences.kept).toEqual([]);
});
