/** After each block a few things are asked of every source, chosen by the block's hash. Nobody waits for it. */
import type { Tip } from '@rialto/ground';
import { messageOf } from '../repeat.ts';
import type { Warn } from '../repeat.ts';
import type { Store } from '../store/database.ts';
import {
  changeCrossCheck,
  offeredLots,
  openDiscrepancies,
  isAt,
  touchedBy,
} from '../store/crosscheck-store.ts';
import { assertionsOf } from './assertions.ts';
import type { Assertions } from './assertions.ts';
import type { Source } from './assertion.ts';
import { check } from './check.ts';
import { assetsOfCoins, evaluate } from './evaluate.ts';
import type { Outcome } from './evaluate.ts';

interface WatchParts {
  readonly store: Pick<Store, 'db' | 'transact'>;
  readonly sources: readonly Source[];
  /** Assets nobody is asked about. */
  readonly skip: ReadonlySet<string>;
  /** A look that takes longer than this is over; what was not answered by then counts as no answer. */
  readonly lookMs: number;
  readonly warn: Warn;
}

interface Watch {
  /** Returns at once. A look at an older block ends. */
  afterBlock(tip: Tip): void;
  stop(): Promise<void>;
}

/** Things asked about per block: of what the block touched, and of what is on offer. */
const TOUCHED = 8;
const OFFERED = 8;
/** New coins of a token asked about when one that was differed about is spent. */
const FOLLOWED = 64;

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
        parts.warn('the cross-check of a block failed', { error: messageOf(error) });
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
      const assertions = await chosen(parts, tip, source);
      if (assertions !== undefined) await queryAll(parts, { source, assertions, tip }, newer);
    }),
  );
}

/** Read at one moment of the ledger; undefined when it stands elsewhere by now. */
function chosen({ store, skip }: WatchParts, tip: Tip, source: Source): Promise<Assertions | undefined> {
  return store.transact(
    async (tx) => {
      if (!(await isAt(tx, tip))) return undefined;
      const discrepancies = await openDiscrepancies(tx, source.name);
      const entities = source.knows;
      const { gone } = await assertionsOf(tx, discrepancies);
      // A difference goes on with a coin that is spent: to what the block made of it.
      const assets = assetsOfCoins(gone);
      const [touched, followed] = await Promise.all([
        touchedBy(tx, tip, { entities, limit: TOUCHED }),
        assets.length === 0 ? [] : touchedBy(tx, tip, { entities, limit: FOLLOWED, assets }),
      ]);
      const offered = await offeredLots(tx, tip.hash, { entities, limit: OFFERED });
      const subjects = [...discrepancies, ...touched, ...followed, ...offered];
      const { assertions } = await assertionsOf(tx, [...new Set(subjects)]);
      return {
        assertions: assertions.filter((assertion) => !skip.has(assertion.asset) && source.covers(assertion)),
        gone,
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function queryAll(
  { store, lookMs }: WatchParts,
  { source, assertions, tip }: { source: Source; assertions: Assertions; tip: Tip },
  newer: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([newer, AbortSignal.timeout(lookMs)]);
  const byAsset = new Map<string, Outcome[]>();
  for (const assertion of assertions.assertions) {
    const verdict = await check(source, assertion, tip, signal);
    // Cut short by a newer block: that is not the source's failure.
    if (newer.aborted && verdict.says === 'silent') continue;
    const here = byAsset.get(assertion.asset);
    if (here === undefined) byAsset.set(assertion.asset, [{ assertion, verdict }]);
    else here.push({ assertion, verdict });
  }
  // What was differed about and is spent is forgotten, also when nothing else of the token was asked about.
  for (const asset of new Set([...byAsset.keys(), ...assetsOfCoins(assertions.gone)])) {
    const outcomes = byAsset.get(asset) ?? [];
    const tick = outcomes[0]?.assertion.tick ?? '';
    await changeCrossCheck(store, { asset, tick, source: source.name }, (row, owners) =>
      evaluate(row, { height: tip.height, outcomes, gone: assertions.gone }, owners),
    );
  }
}
