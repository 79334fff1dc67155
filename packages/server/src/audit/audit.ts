/** The audit of locks: every spend by the exchange's key, and every signature it says it gave, held against the tickets. */
import { openLedger } from '@rialto/ground';
import type { Coin, Outpoint, Transaction } from '@rialto/protocols';
import { judgeFill } from '@rialto/psbt';
import type { LockedCoin, Verdict } from '@rialto/psbt';
import { assetsBefore } from './assets-before.ts';
import type { RebuildParts } from './assets-before.ts';
import type { KnownLocks, SignedFill } from './known-locks.ts';
import { lockSpends } from './lock-spends.ts';
import type { LockSpend } from './lock-spends.ts';

/** One spend of one lock, judged. */
export interface Finding {
  readonly locked: LockedCoin;
  readonly tx: Transaction;
  /** With what was on them. */
  readonly coins: readonly Coin[];
  readonly verdict: Verdict;
  /** `signed`: the journal has it, and no block or mempool. */
  readonly where: number | 'mempool' | 'signed';
  /** Whether the journal has it; undefined where there is no journal. */
  readonly journaled: boolean | undefined;
}

interface AuditParts extends RebuildParts {
  /** Told of each block that is read. */
  readonly progress: (height: number) => void;
}

/** From node, index and tickets alone; nothing of the journal is believed about a spend that the chain has. */
export async function auditLocks(known: KnownLocks, parts: AuditParts): Promise<Finding[]> {
  const spends = await lockSpends(parts.chain, known.locks, parts.progress);
  const seen = new Set(spends.map(({ tx }) => tx.txid));
  const unseen = (known.signed ?? []).filter(({ tx }) => !seen.has(tx.txid));
  const journaled = known.signed && new Set(known.signed.map(({ tx }) => tx.txid));
  const onChain = await judged(spends, parts);
  return [
    ...onChain.map((finding) => ({ ...finding, journaled: journaled?.has(finding.tx.txid) })),
    ...(await Promise.all(unseen.map((fill) => judgedUnseen(fill, parts)))),
  ];
}

async function judged(
  spends: readonly LockSpend[],
  parts: RebuildParts,
): Promise<Omit<Finding, 'journaled'>[]> {
  const { height: tip } = await parts.chain.tip();
  const looks = spends
    .filter(({ locked, tx, coins }) => judgeFill(locked, tx, coins).spend === 'fill')
    .map(({ tx, coins, height = tip + 1 }) => ({
      height,
      txid: tx.txid,
      points: coins.map(({ outpoint }) => outpoint),
    }));
  const assets = await assetsBefore(parts, looks);
  return spends.map(({ locked, tx, coins: bare, height }) => {
    const coins = bare.map((coin) => carrying(coin, assets));
    return { locked, tx, coins, verdict: judgeFill(locked, tx, coins), where: height ?? 'mempool' };
  });
}

/** Known from the index, so in a block before the spend. */
function carrying(coin: Coin, assets: Awaited<ReturnType<typeof assetsBefore>>): Coin {
  const found = assets.get(coin.outpoint);
  return found === undefined ? coin : { ...coin, assets: found, height: 0 };
}

/** What was signed and never seen is judged by the live index where its lot is still there, else by what the signer wrote down. */
async function judgedUnseen(fill: SignedFill, { live, chain }: RebuildParts): Promise<Finding> {
  const points: Outpoint[] = fill.coins.map(({ outpoint }) => outpoint);
  const unspent = await chain.unspent(points);
  const { assets } = await openLedger(live.pool).assetsOn(points);
  const coins = fill.coins.map((coin) =>
    unspent.has(coin.outpoint) ? { ...coin, assets: assets.get(coin.outpoint) ?? [] } : coin,
  );
  const { locked, tx } = fill;
  return { locked, tx, coins, verdict: judgeFill(locked, tx, coins), where: 'signed', journaled: true };
}
