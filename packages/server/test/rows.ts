/** Rows of the exchange as a test needs them: everything a table asks for, and what the test says of it. */
import { randomUUID } from 'node:crypto';
import type { Outpoint, Txid } from '@rialto/protocols';
import { bytesToHex, hexToBytes, isFlaw, readTransaction, splitOutpoint } from '@rialto/protocols';
import { RawTx } from '@scure/btc-signer';
import type { Queries } from '../src/store/database.ts';
import type { OrderRow } from '../src/store/order-store.ts';
import { orders, outbox, trades } from '../src/store/schema/index.ts';
import type { OutboxRow } from '../src/store/outbox-store.ts';
import type { TradeRow } from '../src/store/trade-store.ts';

let made = 0;

/** A txid nobody has. */
export function freshTxid(): Txid {
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

export async function putOrder(db: Queries, row: Partial<OrderRow> = {}): Promise<OrderRow> {
  const [written] = await db
    .insert(orders)
    .values({
      id: randomUUID(),
      status: 'open',
      orderType: 1,
      assetId: 'brc20:test',
      tick: 'test',
      price: 10_000n,
      coinAmount: 5n,
      rateE18: 1n,
      sellerAddress: 'seller',
      inscriptionId: `${freshTxid()}i0`,
      outpoint: freshPoint(),
      payScript: '51',
      sequence: 0xffffffffn,
      witness: ['aa'],
      ...row,
    })
    .returning();
  if (written === undefined) throw new Error('an order is written');
  return written;
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
