/** After each block a few things are asked of every source, chosen by the block's hash. Nobody waits for it. */
import type { Tip } from '@rialto/ground';
import { messageOf } from '../repeat.ts';
import type { Warn } from '../repeat.ts';
import type { Store } from '../store/database.ts';
import { changeOpinion, offeredLots, standingDoubts, standsAt, touchedBy } from '../store/opinion-store.ts';
import { beliefsOf } from './beliefs.ts';
import type { Beliefs } from './beliefs.ts';
import type { Source } from './claim.ts';
import { judge } from './judge.ts';
import { weigh } from './weigh.ts';
import type { Outcome } from './weigh.ts';

export interface WatchParts {
  readonly store: Pick<Store, 'db' | 'transact'>;
  readonly sources: readonly Source[];
  /** Assets nobody is asked about. */
  readonly skip: ReadonlySet<string>;
  /** A look that takes longer than this is over; what was not heard is silence. */
  readonly lookMs: number;
  readonly warn: Warn;
}

export interface Watch {
  /** Returns at once. A look at an older block ends. */
  afterBlock(tip: Tip): void;
  stop(): Promise<void>;
}

/** Things asked about per block: of what the block touched, and of what is on offer. */
const TOUCHED = 8;
const OFFERED = 8;

export function openWatch(parts: WatchParts): Watch {
  let next: Tip | undefined;
  let work: Promise<void> | undefined;
  let newer = new AbortController();
  let stopped = false;
  const run = async (): Promise<void> => {
    while (next !== undefined) {
      const tip = next;
      next = undefined;
      newer = new AbortController();
      await look(parts, tip, newer.signal).catch((error: unknown) => {
        parts.warn('the second opinion was not asked', { error: messageOf(error) });
      });
    }
    work = undefined;
  };
  return {
    afterBlock: (tip) => {
      if (stopped || parts.sources.length === 0) return;
      next = tip;
      newer.abort();
      work ??= run();
    },
    stop: async () => {
      stopped = true;
      next = undefined;
      newer.abort();
      await work;
    },
  };
}

async function look(parts: WatchParts, tip: Tip, newer: AbortSignal): Promise<void> {
  await Promise.all(
    parts.sources.map(async (source) => {
      const beliefs = await chosen(parts, tip, source);
      if (beliefs !== undefined) await askAll(parts, { source, beliefs, tip }, newer);
    }),
  );
}

/** Read at one moment of the ledger; undefined when it stands elsewhere by now. */
function chosen({ store, skip }: WatchParts, tip: Tip, source: Source): Promise<Beliefs | undefined> {
  return store.transact(
    async (tx) => {
      if (!(await standsAt(tx, tip))) return undefined;
      const doubts = await standingDoubts(tx, source.name);
      const entities = source.knows;
      const touched = await touchedBy(tx, tip, { entities, limit: TOUCHED });
      const offered = await offeredLots(tx, tip.hash, { entities, limit: OFFERED });
      const { claims, gone } = await beliefsOf(tx, [...doubts, ...touched, ...offered]);
      return { claims: claims.filter((claim) => !skip.has(claim.asset) && source.speaksOf(claim)), gone };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function askAll(
  { store, lookMs }: WatchParts,
  { source, beliefs, tip }: { source: Source; beliefs: Beliefs; tip: Tip },
  newer: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([newer, AbortSignal.timeout(lookMs)]);
  const byAsset = new Map<string, Outcome[]>();
  for (const claim of beliefs.claims) {
    const verdict = await judge(source, claim, tip, signal);
    // Cut short by a newer block: that is no silence of the source.
    if (newer.aborted && verdict.says === 'silent') continue;
    const here = byAsset.get(claim.asset);
    if (here === undefined) byAsset.set(claim.asset, [{ claim, verdict }]);
    else here.push({ claim, verdict });
  }
  for (const [asset, outcomes] of byAsset) {
    const [first] = outcomes;
    if (first === undefined) continue;
    await changeOpinion(store, { asset, tick: first.claim.tick, source: source.name }, (row) =>
      weigh(row, { height: tip.height, outcomes, gone: beliefs.gone }),
    );
  }
}
