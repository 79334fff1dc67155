/** Which transactions take shares away from their owner: those that say nothing of runes and are no act on a pool. */
import { amount, encipher, knownRuneId, outpoint, sats } from '@rialto/protocols';
import type { RuneEvent, ScriptHex, Transaction, TxOutput, Txid } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { departed } from '../../src/pools/chain/departures.ts';

const SHARES = knownRuneId('840000:1');
const OTHER = knownRuneId('840000:2');
const TXID = 'ab'.repeat(32) as Txid;
const [ann, bob, cat] = ['0014aa', '5120bb', '0014cc'] as [ScriptHex, ScriptHex, ScriptHex];
const pools = new Map<string, number>([[SHARES, 4]]);

const moved = (kind: 'spent' | 'received', script: ScriptHex, units: bigint, rune = SHARES): RuneEvent => {
  return { kind, txid: TXID, rune, amount: amount(units), outpoint: outpoint(TXID, 0), script };
};
const message: TxOutput = {
  value: sats(0n),
  script: encipher({ edicts: [], etching: undefined, mint: undefined, pointer: 0 }),
};

const found = (
  runes: readonly RuneEvent[],
  { outputs = [], acts = [] }: { outputs?: readonly TxOutput[]; acts?: readonly Txid[] } = {},
) =>
  departed(
    { transactions: [{ txid: TXID, outputs } as unknown as Transaction], runes },
    pools,
    new Set(acts),
  );

describe('shares that are spent without a message', () => {
  it('have left for whoever has them now', () => {
    expect(found([moved('spent', ann, 9n), moved('received', bob, 9n)])).toEqual([
      { txid: TXID, pool: 4, script: ann, to: bob, shares: 9n },
    ]);
  });

  it('are counted for each who had some', () => {
    const spent = [moved('spent', ann, 9n), moved('spent', cat, 3n), moved('spent', ann, 1n)];
    expect(found([...spent, moved('received', bob, 13n)])).toEqual([
      { txid: TXID, pool: 4, script: ann, to: bob, shares: 10n },
      { txid: TXID, pool: 4, script: cat, to: bob, shares: 3n },
    ]);
  });

  it('have not left where they came back to who spent them', () => {
    expect(found([moved('spent', ann, 9n), moved('received', ann, 9n)])).toEqual([]);
    const both = [moved('spent', ann, 9n), moved('spent', cat, 3n), moved('received', ann, 12n)];
    expect(found(both)).toMatchObject([{ script: cat, to: ann, shares: 3n }]);
  });
});

describe('nobody is told', () => {
  const left = [moved('spent', ann, 9n), moved('received', bob, 9n)];

  it('of a transaction with a message: somebody meant it', () => {
    expect(found(left, { outputs: [message] })).toEqual([]);
  });
  it('of an act on a pool', () => {
    expect(found(left, { acts: [TXID] })).toEqual([]);
  });
  it('of shares that burned: nobody has them now', () => {
    expect(found([moved('spent', ann, 9n)])).toEqual([]);
    expect(found([moved('spent', ann, 9n), moved('spent', cat, 3n)])).toEqual([]);
  });
  it('of other runes, and of shares that nobody spent', () => {
    expect(found([moved('spent', ann, 9n, OTHER), moved('received', bob, 9n, OTHER)])).toEqual([]);
    expect(found([moved('received', bob, 9n)])).toEqual([]);
  });
});
