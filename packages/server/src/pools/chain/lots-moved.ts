/** The lots that an act on a BRC-20 pool moves, as the ledger of the block says: only what it took for a transfer counts (pools §12). */
import { bytesToHex, spentPoint } from '@rialto/protocols';
import type { AssetId, Brc20Move, ScriptHex, Transaction } from '@rialto/protocols';
import { assetScript } from '@rialto/psbt';
import type { HeldScript, TracedPool } from '../../store/pools/pool-chain-store.ts';
import { keysOfPool } from '../wire-plan.ts';

interface LotsMoved {
  /** The token of the lots that it brought to a script of the pool's. */
  readonly brings: AssetId | undefined;
  /** That script. */
  readonly held: HeldScript | undefined;
  /** What of a token it brought, less what it took. */
  unitsOf(token: AssetId | null): bigint;
}

/** @param holderOf the pool that holds tokens on a script */
export function lotsMoved(
  pool: TracedPool,
  tx: Transaction,
  moves: readonly Brc20Move[],
  holderOf: (script: string) => number | undefined,
): LotsMoved {
  const [first] = tx.inputs;
  if (moves.length === 0 || first === undefined)
    return { brings: undefined, held: undefined, unitsOf: () => 0n };
  const place = spentPoint(first);
  const script = bytesToHex(assetScript(keysOfPool(pool), place).pool.script) as ScriptHex;
  const brought = moves.filter(({ to }) => to === script);
  const given = moves.filter(({ lot }) => holderOf(lot.owner) === pool.number);
  const sum = (of: readonly Brc20Move[], token: AssetId | null): bigint =>
    of.reduce((units, { lot }) => (lot.asset === token ? units + lot.amount : units), 0n);
  const [lot] = brought;
  return {
    brings: lot?.lot.asset,
    held: lot === undefined ? undefined : { pool: pool.number, script, place },
    unitsOf: (token) => sum(brought, token) - sum(given, token),
  };
}
