/**
 * What a transaction does to a pool, read from the chain alone: from the coins it spends, the runes that fell on its outputs, and the lots
 * that it moved.
 */
import type { PoolActKind } from '@rialto/market';
import { bytesToHex, invariant, outpoint, runeAsset, spentPoint } from '@rialto/protocols';
import type { AssetId, Brc20Move, Outpoint, RuneId, Transaction, Txid } from '@rialto/protocols';
import type { PoolMove, TracedCoin, TracedPool } from '../../store/pools/pool-chain-store.ts';
import { lotsMoved } from './lots-moved.ts';

/** What a block did to tokens. */
export interface BlockTokens {
  /** What lies of which rune on an output of this block. */
  runesOn(point: Outpoint): ReadonlyMap<RuneId, bigint>;
  /** The lots that a transaction moved. */
  lotsOf(txid: Txid): readonly Brc20Move[];
  /** The pool that holds tokens on a script, by blocks before this one. */
  holderOf(script: string): number | undefined;
}

/**
 * The act of a transaction that etches a pool's shares or spends a coin of the pool; a payment to its script is none.
 * @param spends the coins of this pool that it spends
 */
function readMove(
  pool: TracedPool,
  tx: Transaction,
  spends: readonly TracedCoin[],
  { runesOn, lotsOf, holderOf }: BlockTokens,
): PoolMove {
  const isEtch = tx.txid === pool.etchTxid;
  const isExit = isWayHome(tx, spends);
  const outputs = tx.outputs.map(({ value, script }, index) => {
    const point = outpoint(tx.txid, index);
    return { point, value, script: bytesToHex(script), runes: runesOn(point) };
  });
  const own = outputs.filter(({ script }) => script === pool.script);
  const lots = lotsMoved(pool, tx, lotsOf(tx.txid), holderOf);
  const { shareRune, traded } = learnt(pool, own, lots.brings);
  const token = pool.token ?? (isEtch ? null : traded);
  // What a way home pays to the script belongs to whoever it did not list: it is no lane (pools §9).
  const makes = (isExit ? [] : own).map(({ point, value, runes }): TracedCoin => {
    const share = shareRune === null ? undefined : runes.get(shareRune);
    const [role, amount] =
      share === undefined ? (['lane', unitsOf(token, runes)] as const) : (['share', share] as const);
    return { outpoint: point, pool: pool.number, role, value, amount };
  });
  const change = {
    d1: sumOf(makes, 'lane', 'value') - sumOf(spends, 'lane', 'value'),
    d2: sumOf(makes, 'lane', 'amount') - sumOf(spends, 'lane', 'amount') + lots.unitsOf(token),
    ds: isEtch ? 0n : sumOf(spends, 'share', 'amount') - sumOf(makes, 'share', 'amount'),
  };
  return {
    txid: tx.txid,
    pool: pool.number,
    kind: isEtch ? 'etch' : kindOf(change, spends, makes),
    ...change,
    ...(isEtch ? NOBODY : userOf(pool, outputs, lots.held?.script)),
    spends,
    makes,
    shareRune,
    token,
    held: lots.held,
  };
}

interface OwnOutput {
  readonly runes: ReadonlyMap<RuneId, bigint>;
}

/** What the outputs to a pool tell of it, where it is not known before: its shares, and what it trades from here on. */
function learnt(
  pool: TracedPool,
  own: readonly OwnOutput[],
  brings: AssetId | undefined,
): { readonly shareRune: RuneId | null; readonly traded: AssetId | null } {
  const [first] = own;
  const shareRune = pool.shareRune ?? [...(first?.runes.keys() ?? [])][0] ?? null;
  const lanes = own.filter(({ runes }) => shareRune === null || !runes.has(shareRune));
  const [rune] = lanes.flatMap(({ runes }) => [...runes.keys()]);
  return { shareRune, traded: brings ?? (rune === undefined ? null : runeAsset(rune)) };
}

/** Of a rune; a BRC-20 pool has none on its lanes. */
function unitsOf(token: AssetId | null, runes: ReadonlyMap<RuneId, bigint>): bigint {
  return [...runes].reduce((sum, [id, units]) => (runeAsset(id) === token ? sum + units : sum), 0n);
}

