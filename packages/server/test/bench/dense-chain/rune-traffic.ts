/** Runes in a dense chain: etchings with ripe commitments, mints within their terms, transfers of what is held, now and then a cenotaph. */
import { commitmentOf, encipher, knownRuneId, readRuneName, reversedHex, runeName } from '@rialto/protocols';
import type { Amount, Edict, Etching, RuneId, RuneName, Runestone } from '@rialto/protocols';
import type { BlockWriter, DenseCoin, Pay, Spend } from './block-writer.ts';
import { count, POSTAGE } from './wallet.ts';
import type { ChainWallet } from './wallet.ts';
import { Pool } from './random.ts';
import { commitmentScript } from './tapscript.ts';

interface OpenRune {
  readonly id: RuneId;
  readonly perMint: bigint;
  readonly cap: number;
  mints: number;
}

interface RuneCoin {
  readonly coin: DenseCoin;
  readonly holds: ReadonlyMap<RuneId, bigint>;
}

interface Commitment {
  readonly coin: DenseCoin;
  readonly name: RuneName;
  readonly height: number;
}

/** A commitment is ripe in the sixth block, its own counted. */
const RIPE_AFTER = 5;
const FIRST_RUNES = 4;
const MAX_KINDS = 3;
const PER_MINT = 100_000n;
const NO_STONE: Omit<Runestone, 'kind'> = {
  edicts: [],
  etching: undefined,
  mint: undefined,
  pointer: undefined,
};
/** A varint that does not end: everything the transaction spends is burned. */
const CENOTAPH = Uint8Array.of(0x6a, 0x5d, 1, 0x80);

export class RuneTraffic {
  private readonly wallet: ChainWallet;
  private readonly runes: OpenRune[] = [];
  private readonly coins: Pool<RuneCoin>;
  private readonly commitments: Commitment[] = [];
  private named = 0;

  constructor(wallet: ChainWallet) {
    this.wallet = wallet;
    this.coins = new Pool(wallet.random);
  }

  /** Adds one transaction. */
  step(block: BlockWriter): void {
    const roll = this.wallet.random.below(1_000);
    if (this.runes.length < FIRST_RUNES) this.etch(block, undefined);
    else if (roll < 3 || this.named < FIRST_RUNES) this.commit(block);
    else if (this.isRipe(block.height)) this.etch(block, this.commitments.shift());
    else if (roll < 480 || this.coins.size === 0) this.mint(block);
    else this.transfer(block);
  }

  private isRipe(height: number): boolean {
    const [next] = this.commitments;
    return next !== undefined && next.height + RIPE_AFTER <= height;
  }

  private commit(block: BlockWriter): void {
    const script = this.wallet.people[1];
    const letters = Array.from({ length: 6 }, (_, at) => Math.floor(this.named / 26 ** at) % 26);
    const name = readRuneName(`BENCHRUNE${String.fromCharCode(...letters.map((l) => 65 + l))}`);
    if (typeof name !== 'bigint' || script === undefined) throw new Error('a name is a name');
    this.named += 1;
    const [coin] = this.wallet.pay(block, [], [{ script, value: 5_000n }]);
    if (coin === undefined) throw new Error('a commitment has its output');
    this.commitments.push({ coin, name: runeName(name), height: block.height });
    this.wallet.commitments.set(reversedHex(coin.txid), block.height);
    count(this.wallet.counts, 'rune commitments');
  }

  private etch(block: BlockWriter, commitment: Commitment | undefined): void {
    const { wallet } = this;
    const id = knownRuneId(`${block.height}:${block.count + 1}`);
    const cap = 50 + wallet.random.below(2_000);
    const premine = 1_000_000_000n as Amount;
    const none = undefined;
    const terms = {
      amount: PER_MINT as Amount,
      cap: BigInt(cap),
      heightStart: none,
      heightEnd: none,
      offsetStart: none,
      offsetEnd: none,
    };
    const etching: Etching = {
      divisibility: 2,
      premine,
      name: commitment?.name,
      spacers: 0,
      symbol: 'R',
      terms,
      turbo: true,
    };
    const inputs =
      commitment === undefined
        ? []
        : [wallet.reveal(commitment.coin, commitmentScript(commitmentOf(commitment.name)))];
    this.send(block, inputs, { ...NO_STONE, etching }, [new Map([[id, premine]])]);
    this.runes.push({ id, perMint: PER_MINT, cap, mints: 0 });
    count(wallet.counts, commitment === undefined ? 'rune etchings without a name' : 'rune etchings');
  }

