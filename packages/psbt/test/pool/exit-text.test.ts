/** The text of a dissolution: what was written is read again, and nothing else is believed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesToHex, hexToBytes, isFlaw, readTransaction, sats, writeTransaction } from '@rialto/protocols';
import type { Transaction, TransactionBody } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { joinExits, splitExits } from '../../src/pool/exit/exit-list.ts';
import { readExit, writeExit } from '../../src/pool/exit/exit-text.ts';
import type { Exit } from '../../src/pool/exit/exit-text.ts';
import { signPool, poolWitnesses } from '../../src/pool/pool-script.ts';
import { cases } from '../cases.ts';
import { refusalOf, user } from '../people.ts';
import { mindfulVerifier } from '../tx/mutants.ts';
import { JOINT, SOLO } from './acts.ts';
import { EACH_POOL, holders, planOf, signed } from './dissolutions.ts';
import type { OwnedPool } from './acts.ts';

interface Words {
  [name: string]: unknown;
  transactions: string[];
  holders: { script: string; value: string; amount: string }[];
  lane: Record<string, string>;
  pool: { script: string; signers?: { needed: number; keys: string[] } };
}

const SHARES = {
  'one transaction': [70n, 20n, 10n],
  'a tree with a rest': [900n, 40n, 30n, 29n, 1n],
} as const;

function textOf(of: OwnedPool, shares: readonly bigint[]): string {
  const plan = planOf(holders(shares), { of, value: 3_000_000n });
  return writeExit('regtest', plan, signed(plan, of));
}

const changed = (text: string, change: (words: Words) => void): string => {
  const words = JSON.parse(text) as Words;
  change(words);
  return JSON.stringify(words);
};

const readBack = (hex: string): Transaction => {
  const tx = readTransaction(hexToBytes(hex));
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
};

/** A transaction of the text made anew, and signed by the pool as it should be. */
function resigned(
  text: string,
  at: number,
  change: (body: TransactionBody) => TransactionBody,
  of = SOLO,
): string {
  const exit = readExit(text);
  return changed(text, (words) => {
    const body = change(readBack(words.transactions[at] ?? ''));
    const [input] = body.inputs;
    if (input === undefined) throw new Error('an input');
    const draft = {
      inputs: [
        { coin: exit.lane, signer: 'exchange' as const, kind: of.pool.kind, sequence: input.sequence },
      ],
      outputs: body.outputs,
      locktime: body.locktime,
    };
    const unsigned = writeTransaction({ ...body, version: 2, inputs: [{ ...input, witness: [] }] });
    const halves = of.signers.map(({ secret }) => signPool(draft, of.pool, unsigned, secret));
    const [witness = []] = poolWitnesses(draft, of.pool, halves);
    words.transactions[at] = bytesToHex(
      writeTransaction({ ...body, inputs: [{ ...input, witness }, ...body.inputs.slice(1)] }),
    );
  });
}

describe.each(EACH_POOL)('the exit of a pool of %s', (_, of) => {
  it.each(Object.entries(SHARES))('works: %s is read as it was written', (_name, shares) => {
    const plan = planOf(holders(shares), { of, value: 3_000_000n });
    const done = signed(plan, of);
    const exit = readExit(writeExit('regtest', plan, done));
    expect(exit).toMatchObject({ network: 'regtest', listHeight: 900_000, locktime: 902_016 });
    expect(exit.transactions).toEqual(done);
    expect(exit.pool.script).toEqual(of.pool.script);
    expect([exit.lane.outpoint, exit.lane.value]).toEqual([plan.lane.outpoint, plan.lane.value]);
    expect(exit.holders.reduce((sum, { amount }) => sum + amount, 0n)).toBe(75_000_000_000n);
    expect(exit.holders).toHaveLength(shares.length);
  });

  it('asserts: whatever else is in it is refused', () => {
    const text = textOf(of, SHARES['a tree with a rest']);
    const code = (change: (words: Words) => void): string => refusalOf(() => readExit(changed(text, change)));
    const bad = (change: (words: Words) => void): void => {
      expect(code(change), change.toString()).toBe('bad-request');
    };
    expect(code(() => undefined)).toBe('accepted');
    bad((words) => (words['version'] = 2));
    bad((words) => (words['network'] = 'mainnet'));
    bad((words) => (words['rune'] = '840000:2'));
    bad((words) => (words['rune'] = '84'));
    bad((words) => (words['locktime'] = 902_017));
    bad((words) => (words['locktime'] = 900_000));
    bad((words) => (words['listHeight'] = 902_016));
    bad((words) => (words['listHeight'] = -1));
    bad((words) => (words.lane['value'] = '3000001'));
    bad((words) => (words.lane['value'] = '2100000000000001'));
    bad((words) => (words.lane['amount'] = '75000000001'));
    bad((words) => (words.lane['amount'] = '075000000000'));
    bad((words) => (words.lane['outpoint'] = `${'0'.repeat(64)}:0`));
    bad((words) => (words.lane['outpoint'] = 'there'));
    bad((words) => words.transactions.pop());
    bad((words) => words.transactions.reverse());
    bad((words) => words.transactions.push(words.transactions[0] ?? ''));
    bad((words) => (words.transactions = []));
    bad((words) => (words.transactions[0] = `${words.transactions[0] ?? ''}00`));
    bad((words) => (words.transactions[0] = ''));
    bad((words) => words.holders.pop());
    bad((words) => words.holders.push({ script: '51', value: '546', amount: '0' }));
    bad((words) => (words.holders[0] = { ...words.holders[0], value: '1' } as Words['holders'][0]));
    bad((words) => (words.pool.script = bytesToHex(user('ann', 'p2tr').script)));
    bad((words) => (words.pool.script = bytesToHex(user('ann', 'p2wpkh').script)));
    bad((words) => (words.pool = (of === SOLO ? JOINT : SOLO).pool as never));
    if (of === JOINT) {
      bad((words) => (words.pool.signers = undefined as never));
      bad((words) => (words.pool.signers = { ...words.pool.signers, needed: 3 } as never));
      bad((words) => (words.pool.signers = { ...words.pool.signers, needed: 1 } as never));
      bad((words) => words.pool.signers?.keys.reverse());
      bad((words) => words.pool.signers?.keys.pop());
      bad(
        (words) => (words.pool.signers?.keys ?? [])[0] === undefined || words.pool.signers?.keys.fill('00'),
      );
    }
    expect(refusalOf(() => readExit('{'))).toBe('bad-request');
    expect(refusalOf(() => readExit('[]'))).toBe('bad-request');
  });
});

