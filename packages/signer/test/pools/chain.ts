/** A node and an index of a test, at the ends of their ports: transactions wait, come into blocks, are replaced and fall out; runes go with them. */
import type { Chain, FeeEstimates, Ledger, Tip, Unspent } from '@rialto/ground';
import {
  amount,
  bytesToHex,
  invariant,
  isFlaw,
  knownRuneId,
  readTransaction,
  runeAsset,
  spentPoint,
} from '@rialto/protocols';
import type {
  AssetId,
  Coin,
  CoinAsset,
  Outpoint,
  RuneId,
  RuneRow,
  ScriptHex,
  Transaction,
  Txid,
} from '@rialto/protocols';
import { NOW } from '../memory/stage.ts';
import { TestTokens } from './lots/tokens.ts';
import { OWN_RUNE_ASSET, asMade, coinsAfter, effects } from '@rialto/psbt';

type ListedToken = Awaited<ReturnType<Ledger['tokens']>>[number];
type BalanceInfo = Awaited<ReturnType<Ledger['balancesOf']>>[number];

const isLot = (one: CoinAsset, asset: AssetId): boolean =>
  one.kind === 'inscription' && one.transfer?.asset === asset;

interface Made {
  readonly tx: Transaction;
  readonly spent: readonly Coin[];
  readonly coins: readonly Coin[];
  readonly burned: ReadonlyMap<AssetId, bigint>;
}

export class TestChain {
  height = 200;
  /** Of the last block, in seconds. */
  time = NOW / 1000;
  fees: FeeEstimates = {
    byTarget: new Map([
      [2, 3],
      [6, 2],
      [144, 1],
    ]),
    minimum: 1,
  };
  /** In blocks, unspent by blocks. */
  readonly settled = new Map<Outpoint, Coin>();
  /** In the order in which they came. */
  readonly waiting = new Map<Txid, Made>();
  readonly runes = new Map<RuneId, { height: number; burned: bigint; etching: string }>();
  readonly tokens = new TestTokens();
  /** What blocks have. */
  readonly mined = new Set<Txid>();
  /** Behind the node by so many blocks. */
  lag = 0;
  /** Runs once, between a look and the next: something happens meanwhile. */
  meanwhile: (() => void) | undefined;

  tip(height = this.height): Tip {
    return { height, hash: height.toString(16).padStart(64, '0') };
  }

  put(...coins: readonly Coin[]): void {
    for (const coin of coins) {
      this.settled.set(coin.outpoint, coin);
      this.tokens.seen(coin, 100);
      for (const one of coin.assets) if (one.kind === 'rune') this.etched(one.asset, 100);
    }
  }

  etched(asset: AssetId, height: number): void {
    const id = knownRuneId(asset.slice('rune:'.length));
    if (!this.runes.has(id)) this.runes.set(id, { height, burned: 0n, etching: '' });
  }

  /** A coin that is there, with what waits on it. */
  coinAt(point: Outpoint): Coin | undefined {
    return (
      this.settled.get(point) ??
      [...this.waiting.values()].flatMap(({ coins }) => coins).find((coin) => coin.outpoint === point)
    );
  }

  spender(point: Outpoint): Txid | undefined {
    for (const [txid, { tx }] of this.waiting)
      if (tx.inputs.some((input) => spentPoint(input) === point)) return txid;
    return undefined;
  }

  /** Into the mempool; what spends the same coins goes out, with all that builds on it. */
  send(raw: Uint8Array): Txid {
    const tx = readTransaction(raw);
    if (isFlaw(tx)) throw new Error('no transaction');
    for (const input of tx.inputs) {
      const other = this.spender(spentPoint(input));
      if (other !== undefined && other !== tx.txid) this.evict(other);
    }
    const spent = tx.inputs.map((input) => {
      const coin = this.coinAt(spentPoint(input));
      if (coin === undefined) throw new Error(`missing-inputs ${spentPoint(input)}`);
      return coin;
    });
    const held = spent.map((coin) => coin.outpoint);
    const done = effects(tx, spent, { ...asMade(tx, spent), held, facts: { etches: 'unnamed' } });
    const burned = new Map<AssetId, bigint>();
    for (const one of done.burned)
      if (one.kind === 'rune') burned.set(one.asset, (burned.get(one.asset) ?? 0n) + one.amount);
    this.waiting.set(tx.txid, { tx, spent, coins: coinsAfter(tx, done), burned });
    return tx.txid;
  }

  evict(txid: Txid): void {
    const gone = this.waiting.get(txid);
    if (gone === undefined) return;
    this.waiting.delete(txid);
    for (const coin of gone.coins) {
      const child = this.spender(coin.outpoint);
      if (child !== undefined) this.evict(child);
    }
  }

  /** A block with everything that waits, and empty ones behind it. */
  mine(blocks = 1): void {
    this.height += 1;
    [...this.waiting.values()].forEach(({ tx, spent, coins: made, burned }, at) => {
      const coins = this.tokens.applied({ tx, spent, coins: made });
      this.mined.add(tx.txid);
      const own = knownRuneId(`${this.height}:${at + 1}`);
      for (const input of tx.inputs) this.settled.delete(spentPoint(input));
      for (const coin of coins) {
        const assets = coin.assets.map((one): CoinAsset =>
          one.kind === 'rune' && one.asset === OWN_RUNE_ASSET
            ? { ...one, asset: runeAsset(own), name: 'AAAA' }
            : one,
        );
        for (const one of assets) if (one.kind === 'rune') this.etched(one.asset, this.height);
        this.settled.set(coin.outpoint, { ...coin, assets, height: this.height });
      }
      for (const [asset, units] of burned) {
        const row = this.runes.get(knownRuneId(asset.slice(5)));
        if (row !== undefined) row.burned += units;
      }
    });
    this.waiting.clear();
    this.height += blocks - 1;
  }

