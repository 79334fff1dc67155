/** A PIN in an output undoes those of the witnesses: effects see what MAN sees, and nothing of ours is signed with one. */
import { describe, expect, it } from 'vitest';
import { concatBytes, mrc20Asset, pinId, sats } from '@rialto/protocols';
import type { Transaction, TxOutput } from '@rialto/protocols';
import { asMade, coinsAfter, describeEffects, effects, partyOf, planOwnBump } from '../../src/index.ts';
import { readWaiting } from '../../src/check/read-own.ts';
import { transactionOf } from '../../src/draft/draft.ts';
import { body } from '../tx/forge.ts';
import { coin, mrc20On, refusalOf, txid, user } from '../people.ts';

const ann = user('ann', 'p2tr');
const bob = user('bob', 'p2wpkh');
const held = coin('held', ann, 5000n, [mrc20On('MAN', 10n)]);
const money = coin('money', ann, 5000n);
const spent = [held, money];
const deploy = pinId(txid('deploy MAN'), 0);
const to = (script: Uint8Array, value = 600n): TxOutput => ({ value: sats(value), script });
const text = (words: string): Uint8Array => new TextEncoder().encode(words);

function push(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  return length < 76
    ? Uint8Array.of(length, ...bytes)
    : Uint8Array.of(0x4d, length & 255, length >> 8, ...bytes);
}

/** `before` stands in front of OP_RETURN: with an opcode there the output does not look like data. */
function said(path: string, content: string, before: readonly number[] = []): Uint8Array {
  const fields = ['metaid', 'hide', path, '0', '1.0.0', 'application/json', content];
  return concatBytes(Uint8Array.of(...before, 0x6a), ...fields.map((field) => push(text(field))));
}

const move = (amount: string, vout: number): string => JSON.stringify([{ id: deploy, amount, vout }]);
const TRANSFER = '/ft/mrc20/transfer';
const made = (...outputs: TxOutput[]): Transaction => transactionOf(body(spent, outputs));
const shown = (tx: Transaction, facts = {}) => effects(tx, spent, { ...asMade(tx, spent), facts });
const tokens = (units: bigint, index: number) => ({ kind: 'mrc20', amount: units, index });

describe('a PIN in an output', () => {
  it.each([[[]], [[0x51]]])(
    'moves tokens as it says, after %j, and lies in the last output with an address',
    (before) => {
      const tx = made(to(ann.script), to(said(TRANSFER, move('4', 2), before), 0n), to(bob.script));
      const does = shown(tx);
      expect(partyOf(does, ann.script).gets).toMatchObject([tokens(6n, 0)]);
      expect(partyOf(does, bob.script).gets).toMatchObject([
        tokens(4n, 2),
        { kind: 'pin', id: pinId(tx.txid, 2), index: 2, offset: 0n, path: TRANSFER },
      ]);
      const after = coinsAfter(tx, does).filter(({ assets }) => assets.length > 0);
      expect(after.map(({ outpoint }) => outpoint.slice(-2))).toEqual([':0', ':2']);
    },
  );

  it('is read in a transaction of somebody else that waits', () => {
    const tx = made(to(ann.script), to(said(TRANSFER, move('10', 2)), 0n), to(bob.script));
    expect(describeEffects(readWaiting(tx, spent).does, bob.script).youGet).toMatchObject({
      tokens: [{ amount: 10n }],
    });
  });

  it('mints where it lies, only as the ledger says', () => {
    const tx = made(to(ann.script), to(bob.script), to(said('/ft/mrc20/mint', `{"id":"${deploy}"}`), 0n));
    expect(refusalOf(() => shown(tx))).toBe('message-not-allowed');
    const does = shown(tx, { mrc20Mints: [mrc20On('MAN', 21n)] });
    expect(partyOf(does, bob.script).gets).toMatchObject([
      { asset: mrc20Asset(deploy), amount: 21n },
      { kind: 'pin', index: 1 },
    ]);
  });

  it.each([
    ['data', []],
    ['no data to look at', [0x51]],
  ])('that is %s is refused in everything of ours', (_, before) => {
    const tx = made(to(ann.script), to(said('/info', 'x', before), 0n), to(bob.script));
    expect(refusalOf(() => effects(tx, spent))).toBe('message-not-allowed');
    const named = { messages: [{ output: 0, script: said('/info', 'x', before) }] };
    expect(refusalOf(() => effects(tx, spent, named))).toBe('message-not-allowed');
  });

  it('keeps its transaction from being replaced: one more output would move it', () => {
    const tx = made(to(ann.script), to(said('/info', 'x'), 0n));
    const payer = { script: ann.script, key: ann.key, coins: [] };
    const replaced = { fee: sats(300n), vsize: 300, fees: sats(300n) };
    const request = { payer, spent, outputs: tx.outputs, feeRateSatVb: 5, replaced };
    expect(refusalOf(() => planOwnBump(request))).toBe('message-not-allowed');
  });
});
