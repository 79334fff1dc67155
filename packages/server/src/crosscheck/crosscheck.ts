/** The cross-check with other indexers: it can only refuse. No block waits for it, and no caller longer than its time-out. */
import { NoAnswer } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import { Refusal } from '@rialto/refusals';
import type { Warn } from '../repeat.ts';
import type { Store } from '../store/database.ts';
import { changeCrossCheck, differingOf, haltOf } from '../store/crosscheck-store.ts';
import type { Assertion, CoinAssertion, LotAssertion, Source, Verdict } from './assertion.ts';
import { check, openSlots } from './check.ts';
import type { Slots } from './check.ts';
import { openMan } from './man.ts';
import { openOpi } from './opi.ts';
import { openOrd } from './ord.ts';
import { openWatch } from './watch.ts';
import { evaluate } from './evaluate.ts';

interface CrossCheckSettings {
  readonly ord?: string | undefined;
  readonly opi?: string | undefined;
  readonly man?: string | undefined;
  /** No call and no caller waits longer. */
  readonly maxMs: number;
  /** Assets nobody is asked about: there our own index is enough. */
  readonly skip: readonly string[];
}

export interface CrossCheck {
  /** Ends when a caller has waited long enough. */
  deadline(): AbortSignal;
  /** @throws Refusal('token-halted', 'indexers-differ', 'indexer-no-answer') */
  lot(assertion: LotAssertion | CoinAssertion, at: Tip, deadline: AbortSignal): Promise<void>;
  /**
   * @param things the lots that are to be traded, as `offeredThing` names them
   * @throws Refusal token-halted while a source differs about the token, indexers-differ while one differs about one of the things
   */
  trading(asset: string, things?: readonly string[]): Promise<void>;
  /** The ledger has reached a tip. Returns at once. */
  afterBlock(tip: Tip): void;
  stop(): Promise<void>;
}

/** Callers that ask one source at the same time. */
const MAX_AT_ONCE = 16;
/** A look after a block may take so many times the time-out of a call: other indexers need a while for a block. */
const LOOK_CALLS = 20;

function sourcesOf({ ord, opi, man, maxMs }: CrossCheckSettings): Source[] {
  return [
    ...(ord === undefined ? [] : [openOrd(ord, maxMs)]),
    ...(opi === undefined ? [] : [openOpi(opi, maxMs)]),
    ...(man === undefined ? [] : [openMan(man, maxMs)]),
  ];
}

export function openCrossCheck(
  settings: CrossCheckSettings,
  { store, warn }: { store: Pick<Store, 'db' | 'transact'>; warn: Warn },
): CrossCheck {
  const sources = sourcesOf(settings).map((source) => ({ source, slots: openSlots(MAX_AT_ONCE) }));
  const names = sources.map(({ source }) => source.name);
  const skip = new Set(settings.skip);
  const lookMs = settings.maxMs * LOOK_CALLS;
  const watch = openWatch({ store, sources: sources.map(({ source }) => source), skip, lookMs, warn });
  const trading = async (asset: string, things: readonly string[] = []): Promise<void> => {
    if (names.length === 0 || skip.has(asset)) return;
    const halt = await haltOf(store.db, asset, names);
    if (halt !== undefined)
      throw new Refusal('token-halted', `${halt.source}, since block ${halt.since ?? 0}`);
    if (things.length === 0) return;
    const differing = await differingOf(store.db, asset, { sources: names, things });
    if (differing !== undefined) throw new Refusal('indexers-differ', differing.source);
  };
  return {
    deadline: () => AbortSignal.timeout(settings.maxMs),
    trading,
    lot: async (assertion, at, deadline) => {
      const covering = sources.filter(({ source }) => source.covers(assertion));
      if (covering.length === 0 || skip.has(assertion.asset)) return;
      await trading(assertion.asset);
      const verdicts = await Promise.all(
        covering.map(async ({ source, slots }) => {
          const verdict = await inTurn(slots, deadline, () => check(source, assertion, at, deadline));
          if (verdict.says === 'differs' && !verdict.mixed)
            await note(store, { source, assertion, verdict, at });
          return { source, verdict };
        }),
      );
      for (const { source, verdict } of verdicts)
        if (verdict.says === 'differs') throw new Refusal('indexers-differ', `${source.name} ${verdict.why}`);
      for (const { source, verdict } of verdicts)
        if (verdict.says === 'silent')
          throw new Refusal('indexer-no-answer', `${source.name} ${verdict.why}`);
    },
    afterBlock: (tip) => {
      watch.afterBlock(tip);
    },
    stop: () => watch.stop(),
  };
}

async function inTurn(slots: Slots, deadline: AbortSignal, act: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await slots(deadline, act);
  } catch (error) {
    if (error instanceof NoAnswer) return { says: 'silent', why: error.message };
    throw error;
  }
}

/** The assertion is our own index's: a difference about it counts, whoever wanted to sell. */
function note(
  store: Pick<Store, 'db' | 'transact'>,
  { source, assertion, verdict, at }: { source: Source; assertion: Assertion; verdict: Verdict; at: Tip },
): Promise<void> {
  const of = { asset: assertion.asset, tick: assertion.tick, source: source.name };
  return changeCrossCheck(store, of, (row, owners) =>
    evaluate(row, { height: at.height, outcomes: [{ assertion, verdict }] }, owners),
  );
}
