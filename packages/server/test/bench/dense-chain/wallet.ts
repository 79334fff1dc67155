/** The people of a dense chain and their plain coins: everybody's scripts, and who pays. */
import type { BlockWriter, DenseCoin, Pay, Spend } from './block-writer.ts';
import { sum } from './block-writer.ts';
import { Pool } from './random.ts';
import type { Random } from './random.ts';

const PEOPLE = 2_000;
const FEE = 400n;
/** Below this a coin is not cut further. */
const MIN = 20_000n;
/** What a coin with an asset on it holds. */
export const POSTAGE = 546n;

/** Kinds of operations with how many were written in a way that a ledger must find valid. */
export type Counts = Map<string, number>;

export function count(counts: Counts, kind: string, by = 1): void {
  counts.set(kind, (counts.get(kind) ?? 0) + by);
}

export class ChainWallet {
  readonly random: Random;
  readonly counts: Counts = new Map();
  /** The block of each rune commitment, by transaction: what a node with an index would answer. */
  readonly commitments = new Map<string, number>();
  /** Even places are P2WPKH, odd ones P2TR. */
  readonly people: readonly Uint8Array[];
  private readonly plain: Pool<DenseCoin>;
  /** Taproot coins, for what is revealed in a tapscript. */
  private readonly taproot: Pool<DenseCoin>;
  private readonly signature: Uint8Array;
  private readonly key: Uint8Array;
  private readonly control: Uint8Array;

  constructor(random: Random) {
    this.random = random;
    this.people = Array.from({ length: PEOPLE }, (_, at) =>
      at % 2 === 0 ? Uint8Array.of(0, 20, ...random.bytes(20)) : Uint8Array.of(0x51, 32, ...random.bytes(32)),
    );
    this.plain = new Pool(random);
    this.taproot = new Pool(random);
    this.signature = random.bytes(71);
    this.key = random.bytes(33);
    this.control = random.bytes(33);
  }

  user(): Uint8Array {
    return this.random.pick(this.people);
  }

  keep(coins: readonly DenseCoin[]): void {
    for (const coin of coins) (coin.script[0] === 0x51 ? this.taproot : this.plain).add(coin);
  }

  /** Spends a coin with a signature of its kind (the bytes mean nothing). */
  spend(coin: DenseCoin): Spend {
    const taproot = coin.script[0] === 0x51;
    const witness = taproot ? [this.signature.subarray(0, 64)] : [this.signature, this.key];
    return { coin, witness };
  }

  reveal(coin: DenseCoin, script: Uint8Array): Spend {
    return { coin, witness: [this.signature.subarray(0, 64), script, this.control] };
  }

  takeCoin(): DenseCoin {
    const [first, second] = this.random.chance(50) ? [this.plain, this.taproot] : [this.taproot, this.plain];
    const coin = first.take() ?? second.take();
    if (coin === undefined) throw new Error('nobody has a coin left');
    return coin;
  }

  /** A taproot coin to reveal something from; made first where there is none. */
  takeTaproot(block: BlockWriter): DenseCoin {
    const coin = this.taproot.take();
    if (coin !== undefined) return coin;
    this.payment(block);
    return this.takeTaproot(block);
  }

  /**
   * Adds a transaction that carries something: its inputs, then a plain coin that pays; its outputs, then the change.
   * @returns the outputs without the change
   */
  pay(block: BlockWriter, inputs: readonly Spend[], outputs: readonly Pay[]): DenseCoin[] {
    const payers: Spend[] = [];
    while (sum([...inputs, ...payers].map(({ coin }) => coin)) < sum(outputs) + FEE)
      payers.push(this.spend(this.takeCoin()));
    const all = [...inputs, ...payers];
    const change = sum(all.map(({ coin }) => coin)) - sum(outputs) - FEE;
    const back = change >= POSTAGE ? [{ script: this.user(), value: change }] : [];
    const coins = block.add(all, [...outputs, ...back]);
    this.keep(coins.slice(outputs.length));
    return coins.slice(0, outputs.length);
  }

  /** A plain payment: 1 to 3 inputs, 2 or 3 outputs, fewer where there is little to cut. */
  payment(block: BlockWriter): void {
    const few = this.plain.size + this.taproot.size < 1_000;
    const inputs: Spend[] = [];
    let value = -FEE;
    for (
      let requested = few ? 1 : 1 + this.random.below(3);
      requested > 0 || value < POSTAGE;
      requested -= 1
    ) {
      const coin = this.takeCoin();
      inputs.push(this.spend(coin));
      value += coin.value;
    }
    const most = value / MIN;
    const parts = most < 2n ? 1 : 2 + this.random.below(most < 3n ? 1 : 2);
    const part = value / BigInt(parts);
    const values = Array.from({ length: parts }, (_, at) =>
      at === 0 ? value - part * BigInt(parts - 1) : part,
    );
    this.keep(
      block.add(
        inputs,
        values.map((one, at) => ({ script: this.recipient(at), value: one })),
      ),
    );
    count(this.counts, 'payments');
  }

  /** The first output goes to taproot, so that there is always something to reveal from. */
  private recipient(at: number): Uint8Array {
    const user = this.random.below(PEOPLE / 2) * 2;
    return (at === 0 ? this.people[user + 1] : this.people[user]) ?? this.user();
  }
}
