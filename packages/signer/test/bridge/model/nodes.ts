/** Both chains as the bridge asks its nodes and indexes for them. */
import type { BitcoindChain, Ledger, MvcChain, MvcLedger, SettledMvcToken } from '@rialto/ground';
import { TOKEN_CODES, readFtScript, sameToken } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { bytesToHex, outpoint, spentPoint } from '@rialto/protocols';
import type { CoinAsset, Outpoint, ScriptHex, Transaction, Txid } from '@rialto/protocols';
import type { BridgeSource } from '../../../src/bridge/source.ts';
import { pictureOn } from '../../memory/people.ts';
import type { ChainCoin, ModelChain } from './chain.ts';

const tokens = new WeakMap<Uint8Array, { readonly is: ReturnType<typeof readFtScript> }>();

/** The token on a script, read once. */
export function tokenOn(script: Uint8Array): ReturnType<typeof readFtScript> {
  const known = tokens.get(script) ?? { is: readFtScript(script) };
  tokens.set(script, known);
  return known.is;
}

export type BtcChain = ModelChain<Transaction>;
export type MvcBlocks = ModelChain<MvcTransaction>;

export interface BtcWorld {
  readonly chain: BtcChain;
  readonly raws: Map<Txid, Uint8Array>;
  /** Coins with an inscription on them. */
  readonly mixed: Set<Outpoint>;
  readonly index: { behind: boolean };
}

const some = <K, V>(keys: readonly K[], of: (key: K) => V | undefined): Map<K, V> =>
  new Map(
    keys.flatMap((key): [K, V][] => {
      const value = of(key);
      return value === undefined ? [] : [[key, value]];
    }),
  );

const unspentOf = ({ value, script, height }: ChainCoin) => ({ value, script, height, coinbase: false });

export function btcNode({
  chain,
  raws,
}: BtcWorld): BridgeSource['btc']['chain'] & Pick<BitcoindChain, 'tip'> {
  const funders = (txid: Txid) => {
    const scripts = chain.seen
      .get(txid)
      ?.inputs.map((input) => chain.seen.get(input.txid)?.outputs[input.vout]);
    return [
      ...new Set(
        (scripts ?? []).map((out) => (out === undefined ? '' : bytesToHex(out.script)) as ScriptHex),
      ),
    ];
  };
  return {
    tip: () => Promise.resolve(chain.tip),
    header: (hash) => {
      const block = chain.byHash.get(hash);
      return Promise.resolve({ ...chain.tip, hash, previousHash: '', time: block?.time ?? 0 } as never);
    },
    blockHash: (height) => Promise.resolve(chain.blocks[height]?.hash),
    block: (hash) => {
      const transactions = chain.byHash.get(hash)?.transactions ?? [];
      return Promise.resolve({ block: { transactions }, spent: [] } as never);
    },
    settledAt: (points) => {
      const coins = some(points, (point) => {
        const coin = chain.coins.get(point);
        return coin === undefined ? undefined : unspentOf(coin);
      });
      return Promise.resolve({ tip: chain.tip, coins });
    },
    rawTransactions: (txids) => Promise.resolve(some(txids, (txid) => raws.get(txid))),
    heightsOf: (txids) => Promise.resolve(some(txids, (txid) => chain.placed.get(txid))),
    originsOf: (txids) =>
      Promise.resolve(
        some(txids, (txid) => {
          const height = chain.placed.get(txid);
          return height === undefined ? undefined : { height, funders: funders(txid) };
        }),
      ),
  };
}

export function btcIndex({
  chain,
  mixed,
  index,
}: BtcWorld): Pick<Ledger, 'tip' | 'coinsOf' | 'assetsOn' | 'oddMrc20Among' | 'landedOn' | 'balancesOf'> {
  const tip = () => (index.behind ? { height: chain.height - 1, hash: '00'.repeat(32) } : chain.tip);
  return {
    tip: () => Promise.resolve(tip()),
    oddMrc20Among: () => Promise.resolve(new Set()),
    landedOn: () => Promise.reject(new Error('of BRC-20')),
    balancesOf: () => Promise.resolve([]),
    coinsOf: (script) => {
      const text = bytesToHex(script);
      const own = [...chain.coins.values()].filter((coin) => bytesToHex(coin.script) === text);
      return Promise.resolve(own.map((coin) => ({ ...unspentOf(coin), outpoint: coin.outpoint })));
    },
    assetsOn: (points) =>
      Promise.resolve({
        tip: tip(),
        assets: some(points, (point): readonly CoinAsset[] | undefined =>
          mixed.has(point) ? [pictureOn(point)] : undefined,
        ),
      }),
  };
}

