/** A node and an index at the ends of their ports: they know the coins that a test puts there, and what a test says is waiting. */
import type { Chain, Ledger, Unspent } from '@rialto/ground';
import { bytesToHex, equalBytes } from '@rialto/protocols';
import type { Coin, Outpoint, Txid } from '@rialto/protocols';

export const TIP = { height: 200, hash: 'ab'.repeat(32) };

interface Node {
  readonly chain: Pick<Chain, 'unspent' | 'unspentAt' | 'settledAt' | 'spendingOf'>;
  readonly ledger: Pick<Ledger, 'assetsOn' | 'coinsOf' | 'payingCoinsOf' | 'tip'>;
  /** Unspent in the chain. */
  readonly coins: Map<Outpoint, Coin>;
  /** Which of them a waiting transaction spends. */
  readonly mempool: Map<Outpoint, Txid>;
  /** Which of them a miner made. */
  readonly mined: Set<Outpoint>;
  /** Which scripts the index does not know yet. */
  readonly unfollowed: Set<string>;
  /** Where both stand; a test may go on. */
  readonly tip: { height: number; hash: string };
}

export function openNode(all: readonly Coin[]): Node {
  const coins = new Map(all.map((coin) => [coin.outpoint, coin]));
  const mempool = new Map<Outpoint, Txid>();
  const mined = new Set<Outpoint>();
  const unfollowed = new Set<string>();
  const tip = { ...TIP };
  const of = (points: readonly Outpoint[]): Coin[] => points.flatMap((point) => coins.get(point) ?? []);
  const settled = (points: readonly Outpoint[]): Map<Outpoint, Unspent> =>
    new Map(of(points).map(({ outpoint, assets: _, ...rest }) => [outpoint, { ...rest, coinbase: false }]));
  const unspent = (points: readonly Outpoint[]) => settled(points.filter((point) => !mempool.has(point)));
  const ownOf = (script: Uint8Array): (Coin & { coinbase: boolean })[] => {
    const own = [...coins.values()].filter((coin) => equalBytes(coin.script, script));
    return own.map((coin) => ({ ...coin, coinbase: mined.has(coin.outpoint) }));
  };
  return {
    coins,
    mempool,
    mined,
    unfollowed,
    tip,
    chain: {
      unspent: (points) => Promise.resolve(unspent(points)),
      unspentAt: (points) => Promise.resolve({ tip: { ...tip }, coins: unspent(points) }),
      settledAt: (points) => Promise.resolve({ tip: { ...tip }, coins: settled(points) }),
      spendingOf: (points) =>
        Promise.resolve(
          new Map(
            points.flatMap((point): [Outpoint, Txid][] => {
              const txid = mempool.get(point);
              return txid === undefined ? [] : [[point, txid]];
            }),
          ),
        ),
    },
    ledger: {
      assetsOn: (points) =>
        Promise.resolve({
          tip: { ...tip },
          assets: new Map(of(points).map(({ outpoint, assets }) => [outpoint, assets])),
        }),
      coinsOf: (script) =>
        Promise.resolve(
          unfollowed.has(bytesToHex(script))
            ? undefined
            : ownOf(script).map(({ assets: _, ...coin }) => coin),
        ),
      // Of a script that is not read yet the index has what later blocks brought.
      payingCoinsOf: (script, { least, except, most }) =>
        Promise.resolve(
          ownOf(script)
            .filter((coin) => !coin.coinbase && coin.height !== undefined && coin.assets.length === 0)
            .filter((coin) => coin.value >= least && !except.includes(coin.outpoint))
            .sort((a, b) => (a.value > b.value ? -1 : 1))
            .slice(0, most)
            .map(({ assets: _, ...coin }) => coin),
        ),
      tip: () => Promise.resolve({ ...tip }),
    },
  };
}
