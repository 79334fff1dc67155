/** Orders of an address of either chain, and its deposits that fit none. */
import type { AnswerOf, BridgeHistoryType, QueryOf } from '@rialto/contract';
import { p2pkhScript, readMvcAddress } from '@rialto/mvc';
import { bridgeScripts } from '@rialto/market';
import type { BridgeNetwork } from '@rialto/market';
import { bytesToHex } from '@rialto/protocols';
import { addressToScript } from '@rialto/psbt';
import { allAssets } from '../../store/bridge/asset-store.ts';
import { refusedOf } from '../../store/bridge/due-store.ts';
import { madeFor } from '../../store/bridge/envelope-store.ts';
import { exitsOf } from '../../store/bridge/exit-store.ts';
import { ordersOf } from '../../store/bridge/order-store.ts';
import type { BridgeContext } from '../context.ts';
import { heightsOf } from '../follow/heights.ts';
import { depositView, orderViews } from './order-view.ts';

const SIZE = 10;

/** What the original's words mean here. */
const TYPES: Readonly<
  Record<BridgeHistoryType, { readonly network: BridgeNetwork; readonly direction: 'mint' | 'redeem' }>
> = {
  btcToMvc: { network: 'BTC', direction: 'mint' },
  mvcToBtc: { network: 'BTC', direction: 'redeem' },
  runesToMvc: { network: 'RUNES', direction: 'mint' },
  mvcToRunes: { network: 'RUNES', direction: 'redeem' },
  mrc20ToMvc: { network: 'MRC20', direction: 'mint' },
  mvcToMrc20: { network: 'MRC20', direction: 'redeem' },
  brc20ToMvc: { network: 'BRC20', direction: 'mint' },
  mvcToBrc20: { network: 'BRC20', direction: 'redeem' },
};

/** The script that an address names, on whichever chain. @throws Refusal wrong-address-type, wrong-network */
function scriptOf({ network }: Pick<BridgeContext, 'network'>, address: string): string {
  const isSegwit = /^(bc|tb|bcrt)1/i.test(address);
  return bytesToHex(
    isSegwit ? addressToScript(address, network) : p2pkhScript(readMvcAddress(address, network)),
  );
}

/** @throws Refusal as `scriptOf` */
export async function historyOf(
  context: BridgeContext,
  { type, address, cursor = '0', size, order = 'desc' }: QueryOf<'bridgeHistory'>,
): Promise<AnswerOf<'bridgeHistory'>> {
  const { network, direction } = TYPES[type];
  const scripts = [scriptOf(context, address)];
  const assets = (await allAssets(context.store.db))
    .filter(({ asset }) => asset.origin.network === network)
    .map(({ asset }) => asset.id);
  const [from, most] = [Number(cursor), size === undefined ? SIZE : Number(size)];
  const { total, rows } = await ordersOf(context.store.db, {
    ...{ scripts, direction, assets, from, size: most, order },
  });
  const next = from + rows.length;
  return {
    total,
    list: await orderViews(context, rows),
    nextCursor: next < total && rows.length > 0 ? String(next) : null,
  };
}

/** @throws Refusal as `scriptOf` */
export async function depositsOf(
  context: BridgeContext,
  address: string,
): Promise<AnswerOf<'bridgeDeposits'>> {
  const { db } = context.store;
  const refused = await refusedOf(db, [scriptOf(context, address)]);
  const names = refused.map(({ deposit }) => deposit.name);
  const [assets, exits, made, heights, at] = await Promise.all([
    allAssets(db),
    exitsOf(db, names),
    madeFor(db, names),
    heightsOf(context),
    context.ledger.tip(),
  ]);
  const byId = new Map(assets.map((known) => [known.asset.id, known]));
  const own = bridgeScripts(assets.map(({ keys }) => keys));
  const list = refused.flatMap(({ deposit, refund }) => {
    const known = byId.get(deposit.asset);
    if (known === undefined) return [];
    const { asset, direction, orderId } = deposit;
    const view = depositView(known, deposit, { exits, made, heights, own, refund });
    return [{ ...view, asset, direction, orderId }];
  });
  return { list, at };
}
