/** `/book/common`: health, fees, raw transactions, coins by outpoint, BRC-20 token list. */
import type { Health, RawTransaction, Token } from '@rialto/contract';
import { coinToWire } from '@rialto/contract';
import { atOneTip, isOneScript, loadCoins, loadSettledCoins } from '@rialto/ground';
import { amount, bytesToHex, formatBrc20Amount, hexToBytes, isOutpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Txid } from '@rialto/protocols';
import { scriptToAddress } from '@rialto/psbt';
import { healthOfMvc } from '../../mvc/reads/health.ts';
import { hashesAtTip } from '../../store/ledger/event-hashes.ts';
import { countOpenAsks } from '../../store/orders/market-figures.ts';
import { route } from '../route.ts';
import type { RouteContext } from '../route.ts';
import type { Service } from '../service.ts';
import { transactionView } from '../transactions/transaction-view.ts';

const DEFAULT_SIZE = 50;
const MAX_COINS = 50;

async function health(service: Service): Promise<Health> {
  const invariants = service.invariants();
  const base = {
    network: service.config.NETWORK,
    version: service.version,
    ...(invariants === undefined ? {} : { invariants: { ...invariants, broken: [...invariants.broken] } }),
  };
  const [node, index] = await Promise.allSettled([service.chain.tip(), hashesAtTip(service.orders.store.db)]);
  const nodeTip = node.status === 'fulfilled' ? node.value : { height: -1, hash: '' };
  const indexTip = index.status === 'fulfilled' ? index.value : { height: -1, hash: '' };
  const hashes = index.status === 'fulfilled' ? { hashes: index.value.hashes } : {};
  const down = node.status === 'rejected' || index.status === 'rejected';
  const state = down ? 'down' : (await service.followerState()).status;
  const status = state === 'ok' && indexTip.hash !== nodeTip.hash ? 'syncing' : state;
  const mvc = service.mvc === undefined ? {} : { mvc: await healthOfMvc(service.mvc, service.mvcStopped()) };
  return {
    ...base,
    ...mvc,
    status,
    ...nodeTip,
    indexHeight: indexTip.height,
    indexHash: indexTip.hash,
    ...hashes,
  };
}

/** A call for another network than ours is refused. */
export function requireNetwork(service: Pick<Service, 'config'>, net: string): void {
  if (net !== service.config.NETWORK) throw new Refusal('wrong-network');
}

/** A transaction as the node has it. Throws Refusal('not-found'). */
export async function rawTransaction(
  service: Service,
  query: { net: string; txId: string },
): Promise<RawTransaction> {
  requireNetwork(service, query.net);
  const raw = await service.chain.rawTransaction(query.txId as Txid);
  if (raw === undefined) throw new Refusal('not-found', query.txId);
  return { rawTx: bytesToHex(raw) };
}

export function registerPublic(context: RouteContext, service: Service): void {
  route(context, 'health', () => health(service));
  route(context, 'recommendedFees', async ({ query }) => {
    requireNetwork(service, query.net);
    const plans = await service.orders.plans();
    return {
      economyFee: plans.eco,
      hourFee: plans.slow,
      halfHourFee: plans.avg,
      fastestFee: plans.fast,
      minimumFee: plans.eco,
    };
  });
  route(context, 'rawTransaction', ({ query }) => rawTransaction(service, query));
  route(context, 'transaction', ({ query }) => {
    requireNetwork(service, query.net);
    return transactionView(service, query.txId as Txid);
  });
  route(context, 'coins', async ({ query }) => {
    requireNetwork(service, query.net);
    const points = query.outpoints.split(',');
    if (points.length > MAX_COINS || !points.every(isOutpoint)) throw new Refusal('bad-request', 'outpoints');
    const load = query.by === 'blocks' ? loadSettledCoins : loadCoins;
    const { coins, tip } = await load(service, points);
    return { coins: [...coins.values()].map(coinToWire), at: tip };
  });
  route(context, 'tokenList', async ({ query }) => {
    requireNetwork(service, query.net);
    return tokenList(service, query.tick, Number.parseInt(query.size ?? String(DEFAULT_SIZE), 10));
  });
}

async function tokenList(service: Service, search: string | undefined, limit: number) {
  const { tip, value: tokens } = await atOneTip(service.ledger, () =>
    service.ledger.tokens({ limit, ...(search === undefined ? {} : { search }) }),
  );
  const listed = tokens.map((token) => token.asset);
  const open = await countOpenAsks(service.orders.store.db, listed);
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
    holdersCount: token.holders,
    historyCount: token.operations,
    creator: scriptToAddress(hexToBytes(token.deployer), service.config.NETWORK) ?? '',
    burned: formatBrc20Amount(amount(token.burned)),
    firstDeployed: token.firstDeployed,
    oneScript: isOneScript(token.tick),
    differences: [...token.differences],
    openOrders: open.get(token.asset) ?? 0,
  }));
  return { list, at: tip };
}
