/** Random takes of real lots, many in a block: after each block the follower's ledgers have to hold exactly what was agreed. */
import { bytesToHex, equalBytes, hexToBytes, isReceipt, lotOf, sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin } from '@rialto/protocols';
import { acceptAsk, acceptTake, buildTake, finishTake, planTake, signPad } from '@rialto/psbt';
import type { TakePlan } from '@rialto/psbt';
import { expect } from 'vitest';
import type { Trader } from '../../src/index.ts';
import { afterTakes, disturbed } from './ledgers.ts';
import type { Books, Sold } from './ledgers.ts';
import type { Stage } from './stage.ts';

type Dice = (below: number) => number;

/** A small generator of repeatable numbers (mulberry32). */
export function dice(seed: number): Dice {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const PER_BLOCK = 25;

interface Mined {
  readonly counts: ReadonlyMap<string, number>;
  readonly blocks: number;
}

/** Makes and mines `count` takes; throws as soon as a ledger holds anything else than was agreed. */
export async function mineTakes(stage: Stage, count: number, roll: Dice): Promise<Mined> {
  const counts = new Map<string, number>();
  const tell = (mark: string): void => void counts.set(mark, (counts.get(mark) ?? 0) + 1);
  let [mined, blocks] = [0, 0];
  let before = await stage.books();
  while (mined < count) {
    const block = new Block(stage, before, { roll, tell });
    const sold = await block.fill(Math.min(PER_BLOCK, count - mined));
    expect(sold.length, 'takes in this block').toBeGreaterThan(0);
    await stage.world.mine();
    const after = await stage.books();
    const expected = afterTakes(before.holdings, sold);
    expect(Object.fromEntries(after.holdings)).toEqual(Object.fromEntries(expected));
    const gone = new Set(sold.flatMap(({ lots }) => lots.map(({ coin }) => coin.outpoint as string)));
    expect(disturbed(before, after, gone)).toEqual([]);
    mined += sold.length;
    blocks += 1;
    before = after;
  }
  return { counts, blocks };
}

interface Offer {
  readonly seller: Trader;
  readonly coin: Coin;
}

/** The takes of one block: no coin is spent twice. */
class Block {
  private readonly spent = new Set<string>();
  private readonly stage: Stage;
  private readonly books: Books;
  private readonly roll: Dice;
  private readonly tell: (mark: string) => void;

  constructor(stage: Stage, books: Books, by: { roll: Dice; tell: (mark: string) => void }) {
    [this.stage, this.books, this.roll, this.tell] = [stage, books, by.roll, by.tell];
  }

  async fill(most: number): Promise<Sold[]> {
    const sold: Sold[] = [];
    for (let tries = 0; sold.length < most && tries < most * 3; tries += 1) {
      const buyer = this.one(this.stage.traders);
      const offers = this.offersTo(buyer);
      if (offers.length === 0) continue;
      const take = await this.take(buyer, offers);
      if (take !== undefined) sold.push(take);
    }
    return sold;
  }

  private one<T>(list: readonly T[]): T {
    const found = list[this.roll(list.length)];
    if (found === undefined) throw new Error('one of none');
    return found;
  }

  private coinsOf(who: Trader): Coin[] {
    const own = this.books.coins.get(bytesToHex(who.script)) ?? [];
    return own.filter((coin) => !this.spent.has(coin.outpoint));
  }

  /** Up to five lots of one token from others; one in twenty takes tries a coin that is no lot with them. */
  private offersTo(buyer: Trader): Offer[] {
    const all = this.stage.traders
      .filter((seller) => seller !== buyer)
      .flatMap((seller) => this.coinsOf(seller).map((coin) => ({ seller, coin })));
    const { mrc20, idcoin, rune } = this.stage.tokens;
    const kinds = ['brc20', mrc20, idcoin, rune];
    const kind = this.one(kinds);
    const lots = all.filter(({ coin }) => {
      const lot = lotOf(coin);
      return lot !== undefined && (lot.kind === 'brc20' ? kind === 'brc20' : lot.asset === kind);
    });
    const asked = 1 + this.roll(4);
    const chosen = new Set<Offer>();
    for (let tries = 0; lots.length > 0 && chosen.size < asked && tries < 20; tries += 1)
      chosen.add(this.one(lots));
    const told = lots.filter(({ coin }) => coin.assets.some(isReceipt));
    if (this.roll(3) === 0 && told.length > 0) chosen.add(this.one(told));
    const mixed = all.filter(({ coin }) => coin.assets.length > 1 && lotOf(coin) === undefined);
    if (this.roll(20) === 0 && mixed.length > 0) chosen.add(this.one(mixed));
    return [...chosen];
  }

  private async take(buyer: Trader, offers: readonly Offer[]): Promise<Sold | undefined> {
    const priced = offers.map((offer) => ({ ...offer, price: BigInt(10_000 + this.roll(50_000)) }));
    const plan = this.plan(buyer, priced);
    if (plan === undefined) return undefined;
    const built = buildTake(plan);
    const half = acceptTake(plan, hexToBytes(buyer.sign(bytesToHex(built.psbt), built.toSign)));
    const sellers = priced.map(({ seller, coin, price }) => {
      const psbt = hexToBytes(seller.signAsk(coin, price));
      return acceptAsk(psbt, { lot: coin, owner: seller.script }).witness;
    });
    const parts = { buyer: half, sellers };
    const { lender, world } = this.stage;
    const done = plan.pad.platform
      ? finishTake(plan, { ...parts, padWitness: signPad(plan, built.unsigned, lender.key) })
      : finishTake(plan, parts);
    await world.chain.rpc('sendrawtransaction', [bytesToHex(done.raw), 0]);
    for (const { coin } of [...plan.lots, plan.pad]) this.spent.add(coin.outpoint);
    for (const coin of plan.payments) this.spent.add(coin.outpoint);
    this.mark(plan, buyer);
    return { buyer: buyer.script, lots: priced, service: plan.serviceFee, fee: built.fee };
  }

  private plan(buyer: Trader, priced: readonly (Offer & { price: bigint })[]): TakePlan | undefined {
    const total = priced.reduce((sum, { price }) => sum + price, 0n);
    const percent = (total + 99n) / 100n;
    const { lender, service } = this.stage;
    const [pad] = this.coinsOf(lender).filter((coin) => coin.value === 600n);
    try {
      return planTake({
        lots: priced.map(({ seller, coin, price }) => {
          return { coin, price: sats(price), payScript: seller.script, sequence: 0xfffffffd };
        }),
        buyerScript: buyer.script,
        buyerKey: buyer.publicKey,
        buyerCoins: this.coinsOf(buyer),
        pads: pad === undefined ? {} : { platform: pad },
        serviceFee:
          this.roll(3) === 0
            ? undefined
            : { script: service.script, value: sats(percent > 2000n ? percent : 2000n) },
        feeRateSatVb: (10 + this.roll(100)) / 10,
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.tell(`refused: ${error.code}`);
      return undefined;
    }
  }

  private mark({ lots, pad, serviceFee }: TakePlan, buyer: Trader): void {
    const [first] = lots;
    const lot = first && lotOf(first.coin);
    const isIdCoin = lot?.asset === this.stage.tokens.idcoin;
    this.tell(isIdCoin ? 'idcoin' : (lot?.kind ?? 'none'));
    this.tell(`${lots.length} lots`);
    if (serviceFee === undefined) this.tell('free');
    if (lots.some(({ coin }) => coin.assets.some(isReceipt))) this.tell('with a receipt');
    if (pad.platform) this.tell('pad of the platform');
    else if (pad.coin.value <= 2000n) this.tell('own pad');
    if (this.coinsOf(buyer).some((coin) => coin.assets.length > 1)) this.tell('mixed coins beside');
    if (this.coinsOf(buyer).some(({ assets }) => assets.some(({ kind }) => kind === 'rune')))
      this.tell('runes beside');
    if (lots.some(({ coin }) => equalBytes(coin.script, buyer.script)))
      throw new Error('bought from oneself');
  }
}
