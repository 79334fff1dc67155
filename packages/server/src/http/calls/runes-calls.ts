/** Runes: balances and outpoints of an address, the list of runes. */
import type { Rune, RuneBalance } from '@rialto/contract';
import { atOneTip, requireFollowed } from '@rialto/ground';
import {
  invariant,
  isNameless,
  mintable,
  runeAsset,
  splitAsset,
  splitOutpoint,
  writeRuneName,
  writeSpacedName,
} from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Amount, CoinAsset, RuneRow } from '@rialto/protocols';
import { hasMarket } from '../../orders/books.ts';
import { countOpenAsks } from '../../store/orders/market-figures.ts';
import { poolShares } from '../../store/pools/pool-shares.ts';
import { followedScript, nextOf, pageOf, scriptOf } from './address-calls.ts';
import { incomingOn, withoutSpent } from '../balances/holdings.ts';
import { rawTransaction, requireNetwork } from './public-calls.ts';
import { route } from '../route.ts';
import type { CallRequest, RouteContext } from '../route.ts';
import type { Service } from '../service.ts';

/** Shown for a rune without a symbol (runes §3). */
const NO_SYMBOL = '\u00a4';

/** Runes on confirmed coins that nothing spends, and those that waiting transactions will bring. */
async function runeBalances(service: Service, asked: CallRequest<'runeBalances'>) {
  const script = await followedScript(service, asked);
  const { tip, value } = await atOneTip(service.ledger, async () => {
    await requireFollowed(service.ledger, script);
    const held = await service.ledger.runeHoldingsOf(script);
    const sums = new Map(held.map(({ rune, amount }) => [runeAsset(rune.id), amount]));
    return { held, sure: await withoutSpent(service, script, { kind: 'rune', sums }) };
  });
  const incoming = await incomingOn(service, script, 'rune');
  const confirmed = value.held.flatMap(({ rune }): RuneBalance[] => {
    const amount = value.sure.get(runeAsset(rune.id));
    return amount === undefined ? [] : [heldView(rune, amount)];
  });
  const sure = await named(service, confirmed);
  return { confirmed: sure, unconfirmed: await named(service, incoming.flatMap(comingView)), at: tip };
}

/** A share has no name of its own: it is told by what its pool trades. Most addresses hold none, and then nothing is asked. */
async function named(service: Service, balances: readonly RuneBalance[]): Promise<RuneBalance[]> {
  const isAny = balances.some(({ spacedRune }) => isNameless(spacedRune));
  const shares = isAny ? await poolShares(service.orders.store.db) : undefined;
  return balances.map((balance) => {
    const traded = shares?.get(runeAsset(balance.runeid));
    return traded === undefined
      ? balance
      : { ...balance, shareOf: { kind: traded.kind, token2: traded.id, name: traded.name } };
  });
}

function heldView(rune: RuneRow, amount: Amount): RuneBalance {
  const { id, symbol = NO_SYMBOL, divisibility } = rune;
  return { runeid: id, spacedRune: writeSpacedName(rune), amount: amount.toString(), symbol, divisibility };
}

function comingView(holding: CoinAsset): RuneBalance[] {
  if (holding.kind !== 'rune') return [];
  const named = splitAsset(holding.asset);
  invariant(named?.protocol === 'rune', 'a rune has a rune id');
  const { name, symbol = NO_SYMBOL, divisibility } = holding;
  return [{ runeid: named.id, spacedRune: name, amount: holding.amount.toString(), symbol, divisibility }];
}

async function runeCoins(service: Service, query: Parameters<typeof pageOf>[0] & RuneCoinsQuery) {
  const script = scriptOf(service, query);
  const rune = await service.ledger.rune(query.runeId);
  if (rune === undefined) throw new Refusal('unknown-tick', query.runeId);
  const page = pageOf(query);
  const { tip, value } = await atOneTip(service.ledger, async () => {
    const found = await service.ledger.runeOutpointsOf(script, rune.id, page);
    return { found, unspent: await service.chain.unspent(found.outpoints.map((one) => one.outpoint)) };
  });
  const { found, unspent } = value;
  const list = found.outpoints.flatMap(({ outpoint: point, runes }) => {
    const coin = unspent.get(point);
    if (coin === undefined) return [];
    const { txid, vout } = splitOutpoint(point);
    const held = runes.map((one) => ({ runeId: one.rune, amount: one.amount.toString() }));
    return [{ txId: txid, vout, satoshi: coin.value.toString(), runes: held }];
  });
  return { total: found.total, list, ...nextOf(page, found.total), at: tip };
}

interface RuneCoinsQuery {
  readonly net: string;
  readonly address: string;
  readonly runeId: string;
}

function runeView(rune: RuneRow, at: { height: number; open: number }): Rune {
  const { id, terms, premine, mints, burned } = rune;
  const issued = premine + mints * (terms?.amount ?? 0n);
  return {
    assetId: runeAsset(id),
    runeid: id,
    rune: writeRuneName(rune.name),
    spacedRune: writeSpacedName(rune),
    symbol: rune.symbol ?? NO_SYMBOL,
    divisibility: rune.divisibility,
    number: rune.number,
    etching: rune.etching,
    // Names are Latin capitals and unique: none looks like another.
    deployHeight: rune.height,
    firstDeployed: true,
    premine: premine.toString(),
    mints: mints.toString(),
    burned: burned.toString(),
    ...(terms === undefined ? {} : { terms: termsView(terms) }),
    supply: (issued - burned).toString(),
    mintable: mintable(rune, at.height + 1) !== undefined,
    traded: hasMarket(rune),
    openOrders: at.open,
  };
}

function termsView(terms: NonNullable<RuneRow['terms']>): Record<string, string> {
  const written = Object.entries(terms).flatMap(([name, value]: [string, bigint | undefined]) =>
    value === undefined ? [] : [[name, value.toString()] as const],
  );
  return Object.fromEntries(written);
}

async function runeList(service: Service, search: string | undefined, limit: number) {
  const { tip, value } = await atOneTip(service.ledger, () =>
    service.ledger.runes({ limit, ...(search === undefined || search === '' ? {} : { search }) }),
  );
  const listed = value.map((rune) => runeAsset(rune.id));
  const open = await countOpenAsks(service.orders.store.db, listed);
  const list = value.map((rune) =>
    runeView(rune, { height: tip.height, open: open.get(runeAsset(rune.id)) ?? 0 }),
  );
  return { list, at: tip };
}

export function registerRunes(context: RouteContext, service: Service): void {
  route(context, 'runeBalances', (asked) => runeBalances(service, asked));
  route(context, 'runeBalanceList', async ({ query }) => {
    const script = scriptOf(service, query);
    const { tip, value } = await atOneTip(service.ledger, () => service.ledger.runeHoldingsOf(script));
    return {
      list: await named(
        service,
        value.map(({ rune, amount }) => heldView(rune, amount)),
      ),
      at: tip,
    };
  });
  route(context, 'runeCoins', ({ query }) => runeCoins(service, query));
  route(context, 'runeList', ({ query }) => {
    requireNetwork(service, query.net);
    return runeList(service, query.search, pageOf(query).size);
  });
  route(context, 'rawRuneTransaction', ({ query }) => rawTransaction(service, query));
}
