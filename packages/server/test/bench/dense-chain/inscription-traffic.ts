/** Inscriptions and BRC-20 in a dense chain: deploys, mints within limit and supply, transfers of what is held, moves of them, pictures. */
import type { BlockWriter, DenseCoin } from './block-writer.ts';
import { count, POSTAGE } from './purse.ts';
import type { Purse } from './purse.ts';
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
  private readonly purse: Purse;
  private readonly tokens: Token[] = [];
  private readonly credits: Pool<Credit>;
  private readonly lots: Pool<Lot>;
  /** Inscribed coins that are no lots, or used ones. */
  private readonly inscribed: Pool<DenseCoin>;

  constructor(purse: Purse) {
    this.purse = purse;
    this.credits = new Pool(purse.random);
    this.lots = new Pool(purse.random);
    this.inscribed = new Pool(purse.random);
  }

  /** Adds one transaction. */
  step(block: BlockWriter): void {
    const roll = this.purse.random.below(1_000);
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
    const max = 50_000 + this.purse.random.below(500_000);
    const json = { p: 'brc-20', op: 'deploy', tick, max: `${max}`, lim: `${LIMIT}` };
    this.inscribed.add(this.inscribe(block, JSON.stringify(json), this.purse.person()));
    this.tokens.push({ tick, max, minted: 0 });
    count(this.purse.counts, 'BRC-20 deploys');
  }

  /** Mostly of the newest tokens; one that is minted out gives nothing. */
  private mint(block: BlockWriter): void {
    const { random } = this.purse;
    const token = random.pick(random.chance(80) ? this.tokens.slice(-4) : this.tokens);
    const script = this.purse.person();
    const json = { p: 'brc-20', op: 'mint', tick: token.tick, amt: `${LIMIT}` };
    this.inscribed.add(this.inscribe(block, JSON.stringify(json), script));
    const amount = Math.min(LIMIT, token.max - token.minted);
    if (amount === 0) return count(this.purse.counts, 'BRC-20 mints too late');
    token.minted += amount;
    this.credits.add({ tick: token.tick, script, amount });
    count(this.purse.counts, 'BRC-20 mints');
  }

  private inscribeTransfer(block: BlockWriter): void {
    const credit = this.credits.take();
    if (credit === undefined) return this.mint(block);
    const { tick, script } = credit;
    const amount = 1 + this.purse.random.below(credit.amount);
    const json = { p: 'brc-20', op: 'transfer', tick, amt: `${amount}` };
    this.lots.add({ tick, script, amount, coin: this.inscribe(block, JSON.stringify(json), script) });
    if (amount < credit.amount) this.credits.add({ tick, script, amount: credit.amount - amount });
    count(this.purse.counts, 'BRC-20 transfers inscribed');
  }

  private moveLot(block: BlockWriter): void {
    const lot = this.lots.take();
    if (lot === undefined) return this.inscribeTransfer(block);
    const script = this.purse.person();
    this.inscribed.add(...this.purse.pay(block, [this.purse.spend(lot.coin)], [{ script, value: POSTAGE }]));
    this.credits.add({ tick: lot.tick, script, amount: lot.amount });
    count(this.purse.counts, 'BRC-20 transfers moved');
  }

  private picture(block: BlockWriter): void {
    const body = this.purse.random.bytes(200 + this.purse.random.below(1_800));
    this.inscribed.add(this.inscribe(block, body, this.purse.person()));
    count(this.purse.counts, 'other inscriptions');
  }

  private moveInscribed(block: BlockWriter): void {
    const coin = this.inscribed.take();
    if (coin === undefined) return this.picture(block);
    const to = { script: this.purse.person(), value: POSTAGE };
    this.inscribed.add(...this.purse.pay(block, [this.purse.spend(coin)], [to]));
    count(this.purse.counts, 'inscriptions moved');
  }

  private inscribe(block: BlockWriter, content: string | Uint8Array, to: Uint8Array): DenseCoin {
    const { purse } = this;
    const script =
      typeof content === 'string'
        ? inscriptionScript(TEXT, Buffer.from(content))
        : inscriptionScript('image/webp', content);
    const input = purse.reveal(purse.takeTaproot(block), script);
    const [coin] = purse.pay(block, [input], [{ script: to, value: POSTAGE }]);
    if (coin === undefined) throw new Error('a reveal has its output');
    count(purse.counts, 'inscriptions');
    return coin;
  }
}
