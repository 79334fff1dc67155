/** Random markets for takes: lots of all books with real signatures on them, and a buyer whose coins carry all sorts of things. */
import { outpoint, sats } from '@rialto/protocols';
import type { Coin, CoinAsset } from '@rialto/protocols';
import type { KeyKind, SignedAsk, TakeRequest } from '../../src/index.ts';
import { offerOf, operator, platformPad, service } from './market.ts';
import { coin, mrc20On, user, pinOn, plainAsset, runeOn, transferAsset, txid } from '../people.ts';
import type { User } from '../people.ts';

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

const PROTOCOLS = ['brc20', 'mrc20', 'idcoin', 'runes'] as const;
type Protocol = (typeof PROTOCOLS)[number];

/** A lot as the random market has it: the signature does not speak of what is on the coin, so one signed ask serves many markets. */
interface Stock {
  readonly seller: User;
  readonly coin: Coin;
  readonly ask: SignedAsk;
  readonly psbt: Uint8Array;
}

export interface RandomMarket {
  readonly protocol: Protocol;
  readonly buyer: User;
  readonly stock: readonly Stock[];
  readonly request: TakeRequest;
  /** What was put into it, to be counted. */
  readonly marks: ReadonlySet<string>;
}

const KINDS: readonly KeyKind[] = ['p2wpkh', 'p2tr'];
const LOT_VALUES = [330n, 546n, 547n, 1000n, 5000n, 9999n];
const buyers: readonly User[] = KINDS.map((kind) => user('random buyer', kind));

/** Signed asks of eight sellers, twelve each. */
export function makeStock(roll: Dice): readonly Stock[] {
  const sellers = KINDS.flatMap((kind) => [0, 1, 2, 3].map((at) => user(`random seller ${at}`, kind)));
  return sellers.flatMap((seller) =>
    Array.from({ length: 12 }, (_, at) => {
      const value = LOT_VALUES[roll(LOT_VALUES.length)] ?? 546n;
      const named = coin(`stock ${seller.kind} ${at} ${seller.key.join('')}`, seller, value, [
        mrc20On('MAN', 1n),
      ]);
      const price = BigInt(20_000 + roll(40_000));
      const { ask, psbt } = offerOf(seller, named, price);
      return { seller, coin: named, ask, psbt };
    }),
  );
}

/** Where in a coin: mostly at its edges. */
function offsetIn(value: bigint, roll: Dice): bigint {
  const last = Number(value) - 1;
  return BigInt([0, last, roll(last + 1)][roll(3)] ?? 0);
}

const TICKS: Readonly<Record<Protocol, string>> = {
  brc20: 'ordi',
  mrc20: 'MAN',
  idcoin: 'JACK',
  runes: 'RUNE•900001',
};
/** The block of the rune that is sold; the others are of blocks before. */
const SOLD_RUNE = 900_001;

/** What each protocol's lots sell here. */
export const TOKENS: Readonly<Record<Protocol, string>> = {
  brc20: transferAsset('any').transfer?.asset ?? '',
  mrc20: mrc20On(TICKS.mrc20, 1n).asset,
  idcoin: mrc20On(TICKS.idcoin, 1n).asset,
  runes: runeOn(SOLD_RUNE, 1n).asset,
};

/** Anything that may be on a coin besides what it sells. */
function strangers(name: string, value: bigint, roll: Dice): { mark: string; assets: CoinAsset[] } {
  const at = (): bigint => offsetIn(value, roll);
  const kinds: Record<string, () => CoinAsset[]> = {
    inscription: () => [plainAsset(`${name} i`, at())],
    transfer: () => [transferAsset(`${name} t`, BigInt(1 + roll(1000)), at())],
    rune: () => [runeOn(840_000 + roll(3), BigInt(1 + roll(1000)))],
    pin: () => [pinOn(`${name} p`, at())],
    'several mrc20': () => [mrc20On('WOMAN', 1n), mrc20On('CHILD', BigInt(1 + roll(9)))],
    crowd: () => [
      plainAsset(`${name} c`, at()),
      runeOn(840_001, 5n),
      pinOn(`${name} q`, at()),
      mrc20On('WOMAN', 2n),
    ],
  };
  const mark = Object.keys(kinds)[roll(6)] ?? 'rune';
  return { mark, assets: kinds[mark]?.() ?? [] };
}

interface Draw {
  readonly roll: Dice;
  readonly marks: Set<string>;
  readonly protocol: Protocol;
}

/** What a good lot carries. */
function soldOn(name: string, value: bigint, { roll, marks, protocol }: Draw): CoinAsset[] {
  const units = BigInt(1 + roll(100_000));
  if (protocol === 'brc20') {
    const offset = offsetIn(value, roll);
    marks.add(offset === 0n ? 'first sat' : offset === value - 1n ? 'last sat' : 'sat between');
    return [transferAsset(name, units, offset)];
  }
  if (protocol === 'runes') return [runeOn(SOLD_RUNE, units)];
  const holding = mrc20On(TICKS[protocol], units, protocol === 'idcoin' ? 8 : 0);
  if (roll(3) > 0) return [holding];
  marks.add('receipt');
  const paths = ['/ft/mrc20/mint', '/ft/mrc20/transfer'];
  const receipts = Array.from({ length: 1 + roll(2) }, (_, at) =>
    pinOn(`${name} r${at}`, offsetIn(value, roll), paths[roll(2)]),
  );
  return roll(2) === 0 ? [holding, ...receipts] : [...receipts, holding];
}

