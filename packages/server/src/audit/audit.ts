/** The audit of locks: every spend by the exchange's key, and every signature it says it gave, held against the tickets. */
import { openLedger } from '@rialto/ground';
import { splitOutpoint } from '@rialto/protocols';
import type { Coin, Outpoint, Transaction, Txid, TxOutput } from '@rialto/protocols';
import { isOwnAct, judgeFill, judgeTime } from '@rialto/psbt';
import type { LockedCoin, Verdict } from '@rialto/psbt';
import { assetsBefore } from './assets-before.ts';
import type { RebuildParts } from './assets-before.ts';
import { lockAt } from './known-locks.ts';
import type { KnownLocks, SignedSpend } from './known-locks.ts';
import { byPlace, lockSpends } from './lock-spends.ts';
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

/** From node, index and tickets alone; nothing of the journal is believed that the chain has: no spend, and no lock. */
export async function auditLocks(known: KnownLocks, parts: AuditParts): Promise<Finding[]> {
  const spends = await lockSpends(parts.chain, known.locks, parts.progress);
  const seen = new Set(spends.map(({ tx }) => tx.txid));
  const unseen = (known.signed ?? []).filter(({ tx }) => !seen.has(tx.txid));
  const journaled = known.signed && signedAt(known.signed);
  const onChain = await judged(spends, parts);
  const said = byPlace(known.locks);
  const findings: Finding[] = onChain.map((finding) => {
    const height = journaled?.get(finding.tx.txid);
    const { locked, verdict } = finding;
    const judgedAt = height === undefined ? verdict : judgeTime(verdict, locked.lock, height);
    return { ...finding, verdict: judgedAt, journaled: journaled && height !== undefined };
  });
  for (const spend of unseen) {
    const point = spend.locked.coin.outpoint;
    const output = (await outputAt(parts, point)) ?? known.made.get(point);
    const candidates = said.get(point) ?? [];
    findings.push(await judgedUnseen(spend, { output, candidates }, parts));
  }
  return findings;
}

/** Where the signer's tip was; of a transaction that it says it signed twice, the later. */
function signedAt(signed: readonly SignedSpend[]): ReadonlyMap<Txid, number> {
  const heights = new Map<Txid, number>();
  for (const { tx, height } of signed) heights.set(tx.txid, Math.max(height, heights.get(tx.txid) ?? 0));
  return heights;
}

/**
 * How many blocks after its ticket's expiry a fill is in the chain; undefined where it is not late. It may have been signed in time: the
 * block alone breaks no promise. A fill that is signed at the last moment is at the earliest in the block at the expiry itself.
 */
export function blocksLate({ locked, verdict, where }: Finding): number | undefined {
  if (verdict.spend !== 'fill' || typeof where !== 'number') return undefined;
  const late = where - locked.lock.ticket.expiry;
  return late > 0 ? late : undefined;
}

async function judged(
  spends: readonly LockSpend[],
  parts: RebuildParts,
): Promise<Omit<Finding, 'journaled'>[]> {
  const { height: tip } = await parts.chain.tip();
  const looks = spends
    .filter(({ locked, tx, coins }) => isJudgedByTokens(locked, judgeFill(locked, tx, coins)))
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

/** Whoever sold a lot is paid or is not: no index has to say so. */
const isJudgedByTokens = ({ lock }: LockedCoin, { spend }: Verdict): boolean =>
  spend === 'fill' && lock.ticket.kind === 'bid';

/** Known from the index, so in a block before the spend. */
function carrying(coin: Coin, assets: Awaited<ReturnType<typeof assetsBefore>>): Coin {
  const found = assets.get(coin.outpoint);
  return found === undefined ? coin : { ...coin, assets: found, height: 0 };
}

/** What is at a place, as the node has it; undefined for a funding that was never sent. */
async function outputAt({ chain }: RebuildParts, point: Outpoint): Promise<TxOutput | undefined> {
  const { txid, vout } = splitOutpoint(point);
  return (await chain.transaction(txid))?.outputs[vout];
}

interface Lock {
  /** Undefined where neither the chain nor the journal has it: then the line is believed about it. */
  readonly output: TxOutput | undefined;
  readonly candidates: readonly LockedCoin[];
}

/** What was signed and never seen is judged by the live index where its coins are still there, else by what the signer wrote down. */
async function judgedUnseen(
  { locked: said, tx, coins: written, height, userSignature }: SignedSpend,
  { output, candidates }: Lock,
  { live, chain }: RebuildParts,
): Promise<Finding> {
  const locked = (output && lockAt(candidates, output)) ?? said;
  const points = written.map(({ outpoint }) => outpoint);
  const unspent = await chain.unspent(points);
  const { assets } = await openLedger(live.pool).assetsOn(points);
  const coins = written.map((coin) => {
    const real = coin.outpoint === said.coin.outpoint ? { ...coin, ...output } : coin;
    return unspent.has(coin.outpoint) ? { ...real, assets: assets.get(coin.outpoint) ?? [] } : real;
  });
  const own = userSignature && isOwnAct(locked, tx, { coins, signature: userSignature });
  const act: Verdict = own === true ? { spend: 'cancel', kept: true } : judgeFill(locked, tx, coins);
  const verdict = judgeTime(act, locked.lock, height);
  return { locked, tx, coins, verdict, where: 'signed', journaled: true };
}
