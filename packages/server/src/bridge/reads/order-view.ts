/** An order as everybody sees it: its terms, where its payments are, and what left for them. */
import type { BridgeOrderView } from '@rialto/contract';
import { bridgeQuote, bridgeScripts, depthFor } from '@rialto/market';
import type { BridgeOrderState } from '@rialto/market';
import { hexToBytes, isFlaw, readTransaction, spentPoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { allAssets } from '../../store/bridge/asset-store.ts';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import { depositsOfOrders } from '../../store/bridge/deposit-store.ts';
import type { DepositRow } from '../../store/bridge/deposit-store.ts';
import { madeFor } from '../../store/bridge/envelope-store.ts';
import { exitsOf } from '../../store/bridge/exit-store.ts';
import type { ExitRow } from '../../store/bridge/exit-store.ts';
import { findOrder } from '../../store/bridge/order-store.ts';
import type { BridgeOrderRow } from '../../store/bridge/order-store.ts';
import type { BridgeContext } from '../context.ts';
import { goesBack } from '../exits/exit-of.ts';
import { heightsOf, isUnclaimed } from '../follow/heights.ts';
import type { Heights } from '../follow/heights.ts';

/** @throws Refusal bridge-order-unknown */
export async function orderView(context: BridgeContext, id: string): Promise<BridgeOrderView> {
  const row = await findOrder(context.store.db, id);
  const [view] = row === undefined ? [] : await orderViews(context, [row]);
  if (view === undefined) throw new Refusal('bridge-order-unknown', id);
  return view;
}

/** In the order of the rows. */
export async function orderViews(
  context: BridgeContext,
  rows: readonly BridgeOrderRow[],
): Promise<BridgeOrderView[]> {
  const { db } = context.store;
  const [heights, assets, deposits] = await Promise.all([
    heightsOf(context),
    allAssets(db),
    depositsOfOrders(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  const names = deposits.map(({ name }) => name);
  const [exits, made] = await Promise.all([exitsOf(db, names), madeFor(db, names)]);
  const byId = new Map(assets.map((known) => [known.asset.id, known]));
  const own = bridgeScripts(assets.map(({ keys }) => keys));
  return rows.flatMap((row) => {
    const known = byId.get(row.asset);
    if (known === undefined) return [];
    const paid = deposits.filter(
      ({ orderId, asset, direction }) =>
        orderId === row.id && asset === row.asset && direction === row.direction,
    );
    return [viewOf(row, known, { paid, exits, made, heights, own })];
  });
}

export interface Around {
  readonly exits: readonly ExitRow[];
  /** By coin: the transactions that made what exits show their message with, or their lots. */
  readonly made: ReadonlyMap<string, readonly string[]>;
  readonly heights: Heights;
  /** Scripts of the bridge's, of all assets. */
  readonly own: ReadonlySet<string>;
}

function viewOf(
  row: BridgeOrderRow,
  known: KnownAsset,
  { paid, ...around }: Around & { readonly paid: readonly DepositRow[] },
): BridgeOrderView {
  const { asset } = known;
  const sorted = ownFirst(paid);
  // Of an order that takes whatever comes, what has come.
  const [first] = sorted;
  const amount = row.amount ?? first?.amount ?? 0n;
  const { out, service, network } = bridgeQuote(asset, row.direction, amount);
  const isThere = paid.some(({ status }) => status !== 'gone');
  return {
    ...{ orderId: row.id, asset: row.asset, direction: row.direction, nonce: row.nonce },
    ...{ amount: row.amount === null ? 'any' : row.amount.toString(), least: row.least.toString() },
    ...{ out: out.toString(), service: service.toString(), network: network.toString() },
    ...{ receiver: row.receiver, refund: row.refund, expires: row.expires },
    state: stateOf(row, first, around.heights),
    waits: first?.wait ?? null,
    payment: isThere || row.payment === null ? null : paymentOf(row.payment),
    deposits: sorted.map((deposit) => depositView(known, deposit, { ...around, refund: row.refund })),
    createdAt: row.createdAt.getTime(),
  };
}

const ASIDE: ReadonlySet<DepositRow['status']> = new Set(['refused', 'refunding', 'refunded', 'gone']);

/** The order's own first: what anybody else paid with its id may have come before it, and goes back. */
function ownFirst(rows: readonly DepositRow[]): readonly DepositRow[] {
  const first = rows.find(({ status }) => !ASIDE.has(status));
  return first === undefined ? rows : [first, ...rows.filter((row) => row !== first)];
}

const paymentOf = ({ txid, raw, check }: NonNullable<BridgeOrderRow['payment']>) => ({ txid, raw, check });

function stateOf(row: BridgeOrderRow, first: DepositRow | undefined, heights: Heights): BridgeOrderState {
  if (first !== undefined) return first.status;
  return heights[row.direction === 'mint' ? 'btc' : 'mvc'] > row.expires ? 'expired' : 'awaiting-payment';
}

type DepositView = BridgeOrderView['deposits'][number];

export function depositView(
  known: KnownAsset,
  deposit: DepositRow,
  { exits, made, heights, own, refund }: Around & { readonly refund: string | undefined },
): DepositView {
  const { direction, amount, height } = deposit;
  const confirmed = (at: number | null, chain: 'btc' | 'mvc'): number =>
    at === null ? 0 : Math.max(0, heights[chain] - at + 1);
  const builds = exits.filter((row) => row.deposit === deposit.name && !row.dead);
  const exit = builds.find((row) => row.height !== null) ?? builds.at(-1);
  const mayBack = deposit.status === 'refused' && (refund !== undefined || isUnclaimed(deposit, heights));
  const back = mayBack ? goesBack(known, deposit, { refund, own }) : undefined;
  return {
    ...{ deposit: deposit.name, txid: deposit.txid, amount: amount.toString(), height },
    confirmations: confirmed(height, direction === 'mint' ? 'btc' : 'mvc'),
    needed: depthFor(known.asset, direction, amount),
    ...{ state: deposit.status, waits: deposit.wait, reason: deposit.reason },
    refundable: (back?.out ?? 0n).toString(),
    exit:
      exit === undefined
        ? null
        : {
            ...{ kind: exit.kind, txid: exit.txid, out: exit.out.toString(), height: exit.height },
            confirmations: confirmed(exit.height, exit.chain),
            ...{ raw: exit.raw, check: exit.checkRaw, made: exit.chain === 'btc' ? madeOf(exit, made) : [] },
          },
  };
}

/** What it spends stands in itself: of MRC-20 the coin of its message is none of its row’s. */
function madeOf({ raw }: Pick<ExitRow, 'raw'>, made: Around['made']): string[] {
  if (made.size === 0) return [];
  const tx = readTransaction(hexToBytes(raw));
  if (isFlaw(tx)) return [];
  return tx.inputs.flatMap((input) => made.get(spentPoint(input)) ?? []);
}
