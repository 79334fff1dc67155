/** How a comparison changes a token's row: a difference remains until both agree about the very thing that differed. */
import type { OpinionChange, OpinionRow } from '../store/opinion-store.ts';
import type { Claim, Verdict } from './claim.ts';

export interface Outcome {
  readonly claim: Claim;
  readonly verdict: Verdict;
}

/** More are not written down; the token is halted by the first. */
const MOST_DOUBTS = 64;

/** The thing a claim is about, as the ledger's entity and key. */
export function subjectOf(claim: Claim): string {
  if (claim.about === 'lot') return `lot ${claim.inscription}`;
  if (claim.about === 'balance') return `balance ${claim.asset} ${claim.script}`;
  return claim.protocol === 'rune'
    ? `runeBalance ${claim.outpoint} ${claim.asset.slice('rune:'.length)}`
    : `mrc20Holding ${claim.outpoint} ${claim.asset}`;
}

export interface Look {
  readonly height: number;
  readonly outcomes: readonly Outcome[];
  /** Things the ledger does not know any more, because their block was undone. */
  readonly gone?: ReadonlySet<string>;
}

/** What the row becomes. */
export function weigh(row: OpinionRow, look: Look): OpinionChange {
  const { height, outcomes } = look;
  const { doubts, why } = doubtsAfter(row, look);
  const base = { tick: outcomes[0]?.claim.tick ?? row.tick, lookedHeight: height, doubts };
  // Silence clears nothing.
  if (doubts.length > 0)
    return { ...base, why, state: 'differs', agreedHeight: row.agreedHeight, since: row.since ?? height };
  if (outcomes.some(({ verdict }) => verdict.says === 'agrees'))
    return { ...base, why: '', state: 'agrees', agreedHeight: height, since: null };
  const [first] = outcomes.flatMap(({ verdict }) => (verdict.says === 'silent' ? [verdict.why] : []));
  return { ...base, why: first ?? '', state: 'silent', agreedHeight: row.agreedHeight, since: null };
}

function doubtsAfter(row: OpinionRow, { outcomes, gone }: Look): { doubts: string[]; why: string } {
  const doubts = new Set(row.doubts.filter((subject) => gone?.has(subject) !== true));
  let { why } = row;
  for (const { claim, verdict } of outcomes) {
    if (verdict.says === 'agrees') doubts.delete(subjectOf(claim));
    if (verdict.says !== 'differs' || verdict.mixed) continue;
    if (doubts.size < MOST_DOUBTS) doubts.add(subjectOf(claim));
    ({ why } = verdict);
  }
  return { doubts: [...doubts], why };
}