/** One thing that makes a lot none. */
function spoiled(good: Coin, name: string, draw: Draw): Coin {
  const { roll, marks } = draw;
  const more = strangers(name, good.value, roll);
  const ways: Record<string, () => Coin> = {
    mixed: () => ({
      ...good,
      assets: roll(2) === 0 ? [...good.assets, ...more.assets] : [...more.assets, ...good.assets],
    }),
    'used transfer': () => ({ ...good, assets: [plainAsset(name, offsetIn(good.value, roll))] }),
    empty: () => ({ ...good, assets: [] }),
    'another token': () => {
      const other = PROTOCOLS.filter((one) => one !== draw.protocol)[roll(3)] ?? 'mrc20';
      return {
        ...good,
        assets: soldOn(`${name} x`, good.value, { ...draw, protocol: other, marks: new Set() }),
      };
    },
    unconfirmed: () => unconfirmed(good),
    'a receipt beside BRC-20': () => ({
      ...good,
      assets: [transferAsset(name), pinOn(`${name} r`, 0n, '/ft/mrc20/mint')],
    }),
    'an unknown script': () => ({ ...good, script: Uint8Array.of(0, 32, ...new Uint8Array(32).fill(7)) }),
  };
  const way = Object.keys(ways)[roll(7)] ?? 'mixed';
  marks.add(`lot: ${way}`);
  if (way === 'mixed') marks.add(`lot mixed with ${more.mark}`);
  return ways[way]?.() ?? good;
}

/** What nobody can know of yet. */
function unconfirmed({ height: _, ...waiting }: Coin): Coin {
  return { ...waiting, assets: [] };
}

function lotsOf(all: readonly Stock[], draw: Draw): Stock[] {
  const { roll, marks } = draw;
  const count = 1 + roll(5);
  const start = roll(all.length);
  const step = 1 + 2 * roll(5);
  // In one market of five one lot is spoiled; the others then show whether it was really that one.
  const bad = roll(5) === 0 ? roll(count) : -1;
  marks.add(`${count} lots`);
  return Array.from({ length: count }, (_, at) => {
    const one = all[(start + at * step) % all.length];
    if (one === undefined) throw new Error('the stock is not empty');
    const name = `lot ${at} ${roll(1_000_000)}`;
    const good = { ...one.coin, assets: soldOn(name, one.coin.value, draw) };
    return { ...one, coin: at === bad ? spoiled(good, name, draw) : good };
  });
}

/** Clean money, pads at the edges of what may be one, dust, and coins that must never be touched. */
function balancesOf(buyer: User, { roll, marks }: Draw): Coin[] {
  const id = roll(1_000_000);
  const named = (name: string, value: bigint, assets: CoinAsset[] = []): Coin => ({
    ...coin(name, buyer, value, assets),
    outpoint: outpoint(txid(`wallet ${id}`), roll(1_000_000)),
  });
  // One wallet of six holds many small coins, more than a take may spend.
  const small = roll(6) === 0;
  const money = Array.from({ length: small ? 6 + roll(4) : 1 + roll(6) }, () =>
    named('m', BigInt(5000 + roll(small || roll(3) === 0 ? 25_000 : 300_000))),
  );
  const pads = roll(5) < 2 ? [named('pad', [545n, 546n, 2000n, 2001n, 777n][roll(5)] ?? 600n)] : [];
  const dust = roll(3) === 0 ? [named('dust', BigInt(294 + roll(252)))] : [];
  if (dust.length > 0) marks.add('dust');
  const dirty = Array.from({ length: roll(4) }, (_, at) => {
    const value = [546n, 600n, 2000n, 10_000n, 900_000n][roll(5)] ?? 546n;
    const { mark, assets } = strangers(`own ${id} ${at}`, value, roll);
    marks.add(`own ${mark}`);
    return named('dirty', value, assets);
  });
  const waiting = roll(3) === 0 ? [unconfirmed(named('waiting', 900_000n))] : [];
  if (waiting.length > 0) marks.add('unconfirmed');
  const foreign = roll(4) === 0 ? [{ ...named('foreign', 900_000n), script: operator.script }] : [];
  if (foreign.length > 0) marks.add('of others');
  const all = [...dirty, ...waiting, ...foreign, ...money, ...pads, ...dust];
  return roll(2) === 0 ? all : all.toReversed();
}

/** There may be none; and one in forty carries something, which our own stock never may. */
function platformsPad({ roll, marks }: Draw): TakeRequest['pads'] {
  if (roll(10) === 0) return {};
  if (roll(40) > 0) return { platform: platformPad };
  marks.add('a dirty platform pad');
  return { platform: { ...platformPad, assets: strangers('platform', platformPad.value, roll).assets } };
}

/** One market. The service fee is 1 % and at least 2,000 sat, or none where all asks are free. */
export function randomMarket(all: readonly Stock[], roll: Dice): RandomMarket {
  const protocol = PROTOCOLS[roll(4)] ?? 'brc20';
  const marks = new Set<string>([protocol]);
  const draw = { roll, marks, protocol };
  const buyer = buyers[roll(2)] ?? operator;
  const stock = lotsOf(all, draw);
  const prices = stock.reduce((sum, one) => sum + one.ask.price, 0n);
  const percent = (prices + 99n) / 100n;
  const free = roll(4) === 0;
  if (free) marks.add('free');
  return {
    protocol,
    buyer,
    stock,
    marks,
    request: {
      lots: stock.map(({ coin: sold, ask }) => ({ coin: sold, ...ask })),
      buyerScript: buyer.script,
      buyerKey: buyer.key,
      buyerCoins: balancesOf(buyer, draw),
      pads: platformsPad(draw),
      serviceFee: free
        ? undefined
        : { script: service.script, value: sats(percent > 2000n ? percent : 2000n) },
      feeRateSatVb: (1 + roll(600)) / 10,
    },
  };
}
