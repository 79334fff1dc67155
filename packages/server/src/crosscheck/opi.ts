/** What an OPI says: BRC-20 balances and unused transfers of a script. */
import { field, list, needed, openQuery, opiHeight, opiResult, wholeIn } from '@rialto/ground';
import type { Query } from '@rialto/ground';
import { foldTick } from '@rialto/protocols';
import type { BalanceAssertion, Difference, LotAssertion, Source } from './assertion.ts';

const ROOT = 'v1/brc20';

export function openOpi(address: string, maxMs: number): Source {
  const query = openQuery(address, maxMs);
  return {
    name: 'opi',
    knows: ['lot', 'balance'],
    covers: (assertion) => assertion.about !== 'coin',
    // It tells no block hash. The lists of unused transfers are filled by a second pass with a height of its own.
    isAt: async ({ height }, signal) => {
      const heights = await Promise.all(
        (['block_height', 'extras_block_height'] as const).map((call) => opiHeight(query, call, signal)),
      );
      return heights.every((theirs) => theirs === height);
    },
    compare: async (assertion, signal) => {
      if (assertion.about === 'lot') return compareLot(query, assertion, signal);
      return assertion.about === 'balance' ? compareBalance(query, assertion, signal) : undefined;
    },
  };
}

async function compareLot(
  query: Query,
  assertion: LotAssertion,
  signal: AbortSignal,
): Promise<Difference | undefined> {
  const params = new URLSearchParams({ pkscript: assertion.script });
  const result = opiResult(await query(`${ROOT}/get_valid_tx_notes_of_wallet?${params}`, signal));
  const unused = result === undefined ? [] : needed(list(field(result, 'unused_txes')));
  const note = unused.find((one) => field(one, 'inscription_id') === assertion.inscription);
  if (note === undefined)
    return assertion.amount === 0n ? undefined : { why: 'does not see an unused transfer here' };
  if (assertion.amount === 0n) return { why: 'sees an unused transfer, we see a used one' };
  const tick = field(note, 'tick');
  if (foldTick(needed(typeof tick === 'string' ? tick : undefined)) !== foldTick(assertion.tick))
    return { why: 'sees a transfer of another token' };
  const amount = needed(wholeIn(field(note, 'amount')));
  return amount === assertion.amount
    ? undefined
    : { why: `sees ${amount} units, we see ${assertion.amount}` };
}

async function compareBalance(
  query: Query,
  assertion: BalanceAssertion,
  signal: AbortSignal,
): Promise<Difference | undefined> {
  const params = new URLSearchParams({ pkscript: assertion.script, ticker: foldTick(assertion.tick) });
  const result = opiResult(await query(`${ROOT}/get_current_balance_of_wallet?${params}`, signal));
  const [overall, available] = ['overall_balance', 'available_balance'].map((name) =>
    result === undefined ? 0n : needed(wholeIn(field(result, name))),
  );
  if (available === assertion.available && overall === assertion.available + assertion.transferable)
    return undefined;
  return {
    why: `sees a balance of ${overall} units, we see ${assertion.available + assertion.transferable}`,
  };
}
