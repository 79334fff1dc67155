/** A chain of mixed traffic from a seed, in blocks that a node on the private chain takes: inscriptions and runes of every form on the same coins. */
import { bytesToHex, knownRuneId, reversedHex } from '@rialto/protocols';
import type { RuneName } from '@rialto/protocols';
import type { Pay, Spend } from '../../bench/dense-chain/block-writer.ts';
import { sum } from '../../bench/dense-chain/block-writer.ts';
import { Random } from '../../bench/dense-chain/random.ts';
import { Locks } from './free-coins.ts';
import { States } from './mixed-state.ts';
import type { Commitment, MixedCoin, MixedState } from './mixed-state.ts';
import { Recipients, RIPE_COMMITMENT } from './mixed-recipients.ts';
import { oddScript } from './odd-envelopes.ts';
import { oddStone } from './odd-stones.ts';
import { RealBlock } from './real-block.ts';

export interface MixedBlock {
  readonly height: number;
  readonly hash: string;
  /** As `submitblock` takes it. */
  readonly hex: string;
  readonly transactions: number;
  readonly coinbase: string;
  /** The outputs of the coinbase. */
  readonly rewards: readonly Pay[];
  /** Every output it makes. */
  readonly outputs: readonly string[];
}

/** The private chain halves the reward of a block from here on. */
export const HALVED = 150;
const RIPE = 100;
const SPACING = 60;
/** Coins that are kept in use, about, when nothing else is said. */
const COINS = 900;
const FEW_NEAR = 6;
const MANY_FAR = 300;

export class MixedChain {
  private readonly random: Random;
  private readonly locks = new Locks();
  private readonly states = new States();
  private readonly recipients: Recipients;
  private readonly start: number;
  private readonly most: number;
  private state: MixedState;
  private made = 0;

  /** Begins on the first block of the private chain; `genesis` is its hash in internal order. */
  constructor(seed: number, genesis: Uint8Array, start: number, most = COINS) {
    this.random = new Random(seed);
    this.start = start;
    this.most = most;
    this.recipients = new Recipients(this.random, this.locks, most);
    this.state = {
      height: 0,
      hash: genesis,
      coins: [],
      unripe: [],
      commitments: [],
      names: [],
      runes: [],
      inscribed: [],
    };
    this.states.keep(this.state);
  }

  get height(): number {
    return this.state.height;
  }

  /** Coins that are unspent and can be. */
  get coins(): readonly MixedCoin[] {
    return this.state.coins;
  }

  /** Forgets the last blocks: the next one is another at their place. */
  undo(depth: number): void {
    this.state = this.states.back(depth);
  }

  /** The next block with so many transactions, the coinbase counted. */
  next(size: number): MixedBlock {
    const { state } = this;
    const block = new RealBlock(state.height + 1);
    this.ripen(block.height);
    const outputs: string[] = [];
    while (block.count < size - 1 && state.coins.length > 0) outputs.push(...this.step(block));
    this.made += 1;
    const time = this.start + block.height * SPACING;
    const finished = block.finish(state.hash, time, this.made, this.rewards(block));
    const coins = finished.coins.slice(0, -1).map((coin) => ({ ...coin, near: [] }));
    // What ord sees elsewhere is not spent again: it would go elsewhere from then on, too.
    const apart = block.height >= HALVED && this.isSpilling(block.height);
    if (!apart) state.unripe.push({ height: block.height, coins });
    this.state = { ...state, height: block.height, hash: finished.hash };
    this.states.keep(this.state);
    const coinbase = reversedHex(finished.coins[0]?.txid ?? new Uint8Array(32));
    finished.coins.forEach((_, vout) => outputs.push(`${coinbase}:${vout}`));
    const { height } = block;
    const hash = reversedHex(finished.hash);
    const transactions = block.count + 1;
    return { height, hash, hex: finished.hex, transactions, coinbase, rewards: finished.coins, outputs };
  }

  /** Whether transactions of this block pay fees. */
  private isSpilling(height: number): boolean {
    return height < HALVED || height % 10 === 0;
  }

  private ripen(height: number): void {
    const { coins, unripe } = this.state;
    while (unripe[0] !== undefined && unripe[0].height + RIPE <= height)
      coins.push(...(unripe.shift()?.coins ?? []));
  }

