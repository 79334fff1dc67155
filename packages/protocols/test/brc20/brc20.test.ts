import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amount,
  decodeBrc20,
  encodeDeploy,
  encodeMint,
  encodeTransfer,
  encodeUtf8,
  formatBrc20Amount,
  hexToBytes,
  MAX_BRC20_AMOUNT,
  parseBrc20Amount,
} from '../../src/index.ts';
import type {
  InscriptionEvent,
  InscriptionId,
  LocationRow,
  Outpoint,
  Sats,
  ScriptHex,
  Txid,
} from '../../src/index.ts';
import { amountChecks, messageChecks } from '../conformance/brc20-messages.ts';
import type { AmountFile, MessageFile } from '../conformance/brc20-messages.ts';
import { isEventLine, replayChecks, replayLines } from '../conformance/brc20-replay.ts';
import type { ReplayState } from '../conformance/brc20-replay.ts';
import { Rows } from '../ledger/memory-index.ts';
import { hasVectors, isObject, rowsOf, vectorJson, vectorText } from '../vectors.ts';

describe('bodies that readers of JSON disagree about', () => {
  const file = new URL('../cases/brc20-json.json', import.meta.url);
  test.each(rowsOf(messageChecks(JSON.parse(readFileSync(file, 'utf8')) as MessageFile)))('%s', (_, meets) =>
    meets(),
  );
});

describe.skipIf(!hasVectors('hiro-brc20-parser.json'))('messages of the public parser tests', () => {
  if (!hasVectors('hiro-brc20-parser.json')) return;
  const file = vectorJson('hiro-brc20-parser.json', (value): value is MessageFile => isObject(value));
  test.each(rowsOf(messageChecks(file)))('%s', (_, meets) => meets());

  test('mutated messages never throw', () => {
    const bodies = file.vectors.map((vector) => hexToBytes(vector.body_hex ?? ''));
    fc.assert(
      fc.property(
        fc.nat(bodies.length - 1),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }),
        (n, edits) => {
          const body = (bodies[n] ?? new Uint8Array(0)).slice();
          for (const [at, byte] of edits) body[at % body.length] = byte;
          decodeBrc20('text/plain', body);
        },
      ),
      { numRuns: 50_000 },
    );
  });
});

describe.skipIf(!hasVectors('unisat-libbrc20/decimal.json'))('amount texts', () => {
  if (!hasVectors('unisat-libbrc20/decimal.json')) return;
  const file = vectorJson('unisat-libbrc20/decimal.json', (value): value is AmountFile => isObject(value));
  test.each(rowsOf(amountChecks(file)))('%s', (_, meets) => meets());
});

test('amounts: decimals written count, zeros too; nothing and too much are flaws', () => {
  expect(parseBrc20Amount('1.00', 1)).toEqual({ flaw: 'too-many-decimals' });
  expect(parseBrc20Amount('0.0', 18)).toEqual({ flaw: 'zero' });
  expect(parseBrc20Amount('18446744073709551615', 0)).toBe(MAX_BRC20_AMOUNT);
  expect(parseBrc20Amount('18446744073709551616', 0)).toEqual({ flaw: 'too-large' });
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: MAX_BRC20_AMOUNT }), (value) => {
      expect(parseBrc20Amount(formatBrc20Amount(amount(value)), 18)).toBe(value);
    }),
  );
});

test('what is written is read back', () => {
  const read = (body: string) => decodeBrc20('text/plain;charset=utf-8', encodeUtf8(body));
  expect(read(encodeTransfer('ordi', amount(15n * 10n ** 17n)))).toEqual({
    op: 'transfer',
    tick: 'ordi',
    display: 'ordi',
    amount: '1.5',
  });
  expect(read(encodeMint('ORDI', amount(10n ** 18n)))).toEqual({
    op: 'mint',
    tick: 'ordi',
    display: 'ORDI',
    amount: '1',
  });
  const deploy = {
    display: 'Selfy',
    max: MAX_BRC20_AMOUNT,
    limit: amount(10n ** 20n),
    decimals: 8,
    selfMint: true,
  };
  expect(read(encodeDeploy(deploy))).toEqual({ op: 'deploy', tick: 'selfy', ...deploy });
});

