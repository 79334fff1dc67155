/** `/book/common/opinion`: what other indexers say of the tokens. */
import type { Opinions, TokenOpinion } from '@rialto/contract';
import { opinionRows } from '../store/opinion-store.ts';
import type { OpinionRow } from '../store/opinion-store.ts';
import { requireNetwork } from './public-calls.ts';
import { route } from './route.ts';
import type { RouteContext } from './route.ts';
import type { Service } from './service.ts';

const MOST = 500;

type SourceName = TokenOpinion['source'];

function sourcesOf({ config }: Service): SourceName[] {
  const set = { ord: config.ORD_URL, opi: config.OPI_URL, man: config.MAN_URL };
  return (['ord', 'opi', 'man'] as const).filter((name) => set[name] !== undefined);
}

function opinionView(row: OpinionRow, source: SourceName): TokenOpinion {
  return {
    ...{ assetId: row.asset, tick: row.tick, source, state: row.state },
    ...(row.agreedHeight === null ? {} : { agreedHeight: row.agreedHeight }),
    ...(row.since === null ? {} : { differsSince: row.since }),
    ...{ why: row.why, lookedHeight: row.lookedHeight },
  };
}

async function opinions(service: Service): Promise<Opinions> {
  const sources = sourcesOf(service);
  const [rows, at] = await Promise.all([
    sources.length === 0 ? [] : opinionRows(service.room.store.db, sources, MOST),
    service.ledger.tip(),
  ]);
  const tokens = rows.flatMap((row) =>
    sources.filter((source) => source === row.source).map((source) => opinionView(row, source)),
  );
  return { sources, tokens, at };
}

export function registerOpinions(context: RouteContext, service: Service): void {
  route(context, 'opinions', ({ query }) => {
    requireNetwork(service, query.net);
    return opinions(service);
  });
}
