/** `/book/common/cross-check`: what other indexers say of the tokens. */
import type { CrossChecks, TokenCrossCheck } from '@rialto/contract';
import { crossCheckRows } from '../../store/crosscheck-store.ts';
import type { CrossCheckRow } from '../../store/crosscheck-store.ts';
import { requireNetwork } from './public-calls.ts';
import { route } from '../route.ts';
import type { RouteContext } from '../route.ts';
import type { Service } from '../service.ts';

const MAX = 500;

type SourceName = TokenCrossCheck['source'];

function sourcesOf({ config }: Service): SourceName[] {
  const set = { ord: config.ORD_URL, opi: config.OPI_URL, man: config.MAN_URL };
  return (['ord', 'opi', 'man'] as const).filter((name) => set[name] !== undefined);
}

function crossCheckView(row: CrossCheckRow, source: SourceName): TokenCrossCheck {
  return {
    assetId: row.asset,
    tick: row.tick,
    source,
    state: row.state,
    ...(row.agreedHeight === null ? {} : { agreedHeight: row.agreedHeight }),
    ...(row.since === null ? {} : { differsSince: row.since }),
    differing: row.discrepancies.length,
    why: row.why,
    lookedHeight: row.lookedHeight,
  };
}

async function crossChecks(service: Service): Promise<CrossChecks> {
  const sources = sourcesOf(service);
  const [rows, at] = await Promise.all([
    sources.length === 0 ? [] : crossCheckRows(service.orders.store.db, sources, MAX),
    service.ledger.tip(),
  ]);
  const tokens = rows.flatMap((row) =>
    sources.filter((source) => source === row.source).map((source) => crossCheckView(row, source)),
  );
  return { sources, tokens, at };
}

export function registerCrossChecks(context: RouteContext, service: Service): void {
  route(context, 'crossChecks', ({ query }) => {
    requireNetwork(service, query.net);
    return crossChecks(service);
  });
}