/** No other act of a pool waits for a height. */
const isWayHome = ({ locktime }: Transaction, spends: readonly TracedCoin[]): boolean =>
  locktime > 0 && spends.some(({ role }) => role === 'lane');

const NOBODY = { script: '', serviceFee: 0n };

/**
 * Who gets the first output that holds no lots of the pool's, and what the act pays behind the message and the pool's own outputs, where the
 * operator stands (pools §7, §12).
 */
function userOf(
  pool: TracedPool,
  outputs: readonly { readonly value: bigint; readonly script: string }[],
  held: string | undefined,
): Pick<PoolMove, 'script' | 'serviceFee'> {
  const user = outputs.find(({ script }) => script !== held);
  invariant(user !== undefined, 'an act pays more than its lots');
  if (user.script === pool.script) return NOBODY;
  const message = outputs.findIndex(({ script }) => script.startsWith(OP_RETURN));
  const own = outputs.findLastIndex(({ script }) => script === pool.script);
  const others = outputs
    .slice(Math.max(message, own) + 1)
    .filter(({ script }) => ![pool.script, user.script].includes(script));
  const serviceFee = others.reduce((sum, { value }) => sum + value, 0n);
  return { script: user.script, serviceFee };
}

const OP_RETURN = '6a';

function sumOf(coins: readonly TracedCoin[], role: TracedCoin['role'], of: 'value' | 'amount'): bigint {
  return coins.reduce((sum, coin) => (coin.role === role ? sum + coin[of] : sum), 0n);
}

/** By what it does: how it was asked for, exact in or exact out, the chain does not say. */
function kindOf(
  { d1, d2, ds }: Pick<PoolMove, 'd1' | 'd2' | 'ds'>,
  spends: readonly TracedCoin[],
  makes: readonly TracedCoin[],
): PoolActKind {
  const hasLane = (coins: readonly TracedCoin[]): boolean => coins.some(({ role }) => role === 'lane');
  if (!hasLane(makes) && hasLane(spends)) return 'exit';
  if (ds > 0n) return hasLane(spends) ? 'add' : 'init';
  if (ds < 0n) return 'remove';
  if (d1 > 0n && d2 < 0n) return '1x';
  if (d1 < 0n && d2 > 0n) return '2x';
  return d2 < 0n ? 'exit' : 'refresh';
}

/**
 * The coins of a block's transactions as they are spent: those that were there before, and those the block itself makes.
 * @param known unspent coins of pools
 */
export function readBlock(
  pools: readonly TracedPool[],
  known: readonly TracedCoin[],
  transactions: readonly Transaction[],
  { holderOf, ...tokens }: BlockTokens,
): PoolMove[] {
  const holders = new Map<string, number>();
  const within = {
    ...tokens,
    holderOf: (script: string): number | undefined => holders.get(script) ?? holderOf(script),
  };
  const coins = new Map(known.map((coin) => [coin.outpoint, coin]));
  const byNumber = new Map(pools.map((pool) => [pool.number, pool]));
  const etched = new Map(pools.map(({ etchTxid, number }) => [etchTxid, number]));
  const moves: PoolMove[] = [];
  for (const tx of transactions) {
    const spent = tx.inputs.flatMap((input) => coins.get(spentPoint(input)) ?? []);
    const numbers = new Set(spent.map(({ pool }) => pool));
    const own = etched.get(tx.txid);
    if (own !== undefined) numbers.add(own);
    for (const number of numbers) {
      const pool = byNumber.get(number);
      invariant(pool !== undefined, 'a coin of a pool is of a pool we know');
      const move = readMove(
        pool,
        tx,
        spent.filter((coin) => coin.pool === number),
        within,
      );
      if (move.held !== undefined) holders.set(move.held.script, number);
      for (const coin of move.spends) coins.delete(coin.outpoint);
      for (const coin of move.makes) coins.set(coin.outpoint, coin);
      byNumber.set(number, { ...pool, shareRune: move.shareRune, token: move.token });
      moves.push(move);
    }
  }
  return moves;
}
