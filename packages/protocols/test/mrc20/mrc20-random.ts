/** Blocks of PIN and MRC-20 activity from a seed: valid, invalid and odd things mixed, spends within the block among them. */
import { carriesMessage, concatBytes, hexToBytes, outpoint, pinId } from '../../src/index.ts';
import type { Block, Outpoint, Transaction, TxOutput } from '../../src/index.ts';
import { Dice } from '../dice.ts';
import { coinbaseOf, output, outputPin, transactionOf } from './mrc20-build.ts';
import type { PinText, SpentCoin } from './mrc20-build.ts';

interface Coin {
  readonly point: Outpoint;
  readonly output: TxOutput;
}

interface RandomBlock {
  readonly block: Block;
  /** What each transaction spends, input by input; the coinbase has an empty list. */
  readonly spent: readonly (readonly TxOutput[])[];
}

const OWNERS = [1, 2, 3, 4, 5].map((n) => concatBytes(Uint8Array.of(0, 20), new Uint8Array(20).fill(n)));
const DATA = hexToBytes('6a0464617461');
const ODD = Uint8Array.of(0x51);
const SUBSIDY = 10_000n;
const COINS = 6;
/** Coins that may still be spent; the others are left alone. */
const MAX_COINS = 24;
const COUNTS = ['', '0', '1', '1', '1', '1', '2', 'x'];
const PATHS = [
  '',
  '',
  '',
  '',
  '',
  '/info',
  '/info/*',
  "/follow['m']",
  "/info/a['k'='v']",
  "/info/a['k'#='v']",
];
const CONTENTS = ['m', 'm', '{"k":"v"}', '{"k":"v"}', '{"k":"a v"}', 'x'.repeat(600), '\0', ''];
const AMOUNTS = ['1', '10', '99.5', '1e1', '0.001', '0', '-1', 'no', '1000000'];

type Saying = 'deploy' | 'mint' | 'transfer' | 'note' | 'nonsense' | 'nothing';

/** What the inputs of a transaction reveal, in their order. */
const SAYINGS: readonly (readonly Saying[])[] = [
  ...([['deploy'], ['nothing', 'deploy'], ['mint'], ['mint'], ['mint', 'note'], ['note', 'mint']] as const),
  ...([['mint', 'note', 'note'], ['note', 'note', 'mint'], ['nothing', 'mint', 'note'], ['note']] as const),
  ...([['transfer'], ['transfer'], ['nothing', 'transfer'], ['transfer', 'transfer']] as const),
  ...([
    ['transfer', 'mint'],
    ['deploy', 'transfer'],
    ['deploy', 'deploy', 'note'],
  ] as const),
  ...([['nonsense'], ['nothing', 'nonsense'], [], [], [], []] as const),
];

const OUTPUT_SAYINGS: readonly Saying[] = [
  ...new Array<Saying>(12).fill('nothing'),
  ...(['deploy', 'mint', 'transfer', 'transfer', 'note', 'nonsense'] as const),
];

/** Every block spends what the ones before it made; nothing else is needed to apply them. */
export class RandomMrc20 {
  private readonly dice: Dice;
  private readonly tokens: string[] = ['no-token'];
  private coins: Coin[] = [];
  private height = 0;

  constructor(seed: number) {
    this.dice = new Dice(seed);
  }

  next(most = 8): RandomBlock {
    this.height += 1;
    const coinbase = coinbaseOf(
      this.height,
      OWNERS.concat(DATA)
        .slice(0, COINS)
        .map((to) => output(to, SUBSIDY)),
    );
    // New money is under what was made before, so that chains grow deep.
    const known = this.coins;
    this.coins = [];
    this.keep(coinbase);
    this.coins.push(...known);
    const made = Array.from({ length: 1 + this.dice.below(most) }, () =>
      // No coin may be left.
      this.coins.length === 0 ? [] : [this.transaction()],
    ).flat();
    const transactions = [coinbase, ...made.map(({ tx }) => tx)];
    const hash = this.dice
      .bits(256 - this.dice.below(120))
      .toString(16)
      .padStart(64, '0');
    this.coins = this.coins.slice(-MAX_COINS);
    const block: Block = { hash, previousHash: '', time: this.height, transactions };
    return { block, spent: [[], ...made.map(({ spent }) => spent)] };
  }

