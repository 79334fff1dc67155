/** MRC-20 and ID-Coins: balances of an address, the lists of tokens. */
import type { IdCoinToken, Mrc20Balance, Mrc20Token } from '@rialto/contract';
import { atOneTip, isOneScript, requireFollowed } from '@rialto/ground';
import type { ListedMrc20 } from '@rialto/ground';
import { amount, formatMrc20Amount, idCoinOf } from '@rialto/protocols';
import type { Amount, AssetId } from '@rialto/protocols';
import { countOpenAsks } from '../../store/orders/market-figures.ts';
import { followedScript, pageOf } from './address-calls.ts';
import { incomingOn, withoutSpent } from '../balances/holdings.ts';
import { requireNetwork } from './public-calls.ts';
import { route } from '../route.ts';
import type { CallRequest, RouteContext } from '../route.ts';
import type { Service } from '../service.ts';
import { openMarkets } from '../book/markets.ts';
import { openTagger } from '../book/tick-sign.ts';
import type { Tagger } from '../book/tick-sign.ts';

async function balances(service: Service, tagger: Tagger, asked: CallRequest<'mrc20Balances'>) {
  const script = await followedScript(service, asked);
  const { tip, value: sure } = await atOneTip(service.ledger, async () => {
    await requireFollowed(service.ledger, script);
    const held = await service.ledger.mrc20HoldingsOf(script);
    const sums = new Map(held.map((one) => [one.asset, one.amount]));
    return withoutSpent(service, script, { kind: 'mrc20', sums });
  });
  const incoming = await incomingOn(service, script, 'mrc20');
  const unsafe = new Map(incoming.map((one): [AssetId, Amount] => [one.asset, one.amount]));
  const tokens = await service.ledger.mrc20TokensOf([...new Set([...sure.keys(), ...unsafe.keys()])]);
  const list = tokens.map((token): Mrc20Balance => {
    const { asset, deploy, display, decimals } = token;
    const written = (units: Amount = amount(0n)): string => formatMrc20Amount(units, decimals);
    return {
      assetId: asset,
      mrc20Id: deploy,
      tick: display,
      tag: tagger.tagOf(token),
      balance: written(sure.get(asset)),
      unsafeBalance: written(unsafe.get(asset)),
      decimals: decimals.toString(),
    };
  });
  return { list, taggedBy: tagger.by, at: tip };
}

function tokenView(token: ListedMrc20, tag: Mrc20Token['tag'], openOrders: number): Mrc20Token {
  const { amountPerMint, mintCount, premineCount, decimals } = token;
  const total = amount(amountPerMint * mintCount * 10n ** BigInt(decimals));
  return {
    assetId: token.asset,
    mrc20Id: token.deploy,
    tick: token.display,
    tokenName: token.tokenName,
    tag,
    decimals: decimals.toString(),
    deployHeight: token.height,
    deployAddress: token.deployer,
    firstDeployed: token.firstDeployed,
    oneScript: isOneScript(token.display),
    amtPerMint: amountPerMint.toString(),
    mintCount: mintCount.toString(),
    premineCount: premineCount.toString(),
    mints: token.mints.toString(),
    supply: formatMrc20Amount(amount(token.issued - token.burned), decimals),
    totalSupply: formatMrc20Amount(total, decimals),
    openOrders,
  };
}

interface Listed {
  readonly token: ListedMrc20;
  readonly view: Mrc20Token;
}

async function listed(service: Service, tagger: Tagger, query: CallRequest<'mrc20List'>['query']) {
  requireNetwork(service, query.net);
  const search = query.tick === undefined ? {} : { search: query.tick };
  const { tip, value } = await atOneTip(service.ledger, () =>
    service.ledger.mrc20s({ limit: pageOf(query).size, ...search }),
  );
  const assets = value.map((token) => token.asset);
  const open = await countOpenAsks(service.orders.store.db, assets);
  const list = value.map((token): Listed => ({
    token,
    view: tokenView(token, tagger.tagOf(token), open.get(token.asset) ?? 0),
  }));
  return { list, tip };
}

function idCoinView({ token, view }: Listed): IdCoinToken[] {
  const coin = view.tag === '' ? undefined : idCoinOf(token);
  if (coin === undefined) return [];
  const { issuer, pool, message, followersLimit, liquidityPerMint } = coin;
  const numbers = {
    followersLimit: followersLimit.toString(),
    liquidityPerMint: liquidityPerMint.toString(),
  };
  return [{ ...view, issuer, pool, message, ...numbers }];
}

export function registerMrc20(context: RouteContext, service: Service): void {
  const { config, orders } = service;
  const tagger = openTagger(config.TRUSTED_TICK_KEYS, config.NETWORK, orders.verifier);
  const taggedBy = tagger.by;
  const markets = openMarkets(service, tagger);
  route(context, 'markets', ({ query }) => markets(query));
  route(context, 'mrc20Balances', (asked) => balances(service, tagger, asked));
  route(context, 'mrc20List', async ({ query }) => {
    const { list, tip } = await listed(service, tagger, query);
    return { list: list.map(({ view }) => view), taggedBy, at: tip };
  });
  route(context, 'idCoinList', async ({ query }) => {
    const { list, tip } = await listed(service, tagger, query);
    return { list: list.flatMap(idCoinView), taggedBy, at: tip };
  });
}
