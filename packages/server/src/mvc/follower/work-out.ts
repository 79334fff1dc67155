/** What transactions do: the coins they make, with verdicts on tokens and their pools, the coins they spend, and what that did to pools. */
import { tokensIn } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { outpoint, sats } from '@rialto/protocols';
import type { Outpoint, Txid, TxOutput } from '@rialto/protocols';
import { coinRows, isToken, outputOf } from '../coin-row.ts';
import type { CoinRow } from '../coin-row.ts';
import type { PoolBook } from '../pool-book.ts';
import type { Effects } from '../store/block-store.ts';

export interface Ground {
  /** What earlier transactions made, of all that is spent here; those of these transactions are added. */
  readonly known: Map<Outpoint, CoinRow>;
  readonly book: PoolBook;
  /** A transaction from before the index, from the node; undefined when it does not know it. */
  readonly old: (txid: Txid) => Promise<MvcTransaction | undefined>;
}

/** What the first transaction of a block spends. */
const NOTHING = '00'.repeat(32);

export const pointsOf = ({ inputs }: MvcTransaction): Outpoint[] =>
  inputs.flatMap(({ txid, vout }) => (txid === NOTHING ? [] : [outpoint(txid, vout)]));

/** @param transactions parents before their children */
export async function workOut(transactions: readonly MvcTransaction[], ground: Ground): Promise<Effects> {
  const { known, book } = ground;
  const made: CoinRow[] = [];
  const spends: { point: Outpoint; by: Txid }[] = [];
  const moves: Effects['moves'][number][] = [];
  const kept = new Set<Txid>();
  for (const tx of transactions) {
    const { txid, core } = tx;
    const points = pointsOf(tx);
    const spent = points.flatMap((point) => known.get(point) ?? []);
    const own = await judged(tx, ground);
    const pools = new Set(spent.flatMap(({ pool }) => pool ?? []));
    for (const row of own) {
      row.pool = book.ownerOf(row, pools);
      known.set(outpoint(txid, row.vout), row);
      made.push(row);
      if (row.script !== null) kept.add(txid);
    }
    for (const point of points) spends.push({ point, by: txid });
    moves.push(...book.movesOf({ txid, core, spent, made: own }));
  }
  return { made, spends, moves, kept };
}

async function judged(tx: MvcTransaction, ground: Pick<Ground, 'known' | 'old'>): Promise<CoinRow[]> {
  const rows = coinRows(tx);
  if (!rows.some(isToken)) return rows;
  const verdicts = await verdictsOn(tx, ground);
  return rows.map((row) => ({ ...row, verdict: verdicts.get(row.vout) ?? null }));
}

const SPENDS_NOTHING: TxOutput = { value: sats(0n), script: new Uint8Array(0) };

/** Asks the node only where the index does not know enough. */
export async function verdictsOn(
  tx: MvcTransaction,
  { known, old }: Pick<Ground, 'known' | 'old'>,
): Promise<ReadonlyMap<number, 'genuine' | 'fake' | 'unknown'>> {
  const spent = tx.inputs.map(({ txid, vout }) => {
    if (txid === NOTHING) return SPENDS_NOTHING;
    const row = known.get(outpoint(txid, vout));
    return row === undefined ? undefined : outputOf(row);
  });
  let found = tokensIn(tx, spent);
  if (found.some(({ verdict }) => verdict === 'unknown')) {
    const asked = await Promise.all(
      tx.inputs.map(async ({ txid, vout }, at) => spent[at] ?? (await old(txid))?.outputs[vout]),
    );
    found = tokensIn(tx, asked);
  }
  return new Map(found.map(({ vout, verdict }) => [vout, verdict]));
}
