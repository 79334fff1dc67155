/** PINs in a dense chain: buzzes, and MRC-20 with deploys, mints with and without shovels, data transfers and native moves. */
import { pinId, reversedHex } from '@rialto/protocols';
import type { PinId, Txid } from '@rialto/protocols';
import type { BlockWriter, DenseCoin, Pay } from './block-writer.ts';
import { count, POSTAGE } from './wallet.ts';
import type { ChainWallet } from './wallet.ts';
import { Pool } from './random.ts';
import { pinScript } from './tapscript.ts';
import type { PinText } from './tapscript.ts';

interface Token {
  readonly id: PinId;
  readonly withShovels: boolean;
  readonly most: number;
  mints: number;
}

interface TokenCoin {
  readonly id: PinId;
  /** Whole tokens. */
  readonly amount: number;
  readonly coin: DenseCoin;
}

const PER_MINT = 1_000;
const BUZZ = '/protocols/simplebuzz';
const COMMITTED = 2_000n;
const FIRST_TOKENS = 2;

export class PinTraffic {
  private readonly wallet: ChainWallet;
  private readonly tokens: Token[] = [];
  private readonly coins: Pool<TokenCoin>;
  /** Buzzes that were no shovels yet, and those that were. */
  private readonly fresh: Pool<DenseCoin>;
  private readonly used: Pool<DenseCoin>;

  constructor(wallet: ChainWallet) {
    this.wallet = wallet;
    this.coins = new Pool(wallet.random);
    this.fresh = new Pool(wallet.random);
    this.used = new Pool(wallet.random);
  }

  /** Adds one operation: a commitment, of the same block, and what reveals it; a move is one transaction alone. */
  step(block: BlockWriter): void {
    const roll = this.wallet.random.below(1_000);
    if (this.tokens.length < FIRST_TOKENS || roll < 5) this.deploy(block);
    else if (roll < 350 || this.fresh.size === 0) this.buzz(block);
    else if (roll < 650 || this.coins.size === 0) this.mint(block);
    else if (roll < 850) this.transfer(block);
    else if (roll < 950 || this.used.size === 0) this.move(block);
    else this.movePin(block);
  }

  private deploy(block: BlockWriter): void {
    const at = this.tokens.length;
    const withShovels = at % 2 === 1;
    const most = 30 + this.wallet.random.below(300);
    const body = JSON.stringify({
      tick: `pin${at}`,
      tokenName: `Pin ${at}`,
      decimals: '4',
      amtPerMint: `${PER_MINT}`,
      mintCount: `${most}`,
      premineCount: '0',
      beginHeight: '',
      endHeight: '',
      metadata: '',
      pinCheck: { creator: '', lvl: '', path: BUZZ, count: withShovels ? '1' : '' },
      payCheck: { payTo: '', payAmount: '' },
    });
    const [coin] = this.reveal(block, [], { operation: 'create', path: '/ft/mrc20/deploy', body });
    this.used.add(coin);
    const id = pinId(reversedHex(coin.txid) as Txid, 0);
    this.tokens.push({ id, withShovels, most, mints: 0 });
    count(this.wallet.counts, 'MRC-20 deploys');
  }

  private buzz(block: BlockWriter): void {
    const text = Buffer.from(this.wallet.random.bytes(20 + this.wallet.random.below(300))).toString('base64');
    const body = JSON.stringify({ content: text, contentType: 'text/plain', quotePin: '' });
    const [coin] = this.reveal(block, [], { operation: 'create', path: BUZZ, body });
    this.fresh.add(coin);
    count(this.wallet.counts, 'other PINs');
  }

  /** The tokens fall on the PIN's own output: the first, or the second behind a shovel. */
  private mint(block: BlockWriter): void {
    const { random } = this.wallet;
    const token = random.pick(random.chance(70) ? this.tokens.slice(-FIRST_TOKENS) : this.tokens);
    const shovel = token.withShovels ? this.fresh.take() : undefined;
    if (token.withShovels && shovel === undefined) return this.buzz(block);
    const before = shovel === undefined ? [] : [shovel];
    const body = JSON.stringify({ id: token.id, vout: `${before.length}` });
    const coins = this.reveal(block, before, { operation: 'create', path: '/ft/mrc20/mint', body });
    const coin = coins.at(-1);
    if (shovel !== undefined) this.used.add(coins[0]);
    if (coin === undefined) return;
    if (token.mints === token.most) return count(this.wallet.counts, 'MRC-20 mints too late');
    token.mints += 1;
    this.coins.add({ id: token.id, amount: PER_MINT, coin });
    count(this.wallet.counts, shovel === undefined ? 'MRC-20 mints' : 'MRC-20 mints with a shovel');
  }

  private transfer(block: BlockWriter): void {
    const held = this.coins.take();
    if (held === undefined) return this.mint(block);
    const { id, coin } = held;
    const amount = 1 + this.wallet.random.below(held.amount);
    const body = JSON.stringify([{ id, amount: `${amount}`, vout: 1 }]);
    const [change, sent] = this.reveal(block, [coin], {
      operation: 'hide',
      path: '/ft/mrc20/transfer',
      body,
    });
    if (sent !== undefined) this.coins.add({ id, amount, coin: sent });
    if (amount < held.amount) this.coins.add({ id, amount: held.amount - amount, coin: change });
    else this.used.add(change);
    count(this.wallet.counts, 'MRC-20 transfers');
  }

  private move(block: BlockWriter): void {
    const held = this.coins.take();
    if (held === undefined) return this.mint(block);
    const [coin] = this.wallet.pay(block, [this.wallet.spend(held.coin)], [this.postage()]);
    if (coin !== undefined) this.coins.add({ ...held, coin });
    count(this.wallet.counts, 'MRC-20 native moves');
  }

  private movePin(block: BlockWriter): void {
    const coin = this.used.take();
    if (coin === undefined) return this.buzz(block);
    this.used.add(...this.wallet.pay(block, [this.wallet.spend(coin)], [this.postage()]));
    count(this.wallet.counts, 'PINs moved');
  }

  /** Commits and reveals a PIN behind some coins; each coin and the PIN get an output, in this order. */
  private reveal(
    block: BlockWriter,
    before: readonly DenseCoin[],
    pin: PinText,
  ): [DenseCoin, ...DenseCoin[]] {
    const { wallet } = this;
    const script = wallet.people[1 + wallet.random.below(wallet.people.length / 2) * 2];
    if (script === undefined) throw new Error('odd places are taproot');
    const [committed] = wallet.pay(block, [], [{ script, value: COMMITTED }]);
    if (committed === undefined) throw new Error('a commitment has its output');
    const inputs = [...before.map((coin) => wallet.spend(coin)), wallet.reveal(committed, pinScript(pin))];
    const [first, ...more] = wallet.pay(block, inputs, [...before.map(() => this.postage()), this.postage()]);
    if (first === undefined) throw new Error('a reveal has its output');
    count(wallet.counts, 'PINs');
    return [first, ...more];
  }

  private postage(): Pay {
    return { script: this.wallet.user(), value: POSTAGE };
  }
}
