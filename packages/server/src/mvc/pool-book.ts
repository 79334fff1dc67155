/** The pools by where their coins lie, which coins are theirs, and what a transaction did to them. */
import type { MvcPoolFacts } from '@rialto/ground';
import { scriptHolder } from '@rialto/mvc';
import { bytesToHex, hexToBytes, outpoint } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { hasToken, isSpace } from './coin-row.ts';
import type { CoinRow, MoveRow } from './coin-row.ts';

interface Touched {
  readonly txid: Txid;
  readonly core: string;
  readonly spent: readonly CoinRow[];
  readonly made: readonly CoinRow[];
}

export class PoolBook {
  /** Changes with the pools that are in it. */
  readonly name: string;
  readonly pools: readonly MvcPoolFacts[];
  readonly #byHolder = new Map<string, MvcPoolFacts>();
  readonly #byNumber = new Map<number, MvcPoolFacts>();

  constructor(pools: readonly MvcPoolFacts[]) {
    this.pools = pools;
    this.name = pools.map(({ number, keyHash }) => `${number}:${keyHash}`).join(' ');
    for (const pool of pools) {
      this.#byNumber.set(pool.number, pool);
      this.#byHolder.set(pool.keyHash, pool);
      this.#byHolder.set(bytesToHex(scriptHolder(hexToBytes(pool.keyHash))), pool);
    }
  }

  /**
   * The pool whose coin this is: it lies on its scripts, is genuine, and descends from a coin of the pool or opened it. What strangers
   * send there is nobody's.
   * @param spent the pools whose coins its transaction spends
   */
  ownerOf(coin: CoinRow, spent: ReadonlySet<number>): number | null {
    const pool = this.#liesOn(coin);
    if (pool === undefined) return null;
    const isOurs = spent.has(pool.number) || pool.firstCoins.includes(outpoint(coin.txid, coin.vout));
    return isOurs ? pool.number : null;
  }

  /** SPACE on the pool's key; its token and its shares on the script of that key. */
  #liesOn(coin: CoinRow): MvcPoolFacts | undefined {
    const pool = coin.holder === null ? undefined : this.#byHolder.get(coin.holder);
    if (pool === undefined) return undefined;
    if (isSpace(coin)) return coin.holder === pool.keyHash ? pool : undefined;
    const isTraded = hasToken(coin, pool.token) || hasToken(coin, pool.share);
    return coin.verdict === 'genuine' && coin.holder !== pool.keyHash && isTraded ? pool : undefined;
  }

  /** What a transaction did to each pool whose coins it spends or makes. */
  movesOf({ txid, core, spent, made }: Touched): MoveRow[] {
    const numbers = new Set([...spent, ...made].flatMap(({ pool }) => pool ?? []));
    return [...numbers].flatMap((number) => {
      const pool = this.#byNumber.get(number);
      if (pool === undefined) return [];
      const inside = (coins: readonly CoinRow[]): Sums =>
        sumsOf(
          pool,
          coins.filter((coin) => coin.pool === number),
        );
      const [before, after] = [inside(spent), inside(made)];
      return [
        {
          ...{ pool: number, txid, core, user: this.#userOf(pool, made) },
          ...{ d1: after.d1 - before.d1, d2: after.d2 - before.d2, ds: after.ds - before.ds },
        },
      ];
    });
  }

  /** The first, not the pool, that gets SPACE or the token. */
  #userOf(pool: MvcPoolFacts, made: readonly CoinRow[]): string | null {
    const got = made.find(
      (coin) =>
        coin.holder !== null &&
        this.#byHolder.get(coin.holder) !== pool &&
        (isSpace(coin) || hasToken(coin, pool.token)),
    );
    return got?.holder ?? null;
  }
}

type Sums = Pick<MoveRow, 'd1' | 'd2' | 'ds'>;

function sumsOf(pool: MvcPoolFacts, coins: readonly CoinRow[]): Sums {
  const units = (of: MvcPoolFacts['token']): bigint =>
    coins.reduce((sum, coin) => (hasToken(coin, of) ? sum + (coin.units ?? 0n) : sum), 0n);
  return {
    d1: coins.reduce((sum, coin) => (isSpace(coin) ? sum + coin.value : sum), 0n),
    d2: units(pool.token),
    ds: units(pool.share),
  };
}
