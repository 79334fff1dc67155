/** A dense chain from a seed: 40 % runes, 15 % inscriptions and BRC-20, 5 % PINs, the rest plain payments. The same bytes every time. */
import { BlockWriter } from './block-writer.ts';
import type { FinishedBlock } from './block-writer.ts';
import { InscriptionTraffic } from './inscription-traffic.ts';
import { PinTraffic } from './pin-traffic.ts';
import { ChainWallet } from './wallet.ts';
import type { Counts } from './wallet.ts';
import { Random } from './random.ts';
import { RuneTraffic } from './rune-traffic.ts';

export interface ChainSize {
  /** After the first one, which only makes coins. */
  readonly blocks: number;
  /** Of each block, the coinbase counted. */
  readonly transactions: number;
}

/** Of a hundred steps; a step of PINs adds two transactions, its commitment is a plain payment. */
const SHARES = { runes: 42, inscriptions: 16, pins: 5 };
const FIRST_COINS = 400;
const COINBASE_COINS = 4;
export const SEED = 20_009;

interface DenseChain {
  readonly blocks: Iterable<FinishedBlock>;
  /** What was written, by kind, so far. */
  readonly counts: Counts;
  /** The block of each rune commitment, by transaction. */
  readonly commitments: ReadonlyMap<string, number>;
}

/** Coinbases may be spent at once, signatures mean nothing: for everything else a node would take these blocks. */
export function denseChain(size: ChainSize, seed = SEED): DenseChain {
  const wallet = new ChainWallet(new Random(seed));
  return { blocks: blocksOf(size, wallet), counts: wallet.counts, commitments: wallet.commitments };
}

function* blocksOf({ blocks, transactions }: ChainSize, wallet: ChainWallet): Generator<FinishedBlock> {
  const traffic = {
    runes: new RuneTraffic(wallet),
    inscriptions: new InscriptionTraffic(wallet),
    pins: new PinTraffic(wallet),
  };
  let previous: Uint8Array = new Uint8Array(32);
  for (let height = 1; height <= blocks + 1; height += 1) {
    const block = new BlockWriter(height, previous);
    while (height > 1 && block.count < transactions - 1) {
      const roll = wallet.random.below(100);
      if (roll < SHARES.runes) traffic.runes.step(block);
      else if (roll < SHARES.runes + SHARES.inscriptions) traffic.inscriptions.step(block);
      else if (roll < SHARES.runes + SHARES.inscriptions + SHARES.pins) traffic.pins.step(block);
      else wallet.payment(block);
    }
    const to = Array.from({ length: height === 1 ? FIRST_COINS : COINBASE_COINS }, () => wallet.user());
    const finished = block.finish(to);
    wallet.keep(finished.coins);
    previous = finished.hash;
    yield finished;
  }
}
