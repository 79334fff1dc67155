/**
 * Whether the money of an order is where its terms say, read out of the transactions that paid it. The word of the exchange is not enough: the
 * terms are all that its owner has against it, and are let go of only then.
 */
import type { BridgeAssetView, BridgeOrderView } from '@rialto/contract';
import { bridgeRefundId } from '@rialto/market';
import { bridgeIdInMvc, keyHashOf, readFtScript, readMvcTransaction, sameToken } from '@rialto/mvc';
import {
  bytesToHex,
  decipher,
  decodeMrc20,
  hexToBytes,
  isFlaw,
  parseMrc20Amount,
  pinsOf,
  readTransaction,
} from '@rialto/protocols';
import type { Transaction } from '@rialto/protocols';
import { bridgeIdIn } from '@rialto/psbt';
import { unitOfView } from '../../data/bridge/bridge-assets.ts';
import { isSettled } from '../../data/bridge/bridge-state.ts';
import type { MadeTerms } from './bridge-terms.ts';

type Deposit = BridgeOrderView['deposits'][number];
type Exit = NonNullable<Deposit['exit']>;

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

interface Owed {
  readonly script: string;
  /** Origin units. */
  readonly out: bigint;
  readonly asset: BridgeAssetView;
  /** That the transaction carries. */
  readonly id: string;
  /** The deposit that goes back. */
  readonly returns: string | undefined;
}

function paysOnBitcoin({ raw, txid }: Exit, owed: Owed): boolean {
  const { script, out, asset, id } = owed;
  const tx = readTransaction(hexToBytes(raw));
  if (isFlaw(tx) || tx.txid !== txid || bridgeIdIn(tx) !== id) return false;
  const at = tx.outputs.findIndex((one) => bytesToHex(one.script) === script);
  const paid = tx.outputs[at];
  if (paid === undefined) return false;
  if (asset.network === 'BTC') return paid.value === out;
  if (asset.network === 'MRC20') return movesMrc20(tx, owed, at);
  const stone = decipher(tx.outputs);
  const edicts = stone?.kind === 'runestone' ? stone.edicts : [];
  return edicts.some(
    ({ id: rune, amount, output }) => rune === asset.originTokenId && amount === out && output === at,
  );
}

/**
 * Paid out as the one message says; sent back without one, which takes all that lay on the deposit to the first output (metaid §5).
 * @param at the output of whoever is owed it
 */
function movesMrc20(tx: Transaction, { out, asset, returns }: Owed, at: number): boolean {
  const [said, more] = pinsOf(tx);
  if (said === undefined)
    return at === 0 && tx.inputs.some((input) => `btc:${input.txid}:${input.vout}` === returns);
  const op = decodeMrc20(said.pin);
  if (more !== undefined || op === undefined || isFlaw(op) || op.op !== 'transfer') return false;
  const [send, other] = op.sends;
  if (send === undefined || other !== undefined) return false;
  const isSent = send.id === asset.originTokenId && send.vout === at;
  return isSent && parseMrc20Amount(send.amount, asset.decimals) === out;
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
