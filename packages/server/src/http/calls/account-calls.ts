/** Login and balances. */
import { randomBytes } from 'node:crypto';
import { atOneTip } from '@rialto/ground';
import { formatBrc20Amount } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { AssetId } from '@rialto/protocols';
import { addressToScript } from '@rialto/psbt';
import { requireNetwork } from './public-calls.ts';
import { requireSession, route } from '../route.ts';
import type { RouteContext } from '../route.ts';
import { credentialsOf } from '../visitor.ts';
import type { Service } from '../service.ts';
import { tokenBalance } from '../balances/token-balance.ts';

async function allBalances(service: Service, address: string, tick: string | undefined) {
  const script = addressToScript(address, service.config.NETWORK);
  const token = tick === undefined ? undefined : await service.ledger.token(tick);
  if (tick !== undefined && token === undefined) throw new Refusal('unknown-tick', tick);
  const asset: AssetId | undefined = token?.asset;
  const { tip: at, value: balances } = await atOneTip(service.ledger, () =>
    service.ledger.balancesOf(script, asset),
  );
  const balanceList = balances.map((balance) => ({
    token: balance.tick,
    assetId: balance.asset,
    availableBalance: formatBrc20Amount(balance.available),
    transferBalance: formatBrc20Amount(balance.transferable),
  }));
  return { balanceList, at };
}

/** Reads the coins of the address that has logged in. Whoever had enough read today is logged in nevertheless. */
async function readOwn(service: Service, address: string, ip: string): Promise<void> {
  try {
    await service.follow(addressToScript(address, service.config.NETWORK), { ip, owner: true });
  } catch (error) {
    if (!(error instanceof Refusal && MAY_WAIT.has(error.code))) throw error;
  }
}

const MAY_WAIT: ReadonlySet<string> = new Set(['limit-reached', 'syncing']);

export function registerAccounts(context: RouteContext, service: Service): void {
  const { accounts } = service;
  route(context, 'loginChallenge', ({ query }) => {
    requireNetwork(service, query.net);
    return Promise.resolve(accounts.challenge(query.address, Date.now(), new Uint8Array(randomBytes(16))));
  });
  route(context, 'loginIn', async ({ body, request }) => {
    const answer = await accounts.login(body, credentialsOf(request), Date.now());
    await readOwn(service, body.address, request.ip);
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
    return tokenBalance(service, params, query.assetId);
  });
}
