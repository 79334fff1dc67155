/** Where BRC-20 indexers part, the token says so; and every event is written as OPI writes it, so that one hash compares two indexes. */
import { sha256 } from '@noble/hashes/sha2.js';
import { expect, test } from 'vitest';
import { applyBrc20, bytesToHex, brc20Line, encodeUtf8, nextHashes, NO_HASHES } from '../../src/index.ts';
import type {
  AppliedBrc20,
  Brc20Token,
  InscriptionEvent,
  InscriptionId,
  Outpoint,
  Sats,
  ScriptHex,
  Txid,
} from '../../src/index.ts';

const ALICE = '0014aa' as ScriptHex;
const MODULE = '6a09425243323050524f47' as ScriptHex;
const id = (n: number): InscriptionId => `${n.toString(16).padStart(64, '0')}i0` as InscriptionId;

function inscribed(n: number, body: string, parents: readonly InscriptionId[] = []): InscriptionEvent {
  const to = {
    outpoint: `${id(n).slice(0, 64)}:0` as Outpoint,
    offset: 0n as Sats,
    value: 546n as Sats,
    script: ALICE,
  };
  return {
    kind: 'new',
    id: id(n),
    txid: id(n).slice(0, 64) as Txid,
    number: n,
    curse: undefined,
    vindicated: false,
    unbound: false,
    asFee: false,
    contentType: 'text/plain',
    body: encodeUtf8(body),
    parents,
    to,
  };
}

function moved(n: number, script: ScriptHex | 'fee'): InscriptionEvent {
  const outpoint = `${'f'.repeat(64)}:${n}` as Outpoint;
  const to = script === 'fee' ? 'fee' : { outpoint, offset: 0n as Sats, value: 546n as Sats, script };
  return {
    kind: 'moved',
    id: id(n),
    txid: 'f'.repeat(64) as Txid,
    from: `${id(n).slice(0, 64)}:0` as Outpoint,
    to,
  };
}

const run = (...events: InscriptionEvent[]): AppliedBrc20 =>
  applyBrc20({ events, height: 200, chain: 'regtest', view: { tokens: [], balances: [], lots: [] } });

function tokenOf({ changes }: AppliedBrc20): Brc20Token | undefined {
  return changes.flatMap((change) => (change.entity === 'token' ? (change.after ?? []) : []))[0];
}

const DEPLOY = '{"p":"brc-20","op":"deploy","tick":"Test","max":"100","lim":"60","dec":"2"}';
const SELF = '{"p":"brc-20","op":"deploy","tick":"SelfY","max":"0","self_mint":"true","dec":"0"}';
const use = (op: string, tick: string, amt: string): string =>
  `{"p":"brc-20","op":"${op}","tick":"${tick}","amt":"${amt}"}`;

test('decimals that are no text count as absent here; other indexers refuse the deploy', () => {
  expect(tokenOf(run(inscribed(1, DEPLOY.replace('"2"', '2'))))).toMatchObject({
    decimals: 18,
    differences: ['decimals-not-text'],
  });
  expect(tokenOf(run(inscribed(1, DEPLOY)))).toMatchObject({ decimals: 2, differences: [] });
});

test('a self-mint whose second parent is the deploy is none here and is flagged', () => {
  const mint = use('mint', 'selfy', '5');
  const other = run(inscribed(1, SELF), inscribed(2, mint, [id(9), id(1)]));
  expect(tokenOf(other)).toMatchObject({ minted: 0n, differences: ['parents'] });
  const first = run(inscribed(1, SELF), inscribed(2, mint, [id(1), id(9)]));
  expect(tokenOf(first)).toMatchObject({ minted: 5n * 10n ** 18n, differences: [] });
  expect(tokenOf(run(inscribed(1, SELF), inscribed(2, mint, [id(9)])))).toMatchObject({ differences: [] });
});

test('what is sent to the script of another indexer’s module is flagged once', () => {
  const sent = run(
    ...[inscribed(1, DEPLOY), inscribed(2, use('mint', 'test', '60'))],
    ...[inscribed(3, use('transfer', 'test', '1')), inscribed(4, use('transfer', 'test', '2'))],
    ...[moved(3, MODULE), moved(4, MODULE)],
  );
  expect(tokenOf(sent)).toMatchObject({ differences: ['module'] });
});

test('events are written as OPI writes them', () => {
  const { events } = run(
    ...[inscribed(1, DEPLOY), inscribed(2, use('mint', 'tESt', '60'), [id(7)])],
    ...[inscribed(3, use('transfer', 'TEST', '1.5')), inscribed(4, use('transfer', 'test', '2'))],
    ...[moved(3, 'fee'), moved(4, MODULE), inscribed(5, SELF)],
  );
  expect(events.map(brc20Line)).toEqual([
    `deploy-inscribe;${id(1)};0014aa;test;Test;100.00;2;60.00;false`,
    `mint-inscribe;${id(2)};0014aa;test;tESt;60.00;${id(7)}`,
    `transfer-inscribe;${id(3)};0014aa;test;TEST;1.50`,
    `transfer-inscribe;${id(4)};0014aa;test;test;2.00`,
    `transfer-transfer;${id(3)};0014aa;;test;TEST;1.50`,
    `transfer-transfer;${id(4)};0014aa;${MODULE};test;test;2.00`,
    `deploy-inscribe;${id(5)};0014aa;selfy;SelfY;18446744073709551615;0;18446744073709551615;true`,
  ]);
});

test('the cumulative hash is the hash of the texts of two hashes', () => {
  const hex = (text: string): string => bytesToHex(sha256(new TextEncoder().encode(text)));
  const none = { inscriptions: [], brc20: [], runes: [], pins: [], mrc20: [] };
  const first = nextHashes(NO_HASHES, { ...none, brc20: ['a;b', 'c'] });
  expect(first.brc20).toBe(hex(hex('a;b|c')));
  expect(first.runes).toBe(hex(hex('')));
  expect(nextHashes(first, none).brc20).toBe(hex(first.brc20 + hex('')));
});
