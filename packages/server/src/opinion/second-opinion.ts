/** The second opinion: it can only refuse. No block waits for it, and no caller longer than its time-out. */
import type { Tip } from '@rialto/ground';
import { Refusal } from '@rialto/protocols';
import type { Warn } from '../repeat.ts';
import type { Store } from '../store/database.ts';
import { changeOpinion, haltOf } from '../store/opinion-store.ts';
import { Silence } from './ask.ts';
import type { Claim, CoinClaim, LotClaim, Source, Verdict } from './claim.ts';
import { judge, openTurns } from './judge.ts';
import type { Turns } from './judge.ts';
import { openMan } from './man.ts';
import { openOpi } from './opi.ts';
import { openOrd } from './ord.ts';
import { openWatch } from './watch.ts';
import { weigh } from './weigh.ts';

export interface OpinionSettings {
  readonly ord?: string | undefined;
  readonly opi?: string | undefined;
  readonly man?: string | undefined;
  /** No call and no caller waits longer. */
  readonly mostMs: number;
  /** Assets nobody is asked about: there our own index is enough. */
  readonly skip: readonly string[];
}

export interface Opinion {
  /** Ends when a caller has waited long enough. */
  patience(): AbortSignal;
  /** @throws Refusal('token-halted', 'opinion-differs', 'opinion-silent') */
  lot(claim: LotClaim | CoinClaim, at: Tip, patience: AbortSignal): Promise<void>;
  /** @throws Refusal('token-halted') while a source differs about the token */
  trading(asset: string): Promise<void>;
  /** The ledger has reached a tip. Returns at once. */
  afterBlock(tip: Tip): void;
  stop(): Promise<void>;
}

/** Callers that ask one source at the same time. */
const MOST_AT_ONCE = 16;
/** A look after a block may take so many times the time-out of a call: other indexers need a while for a block. */
const LOOK_CALLS = 20;

export function sourcesOf({ ord, opi, man, mostMs }: OpinionSettings): Source[] {
  return [
    ...(ord === undefined ? [] : [openOrd(ord, mostMs)]),
    ...(opi === undefined ? [] : [openOpi(opi, mostMs)]),
    ...(man === undefined ? [] : [openMan(man, mostMs)]),
  ];
}

export function openOpinion(
  settings: OpinionSettings,
  { store, warn }: { store: Pick<Store, 'db' | 'transact'>; warn: Warn },
): Opinion {
  const sources = sourcesOf(settings).map((source) => ({ source, turns: openTurns(MOST_AT_ONCE) }));
  const names = sources.map(({ source }) => source.name);
  const skip = new Set(settings.skip);
  const lookMs = settings.mostMs * LOOK_CALLS;
  const watch = openWatch({ store, sources: sources.map(({ source }) => source), skip, lookMs, warn });
  const trading = async (asset: string): Promise<void> => {
    if (names.length === 0 || skip.has(asset)) return;
    const halt = await haltOf(store.db, asset, names);
    if (halt !== undefined)
      throw new Refusal('token-halted', `${halt.source}, since block ${halt.since ?? 0}`);
  };
  return {
    patience: () => AbortSignal.timeout(settings.mostMs),
    trading,
    lot: async (claim, at, patience) => {
      const asked = sources.filter(({ source }) => source.speaksOf(claim));
      if (asked.length === 0 || skip.has(claim.asset)) return;
      await trading(claim.asset);
      const verdicts = await Promise.all(
        asked.map(async ({ source, turns }) => {
          const verdict = await inTurn(turns, patience, () => judge(source, claim, at, patience));
          if (verdict.says === 'differs' && !verdict.mixed) await halt(store, { source, claim, verdict, at });
          return { source, verdict };
        }),
      );
      for (const { source, verdict } of verdicts)
        if (verdict.says === 'differs') throw new Refusal('opinion-differs', `${source.name} ${verdict.why}`);
      for (const { source, verdict } of verdicts)
        if (verdict.says === 'silent') throw new Refusal('opinion-silent', `${source.name} ${verdict.why}`);
    },
    afterBlock: (tip) => {
      watch.afterBlock(tip);
    },
    stop: () => watch.stop(),
  };
}

async function inTurn(turns: Turns, patience: AbortSignal, act: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await turns(patience, act);
  } catch (error) {
    if (error instanceof Silence) return { says: 'silent', why: error.message };
    throw error;
  }
}

/** The claim is our own index's: a difference about it halts the token, whoever wanted to sell. */
function halt(
  store: Pick<Store, 'db' | 'transact'>,
  { source, claim, verdict, at }: { source: Source; claim: Claim; verdict: Verdict; at: Tip },
): Promise<void> {
  const of = { asset: claim.asset, tick: claim.tick, source: source.name };
  return changeOpinion(store, of, (row) => weigh(row, { height: at.height, outcomes: [{ claim, verdict }] }));
}
