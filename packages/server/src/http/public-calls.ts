/** `/book/common`: health, rates, fees, raw transactions, coins of an address, token list. */
import type { BtcCoin, Health, Token } from '@rialto/contract';
import { assetToWire, coinToWire } from '@rialto/contract';
import { loadCoins, loadCoinsOf } from '@rialto/ground';
import { Refusal, amount, bytesToHex, formatBrc20Amount, isOutpoint, splitOutpoint } from '@rialto/protocols';
import type { Coin, Txid } from '@rialto/protocols';
import { addressToScript } from '@rialto/psbt';
import { countOpenOrders, lockedOutpoints } from '../store/order-store.ts';
import { route } from './route.ts';
import type { RouteContext } from './route.ts';
import type { Service } from './service.ts';

const SMALL = 1_000n;
const DEFAULT_SIZE = 50;
const MOST_COINS = 50;

async function health(service: Service): Promise<Health> {
  const base = { network: service.config.NETWORK, version: service.version };
  const [node, index] = await Promise.allSettled([service.chain.tip(), service.ledger.tip()]);
  const nodeTip = node.status === 'fulfilled' ? node.value : { height: -1, hash: '' };
  const indexTip = index.status === 'fulfilled' ? index.value : { height: -1, hash: '' };
  const down = node.status === 'rejected' || index.status === 'rejected';
  const behind = indexTip.hash !== nodeTip.hash ? 'syncing' : 'ok';
  const state = down ? 'ok' : (await service.followerState()).status;
  const status = down ? 'down' : state === 'stopped' ? 'stopped' : behind;
  return { ...base, status, ...nodeTip, indexHeight: indexTip.height, indexHash: indexTip.hash };
}

function lockOf(coin: Coin, locked: ReadonlyMap<string, string>): Pick<BtcCoin, 'lockedBy'> {
  if (locked.has(coin.outpoint)) return { lockedBy: 'order' };
  if (coin.height === undefined) return { lockedBy: 'unconfirmed' };
  if (coin.assets.length > 0) return { lockedBy: 'asset' };
  return coin.value < SMALL ? { lockedBy: 'small' } : {};
}

function coinView(coin: Coin, locked: ReadonlyMap<string, string>): BtcCoin {
  const { txid, vout } = splitOutpoint(coin.outpoint);
  return {
    txId: txid,
    vout,
    satoshis: coin.value.toString(),
    confirmed: coin.height !== undefined,
    ...(coin.height === undefined ? {} : { height: coin.height }),
    inscriptions: coin.assets.map(assetToWire),
    ...lockOf(coin, locked),
  };
}

/** A call for another network than ours is refused. */
export function requireNetwork(service: Service, net: string): void {
  if (net !== service.config.NETWORK) throw new Refusal('wrong-network');
}

async function coinsOf(service: Service, address: string, unconfirmed: boolean): Promise<BtcCoin[]> {
  const script = addressToScript(address, service.config.NETWORK);
  if (service.config.NETWORK === 'regtest') await service.follow(script);
  const [coins, locked] = await Promise.all([
    loadCoinsOf(service, script),
    lockedOutpoints(service.room.store.db, address),
  ]);
  return coins
    .filter((coin) => unconfirmed || coin.height !== undefined)
    .map((coin) => coinView(coin, locked));
}

export function registerPublic(context: RouteContext, service: Service): void {
  route(context, 'health', () => health(service));
  route(context, 'recommendedFees', async ({ query }) => {
    requireNetwork(service, query.net);
    const plans = await service.room.plans();
    return {
      economyFee: plans.eco,
      hourFee: plans.slow,
      halfHourFee: plans.avg,
      fastestFee: plans.fast,
      minimumFee: plans.eco,
    };
  });
  route(context, 'rawTransaction', async ({ query }) => {
    requireNetwork(service, query.net);
    const raw = await service.chain.rawTransaction(query.txId as Txid);
    if (raw === undefined) throw new Refusal('not-found', query.txId);
    return { rawTx: bytesToHex(raw) };
  });
  route(context, 'btcCoins', async ({ query }) => {
    requireNetwork(service, query.net);
    return coinsOf(service, query.address, query.unconfirmed === '1');
  });
  route(context, 'coins', async ({ query }) => {
    requireNetwork(service, query.net);
    const points = query.outpoints.split(',');
    if (points.length > MOST_COINS || !points.every(isOutpoint))
      throw new Refusal('bad-request', 'outpoints');
    const { coins, tip } = await loadCoins(service, points);
    return { coins: [...coins.values()].map(coinToWire), at: tip };
  });
  route(context, 'tokenList', async ({ query }) => {
    requireNetwork(service, query.net);
    return tokenList(service, query.tick, Number.parseInt(query.size ?? String(DEFAULT_SIZE), 10));
  });
}

async function tokenList(service: Service, search: string | undefined, limit: number) {
  const [tokens, tip, open] = await Promise.all([
    service.ledger.tokens({ limit, ...(search === undefined ? {} : { search }) }),
    service.ledger.tip(),
    countOpenOrders(service.room.store.db),
  ]);
  const list: Token[] = tokens.map((token) => ({
    assetId: token.asset,
    ticker: token.tick,
    inscriptionId: token.deployId,
    max: formatBrc20Amount(amount(token.max)),
    limit: formatBrc20Amount(amount(token.limit)),
    minted: formatBrc20Amount(amount(token.minted)),
    decimal: token.decimals,
    deployHeight: token.deployHeight,
    selfMint: token.selfMint,
    openOrders: open.get(token.asset) ?? 0,
  }));
  return { list, at: tip };
}
