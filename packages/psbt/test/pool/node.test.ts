/** The life of a pool on a real node: every act is accepted and mined, and the ledgers over its blocks say where each unit is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hexToBytes, isFlaw, readBlock, sats, writeTransaction } from '@rialto/protocols';
import { World } from '../ledger-world.ts';
import { openRealChain } from '../real-chain.ts';
import type { RealChain } from '../real-chain.ts';
import { POOLS, transactionIn } from './acts.ts';
import { tell } from './story.ts';
import type { Ground } from './story.ts';

let real: RealChain;
let ground: Ground;

/** Invalid Schnorr signature, and the words for ECDSA. */
const NO_SIGNATURE: unknown = expect.stringMatching(/signature/i);

beforeAll(async () => {
  real = await openRealChain();
  const world = new World();
  const follow = async (): Promise<void> => {
    const tip = await real.chain.height();
    while (world.height < tip) {
      const hash = await real.chain.node.rpc('getblockhash', [world.height + 1]);
      const block = readBlock(hexToBytes(String(await real.chain.node.rpc('getblock', [hash, 0]))));
      if (isFlaw(block)) throw new Error(block.flaw);
      world.add(block);
    }
  };
  ground = {
    world,
    fund: async (owner, value) => {
      const { outpoint } = await real.fund(owner, value);
      await follow();
      return world.coin(outpoint);
    },
    mine: async (...raws) => {
      for (const raw of raws) {
        expect(await real.verdict(raw)).toEqual(['allowed']);
        for (const bent of changed(raw)) expect(await real.verdict(bent)).toEqual([NO_SIGNATURE]);
        await real.send(raw);
      }
      await real.chain.mine(1);
      await follow();
      for (const raw of raws) expect(await real.verdict(raw)).toEqual(['txn-already-known']);
    },
  };
}, 120_000);

afterAll(async () => {
  await real.stop();
});

/** A final act with one thing in it changed, its signatures as they are. */
function changed(raw: Uint8Array): Uint8Array[] {
  const tx = transactionIn({ raw });
  const [first, ...others] = tx.outputs;
  const last = others.at(-1);
  if (first === undefined || last === undefined) throw new Error('outputs');
  const stone = (script: Uint8Array): Uint8Array =>
    script.map((byte, at) => (at === script.length - 1 ? byte ^ 1 : byte));
  const outputs = [
    [{ ...first, value: sats(first.value - 1n) }, ...others],
    [...tx.outputs.slice(0, -1), { ...last, value: sats(last.value - 330n) }, { ...last, value: sats(330n) }],
    tx.outputs.map((one) => (one.script[0] === 0x6a ? { ...one, script: stone(one.script) } : one)),
    tx.outputs.slice(0, -1),
  ];
  return [
    { ...tx, version: 1 },
    { ...tx, locktime: 1 },
    {
      ...tx,
      inputs: tx.inputs.map((one, at) =>
        at === 0 ? { ...one, witness: one.witness, sequence: 0xffffffff } : one,
      ),
    },
    ...outputs.map((bent) => ({ ...tx, outputs: bent })),
  ].map(writeTransaction);
}

describe('on a real node', () => {
  it.each(POOLS.flatMap((owned) => [1, 2].map((lanes) => [owned.name, lanes, owned] as const)))(
    'a pool of %s with %i lanes is opened, traded with, grown and shrunk',
    async (_, lanes, owned) => {
      await tell({ ground, owned, kind: lanes === 1 ? 'p2tr' : 'p2wpkh', lanes });
    },
    120_000,
  );
});
