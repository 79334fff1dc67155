/** An OPI's opinion: BRC-20 balances and unused transfers of a script. */
import { foldTick } from '@rialto/protocols';
import { jsonOf, needed, openAsk, Silence } from './ask.ts';
import type { Ask, Reply } from './ask.ts';
import type { BalanceClaim, Difference, LotClaim, Source } from './claim.ts';
import { field, list, whole } from './exact-json.ts';
import type { Json } from './exact-json.ts';

const ROOT = 'v1/brc20';

export function openOpi(address: string, mostMs: number): Source {
  const ask = openAsk(address, mostMs);
  return {
    name: 'opi',
    knows: ['lot', 'balance'],
    speaksOf: (claim) => claim.about !== 'coin',
    // It returns no block hash. The lists of unused transfers are filled by a second pass with a height of its own.
    standsAt: async ({ height }, signal) => {
      const heights = await Promise.all(
        ['block_height', 'extras_block_height'].map((call) => heightOf(ask, call, signal)),
      );
      return heights.every((theirs) => theirs === height);
    },
    compare: async (claim, signal) => {
      if (claim.about === 'lot') return compareLot(ask, claim, signal);
      return claim.about === 'balance' ? compareBalance(ask, claim, signal) : undefined;
    },
  };
}

/** A plain text; -1 when its database fails. */
async function heightOf(ask: Ask, call: string, signal: AbortSignal): Promise<number> {
  const { status, text } = await ask(`${ROOT}/${call}`, signal);
  if (status !== 200 || !/^\s*-?\d{1,9}\s*$/.test(text)) throw new Silence('answers in another shape');
  return Number.parseInt(text, 10);
}

const NONE = new Set(['no balance found', 'no unused tx found']);

/** The result; undefined for "none", which it says as an error. */
function resultOf(reply: Reply): Json | undefined {
  const answer = jsonOf(reply);
  const error = field(answer, 'error');
  if (reply.status === 200 && error === null) return needed(field(answer, 'result'));
  if (typeof error === 'string' && NONE.has(error)) return undefined;
  throw new Silence('answers with an error');
}

async function compareLot(ask: Ask, claim: LotClaim, signal: AbortSignal): Promise<Difference | undefined> {
  const query = new URLSearchParams({ pkscript: claim.script });
  const result = resultOf(await ask(`${ROOT}/get_valid_tx_notes_of_wallet?${query}`, signal));
  const unused = result === undefined ? [] : needed(list(field(result, 'unused_txes')));
  const note = unused.find((one) => field(one, 'inscription_id') === claim.inscription);
  if (note === undefined)
    return claim.amount === 0n ? undefined : { why: 'does not see an unused transfer here' };
  if (claim.amount === 0n) return { why: 'sees an unused transfer, we see a used one' };
  const tick = field(note, 'tick');
  if (foldTick(needed(typeof tick === 'string' ? tick : undefined)) !== foldTick(claim.tick))
    return { why: 'sees a transfer of another token' };
  const amount = needed(whole(field(note, 'amount')));
  return amount === claim.amount ? undefined : { why: `sees ${amount} units, we see ${claim.amount}` };
}

async function compareBalance(
  ask: Ask,
  claim: BalanceClaim,
  signal: AbortSignal,
): Promise<Difference | undefined> {
  const query = new URLSearchParams({ pkscript: claim.script, ticker: foldTick(claim.tick) });
  const result = resultOf(await ask(`${ROOT}/get_current_balance_of_wallet?${query}`, signal));
  const [overall, available] = ['overall_balance', 'available_balance'].map((name) =>
    result === undefined ? 0n : needed(whole(field(result, name))),
  );
  if (available === claim.available && overall === claim.available + claim.transferable) return undefined;
  return { why: `sees a balance of ${overall} units, we see ${claim.available + claim.transferable}` };
}
