/** Token scripts beside the library's, and which outputs are real: by what their transaction spends, never by how they look. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesToHex, concatBytes, hexToBytes, outpoint, uint64 } from '@rialto/protocols';
import type { Sats, TxOutput, Txid } from '@rialto/protocols';
import {
  NO_SENSIBLE_ID,
  hash160,
  nameMvcTransaction,
  readFtScript,
  sameToken,
  tokenKeyText,
  tokensIn,
  withHolder,
  withSensibleId,
} from '../src/index.ts';
import type { MvcBody } from '../src/index.ts';
import { output } from './arbitrary.ts';
import { EMPTY, TOKEN, dataPart, genesisScript, person, protocol, tokenScript } from './contracts.ts';
import { buffer } from '@rialto/contracts';

const FAKES = Number.parseInt(process.env['MVC_FAKES'] ?? '500', 10);

const script = tokenScript();
const TAIL = 170;
const tailBent = (at: number, by: string): Uint8Array => {
  const from = script.length - TAIL + at;
  return concatBytes(script.subarray(0, from), hexToBytes(by), script.subarray(from + by.length / 2));
};

describe('the script of a token', () => {
  it('is read as the library reads it, and written by ours as by theirs', () => {
    const code = script.subarray(0, script.length - TAIL);
    fc.assert(
      fc.property(
        fc.record({
          tokenName: fc.string({ unit: 'grapheme', maxLength: 9 }),
          tokenSymbol: fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
          decimalNum: fc.nat(255),
          tokenAddress: fc.uint8Array({ minLength: 20, maxLength: 20 }).map(bytesToHex),
          genesisHash: fc.uint8Array({ minLength: 20, maxLength: 20 }).map(bytesToHex),
          txid: fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytesToHex),
          index: fc.nat(0xffffffff),
          units: fc.bigInt(0n, 0xffff_ffff_ffff_ffffn),
        }),
        ({ txid, index, units, ...fields }) => {
          const data = dataPart({ ...fields, sensibleID: { txid, index } });
          const whole = withHolder(concatBytes(code, data), hexToBytes(fields.tokenAddress), units);
          const found = readFtScript(whole);
          const theirs = protocol.parseDataPart(buffer(whole));
          expect(found).toEqual({
            codehash: protocol.getQueryCodehash(buffer(whole)),
            genesis: protocol.getQueryGenesis(buffer(whole)),
            name: unpadded(theirs['tokenName']),
            symbol: unpadded(theirs['tokenSymbol']),
            decimals: theirs['decimalNum'],
            holder: theirs['tokenAddress'],
            amount: BigInt(String(theirs['tokenAmount'])),
            genesisHash: theirs['genesisHash'],
            sensibleId: `${txid}:${index}`,
          });
        },
      ),
      { numRuns: 100 },
    );
  });

  const unpadded = (text: unknown): string => String(text).replace(/\0+$/, '');

  it.each([
    ['nothing', EMPTY],
    ['the tail alone', script.subarray(-TAIL)],
    ['a byte too many behind', concatBytes(script, Uint8Array.of(0))],
    ['a byte too few', script.subarray(0, -1)],
    ['another push', tailBent(-1, 'ab')],
    ['a push of another kind', tailBent(-2, '4d')],
    ['no OP_RETURN before it', tailBent(-3, '61')],
    ['another protocol version', tailBent(145, '02')],
    ['an NFT', tailBent(149, '03')],
    ['another word than metacontract', tailBent(153, '6e')],
    ['another length of the data', tailBent(165, 'a5')],
    ['another version of the format', tailBent(169, 'fe')],
  ])('is not read from %s', (_, bytes) => {
    expect(readFtScript(bytes)).toBeUndefined();
  });

  it('keeps its place in the code: another code is another token, another name is not', () => {
    const other = readFtScript(concatBytes(Uint8Array.of(0x61), script));
    expect(other?.codehash).not.toBe(TOKEN.codehash);
    expect(other?.genesis).toBe(TOKEN.genesis);
    const renamed = readFtScript(tailBent(0, '58'));
    expect(renamed && sameToken(renamed, TOKEN)).toBe(true);
    expect(renamed?.name).toBe('XestCoin');
    expect(readFtScript(tailBent(0, 'ff'))?.name).toBeUndefined();
    expect(tokenKeyText(TOKEN)).toBe(`${TOKEN.codehash}/${TOKEN.genesis}`);
  });

  it('is not given to a holder it cannot hold, nor an amount', () => {
    const holder = new Uint8Array(20);
    expect(() => withHolder(script, holder, 1n << 64n)).toThrow('8 bytes');
    expect(() => withHolder(script, holder, -1n)).toThrow('8 bytes');
    expect(() => withHolder(script, new Uint8Array(19), 1n)).toThrow('20 bytes');
    expect(() => withHolder(EMPTY, holder, 1n)).toThrow('a token');
    expect(() => withSensibleId(EMPTY, NO_SENSIBLE_ID)).toThrow('a genesis contract');
  });
});

const out = (bytes: Uint8Array): TxOutput => ({ value: 1n as Sats, script: bytes });
const ID = '33'.repeat(32) as Txid;
const spending = (
  count: number,
  outputs: readonly TxOutput[],
  version = 10,
): ReturnType<typeof nameMvcTransaction> => {
  const inputs = Array.from({ length: count }, (_, vout) => ({
    txid: ID,
    vout,
    scriptSig: EMPTY,
    sequence: 0,
  }));
  const body: MvcBody = { version, locktime: 0, inputs, outputs };
  return nameMvcTransaction(body);
};
const verdicts = (
  tx: ReturnType<typeof nameMvcTransaction>,
  spent: readonly (TxOutput | undefined)[],
): string[] => tokensIn(tx, spent).map(({ verdict }) => verdict);

const coin = out(withHolder(script, person(1).hash, 5n));
const bare = out(hexToBytes('51'));

describe('a token output is', () => {
  it('genuine next to a coin of the same token, whoever holds it and whatever amounts say', () => {
    const more = out(withHolder(script, person(2).hash, 6n));
    expect(verdicts(spending(2, [bare, more, coin]), [bare, coin])).toEqual(['genuine', 'genuine']);
    expect(tokensIn(spending(2, [bare, more]), [bare, coin]).map(({ vout }) => vout)).toEqual([1]);
  });

  it.each([
    ['next to nothing of the kind', [bare]],
    [
      'next to a coin of the same code and another genesis',
      [out(tokenScript({ genesisHash: '12'.repeat(20) }))],
    ],
    ['next to a coin of the same genesis and another code', [out(concatBytes(Uint8Array.of(0x61), script))]],
    [
      'next to a coin whose sensible id is another',
      [out(tokenScript({ sensibleID: { txid: '22'.repeat(32), index: 4 } }))],
    ],
    ['next to a script that only ends like one', [out(script.subarray(-TAIL))]],
  ])('fake %s', (_, spent) => {
    expect(verdicts(spending(1, [coin]), spent)).toEqual(['fake']);
  });

  it('unknown while something that is spent is not known, and genuine all the same where another input says so', () => {
    expect(verdicts(spending(2, [coin]), [bare, undefined])).toEqual(['unknown']);
    expect(verdicts(spending(2, [coin]), [coin, undefined])).toEqual(['genuine']);
  });

  it('fake in a transaction of any version but 10, for no contract is spent in one', () => {
    for (const version of [1, 2, 9, 11, -1]) {
      expect(verdicts(spending(1, [coin], version), [coin])).toEqual(['fake']);
      expect(verdicts(spending(1, [coin], version), [undefined])).toEqual(['fake']);
    }
  });

  it('none at all when its code is not known', () => {
    const other = out(concatBytes(Uint8Array.of(0x61), script));
    expect(tokensIn(spending(1, [other]), [other])).toEqual([]);
    expect(tokensIn(spending(1, [out(genesisScript())]), [out(genesisScript())])).toEqual([]);
  });

  it('judged with one output for each input', () => {
    expect(() => tokensIn(spending(2, [coin]), [coin])).toThrow('one output for each input');
  });
});

describe('a minted output', () => {
  const first = genesisScript();
  const began = outpoint(ID, 0);
  const filled = withSensibleId(first, began);
  const minted = (fields: Readonly<Record<string, unknown>> = {}) =>
    out(
      tokenScript({
        genesisHash: bytesToHex(hash160(filled)),
        sensibleID: { txid: ID, index: 0 },
        ...fields,
      }),
    );

  it('is genuine next to the genesis contract whose hash it has, the first time and later', () => {
    expect(verdicts(spending(1, [out(filled), minted()]), [out(first)])).toEqual(['genuine']);
    const later = nameMvcTransaction({
      ...spending(1, [minted()]),
      inputs: [{ txid: '44'.repeat(32) as Txid, vout: 7, scriptSig: EMPTY, sequence: 0 }],
    });
    expect(verdicts(later, [out(filled)])).toEqual(['genuine']);
    // Out of another outpoint the first minting gives another sensible id, and so another token.
    expect(verdicts(later, [out(first)])).toEqual(['fake']);
  });

  it.each([
    ['another sensible id', minted({ sensibleID: { txid: ID, index: 1 } }), first],
    ['another genesis hash', minted({ genesisHash: '11'.repeat(20) }), first],
    ['a genesis contract of a code that is not known', minted(), concatBytes(Uint8Array.of(0x61), first)],
    ['a genesis contract of another name', minted(), withName(first)],
  ])('is fake with %s', (_, token, spent) => {
    expect(verdicts(spending(1, [token]), [out(spent)])).toEqual(['fake']);
  });

  it('is fake though the hash fits, when the code that has it is not the genesis contract', () => {
    const odd = concatBytes(Uint8Array.of(0x51), first);
    const token = minted({ genesisHash: bytesToHex(hash160(withSensibleId(odd, began))) });
    expect(verdicts(spending(1, [token]), [out(odd)])).toEqual(['fake']);
  });
});

function withName(genesis: Uint8Array): Uint8Array {
  return genesis.map((byte, at) => (at === genesis.length - TAIL ? byte ^ 1 : byte));
}

it(`of ${FAKES} random transactions with forged outputs none is credited`, () => {
  const forged = fc
    .record({
      holder: fc.uint8Array({ minLength: 20, maxLength: 20 }),
      units: fc.bigInt(0n, 0xffff_ffff_ffff_ffffn),
    })
    .map(({ holder, units }) => out(withHolder(script, holder, units)));
  const near = fc.constantFrom(
    out(script.subarray(-TAIL)),
    out(concatBytes(Uint8Array.of(0x61), script)),
    out(tokenScript({ genesisHash: '12'.repeat(20) })),
    out(genesisScript()),
    out(withSensibleId(genesisScript(), outpoint('22'.repeat(32) as Txid, 3))),
  );
  const scriptSig = fc.constantFrom(EMPTY, script, concatBytes(uint64(5n), script));
  let forgeries = 0;
  fc.assert(
    fc.property(
      fc.array(fc.oneof(forged, output), { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(fc.oneof(near, output), scriptSig), { minLength: 1, maxLength: 3 }),
      (outputs, spent) => {
        const tx = spending(spent.length, outputs);
        const inputs = tx.inputs.map((input, index) => ({ ...input, scriptSig: spent[index]?.[1] ?? EMPTY }));
        const found = tokensIn(
          { ...tx, inputs },
          spent.map(([one]) => one),
        );
        forgeries += found.length;
        expect(found.filter(({ verdict }) => verdict !== 'fake')).toEqual([]);
      },
    ),
    { numRuns: FAKES },
  );
  expect(forgeries).toBeGreaterThan(FAKES / 4);
});
