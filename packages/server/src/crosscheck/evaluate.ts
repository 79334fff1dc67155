/** What a look at a token makes of its row: a difference stands until the very thing it was about is agreed on. */
import type { CrossCheckChange, CrossCheckRow } from '../store/crosscheck-store.ts';
import type { Assertion, Verdict } from './assertion.ts';

export interface Outcome {
  readonly assertion: Assertion;
  readonly verdict: Verdict;
}

/** More are not written down; the token is halted by the first. */
const MAX_DISCREPANCIES = 64;

/** The thing an assertion is about, as the ledger's entity and key. */
export function subjectOf(assertion: Assertion): string {
  if (assertion.about === 'lot') return `lot ${assertion.inscription}`;
  if (assertion.about === 'balance') return `balance ${assertion.asset} ${assertion.script}`;
  return assertion.protocol === 'rune'
    ? `runeBalance ${assertion.outpoint} ${assertion.asset.slice('rune:'.length)}`
    : `mrc20Holding ${assertion.outpoint} ${assertion.asset}`;
}

interface Look {
  readonly height: number;
  readonly outcomes: readonly Outcome[];
  /** Things the ledger does not know any more, because their block was undone. */
  readonly gone?: ReadonlySet<string>;
}

/** What the row becomes. */
export function evaluate(row: CrossCheckRow, look: Look): CrossCheckChange {
  const { height, outcomes } = look;
  const { discrepancies, why } = discrepanciesAfter(row, look);
  const base = { tick: outcomes[0]?.assertion.tick ?? row.tick, lookedHeight: height, discrepancies };
  // No answer clears nothing.
  if (discrepancies.length > 0)
    return { ...base, why, state: 'differs', agreedHeight: row.agreedHeight, since: row.since ?? height };
  if (outcomes.some(({ verdict }) => verdict.says === 'agrees'))
    return { ...base, why: '', state: 'agrees', agreedHeight: height, since: null };
  const [first] = outcomes.flatMap(({ verdict }) => (verdict.says === 'silent' ? [verdict.why] : []));
  return { ...base, why: first ?? '', state: 'silent', agreedHeight: row.agreedHeight, since: null };
}

function discrepanciesAfter(
  row: CrossCheckRow,
  { outcomes, gone }: Look,
): { discrepancies: string[]; why: string } {
  const discrepancies = new Set(row.discrepancies.filter((subject) => gone?.has(subject) !== true));
  let { why } = row;
  for (const { assertion, verdict } of outcomes) {
    if (verdict.says === 'agrees') discrepancies.delete(subjectOf(assertion));
    if (verdict.says !== 'differs' || verdict.mixed) continue;
    if (discrepancies.size < MAX_DISCREPANCIES) discrepancies.add(subjectOf(assertion));
    ({ why } = verdict);
  }
  return { discrepancies: [...discrepancies], why };
}
