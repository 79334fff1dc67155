/** Login, balances, faucet. */
import { randomBytes } from 'node:crypto';
import type { TokenBalance, TransferEntry } from '@rialto/contract';
import { Refusal, formatBrc20Amount } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import { addressToScript } from '@rialto/psbt';
import { lockedOutpoints } from '../store/order-store.ts';
import { requireNetwork } from './public-calls.ts';
import { credentialsOf, requireSession, route } from './route.ts';
import type { RouteContext } from './route.ts';
import type { Service } from './service.ts';

const FAUCET_MS = 60_000;

async function tokenBalance(service: Service, address: string, tick: string): Promise<TokenBalance> {
  const script = addressToScript(address, service.config.NETWORK);
  const { ledger } = service;
  const token = await ledger.token(tick);
  if (token === undefined) throw new Refusal('unknown-tick', tick);
  const [balances, lots, locked, tip] = await Promise.all([
    ledger.balancesOf(script, token.asset),
    ledger.lotsOf(script, token.asset),
    lockedOutpoints(service.room.store.db, address),
    ledger.tip(),
  ]);
  const [balance] = balances;
  const entries: TransferEntry[] = lots.map((lot) => {
    const orderId = locked.get(lot.outpoint);
    return {
      inscriptionId: lot.inscriptionId,
      inscriptionNumber: lot.number.toString(),
      amount: formatBrc20Amount(lot.amount),
      outValue: lot.value.toString(),
      outpoint: lot.outpoint,
      confirmations: Math.max(0, tip.height - lot.height + 1),
      ...(orderId === undefined ? {} : { orderId }),
    };
  });
  return {
    token: token.tick,
    assetId: token.asset,
    availableBalance: balance === undefined ? '0' : formatBrc20Amount(balance.available),
    transferBalance: balance === undefined ? '0' : formatBrc20Amount(balance.transferable),
    transferBalanceList: entries,
    at: tip,
  };
}

async function allBalances(service: Service, address: string, tick: string | undefined) {
  const script = addressToScript(address, service.config.NETWORK);
  const token = tick === undefined ? undefined : await service.ledger.token(tick);
  if (tick !== undefined && token === undefined) throw new Refusal('unknown-tick', tick);
  const asset: AssetId | undefined = token?.asset;
  const [balances, at] = await Promise.all([service.ledger.balancesOf(script, asset), service.ledger.tip()]);
  const balanceList = balances.map((balance) => ({
    token: balance.tick,
    assetId: balance.asset,
    availableBalance: formatBrc20Amount(balance.available),
    transferBalance: formatBrc20Amount(balance.transferable),
  }));
  return { balanceList, at };
}

async function askFaucet(service: Service, body: { address: string; tick?: string | undefined }) {
  const { DEVNET_URL } = service.config;
  if (DEVNET_URL === undefined) throw new Refusal('faucet-closed');
  const answer = await fetch(`${DEVNET_URL}/demo/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(FAUCET_MS),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Refusal('faucet-closed', text.slice(0, 200));
  const parsed: unknown = JSON.parse(text);
  const txIds = typeof parsed === 'object' && parsed !== null && 'txIds' in parsed ? parsed.txIds : [];
  return { txIds: Array.isArray(txIds) ? txIds.map(String) : [] };
}

export function registerAccounts(context: RouteContext, service: Service): void {
  const { accounts } = service;
  route(context, 'loginChallenge', ({ query }) => {
    requireNetwork(service, query.net);
    return Promise.resolve(accounts.challenge(query.address, Date.now(), new Uint8Array(randomBytes(16))));
  });
  route(context, 'loginIn', async ({ body, request }) => {
    const answer = await accounts.login(body, credentialsOf(request), Date.now());
    await service.follow(addressToScript(body.address, service.config.NETWORK));
    return answer;
  });
  route(context, 'loginOut', async ({ session }) => {
    await accounts.logout(requireSession(session));
    return { success: true as const };
  });
  route(context, 'balances', async ({ params, query }) => {
    requireNetwork(service, query.net);
    return allBalances(service, params.address, query.tick);
  });
  route(context, 'tokenBalance', async ({ params, query }) => {
    requireNetwork(service, query.net);
    return tokenBalance(service, params.address, params.tick);
  });
  route(context, 'faucet', async ({ body }) => {
    requireNetwork(service, body.net);
    addressToScript(body.address, service.config.NETWORK);
    return askFaucet(service, body);
  });
}
