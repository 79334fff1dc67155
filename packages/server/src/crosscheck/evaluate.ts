/** What a look at a token makes of its row: a difference stays until the very thing it was about is agreed on. */
import type { CrossCheckChange, CrossCheckRow } from '../store/crosscheck-store.ts';
import type { Assertion, Verdict } from './assertion.ts';

export interface Outcome {
  readonly assertion: Assertion;
  readonly verdict: Verdict;
}

/**
 * What one origin has differently is refused by itself: anybody can make an odd message, and must not halt everybody's token by it.
 * A second origin says that the ledgers differ.
 */
const HALTING_ORIGINS = 2;
/** More are not written down, so with these the token is halted too. */
const MAX_DISCREPANCIES = 64;
const TXID_DIGITS = 64;

/** The thing an assertion is about, as the ledger's entity and key. */
export function subjectOf(assertion: Assertion): string {
  if (assertion.about === 'lot') return `lot ${assertion.inscription}`;
  if (assertion.about === 'balance') return `balance ${assertion.asset} ${assertion.script}`;
  return assertion.protocol === 'rune'
    ? `runeBalance ${assertion.outpoint} ${assertion.asset.slice('rune:'.length)}`
    : `mrc20Holding ${assertion.outpoint} ${assertion.asset}`;
}

/** The assets of the coins among these things. */
export function assetsOfCoins(subjects: Iterable<string>): string[] {
  return [...subjects].flatMap((subject) => {
    const [entity, , of = ''] = subject.split(' ');
    if (entity === 'mrc20Holding') return [of];
    return entity === 'runeBalance' ? [`rune:${of}`] : [];
  });
}

/**
 * Where a thing comes from: the owner of a BRC-20 lot or balance, the transaction of a coin. One odd message is seen in several
 * things of one origin: in the lot and in the balance it was taken from, in all outputs of a transfer.
 */
function originOf(subject: string, owners: ReadonlyMap<string, string>): string {
  const [entity, key = '', script] = subject.split(' ');
  if (entity === 'balance') return script ?? subject;
  if (entity === 'lot') return owners.get(key) ?? subject;
  return key.slice(0, TXID_DIGITS);
}

interface Look {
  readonly height: number;
  readonly outcomes: readonly Outcome[];
  /** Things the ledger does not know any more: spent, or of a block that was undone. What came of a spent coin is asked about by itself. */
  readonly gone?: ReadonlySet<string>;
}

/**
 * What the row becomes.
 * @param owners of lots that were differed about before, by inscription
 */
export function evaluate(
  row: CrossCheckRow,
  look: Look,
  owners: ReadonlyMap<string, string>,
): CrossCheckChange {
  const { height, outcomes } = look;
  const { discrepancies, why } = discrepanciesAfter(row, look);
  const base = { tick: outcomes[0]?.assertion.tick ?? row.tick, lookedHeight: height, discrepancies };
  // No answer clears nothing.
  if (isHalting(discrepancies, look, owners))
    return { ...base, why, state: 'differs', agreedHeight: row.agreedHeight, since: row.since ?? height };
  const said = (says: Verdict['says']): Outcome[] => outcomes.filter(({ verdict }) => verdict.says === says);
  if (said('agrees').length > 0)
    return {
      ...base,
      why: discrepancies.length > 0 ? why : '',
      state: 'agrees',
      agreedHeight: height,
      since: null,
    };
  const [silent] = said('silent').map(({ verdict }) => (verdict.says === 'silent' ? verdict.why : ''));
  return {
    ...base,
    why: discrepancies.length > 0 ? why : (silent ?? ''),
    // Who differs about one thing has answered: what was said of the others before still stands.
    state: silent === undefined && row.state === 'agrees' ? 'agrees' : 'silent',
    agreedHeight: row.agreedHeight,
    since: null,
  };
}

function isHalting(
  discrepancies: readonly string[],
  { outcomes }: Look,
  owners: ReadonlyMap<string, string>,
): boolean {
  const all = new Map(owners);
  for (const { assertion } of outcomes)
    if (assertion.about === 'lot') all.set(assertion.inscription, assertion.script);
  const origins = new Set(discrepancies.map((subject) => originOf(subject, all)));
  return origins.size >= HALTING_ORIGINS || discrepancies.length >= MAX_DISCREPANCIES;
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