describe('what the pool itself could sign otherwise', () => {
  const text = textOf(SOLO, SHARES['one transaction']);

  it('is refused: another frame, another owner, a lane that burns', () => {
    const code = (change: (body: TransactionBody) => TransactionBody): string =>
      refusalOf(() => readExit(resigned(text, 0, change)));
    expect(code((body) => body)).toBe('accepted');
    expect(code((body) => ({ ...body, locktime: 0 }))).toBe('bad-request');
    expect(
      code((body) => ({ ...body, inputs: body.inputs.map((one) => ({ ...one, sequence: 0xffffffff })) })),
    ).toBe('bad-request');
    const [thief] = [user('thief', 'p2tr')];
    expect(
      code((body) => ({ ...body, outputs: body.outputs.map((one) => ({ ...one, script: thief.script })) })),
    ).toBe('bad-request');
    expect(code((body) => ({ ...body, outputs: body.outputs.slice(0, -1) }))).toBe('bad-request');
    const cenotaph = { value: sats(0n), script: Uint8Array.of(0x6a, 0x5d, 0x01, 0xff) };
    expect(code((body) => ({ ...body, outputs: [...body.outputs.slice(0, -1), cenotaph] }))).toBe(
      'bad-request',
    );
    const more = (body: TransactionBody): TransactionBody => ({
      ...body,
      outputs: body.outputs.map((one) => ({ ...one, value: sats(one.value * 2n) })),
    });
    expect(code(more)).toBe('outputs-exceed-inputs');
  });
});

const MUTATIONS = Math.min(Number.parseInt(process.env['MUTATIONS'] ?? '2000', 10), 2000);

describe.each(EACH_POOL)('mutated exits of a pool of %s', (_, of) => {
  it('accepted is the same exit, but for what is a claim alone; refused is the rest', () => {
    const text = textOf(of, SHARES['a tree with a rest']);
    const original = readExit(text);
    const plain = ({ transactions, holders: paid, lane, locktime }: Exit): unknown => ({
      ...{ transactions, paid, lane, locktime },
    });
    let [same, refused] = [0, 0];
    const letters = fc.constantFrom(...'0123456789abcdef":,{}[]. \n'.split(''));
    fc.assert(
      fc.property(fc.nat(text.length - 1), letters, (at, letter) => {
        const mutant = text.slice(0, at) + letter + text.slice(at + 1);
        try {
          expect(plain(readExit(mutant, mindfulVerifier))).toEqual(plain(original));
          same += 1;
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          refused += 1;
        }
      }),
      { numRuns: cases(MUTATIONS) },
    );
    expect(same + refused).toBe(cases(MUTATIONS));
    expect(refused).toBeGreaterThan(cases(MUTATIONS) / 2);
  }, 120_000);
});

describe('several in one file', () => {
  const texts = [100_000_000n, 50_000_000n].map((value) => {
    const plan = planOf(holders([6_000n, 4_000n]), { value });
    return writeExit('regtest', plan, signed(plan));
  });

  it('of one alone the file is its text', () => {
    expect(joinExits(texts.slice(0, 1))).toBe(texts[0]);
    expect(splitExits(texts[0] ?? '')).toEqual(texts.slice(0, 1));
  });

  it('of several each is what it was', () => {
    expect(splitExits(joinExits(texts)).map((text) => readExit(text))).toEqual(
      texts.map((text) => readExit(text)),
    );
  });

  it('what is no JSON is for its reader to refuse', () => {
    expect(splitExits('a picture')).toEqual(['a picture']);
    expect(splitExits('[]')).toEqual([]);
  });
});
