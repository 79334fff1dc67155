/** The chains on which stories of pools are told: a small one of our own, and a real node's. */
import { expect } from 'vitest';
import {
  envelopesOf,
  equalBytes,
  hexToBytes,
  isFlaw,
  readBlock,
  sats,
  writeTransaction,
} from '@rialto/protocols';
import { World } from '../ledger-world.ts';
import type { RealChain } from '../real-chain.ts';
import { transactionIn } from './acts.ts';
import type { Ground } from './story.ts';

/** Invalid Schnorr signature, and the words for ECDSA. */
const NO_SIGNATURE: unknown = expect.stringMatching(/signature/i);

export function smallGround(): Ground {
  const world = new World();
  return {
    world,
    fund: (owner, value) => {
      const [coin] = world.fund(owner, value);
      if (coin === undefined) throw new Error('no coin');
      return Promise.resolve(coin);
    },
    mine: (...raws) => {
      world.mine(...raws);
      return Promise.resolve();
    },
  };
}

/** Everything that is mined is held against the node first, and with one thing in it changed, which the node must refuse. */
export function nodeGround(real: RealChain): Ground {
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
  const judged = async (raw: Uint8Array): Promise<void> => {
    expect(await real.verdict(raw)).toEqual(['allowed']);
    for (const bent of changed(raw)) expect(await real.verdict(bent)).toEqual([NO_SIGNATURE]);
  };
  return {
    world,
    fund: async (owner, value) => {
      const { outpoint } = await real.fund(owner, value);
      await follow();
      return world.coin(outpoint);
    },
    mine: async (...raws) => {
      for (const raw of raws) {
        await (isReveal(raw) ? Promise.resolve() : judged(raw));
        await real.send(raw);
      }
      await real.chain.mine(1);
      await follow();
      for (const raw of raws) expect(await real.verdict(raw)).toEqual(['txn-already-known']);
    },
  };
}

/** Its policy takes no envelope, its blocks do. */
function isReveal(raw: Uint8Array): boolean {
  return envelopesOf(transactionIn({ raw })).length > 0;
}

/** A final transaction with one thing in it changed, its signatures as they are; of one output alone none. */
function changed(raw: Uint8Array): Uint8Array[] {
  const tx = transactionIn({ raw });
  const [first, ...others] = tx.outputs;
  const last = others.at(-1);
  if (first === undefined || last === undefined) return [];
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
  ]
    .map(writeTransaction)
    .filter((bent) => !equalBytes(bent, raw));
}
