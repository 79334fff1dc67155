/** An `ord` and an OPI of a test, in one small server: they say what the exchange says of its reserves, and what a test bends. */
import { createServer } from 'node:http';
import type { BridgeReserve, BridgeReserves } from '@rialto/contract';

export interface OwnIndexes {
  readonly url: string;
  /** What both know; read anew for each question. */
  facts: Pick<BridgeReserves, 'btc' | 'reserves'>;
  close(): void;
}

const NAME = 'ITS•NAME';

export async function openOwnIndexes(facts: OwnIndexes['facts']): Promise<OwnIndexes> {
  const server = createServer(({ url = '/' }, response) => {
    const said = answerOf(own.facts, new URL(url, 'http://localhost'));
    response.writeHead(said === undefined ? 404 : 200).end(said ?? 'not found');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const own: OwnIndexes = { url: `http://127.0.0.1:${port}`, facts, close: () => void server.close() };
  return own;
}

function answerOf(
  { btc, reserves }: OwnIndexes['facts'],
  { pathname, searchParams }: URL,
): string | undefined {
  const [, call = '', id = ''] = pathname.split('/').map(decodeURIComponent);
  if (call === 'blockcount') return `${btc.height + 1}`;
  if (call === 'blockhash') return id === `${btc.height}` ? btc.hash : undefined;
  if (call === 'rune') return JSON.stringify({ id, entry: { spaced_rune: NAME } });
  if (call === 'output') {
    const units = reserves.flatMap(({ coins }) => coins).find(({ outpoint }) => outpoint === id)?.units;
    return `{"indexed": true, "inscriptions": null, "runes": {"${NAME}": {"amount": ${units ?? '0'}}}}`;
  }
  if (pathname.endsWith('/balance_on_block'))
    return balanceOf(reserves.find(({ lockedScript }) => lockedScript === searchParams.get('pkscript')));
  return undefined;
}

function balanceOf(reserve: BridgeReserve | undefined): string {
  const available_balance = reserve?.available ?? '0';
  const lots = reserve?.coins.reduce((sum, { units }) => sum + BigInt(units), 0n) ?? 0n;
  const overall_balance = `${BigInt(available_balance) + lots}`;
  return JSON.stringify({ error: null, result: { overall_balance, available_balance } });
}
