/** The coin that a hard cancel spends: free, or spent in the mempool by a purchase whose place the cancel takes. */
import { atOneTip, loadCoins, requireFollowed } from '@rialto/ground';
import { Refusal } from '@rialto/refusals';
import type { Coin, Outpoint } from '@rialto/protocols';
import type { Replaced } from '@rialto/psbt';
import { findOutbox } from '../../store/outbox-store.ts';
import { findTrade } from '../../store/orders/trade-store.ts';
import { WHOLE_BLOCK } from '../../store/orders/sale-store.ts';
import type { SaleUnderWay } from '../../store/orders/sale-store.ts';
import type { OrderContext } from '../context.ts';
import { TRADE } from '../purposes.ts';
import { replacedOf } from './late-sale.ts';

interface CancelledLot {
  readonly lot: Coin;
  /** What goes away when the cancel comes; undefined where nothing spends the coin. */
  readonly replaced: Replaced | undefined;
}

interface Wanted {
  readonly point: Outpoint;
  readonly script: Uint8Array;
  /** The purchases that the cancel ends. */
  readonly sales: readonly SaleUnderWay[];
}

type Parts = Pick<OrderContext, 'store' | 'chain' | 'ledger'>;

/** @throws Refusal coin-spent when a block spent it, or somebody who did not buy here is spending it; syncing */
export async function lotOfCancel(parts: Parts, { point, script, sales }: Wanted): Promise<CancelledLot> {
  const purchase = (await purchaseInMempool(parts, point)) ?? sales[0];
  if (purchase !== undefined)
    return {
      lot: await coinInBlocks(parts, point, script),
      replaced: await replacedOf(parts.chain, purchase),
    };
  const lot = (await loadCoins(parts, [point])).coins.get(point);
  if (lot === undefined) throw new Refusal('coin-spent');
  return { lot, replaced: undefined };
}

/** Also one that is void by now: it may be mined while nodes have it. */
async function purchaseInMempool({ store, chain }: Parts, point: Outpoint) {
  const spender = (await chain.spendingOf([point])).get(point);
  if (spender === undefined) return undefined;
  const [row] = await findOutbox(store.db, [spender]);
  const trade = row?.kind === TRADE.name ? await findTrade(store.db, row.reference) : undefined;
  if (row === undefined || trade === undefined) throw new Refusal('coin-spent', `by ${spender}`);
  // The node has it, and knows better than what was written.
  return { txid: spender, fee: row.fee ?? trade.networkFee, vsize: row.vsize ?? WHOLE_BLOCK };
}

/** As the last block left it, whatever waits: the node does not name coins that are being spent, the ledger does. */
async function coinInBlocks({ ledger }: Parts, point: Outpoint, script: Uint8Array): Promise<Coin> {
  const { value } = await atOneTip(ledger, async () => {
    await requireFollowed(ledger, script);
    const [found] = await ledger.settledCoinsAt(script, [point]);
    return { found, assets: (await ledger.assetsOn([point])).assets.get(point) ?? [] };
  });
  if (value.found === undefined) throw new Refusal('coin-spent', point);
  const { coinbase: _, ...coin } = value.found;
  return { ...coin, assets: value.assets };
}
