/** An order as everybody sees it: its terms, where its payments are, and what left for them. */
import type { BridgeOrderView } from '@rialto/contract';
import { bridgeQuote, depthFor, refundOf } from '@rialto/market';
import type { BridgeOrderState } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import { allAssets } from '../../store/bridge/asset-store.ts';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import { depositsOfOrders } from '../../store/bridge/deposit-store.ts';
import type { DepositRow } from '../../store/bridge/deposit-store.ts';
import { exitsOf } from '../../store/bridge/exit-store.ts';
import type { ExitRow } from '../../store/bridge/exit-store.ts';
import { findOrder } from '../../store/bridge/order-store.ts';
import type { BridgeOrderRow } from '../../store/bridge/order-store.ts';
import type { BridgeContext } from '../context.ts';
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
  const exits = await exitsOf(
    db,
    deposits.map(({ name }) => name),
  );
  const byId = new Map(assets.map((known) => [known.asset.id, known]));
  return rows.flatMap((row) => {
    const known = byId.get(row.asset);
    if (known === undefined) return [];
    const own = deposits.filter(
      ({ orderId, asset, direction }) =>
        orderId === row.id && asset === row.asset && direction === row.direction,
    );
    return [viewOf(row, known, { own, exits, heights })];
  });
}

interface Around {
  readonly own: readonly DepositRow[];
  readonly exits: readonly ExitRow[];
  readonly heights: Heights;
}

function viewOf(row: BridgeOrderRow, known: KnownAsset, { own, exits, heights }: Around): BridgeOrderView {
  const { asset } = known;
  const sorted = ownFirst(own);
  // Of an order that takes whatever comes, what has come.
  const [first] = sorted;
  const amount = row.amount ?? first?.amount ?? 0n;
  const { out, service, network } = bridgeQuote(asset, row.direction, amount);
  const isThere = own.some(({ status }) => status !== 'gone');
  return {
    ...{ orderId: row.id, asset: row.asset, direction: row.direction, nonce: row.nonce },
    ...{ amount: row.amount === null ? 'any' : row.amount.toString(), least: row.least.toString() },
    ...{ out: out.toString(), service: service.toString(), network: network.toString() },
    ...{ receiver: row.receiver, refund: row.refund, expires: row.expires },
    state: stateOf(row, first, heights),
    waits: first?.wait ?? null,
    payment: isThere || row.payment === null ? null : paymentOf(row.payment),
    deposits: sorted.map((deposit) => depositView(known, deposit, { exits, heights, hasTerms: true })),
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
  { asset }: KnownAsset,
  deposit: DepositRow,
  { exits, heights, hasTerms }: Pick<Around, 'exits' | 'heights'> & { readonly hasTerms: boolean },
): DepositView {
  const { direction, amount, height, mixed, origin } = deposit;
  const confirmed = (at: number | null, chain: 'btc' | 'mvc'): number =>
    at === null ? 0 : Math.max(0, heights[chain] - at + 1);
  const builds = exits.filter((row) => row.deposit === deposit.name && !row.dead);
  const exit = builds.find((row) => row.height !== null) ?? builds.at(-1);
  const back = refundOf(asset, direction, amount);
  const isBack = !mixed && (hasTerms || ((origin ?? '') !== '' && isUnclaimed(deposit, heights)));
  return {
    ...{ deposit: deposit.name, txid: deposit.txid, amount: amount.toString(), height },
    confirmations: confirmed(height, direction === 'mint' ? 'btc' : 'mvc'),
    needed: depthFor(asset, direction, amount),
    ...{ state: deposit.status, waits: deposit.wait, reason: deposit.reason },
    refundable: isBack ? back.toString() : '0',
    exit:
      exit === undefined
        ? null
        : {
            ...{ kind: exit.kind, txid: exit.txid, out: exit.out.toString(), height: exit.height },
            confirmations: confirmed(exit.height, exit.chain),
            ...{ raw: exit.raw, check: exit.checkRaw },
          },
  };
}
