/** Rows of the exchange as a test needs them: everything a table asks for, and what the test says of it. */
import { randomUUID } from 'node:crypto';
import type { Outpoint, Txid } from '@rialto/protocols';
import { bytesToHex, hexToBytes, isFlaw, readTransaction, splitOutpoint } from '@rialto/protocols';
import { RawTx } from '@scure/btc-signer';
import { findAsk } from '../../src/store/orders/ask-store.ts';
import type { AskRow } from '../../src/store/orders/ask-store.ts';
import type { Queries } from '../../src/store/database.ts';
import { asks, orders, outbox, trades } from '../../src/store/schema/index.ts';
import type { OutboxRow } from '../../src/store/outbox-store.ts';
import type { TradeRow } from '../../src/store/orders/trade-store.ts';

let made = 0;

/** A txid nobody has. */
function freshTxid(): Txid {
  made += 1;
  return made.toString(16).padStart(64, '0') as Txid;
}

export const freshPoint = (): Outpoint => `${freshTxid()}:0` as Outpoint;

/** A key hash script; nobody checks the key. */
export const SCRIPT = Uint8Array.from({ length: 22 }, (_, at) => (at === 0 ? 0 : at === 1 ? 20 : 7));

/** A transaction that spends these coins; its signatures are none. */
export function spend(points: readonly Outpoint[], value = 1_000n): { txid: Txid; raw: string } {
  const bytes = RawTx.encode({
    version: 2,
    segwitFlag: true,
    inputs: points.map((point) => {
      const { txid, vout: index } = splitOutpoint(point);
      return { txid: hexToBytes(txid), index, finalScriptSig: new Uint8Array(), sequence: 0xfffffffd };
    }),
    outputs: [{ amount: value, script: SCRIPT }],
    witnesses: points.map(() => [new Uint8Array(64)]),
    lockTime: 0,
  });
  const read = readTransaction(bytes);
  if (isFlaw(read)) throw new Error(read.flaw);
  return { txid: read.txid, raw: bytesToHex(bytes) };
}

/** An ask. */
export async function putOrder(db: Queries, row: Partial<AskRow> = {}): Promise<AskRow> {
  const { outpoint: point, inscriptionId, payScript, sequence, witness, psbt, disclosedAt, cancelTxid } = row;
  const written = {
    id: randomUUID(),
    side: 'ask' as const,
    status: 'open' as const,
    orderType: 1,
    assetId: 'brc20:test',
    tick: 'test',
    price: 10_000n,
    coinAmount: 5n,
    rateE18: 1n,
    ownerAddress: 'seller',
    ...row,
  };
  const { id, status } = written;
  await db.insert(orders).values(written);
  await db.insert(asks).values({
    orderId: id,
    status,
    outpoint: point ?? freshPoint(),
    inscriptionId: inscriptionId ?? `${freshTxid()}i0`,
    payScript: payScript ?? '51',
    sequence: sequence ?? 0xffffffffn,
    witness: witness === undefined ? ['aa'] : witness,
    psbt: psbt ?? '',
    disclosedAt,
    cancelTxid,
  });
  const ask = await findAsk(db, id);
  if (ask === undefined) throw new Error('an ask is written');
  return ask;
}

export async function putTrade(db: Queries, row: Partial<TradeRow> = {}): Promise<TradeRow> {
  const [written] = await db
    .insert(trades)
    .values({
      id: randomUUID(),
      status: 'committed',
      assetId: 'brc20:test',
      tick: 'test',
      price: 10_000n,
      coinAmount: 5n,
      networkFee: 500n,
      serviceFee: 2_000n,
      buyerAddress: 'buyer',
      orderIds: [],
      txid: freshTxid(),
      ...row,
    })
    .returning();
  if (written === undefined) throw new Error('a trade is written');
  return written;
}

export async function putOutbox(db: Queries, row: Partial<OutboxRow> = {}): Promise<OutboxRow> {
  const { txid, raw } = spend(row.inputs?.map((point) => point as Outpoint) ?? [freshPoint()]);
  const [written] = await db
    .insert(outbox)
    .values({ txid, raw, kind: 'own', reference: 'owner', inputs: [], status: 'waiting', ...row })
    .returning();
  if (written === undefined) throw new Error('a transaction is written');
  return written;
}