  private transaction(): { tx: Transaction; spent: TxOutput[] } {
    const coins = this.take(1 + this.dice.below(4));
    const outputs = this.outputs(coins);
    const says = this.dice.pick(SAYINGS) ?? [];
    const spends = coins.map(({ point }, at): SpentCoin => {
      const one = says[at] ?? 'nothing';
      return one === 'nothing' ? { point } : { point, pin: this.pin(one, outputs.length) };
    });
    const said = this.outputSays(outputs);
    const tx = transactionOf({ spends, outputs, signed: this.dice.below(8) > 0 });
    // Mostly its id; sometimes one that no deploy has.
    if (spends.some(({ pin }) => pin?.path.endsWith('deploy')) || said === 'deploy') {
      this.tokens.push(pinId(tx.txid, this.dice.below(6) === 0 ? 1 : 0));
      if (this.tokens.length > 8) this.tokens.shift();
    }
    this.keep(tx);
    return { tx, spent: coins.map((coin) => coin.output) };
  }

  /** Mostly what was made last. */
  private take(count: number): Coin[] {
    return Array.from({ length: count }, () => {
      const back = 1 + Math.min(this.dice.below(this.coins.length), this.dice.below(this.coins.length));
      return this.coins.splice(-back, 1);
    }).flat();
  }

  private keep(tx: Transaction): void {
    tx.outputs.forEach((one, vout) => {
      if (!carriesMessage(one.script)) this.coins.push({ point: outpoint(tx.txid, vout), output: one });
    });
  }

  /** One to four outputs that share what there is, some of them nothing; sometimes much is left as fee. */
  private outputs(coins: readonly Coin[]): TxOutput[] {
    const count = 1 + this.dice.below(4);
    const total = coins.reduce((sum, coin) => sum + coin.output.value, 0n);
    const share = total / BigInt(count + (this.dice.below(5) === 0 ? 3 : 0));
    return Array.from({ length: count }, () => {
      const value = this.dice.below(8) === 0 ? 0n : share - (this.dice.bits(20) % (share / 4n + 1n));
      const odd = this.dice.below(14);
      const owner = this.dice.pick(OWNERS) ?? ODD;
      return output(odd === 0 ? DATA : odd === 1 ? ODD : owner, value);
    });
  }

  /** Sometimes one more output says something, beside whatever the inputs reveal. */
  private outputSays(outputs: TxOutput[]): Saying {
    const saying = this.dice.pick(OUTPUT_SAYINGS) ?? 'nothing';
    if (saying === 'nothing') return saying;
    const before = this.dice.below(3) === 0 ? ODD : undefined;
    const script = outputPin(this.pin(saying, outputs.length), before);
    outputs.splice(this.dice.below(outputs.length + 1), 0, output(script, 0n));
    return saying;
  }

  private pin(saying: Exclude<Saying, 'nothing'>, outputs: number): PinText {
    const operation = this.dice.pick(['create', 'create', 'create', 'hide']) ?? 'create';
    const [path, body] = this.said(saying, outputs);
    return { operation, path, body: typeof body === 'string' ? body : JSON.stringify(body) };
  }

  private said(saying: Exclude<Saying, 'nothing'>, outputs: number): [string, unknown] {
    const vout = this.dice.below(outputs + 1);
    switch (saying) {
      case 'deploy':
        return ['/ft/mrc20/deploy', this.deploy()];
      case 'mint':
        return [
          '/ft/mrc20/mint',
          { id: this.token(), vout: this.dice.below(2) === 0 ? '' : vout.toString() },
        ];
      case 'transfer':
        return [
          '/ft/mrc20/transfer',
          Array.from({ length: 1 + this.dice.below(3) }, () => this.send(outputs)),
        ];
      case 'nonsense':
        return [this.dice.pick(['/ft/mrc20/transfer', '/ft/mrc20/mint']) ?? '', this.dice.pick(CONTENTS)];
      case 'note':
        return [
          this.dice.pick(['/info/a', '/info/name', '/file', '/follow']) ?? '',
          this.dice.pick(CONTENTS),
        ];
    }
  }

  private deploy(): unknown {
    const count = this.dice.pick(COUNTS) ?? '';
    const path = this.dice.pick(PATHS) ?? '';
    const lvl = this.dice.below(8) === 0 ? this.dice.below(60).toString() : '';
    return {
      tick: `T${this.dice.below(90)}`,
      tokenName: '',
      decimals: this.dice.below(4).toString(),
      amtPerMint: (1 + this.dice.below(500)).toString(),
      mintCount: (3 + this.dice.below(9)).toString(),
      premineCount: this.dice.below(4).toString(),
      pinCheck: { count, path, lvl },
      ...(this.dice.below(6) === 0 ? { endHeight: (this.height + this.dice.below(6)).toString() } : {}),
    };
  }

  private send(outputs: number): unknown {
    const vout = this.dice.below(10) === 0 ? outputs : this.dice.below(outputs);
    return { id: this.token(), amount: this.dice.pick(AMOUNTS), vout };
  }

  private token(): string {
    const back = Math.min(this.dice.below(this.tokens.length), this.dice.below(this.tokens.length));
    return this.tokens.at(-1 - back) ?? '';
  }
}