  private unspent(points: readonly Outpoint[]): Map<Outpoint, Unspent> {
    return this.coinsIn(
      points.filter((point) => this.spender(point) === undefined),
      (point) => this.coinAt(point),
    );
  }

  private coinsIn(
    points: readonly Outpoint[],
    coinAt: (point: Outpoint) => Coin | undefined,
  ): Map<Outpoint, Unspent> {
    return new Map(
      points.flatMap((point): [Outpoint, Unspent][] => {
        const coin = coinAt(point);
        if (coin === undefined) return [];
        const { assets: _, outpoint: __, ...rest } = coin;
        return [[point, { ...rest, coinbase: false }]];
      }),
    );
  }

  private rowOf(id: RuneId): RuneRow | undefined {
    const row = this.runes.get(id);
    return row === undefined ? undefined : ({ id, ...row, burned: amount(row.burned) } as unknown as RuneRow);
  }

  readonly chain: Pick<
    Chain,
    'header' | 'unspent' | 'unspentAt' | 'settledAt' | 'spendingOf' | 'estimateFees' | 'send'
  > = {
    header: (hash) => Promise.resolve({ ...this.tip(), hash, previousHash: '', time: this.time }),
    unspent: (points) => Promise.resolve(this.unspent(points)),
    unspentAt: (points) => {
      const answer = { tip: this.tip(), coins: this.unspent(points) };
      const { meanwhile } = this;
      this.meanwhile = undefined;
      meanwhile?.();
      return Promise.resolve(answer);
    },
    settledAt: (points) =>
      Promise.resolve({ tip: this.tip(), coins: this.coinsIn(points, (point) => this.settled.get(point)) }),
    spendingOf: (points) =>
      Promise.resolve(
        new Map(
          points.flatMap((point): [Outpoint, Txid][] => {
            const txid = this.spender(point);
            return txid === undefined ? [] : [[point, txid]];
          }),
        ),
      ),
    estimateFees: () => Promise.resolve(this.fees),
    send: (raw) => {
      this.send(raw);
      return Promise.resolve({ accepted: true });
    },
  };

  readonly ledger: Pick<
    Ledger,
    | 'assetsOn'
    | 'coinsOf'
    | 'payingCoinsOf'
    | 'tip'
    | 'rune'
    | 'holdersOfRune'
    | 'tokens'
    | 'countLots'
    | 'balancesOf'
    | 'landedOn'
  > = {
    assetsOn: (points) =>
      Promise.resolve({
        tip: this.tip(this.height - this.lag),
        assets: new Map(
          points.flatMap((point): [Outpoint, readonly CoinAsset[]][] => {
            const coin = this.settled.get(point);
            return coin === undefined || coin.assets.length === 0 ? [] : [[point, coin.assets]];
          }),
        ),
      }),
    coinsOf: (script) => Promise.resolve(this.coinsOf(script)),
    payingCoinsOf: (script) =>
      Promise.resolve(
        this.coinsOf(script).filter(({ outpoint: point }) => this.settled.get(point)?.assets.length === 0),
      ),
    tip: () => Promise.resolve(this.tip(this.height - this.lag)),
    tokens: ({ assets = [] }) =>
      Promise.resolve(
        assets.flatMap((asset) => {
          const token = this.tokens.known.get(asset);
          return token === undefined ? [] : [{ asset, decimals: 18, ...token } as ListedToken];
        }),
      ),
    countLots: (scripts, { asset, height }) =>
      Promise.resolve(
        scripts
          .flatMap((script) => this.coinsOf(script))
          .filter(({ outpoint: point }) => {
            const { assets, height: made = Infinity } = this.settled.get(point) ?? { assets: [] };
            return made <= height && assets.some((one) => isLot(one, asset));
          }).length,
      ),
    balancesOf: (script, asset) => {
      const available = asset === undefined ? 0n : this.tokens.freeOn(script, asset);
      const on = this.coinsOf(script).flatMap(({ outpoint: point }) => this.settled.get(point)?.assets ?? []);
      const transferable = on.reduce(
        (sum, one) =>
          one.kind === 'inscription' && one.transfer?.asset === asset
            ? sum + (one.transfer?.amount ?? 0n)
            : sum,
        0n,
      );
      return Promise.resolve([{ asset, available, transferable } as BalanceInfo]);
    },
    landedOn: (points) =>
      Promise.resolve({
        tip: this.tip(this.height - this.lag),
        landed: new Map(
          points.flatMap((point) => {
            const lot = this.tokens.landed.get(point);
            return lot === undefined || !this.settled.has(point) ? [] : [[point, lot] as const];
          }),
        ),
      }),
    rune: (text) => Promise.resolve(this.rowOf(knownRuneId(text))),
    holdersOfRune: (id) => {
      const held = new Map<ScriptHex, bigint>();
      for (const { script, assets } of this.settled.values())
        for (const one of assets)
          if (one.kind === 'rune' && one.asset === runeAsset(id)) {
            const owner = bytesToHex(script) as ScriptHex;
            held.set(owner, (held.get(owner) ?? 0n) + one.amount);
          }
      return Promise.resolve([...held].map(([script, units]) => ({ script, amount: amount(units) })));
    },
  };

  private coinsOf(script: Uint8Array) {
    const text = bytesToHex(script);
    invariant(text !== '', 'somebody’s');
    const own = [...this.settled.values()].filter((coin) => bytesToHex(coin.script) === text);
    return own.map(({ assets: _, ...coin }) => ({ ...coin, coinbase: false }));
  }
}