// A small world of events: who inscribes what, and what moves where.

const ALICE = '0014aa' as ScriptHex;
const BOB = '0014bb' as ScriptHex;
let running = 0;

function nextId(): InscriptionId {
  running += 1;
  return `${running.toString(16).padStart(64, '0')}i0` as InscriptionId;
}

function at(id: InscriptionId, script: ScriptHex): LocationRow {
  return { outpoint: `${id.slice(0, 64)}:0` as Outpoint, offset: 0n as Sats, value: 546n as Sats, script };
}

type NewOptions = Partial<Omit<Extract<InscriptionEvent, { kind: 'new' }>, 'kind'>>;

function inscribed(script: ScriptHex, body: string, more: NewOptions = {}): InscriptionEvent {
  const id = more.id ?? nextId();
  return {
    kind: 'new',
    id,
    txid: id.slice(0, 64) as Txid,
    number: 0,
    curse: undefined,
    vindicated: false,
    unbound: false,
    asFee: false,
    contentType: 'text/plain',
    body: encodeUtf8(body),
    parents: [],
    to: at(id, script),
    ...more,
  };
}

function moved(id: InscriptionId, to: ScriptHex | 'fee'): InscriptionEvent {
  const from = `${id.slice(0, 64)}:0` as Outpoint;
  return {
    kind: 'moved',
    id,
    txid: nextId().slice(0, 64) as Txid,
    from,
    to: to === 'fee' ? 'fee' : at(nextId(), to),
  };
}

const DEPLOY = '{"p":"brc-20","op":"deploy","tick":"Test","max":"100","lim":"60","dec":"2"}';
const MINT = '{"p":"brc-20","op":"mint","tick":"tEST","amt":"60"}';
const transfer = (amt: string): string => `{"p":"brc-20","op":"transfer","tick":"test","amt":"${amt}"}`;

function world(): {
  rows: Rows;
  run: (...events: InscriptionEvent[]) => void;
  have: (script: ScriptHex) => string;
} {
  const rows = new Rows();
  let height = 200;
  return {
    rows,
    run: (...events) => {
      height += 1;
      rows.applyBrc20(events, height, 'regtest');
    },
    have: (script) => {
      const held = [...rows.balance.values()].find((balance) => balance.script === script);
      return held === undefined
        ? 'nothing'
        : `${formatBrc20Amount(held.available)}+${formatBrc20Amount(held.transferable)}`;
    },
  };
}

