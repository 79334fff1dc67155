/** A MAN's opinion: what an output holds of an MRC-20 token. */
import { jsonOf, needed, openAsk, Silence } from './ask.ts';
import type { Ask, Reply } from './ask.ts';
import type { CoinClaim, Difference, Source } from './claim.ts';
import { decimal, field, list, whole } from './exact-json.ts';
import type { Json } from './exact-json.ts';

const ROOT = 'api/mrc20';
/** Success is 1, not 0; 100 is "nothing found". */
const FOUND = 1;
const NOTHING = 100;
const AVAILABLE = 0;

export function openMan(address: string, mostMs: number): Source {
  const ask = openAsk(address, mostMs);
  return {
    name: 'man',
    knows: ['mrc20Holding'],
    speaksOf: (claim) => claim.about === 'coin' && claim.protocol === 'mrc20',
    // The only call that returns a height; it returns no block hash.
    standsAt: async ({ height }, signal) => {
      const data = dataOf(await ask(`${ROOT}/admin/index-height/btc`, signal));
      return needed(whole(field(data, 'currentHeight'))) === BigInt(height);
    },
    compare: async (claim, signal) => (claim.about === 'coin' ? compareCoin(ask, claim, signal) : undefined),
  };
}

/** Undefined for "nothing found"; the HTTP status says nothing. */
function dataOf(reply: Reply): Json | undefined {
  const answer = jsonOf(reply);
  const code = field(answer, 'code');
  if (code === NOTHING) return undefined;
  if (code !== FOUND) throw new Silence('answers with an error');
  return needed(field(answer, 'data'));
}

/** Asked by transaction, not by balance: a balance it cannot work out is answered as zero. */
async function compareCoin(ask: Ask, claim: CoinClaim, signal: AbortSignal): Promise<Difference | undefined> {
  const query = new URLSearchParams({ txId: claim.outpoint.slice(0, 64) });
  const data = dataOf(await ask(`${ROOT}/tx/history?${query}`, signal));
  const rows = data === undefined ? [] : needed(list(field(data, 'list')));
  const held = rows.filter(
    (row) =>
      field(row, 'txPoint') === claim.outpoint &&
      field(row, 'chain') === 'btc' &&
      field(row, 'verify') === true &&
      field(row, 'status') === AVAILABLE,
  );
  const id = claim.asset.slice('mrc20:'.length);
  const seen = held
    .filter((row) => field(row, 'mrc20Id') === id)
    .reduce((sum, row) => sum + needed(decimal(field(row, 'amtChange'), claim.decimals)), 0n);
  if (seen !== claim.amount) return { why: `sees ${seen} units on this coin, we see ${claim.amount}` };
  const others = held.some(
    (row) => field(row, 'mrc20Id') !== id && decimal(field(row, 'amtChange'), 0) !== 0n,
  );
  return claim.alone && others ? { why: 'sees something else on this coin too', mixed: true } : undefined;
}
