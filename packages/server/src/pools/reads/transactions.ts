/** What was done on a pool: acts that wait first, then what blocks have, then what came to nothing for the one who asks. */
import type { AnswerOf } from '@rialto/contract';
import type { PoolActKind, PoolActStatus } from '@rialto/market';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { addressToScript, scriptToAddress } from '@rialto/psbt';
import { latestActs } from '../../store/pools/pool-act-store.ts';
import type { PoolActRow } from '../../store/pools/pool-act-store.ts';
import { latestMoves } from '../../store/pools/pool-figures.ts';
import type { MoveRow } from '../../store/pools/pool-figures.ts';
import type { PoolContext } from '../context.ts';
import type { TradedPool } from '../pool-state.ts';

type Listed = AnswerOf<'poolTransactions'>[number];

const MOST = 100;
const KINDS: Readonly<Record<'swap' | 'add' | 'remove', readonly PoolActKind[]>> = {
  swap: ['1x', '2x', 'x1', 'x2'],
  add: ['init', 'add'],
  remove: ['remove'],
};

interface Asked {
  readonly type?: keyof typeof KINDS | undefined;
  readonly address?: string | undefined;
}

export async function poolTransactions(
  context: PoolContext,
  { state, token }: TradedPool,
  { type, address }: Asked,
): Promise<Listed[]> {
  const { number } = state.pool;
  const { db } = context.store;
  const kinds = type === undefined ? [...Object.values(KINDS).flat(), 'refresh' as const] : KINDS[type];
  const script =
    address === undefined ? undefined : bytesToHex(addressToScript(address, context.settings.network));
  const moves = await latestMoves(db, number, { kinds, script }, MOST);
  const statuses: readonly PoolActStatus[] = address === undefined ? ['signed'] : ['signed', 'void'];
  const waiting = await latestActs(db, number, { statuses, address }, MOST);
  const known = await latestActs(db, number, { statuses: ['confirmed', 'final'], address }, 2 * MOST);
  const byTxid = new Map(known.map((row) => [row.txid, row]));
  const show = { token2: token.id, network: context.settings.network };
  return [
    ...waiting.filter(({ kind }) => kinds.includes(kind)).map((row) => ofAct(row, show.token2)),
    ...moves.map((move) => ofMove(move, byTxid.get(move.txid), show)),
  ];
}

const size = (value: bigint): string => (value < 0n ? -value : value).toString();
const NONE = { token1: 'btc' } as const;

function ofAct(row: PoolActRow, token2: string): Listed {
  const txid = row.txid ?? '';
  return {
    ...NONE,
    id: txid,
    type: shownKind(row.kind),
    status: row.status === 'signed' ? 'pending' : 'failed',
    address: row.address,
    txid,
    failedReason: row.reason,
    token2,
    amount1: size(row.d1),
    amount2: size(row.d2),
    feeRate: Number(row.feeRate),
    inflatedFeeRate: Number(row.feeRate),
    minerFee: row.networkFee.toString(),
    inscriptionFee: row.restockFee.toString(),
    equity: size(row.ds),
    createdAt: row.createdAt.getTime(),
    updatedAt: row.updatedAt.getTime(),
  };
}

/** @param act what was built for it here, where it was: after a rebuild from the chain nobody knows its fee rate */
function ofMove(
  move: MoveRow,
  act: PoolActRow | undefined,
  show: { readonly token2: string; readonly network: PoolContext['settings']['network'] },
): Listed {
  const { txid, d1, d2, ds, at } = move;
  const address = move.script === '' ? '' : (scriptToAddress(hexToBytes(move.script), show.network) ?? '');
  return {
    ...NONE,
    ...builtAs(act),
    ...{ id: txid, txid, type: shownKind(act?.kind ?? move.kind), status: 'completed', address },
    failedReason: '',
    token2: show.token2,
    ...{ amount1: size(d1), amount2: size(d2), equity: size(ds) },
    createdAt: (act?.createdAt ?? at).getTime(),
    updatedAt: at.getTime(),
  };
}

function builtAs(act: PoolActRow | undefined) {
  const feeRate = Number(act?.feeRate ?? 0);
  const minerFee = (act?.networkFee ?? 0n).toString();
  const inscriptionFee = (act?.restockFee ?? 0n).toString();
  return { feeRate, inflatedFeeRate: feeRate, minerFee, inscriptionFee };
}

function shownKind(kind: PoolActKind): Listed['type'] {
  return kind === 'etch' || kind === 'exit' ? 'refresh' : kind;
}