  /** Mostly all of it; now and then the miner leaves the fees, or a part of them, to nobody. */
  private rewards(block: RealBlock): Pay[] {
    const { random } = this;
    const parts = block.height <= RIPE ? 12 : 1 + random.below(4);
    const lost = block.count > 0 && random.chance(25) ? block.reward / BigInt(2 + random.below(40)) : 0n;
    const part = (block.reward - lost) / BigInt(parts);
    return Array.from({ length: parts }, () => ({ script: this.locks.any(random), value: part }));
  }

  /** Adds one transaction; answers its outputs. */
  private step(block: RealBlock): string[] {
    const { random, state } = this;
    const commitment = random.chance(14) ? this.takeCommitment(block.height) : undefined;
    const taken = this.takeCoins();
    const near = [...taken, ...(commitment ? [commitment.coin] : [])].flatMap((coin) => coin.near);
    const total = sum([...taken, ...(commitment ? [commitment.coin] : [])]);
    const facts = { near, far: state.inscribed, value: total };
    const inputs: Spend[] = taken.map((coin) => {
      const carried = random.chance(45) ? oddScript(random, facts) : undefined;
      return this.locks.spend(coin, carried);
    });
    if (commitment) inputs.splice(random.below(2), 0, this.locks.spend(commitment.coin, commitment.carried));
    const kept = total - this.fee(block, total);
    const { outputs, committed } = this.recipients.outputs(this.state, kept, facts);
    const name = commitment?.name ?? (random.chance(4) ? 'nameless' : undefined);
    if (name !== undefined || random.chance(45)) this.addStone(block, outputs, name);
    const coins = block.add(inputs, outputs);
    const txid = reversedHex(coins[0]?.txid ?? new Uint8Array(32));
    if (name !== undefined) state.runes.push(knownRuneId(`${block.height}:${block.count}`));
    const made = [`${txid}i0`, `${txid}i1`];
    state.inscribed.push(...made);
    if (state.inscribed.length > MANY_FAR) state.inscribed.splice(0, made.length);
    for (const coin of coins) {
      const hex = bytesToHex(coin.script);
      const here = { ...coin, near: [...near, ...made].slice(-FEW_NEAR) };
      const promise = committed.get(hex);
      if (promise !== undefined) state.commitments.push({ ...promise, coin: here, height: block.height });
      else if (this.locks.of(coin) !== undefined) state.coins.push(here);
    }
    return coins.map((_, vout) => `${txid}:${vout}`);
  }

  private takeCoins(): MixedCoin[] {
    const { random, state } = this;
    const many = state.coins.length > this.most ? 3 : 1;
    const taken: MixedCoin[] = [];
    for (let left = 1 + random.below(3) + (random.chance(30) ? many : 0); left > 0; left -= 1) {
      const at = random.below(state.coins.length);
      const [coin] = state.coins.splice(at, 1);
      if (coin !== undefined) taken.push(coin);
    }
    return taken;
  }

  private takeCommitment(height: number): Commitment | undefined {
    const { random, state } = this;
    const ripe = state.commitments.findIndex((one) => one.height + RIPE_COMMITMENT <= height);
    const at = random.chance(85) ? ripe : state.commitments.length - 1;
    return at < 0 ? undefined : state.commitments.splice(at, 1)[0];
  }

  /** Nothing, little, or so much that what sits at the end is spent with it. */
  private fee(block: RealBlock, total: bigint): bigint {
    if (!this.isSpilling(block.height)) return 0n;
    const roll = this.random.below(100);
    if (roll < 30) return 0n;
    return roll < 80
      ? BigInt(this.random.below(2_000)) % (total + 1n)
      : (total * BigInt(this.random.below(95))) / 100n;
  }

  private addStone(block: RealBlock, outputs: Pay[], name: RuneName | 'nameless' | undefined): void {
    const { random, state } = this;
    const facts = { runes: state.runes, outputs: outputs.length + 1, height: block.height, name };
    const at = random.below(outputs.length + 1);
    outputs.splice(at, 0, { script: oddStone(random, facts), value: 0n });
  }
}
