/** The id that a transaction on Bitcoin carries: read where it is written, never guessed, and no reader of runes minds it. */
import { createRequire } from 'node:module';
import type * as Ord from '@ordjs/runestone';
import { tryDecodeRunestone } from '@magiceden-oss/runestone-lib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amount,
  bytesToHex,
  concatBytes,
  decipher,
  encipher,
  hexToBytes,
  knownRuneId,
  writeVarints,
} from '@rialto/protocols';
import { bridgeIdIn } from '../../src/index.ts';
import { bridgeMessage, bridgeNop } from '../../src/bridge/bridge-id.ts';
import { runestoneOutput } from '../../src/tokens/runestone-output.ts';
import { ID, OTHER_ID } from './bridges.ts';

const ord = createRequire(import.meta.url)('@ordjs/runestone') as typeof Ord;

const PAY = { script: hexToBytes(`5120${'07'.repeat(32)}`) };
const hexId = fc.uint8Array({ minLength: 16, maxLength: 16 }).map(bytesToHex);
const edict = (units: bigint) => ({ id: knownRuneId('840000:7'), amount: amount(units), output: 0 });
const stone = (id: string, units = 5n) =>
  runestoneOutput({ edicts: [edict(units)], pointer: 1, nop: bridgeNop(id) }, 3);
/** Integers of a message as they stand. */
const raw = (...integers: readonly bigint[]) => {
  const payload = writeVarints(integers);
  return { script: concatBytes(Uint8Array.of(0x6a, 0x5d, payload.length), payload) };
};

describe('the id of a transaction', () => {
  it('is read back from either place, whatever it is', () => {
    fc.assert(
      fc.property(hexId, (id) => {
        expect(bridgeIdIn({ outputs: [PAY, bridgeMessage(id), PAY] })).toBe(id);
        expect(bridgeIdIn({ outputs: [PAY, PAY, stone(id)] })).toBe(id);
        expect(bridgeIdIn({ outputs: [bridgeMessage(id), PAY, stone(id)] })).toBe(id);
      }),
    );
  });

  it.each<[string, readonly { script: Uint8Array }[]]>([
    ['nothing', [PAY]],
    ['two ids', [bridgeMessage(ID), bridgeMessage(OTHER_ID)]],
    ['two ids in two places', [PAY, PAY, stone(ID), bridgeMessage(OTHER_ID)]],
    ['two values under the tag', [raw(127n, 1n, 127n, 2n)]],
    ['15 bytes', [{ script: hexToBytes(`6a0f${'11'.repeat(15)}`) }]],
    ['17 bytes', [{ script: hexToBytes(`6a11${'11'.repeat(17)}`) }]],
    ['a push more', [{ script: hexToBytes(`6a10${ID}00`) }]],
    ['a longer push of the same bytes', [{ script: hexToBytes(`6a4c10${ID}`) }]],
    ['another opcode', [{ script: hexToBytes(`0010${ID}`) }]],
    ['a cenotaph with an id', [raw(127n, 5n, 126n, 0n)]],
    ['a runestone of another tag', [raw(129n, 5n)]],
    ['no output', []],
  ])('is none for %s', (_, outputs) => {
    expect(bridgeIdIn({ outputs })).toBeUndefined();
  });

  it('of the smallest and the largest number has its 32 digits', () => {
    for (const id of [OTHER_ID, '0'.repeat(32), 'f'.repeat(32)])
      expect(bridgeIdIn({ outputs: [PAY, PAY, stone(id)] })).toBe(id);
  });

  it('is read without a word of complaint from anything', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 60 })), (scripts) => {
        const outputs = scripts.map((script) => ({ script: concatBytes(Uint8Array.of(0x6a), script) }));
        const id = bridgeIdIn({ outputs });
        expect(id === undefined || /^[0-9a-f]{32}$/.test(id)).toBe(true);
      }),
    );
  });

  it('is 16 bytes and nothing else when it is written', () => {
    for (const id of ['', ID.slice(1), `${ID}00`, ID.toUpperCase(), `${ID.slice(2)}0x`]) {
      expect(() => bridgeMessage(id)).toThrow('invariant');
      expect(() => bridgeNop(id)).toThrow('invariant');
    }
  });
});

describe('a runestone with an id', () => {
  const units = fc.bigInt({ min: 1n, max: 2n ** 128n - 1n });

  it('moves the same units for us, for ord and for its other reader, and burns nothing', () => {
    fc.assert(
      fc.property(hexId, units, (id, of) => {
        const outputs = [PAY, PAY, stone(id, of)];
        const { script } = outputs[2] ?? PAY;
        const read = decipher(outputs);
        expect(read).toEqual({
          kind: 'runestone',
          ...{ edicts: [edict(of)], etching: undefined, mint: undefined, pointer: 1 },
          nop: BigInt(`0x${id}`),
        });
        const plain = decipher([
          PAY,
          PAY,
          { script: encipher({ edicts: [edict(of)], etching: undefined, mint: undefined, pointer: 1 }) },
        ]);
        expect(read).toMatchObject({ ...plain });
        expect(ordReads(outputs)).toEqual({ pointer: 1, edicts: [['840000:7', of, 0n]] });
        const magic = tryDecodeRunestone({
          vout: outputs.map((one) => ({ scriptPubKey: { hex: bytesToHex(one.script) } })),
        });
        expect(magic).toEqual({
          edicts: [{ id: { block: 840_000n, tx: 7 }, amount: of, output: 0 }],
          pointer: 1,
        });
        expect(script.length).toBeLessThanOrEqual(83);
      }),
    );
  });

  it('is refused where anything else would be read', () => {
    expect(() => runestoneOutput({ nop: 2n ** 128n }, 2)).toThrow();
  });
});

/** By ord's own code; it throws on a cenotaph. */
function ordReads(outputs: readonly { script: Uint8Array }[]): unknown {
  const output = outputs.map(({ script }) => ({ value: 0, script_pubkey: bytesToHex(script) }));
  const { pointer, edicts } = ord.Runestone.decipher({ version: 2, lock_time: 0, input: [], output });
  return {
    pointer,
    edicts: edicts.map(({ id, amount: of, output: to }) => [`${id.block}:${id.tx}`, of, BigInt(to)]),
  };
}