describe('the rules of BRC-20', () => {
  test('deploys, mints clipped to what remains, nothing afterwards', () => {
    const { rows, run, have } = world();
    run(inscribed(ALICE, DEPLOY), inscribed(ALICE, MINT), inscribed(BOB, MINT), inscribed(BOB, MINT));
    expect([have(ALICE), have(BOB)]).toEqual(['60+0', '40+0']);
    expect([...rows.token.values()]).toMatchObject([
      { tick: 'test', display: 'Test', holders: 2, operations: 3 },
    ]);
  });

  test('a mint over the limit, with too many decimals, or before the deploy is ignored', () => {
    const { run, have } = world();
    run(inscribed(ALICE, MINT), inscribed(ALICE, DEPLOY));
    run(inscribed(ALICE, MINT.replace('60', '60.01')), inscribed(ALICE, MINT.replace('60', '1.000')));
    expect(have(ALICE)).toBe('nothing');
  });

  test('the first deploy wins, whatever the case of the tick', () => {
    const { rows, run } = world();
    run(inscribed(ALICE, DEPLOY));
    run(inscribed(BOB, DEPLOY.replace('Test', 'TEST')));
    expect(rows.token.size).toBe(1);
  });

  test('a transfer moves once; the second movement is only an inscription', () => {
    const { rows, run, have } = world();
    const id = nextId();
    run(inscribed(ALICE, DEPLOY), inscribed(ALICE, MINT), inscribed(ALICE, transfer('25.5'), { id }));
    expect(have(ALICE)).toBe('34.5+25.5');
    run(moved(id, BOB));
    run(moved(id, ALICE), moved(id, 'fee'));
    expect([have(ALICE), have(BOB)]).toEqual(['34.5+0', '25.5+0']);
    expect(rows.lot.get(id)).toMatchObject({ usedHeight: 202 });
  });

  test('a transfer of more than is available is dead for good', () => {
    const { rows, run } = world();
    const id = nextId();
    run(inscribed(ALICE, DEPLOY), inscribed(ALICE, MINT), inscribed(ALICE, transfer('60.01'), { id }));
    run(inscribed(BOB, MINT), moved(id, BOB));
    expect(rows.lot.size).toBe(0);
  });

  test('as fee it returns to its owner at that place, to oneself it is restored, to 6a it burns', () => {
    const { rows, run, have } = world();
    const [fee, own, burn] = [nextId(), nextId(), nextId()];
    run(inscribed(ALICE, DEPLOY), inscribed(ALICE, MINT), inscribed(ALICE, transfer('60'), { id: fee }));
    run(
      moved(fee, 'fee'),
      inscribed(ALICE, transfer('10'), { id: own }),
      inscribed(ALICE, transfer('20'), { id: burn }),
    );
    expect(have(ALICE)).toBe('30+30');
    run(moved(own, ALICE), moved(burn, '6a' as ScriptHex));
    expect(have(ALICE)).toBe('40+0');
    expect([...rows.token.values()][0]?.burned).toBe(20n * 10n ** 18n);
    const other = nextId();
    run(inscribed(ALICE, transfer('1'), { id: other }), moved(other, '6a04deadbeef' as ScriptHex));
    expect(have('6a04deadbeef' as ScriptHex)).toBe('1+0');
  });

  test('cursed, vindicated, unbound and inscribed as fee are refused', () => {
    const { run, have } = world();
    run(inscribed(ALICE, DEPLOY));
    run(
      inscribed(ALICE, MINT, { curse: 'pointer' }),
      inscribed(ALICE, MINT, { curse: 'reinscription', vindicated: true }),
    );
    run(inscribed(ALICE, MINT, { unbound: true }), inscribed(ALICE, MINT, { asFee: true }));
    expect(have(ALICE)).toBe('nothing');
  });

  test('self-mint: five bytes, said so, minted with the deploy as parent only', () => {
    const { rows, run, have } = world();
    const deploy = '{"p":"brc-20","op":"deploy","tick":"$self","max":"0","lim":"5","self_mint":"true"}';
    const mint = '{"p":"brc-20","op":"mint","tick":"$self","amt":"5"}';
    const id = nextId();
    run(inscribed(ALICE, deploy.replace(',"self_mint":"true"', '')));
    expect(rows.token.size).toBe(0);
    run(inscribed(ALICE, deploy, { id }));
    run(
      inscribed(BOB, mint),
      inscribed(BOB, mint, { parents: [nextId(), id] }),
      inscribed(ALICE, mint, { parents: [id] }),
    );
    expect([have(ALICE), have(BOB)]).toEqual(['5+0', 'nothing']);
    expect([...rows.token.values()][0]?.max).toBe(MAX_BRC20_AMOUNT);
  });
});

const FILE = 'brc20-replay/events.txt';

describe.skipIf(!hasVectors(FILE))('the replay of real events', () => {
  if (!hasVectors(FILE)) return;
  const state = vectorJson('brc20-replay/expected-state.json', (value): value is ReplayState =>
    isObject(value),
  );
  const lines = replayLines(vectorText(FILE));
  test.each(rowsOf(replayChecks(lines, state)))('%s', (_, meets) => meets());

  test('reads every line', () => {
    expect(lines).toHaveLength(500);
    expect(lines.every(isEventLine)).toBe(true);
  });
});