export function mvcNode(chain: MvcBlocks): Pick<MvcChain, keyof BridgeSource['mvc']['chain']> {
  return {
    tip: () => Promise.resolve(chain.tip),
    blockHash: (height) => Promise.resolve(chain.blocks[height]?.hash),
    header: (hash) => {
      const block = chain.byHash.get(hash);
      if (block === undefined) return Promise.resolve(undefined);
      const { height, previous: previousHash, time } = block;
      return Promise.resolve({ height, hash, previousHash, time });
    },
    block: (hash) => {
      const block = chain.byHash.get(hash);
      if (block === undefined) return Promise.resolve(undefined);
      const { previous: previousHash, time, transactions } = block;
      return Promise.resolve({ hash, header: { previousHash, time }, transactions } as never);
    },
    transaction: (txid) =>
      Promise.resolve(
        chain.placed.has(txid) || chain.waiting.some((tx) => tx.txid === txid)
          ? chain.seen.get(txid)
          : undefined,
      ),
    unspent: (point, by) => {
      const coin = chain.coins.get(point);
      const isTaken =
        by === 'mempool' &&
        chain.waiting.some(({ inputs }) => inputs.some((one) => spentPoint(one) === point));
      if (coin === undefined || isTaken) return Promise.resolve(undefined);
      const { value, script, height } = coin;
      return Promise.resolve({ value, script, confirmations: chain.height - height + 1 });
    },
  };
}

/** What waits first: what blocks say of the same core or coin counts. */
export function mvcIndex(
  chain: MvcBlocks,
  index: { behind: boolean },
): Pick<MvcLedger, keyof BridgeSource['mvc']['ledger']> {
  const placedOf = (core: string): { txid: Txid; height: number | undefined } | undefined => {
    const found = chain.one(core);
    if (found === undefined) return undefined;
    const height = chain.placed.get(found.txid);
    return height === undefined && !chain.waiting.includes(found) ? undefined : { txid: found.txid, height };
  };
  return {
    tip: () => {
      const { height, hash } = chain.tip;
      return Promise.resolve({
        height,
        hash: index.behind ? '00'.repeat(32) : hash,
        time: 0,
        eventsHash: '',
      });
    },
    byCore: (cores) => Promise.resolve(some(cores, placedOf)),
    spentBy: (points) =>
      Promise.resolve(
        some(points as readonly string[], (point) => {
          const tx =
            chain.spentBy.get(point as Outpoint) ??
            chain.waiting.find(({ inputs }) => inputs.some((one) => spentPoint(one) === point));
          return tx === undefined ? undefined : { core: tx.core, height: chain.placed.get(tx.txid) };
        }),
      ),
    spendersOfTokens: (holders, key, since) => {
      const owners = new Set(holders.map(bytesToHex));
      const found = new Set<string>();
      for (const [point, { core, txid }] of chain.spentBy) {
        const script = chain.seen.get(point.slice(0, 64) as Txid)?.outputs[Number(point.slice(65))]?.script;
        const token = script === undefined ? undefined : tokenOn(script);
        if (token === undefined || !sameToken(token, key) || !owners.has(token.holder)) continue;
        if ((chain.placed.get(txid) ?? -1) >= since) found.add(core);
      }
      return Promise.resolve([...found]);
    },
    settledTokens: (holders, key) => {
      const owners = new Set(holders.map(bytesToHex));
      const found: SettledMvcToken[] = [];
      for (const { outpoint: point, script, height } of chain.coins.values()) {
        const token = tokenOn(script);
        if (token === undefined || !TOKEN_CODES.includes(token.codehash)) continue;
        if (!sameToken(token, key) || !owners.has(token.holder)) continue;
        const { core, txid } = chain.seen.get(point.slice(0, 64) as Txid) ?? {};
        if (core === undefined || txid === undefined) throw new Error('every coin was made');
        const vout = Number(point.slice(65));
        found.push({
          outpoint: outpoint(txid, vout),
          vout,
          core,
          height,
          holder: token.holder,
          units: token.amount,
        });
      }
      return Promise.resolve(found);
    },
  };
}
