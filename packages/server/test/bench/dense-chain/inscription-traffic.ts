/** Inscriptions and BRC-20 in a dense chain: deploys, mints within limit and supply, transfers of what is held, moves of them, pictures. */
import type { BlockWriter, DenseCoin } from './block-writer.ts';
import { count, POSTAGE } from './wallet.ts';
import type { ChainWallet } from './wallet.ts';
import { Pool } from './random.ts';
import { inscriptionScript } from './tapscript.ts';

interface Token {
  readonly tick: string;
  readonly max: number;
  minted: number;
}

/** What somebody has at least; all credits together are what the ledger must have. */
interface Credit {
  readonly tick: string;
  readonly script: Uint8Array;
  readonly amount: number;
}

interface Lot extends Credit {
  readonly coin: DenseCoin;
}

const LIMIT = 1_000;
const FIRST_TOKENS = 3;
const TEXT = 'text/plain;charset=utf-8';

export class InscriptionTraffic {
  private readonly wallet: ChainWallet;
  private readonly tokens: Token[] = [];
  private readonly credits: Pool<Credit>;
  private readonly lots: Pool<Lot>;
  /** Inscribed coins that are no lots, or used ones. */
  private readonly inscribed: Pool<DenseCoin>;

  constructor(wallet: ChainWallet) {
    this.wallet = wallet;
    this.credits = new Pool(wallet.random);
    this.lots = new Pool(wallet.random);
    this.inscribed = new Pool(wallet.random);
  }

  /** Adds one transaction. */
  step(block: BlockWriter): void {
    const roll = this.wallet.random.below(1_000);
    if (this.tokens.length < FIRST_TOKENS || roll < 3) this.deploy(block);
    else if (roll < 400 || this.credits.size === 0) this.mint(block);
    else if (roll < 600 || this.lots.size === 0) this.inscribeTransfer(block);
    else if (roll < 780) this.moveLot(block);
    else if (roll < 900 || this.inscribed.size === 0) this.picture(block);
    else this.moveInscribed(block);
  }

  private deploy(block: BlockWriter): void {
    const at = this.tokens.length;
    const letters = [at, Math.floor(at / 26), Math.floor(at / 676)].map((n) => 97 + (n % 26));
    const tick = `b${String.fromCharCode(...letters)}`;
    const max = 50_000 + this.wallet.random.below(500_000);
    const json = { p: 'brc-20', op: 'deploy', tick, max: `${max}`, lim: `${LIMIT}` };
    this.inscribed.add(this.inscribe(block, JSON.stringify(json), this.wallet.user()));
    this.tokens.push({ tick, max, minted: 0 });
    count(this.wallet.counts, 'BRC-20 deploys');
  }

  /** Mostly of the newest tokens; one that is minted out gives nothing. */
  private mint(block: BlockWriter): void {
    const { random } = this.wallet;
    const token = random.pick(random.chance(80) ? this.tokens.slice(-4) : this.tokens);
    const script = this.wallet.user();
    const json = { p: 'brc-20', op: 'mint', tick: token.tick, amt: `${LIMIT}` };
    this.inscribed.add(this.inscribe(block, JSON.stringify(json), script));
    const amount = Math.min(LIMIT, token.max - token.minted);
    if (amount === 0) return count(this.wallet.counts, 'BRC-20 mints too late');
    token.minted += amount;
    this.credits.add({ tick: token.tick, script, amount });
    count(this.wallet.counts, 'BRC-20 mints');
  }

  private inscribeTransfer(block: BlockWriter): void {
    const credit = this.credits.take();
    if (credit === undefined) return this.mint(block);
    const { tick, script } = credit;
    const amount = 1 + this.wallet.random.below(credit.amount);
    const json = { p: 'brc-20', op: 'transfer', tick, amt: `${amount}` };
    this.lots.add({ tick, script, amount, coin: this.inscribe(block, JSON.stringify(json), script) });
    if (amount < credit.amount) this.credits.add({ tick, script, amount: credit.amount - amount });
    count(this.wallet.counts, 'BRC-20 transfers inscribed');
  }

  private moveLot(block: BlockWriter): void {
    const lot = this.lots.take();
    if (lot === undefined) return this.inscribeTransfer(block);
    const script = this.wallet.user();
    this.inscribed.add(
      ...this.wallet.pay(block, [this.wallet.spend(lot.coin)], [{ script, value: POSTAGE }]),
    );
    this.credits.add({ tick: lot.tick, script, amount: lot.amount });
    count(this.wallet.counts, 'BRC-20 transfers moved');
  }

  private picture(block: BlockWriter): void {
    const body = this.wallet.random.bytes(200 + this.wallet.random.below(1_800));
    this.inscribed.add(this.inscribe(block, body, this.wallet.user()));
    count(this.wallet.counts, 'other inscriptions');
  }

  private moveInscribed(block: BlockWriter): void {
    const coin = this.inscribed.take();
    if (coin === undefined) return this.picture(block);
    const to = { script: this.wallet.user(), value: POSTAGE };
    this.inscribed.add(...this.wallet.pay(block, [this.wallet.spend(coin)], [to]));
    count(this.wallet.counts, 'inscriptions moved');
  }

  private inscribe(block: BlockWriter, content: string | Uint8Array, to: Uint8Array): DenseCoin {
    const { wallet } = this;
    const script =
      typeof content === 'string'
        ? inscriptionScript(TEXT, Buffer.from(content))
        : inscriptionScript('image/webp', content);
    const input = wallet.reveal(wallet.takeTaproot(block), script);
    const [coin] = wallet.pay(block, [input], [{ script: to, value: POSTAGE }]);
    if (coin === undefined) throw new Error('a reveal has its output');
    count(wallet.counts, 'inscriptions');
    return coin;
  }
}
