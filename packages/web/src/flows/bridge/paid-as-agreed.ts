/**
 * Whether the money of an order is where its terms say, read out of the transactions that paid it. The word of the exchange is not enough: the
 * terms are all that its owner has against it, and are let go of only then.
 */
import type { BridgeAssetView, BridgeOrderView } from '@rialto/contract';
import { bridgeRefundId } from '@rialto/market';
import { bridgeIdInMvc, keyHashOf, readFtScript, readMvcTransaction, sameToken } from '@rialto/mvc';
import { bytesToHex, hexToBytes, isFlaw } from '@rialto/protocols';
import { unitOfView } from '../../data/bridge/bridge-assets.ts';
import { isSettled } from '../../data/bridge/bridge-state.ts';
import type { MadeTerms } from './bridge-terms.ts';
import { paysOnBitcoin } from './paid-on-bitcoin.ts';
import type { Exit, Owed } from './paid-on-bitcoin.ts';

type Deposit = BridgeOrderView['deposits'][number];

/** False as well where it cannot be told. @param asset undefined where the exchange no longer lists it */
export function isPaidAsAgreed(
  order: Pick<BridgeOrderView, 'state' | 'deposits'>,
  made: MadeTerms,
  asset: BridgeAssetView | undefined,
): boolean {
  return (
    asset !== undefined && isSettled(order) && order.deposits.every((one) => isPaid(one, { made, asset }))
  );
}

interface Agreed {
  readonly made: MadeTerms;
  readonly asset: BridgeAssetView;
}

function isPaid({ deposit, state, exit }: Deposit, { made: { terms, orderId }, asset }: Agreed): boolean {
  const isPayout = state === 'done';
  if (exit === null || exit.kind !== (isPayout ? 'payout' : 'refund')) return false;
  const out = BigInt(exit.out);
  if (out < (isPayout ? BigInt(terms.least) : 1n)) return false;
  const owed = {
    ...{ script: isPayout ? terms.receiver : terms.refund, out, asset },
    ...{ id: isPayout ? orderId : bridgeRefundId(deposit), returns: isPayout ? undefined : deposit },
  };
  const isOnMvc = (terms.direction === 'mint') === isPayout;
  return isOnMvc ? paysOnMvc(exit, owed) : paysOnBitcoin(exit, owed);
}

/** On MVC it may be in a block under another id. */
function paysOnMvc({ raw }: Exit, { script, out, asset, id }: Owed): boolean {
  const tx = readMvcTransaction(hexToBytes(raw));
  const key = keyHashOf(hexToBytes(script));
  if (isFlaw(tx) || key === undefined || bridgeIdInMvc(tx) !== id) return false;
  const token = { codehash: asset.targetTokenCodeHash, genesis: asset.targetTokenGenesis };
  return tx.outputs.some((one) => {
    const on = readFtScript(one.script);
    if (on === undefined || !sameToken(on, token)) return false;
    return on.holder === bytesToHex(key) && on.amount * unitOfView(asset) === out;
  });
}