  /** Mostly of the newest runes; a closed mint gives nothing. */
  private mint(block: BlockWriter): void {
    const { random } = this.wallet;
    const rune = random.pick(random.chance(80) ? this.runes.slice(-5) : this.runes);
    const open = rune.mints < rune.cap;
    if (open) rune.mints += 1;
    const holds = new Map(open ? [[rune.id, rune.perMint] as const] : []);
    this.send(block, [], { ...NO_STONE, mint: rune.id }, [holds]);
    count(this.wallet.counts, open ? 'rune mints' : 'rune mints too late');
  }

  private transfer(block: BlockWriter): void {
    const { wallet } = this;
    const taken = this.takeCoins();
    const inputs = taken.map(({ coin }) => wallet.spend(coin));
    const held = joined(taken);
    const roll = wallet.random.below(100);
    if (roll === 0) {
      wallet.pay(block, inputs, [this.postage(), { script: CENOTAPH, value: 0n }]);
      return count(wallet.counts, 'rune cenotaphs');
    }
    if (roll < 5) {
      const [coin] = wallet.pay(block, inputs, [this.postage()]);
      if (coin !== undefined) this.coins.add({ coin, holds: held });
      return count(wallet.counts, 'rune transfers without a message');
    }
    const receivers = 1 + wallet.random.below(2);
    const { edicts, wallets } = this.split(held, receivers);
    this.send(block, inputs, { ...NO_STONE, edicts }, wallets);
    count(wallet.counts, 'rune transfers');
  }

  /** One coin, or two that hold few runes together. */
  private takeCoins(): RuneCoin[] {
    const first = this.coins.take();
    const second = this.wallet.random.chance(30) ? this.coins.take() : undefined;
    if (first === undefined) return [];
    if (second === undefined) return [first];
    if (joined([first, second]).size <= MAX_KINDS) return [first, second];
    this.coins.add(second);
    return [first];
  }

  /** A part of each rune goes to each receiver; the first output keeps the rest. */
  private split(
    held: ReadonlyMap<RuneId, bigint>,
    receivers: number,
  ): { edicts: Edict[]; wallets: Map<RuneId, bigint>[] } {
    const edicts: Edict[] = [];
    const wallets = Array.from({ length: receivers + 1 }, () => new Map<RuneId, bigint>());
    for (const [id, whole] of held) {
      let left = whole;
      for (let output = 1; output <= receivers; output += 1) {
        const amount = (whole * BigInt(5 + this.wallet.random.below(40))) / 100n;
        if (amount === 0n) continue;
        edicts.push({ id, amount: amount as Amount, output });
        wallets[output]?.set(id, amount);
        left -= amount;
      }
      wallets[0]?.set(id, left);
    }
    return { edicts, wallets };
  }

  /** One output for each holder, then the message. */
  private send(
    block: BlockWriter,
    inputs: readonly Spend[],
    stone: Omit<Runestone, 'kind'>,
    wallets: readonly ReadonlyMap<RuneId, bigint>[],
  ): void {
    const outputs = [...wallets.map(() => this.postage()), { script: encipher(stone), value: 0n }];
    const coins = this.wallet.pay(block, inputs, outputs);
    wallets.forEach((holds, at) => {
      const coin = coins[at];
      if (coin === undefined) return;
      if (holds.size > 0) this.coins.add({ coin, holds });
      else this.wallet.keep([coin]);
    });
  }

  private postage(): Pay {
    return { script: this.wallet.user(), value: POSTAGE };
  }
}

function joined(coins: readonly RuneCoin[]): Map<RuneId, bigint> {
  const all = new Map<RuneId, bigint>();
  for (const { holds } of coins) for (const [id, amount] of holds) all.set(id, (all.get(id) ?? 0n) + amount);
  return all;
}
