/** What a MAN says: what an output holds of an MRC-20 token. */
import { NoAnswer, decimalIn, field, jsonOf, list, needed, openQuery, wholeIn } from '@rialto/ground';
import type { Json, Query, Reply } from '@rialto/ground';
import type { CoinAssertion, Difference, Source } from './assertion.ts';

const ROOT = 'api/mrc20';
/** Success is 1, not 0; 100 is "nothing found". */
const FOUND = 1;
const NOTHING = 100;
const AVAILABLE = 0;
/** A transaction that waits spends the coin, to another chain or to another output; its amount then reads as negative. */
const BEING_SPENT: readonly (Json | undefined)[] = [1, 2];

export function openMan(address: string, maxMs: number): Source {
  const query = openQuery(address, maxMs);
  return {
    name: 'man',
    knows: ['mrc20Holding'],
    covers: (assertion) => assertion.about === 'coin' && assertion.protocol === 'mrc20',
    // The only call that tells a height; it tells no block hash.
    isAt: async ({ height }, signal) => {
      const data = dataOf(await query(`${ROOT}/admin/index-height/btc`, signal));
      return needed(wholeIn(field(data, 'currentHeight'))) === BigInt(height);
    },
    compare: async (assertion, signal) =>
      assertion.about === 'coin' ? compareCoin(query, assertion, signal) : undefined,
  };
}

/** Undefined for "nothing found"; the HTTP status says nothing. */
function dataOf(reply: Reply): Json | undefined {
  const answer = jsonOf(reply);
  const code = field(answer, 'code');
  if (code === NOTHING) return undefined;
  if (code !== FOUND) throw new NoAnswer('answers with an error');
  return needed(field(answer, 'data'));
}

/** Asked by transaction, not by balance: a balance it cannot work out is answered as zero. */
async function compareCoin(
  query: Query,
  assertion: CoinAssertion,
  signal: AbortSignal,
): Promise<Difference | undefined> {
  const params = new URLSearchParams({ txId: assertion.outpoint.slice(0, 64) });
  const data = dataOf(await query(`${ROOT}/tx/history?${params}`, signal));
  const rows = data === undefined ? [] : needed(list(field(data, 'list')));
  const here = rows.filter(
    (row) =>
      field(row, 'txPoint') === assertion.outpoint &&
      field(row, 'chain') === 'btc' &&
      field(row, 'verify') === true,
  );
  if (here.some((row) => BEING_SPENT.includes(field(row, 'status'))))
    throw new NoAnswer('sees this coin being spent');
  const held = here.filter((row) => field(row, 'status') === AVAILABLE);
  const id = assertion.asset.slice('mrc20:'.length);
  const seen = held
    .filter((row) => field(row, 'mrc20Id') === id)
    .reduce((sum, row) => sum + needed(decimalIn(field(row, 'amtChange'), assertion.decimals)), 0n);
  if (seen !== assertion.amount)
    return { why: `sees ${seen} units on this coin, we see ${assertion.amount}` };
  const others = held.some(
    (row) => field(row, 'mrc20Id') !== id && decimalIn(field(row, 'amtChange'), 0) !== 0n,
  );
  return assertion.alone && others ? { why: 'sees something else on this coin too', mixed: true } : undefined;
}
