/** Both transactions of a redeem as his wallet has made them: verified, judged by the contracts, kept, and sent until a block has them. */
import type { AnswerOf, BodyOf } from '@rialto/contract';
import { unitOf } from '@rialto/market';
import type { BridgeNetwork } from '@rialto/market';
import {
  hash160,
  readMvcTransaction,
  readP2pkhScriptSig,
  verifyBridgePayment,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes, isFlaw, outpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { coinAt, knownWith } from '../../mvc/swaps/plan-act.ts';
import { keepPayment } from '../../store/bridge/order-store.ts';
import type { HandedIn } from '../../store/schema/index.ts';
import type { BridgeContext } from '../context.ts';
import { orderFor } from './order-for.ts';
import { requireUnpaid } from './paid-before.ts';
import { sendHandedIn } from './resend.ts';
import { amountOf } from './terms.ts';
import type { Shown } from './terms.ts';

/** Sat: what a wallet's two transactions may cost at most, with what lies under the token. */
const MOST_COSTS = 1_000_000n;

/**
 * The same again gets the same answer.
 * @throws Refusal bridge-order-unknown, bad-request, bridge-paused, bridge-expired, bridge-terms-differ, bridge-paid-before, coin-spent,
 *   coin-unknown, not-yours, token-not-followed, signature-invalid, node-refused, node-down, as `verifyBridgePayment`
 */
export async function submitRedeem(
  context: BridgeContext,
  { orderId, txHexList }: BodyOf<'bridgePayRedeemBtc'>,
  network: BridgeNetwork,
): Promise<AnswerOf<'bridgePayRedeemBtc'>> {
  return context.mvc.turns(`bridge order ${orderId}`, async () => {
    const { row, shown, requirePayable } = await orderFor(context, orderId, { direction: 'redeem', network });
    const [check, transfer] = bothOf(txHexList);
    if (row.payment?.core === transfer.core) return { orderId, txid: row.payment.txid };
    await requireUnpaid(context, orderId);
    await requirePayable();
    const payment = await verified(context, shown, { check, transfer });
    context.at('bridge-received');
    await keepPayment(context.store.db, orderId, { payment, isSending: true });
    const { reason, isRefused } = await sendHandedIn(context, payment);
    if (isRefused) {
      // Nobody has it: he is told, and it is never sent again.
      await keepPayment(context.store.db, orderId, { payment: null, isSending: false });
      throw new Refusal('node-refused', reason);
    }
    if (reason !== '') context.warn('the payment of a redeem waits', { orderId, answer: reason });
    return { orderId, txid: transfer.txid };
  });
}

interface Both {
  readonly check: MvcTransaction;
  readonly transfer: MvcTransaction;
}

/** His wallet names the check's first; it may hand them over the other way round. */
function bothOf(texts: readonly string[]): readonly [MvcTransaction, MvcTransaction] {
  const [first, second] = texts.map((text) => readMvcTransaction(hexToBytes(text)));
  if (first === undefined || second === undefined || isFlaw(first) || isFlaw(second))
    throw new Refusal('bad-request', 'txHexList: two transactions');
  const isSwapped = first.inputs.some(({ txid }) => txid === second.txid);
  return isSwapped ? [second, first] : [first, second];
}

async function verified(context: BridgeContext, shown: Shown, { check, transfer }: Both): Promise<HandedIn> {
  const { mvc } = context;
  const { asset, keys } = shown.known;
  const points = [check, transfer].flatMap(({ inputs }) =>
    inputs.map(({ txid, vout }): Outpoint => outpoint(txid, vout)),
  );
  const outside = points.filter((point) => !point.startsWith(check.txid));
  const known = await knownWith(mvc, outside, []);
  const raws = [...known.values()].map(writeMvcTransaction);
  const [rawCheck, rawTransfer] = [check, transfer].map(writeMvcTransaction);
  if (rawCheck === undefined || rawTransfer === undefined) throw new Refusal('bad-request');
  const key = payerOf(check, shown);
  const { txid, core } = verifyBridgePayment(
    { check: rawCheck, transfer: rawTransfer, previous: raws },
    {
      ...{ token: { codehash: asset.token.codehash, genesis: asset.token.genesis }, id: shown.id },
      ...{ userKey: key, inlet: hexToBytes(keys.inletHash) },
      ...{ units: amountOf(shown) / unitOf(asset), mostCosts: MOST_COSTS },
    },
  );
  await requireGenuine(context, shown, { transfer, key });
  const spent = await mvc.ledger.spentBy(outside);
  const other = [...spent.values()].find((by) => by.core !== core && by.core !== check.core);
  if (other !== undefined) throw new Refusal('coin-spent');
  for (const tx of [check, transfer]) {
    const all = await knownWith(mvc, [], [check, ...known.values()]);
    const coins = tx.inputs.map((input) => coinAt(all, outpoint(input.txid, input.vout)));
    const verdicts = await mvc.contracts.judged(tx, coins);
    const wrong = verdicts.findIndex((verdict) => verdict !== '');
    if (wrong >= 0) throw new Refusal('signature-invalid', `input ${wrong}: ${verdicts[wrong] ?? ''}`);
  }
  return { txid, core, raw: bytesToHex(rawTransfer), check: bytesToHex(rawCheck) };
}

/** The key that signed for the first SPACE: the one that the refund goes to, so that nobody else's payment is taken for the order's. */
function payerOf({ inputs }: MvcTransaction, { terms }: Shown): Uint8Array {
  const [first] = inputs;
  const half = first === undefined ? undefined : readP2pkhScriptSig(first.scriptSig);
  if (half === undefined) throw new Refusal('signature-missing');
  if (terms.refund !== `76a914${bytesToHex(hash160(half.publicKey))}88ac`)
    throw new Refusal('not-yours', 'the refund goes to another key than pays');
  return half.publicKey;
}

/** A copy of the token pays nothing here. */
async function requireGenuine(
  { mvc }: BridgeContext,
  { known }: Shown,
  { transfer, key }: { readonly transfer: MvcTransaction; readonly key: Uint8Array },
): Promise<void> {
  const { codehash, genesis } = known.asset.token;
  const own = await mvc.ledger.tokensOf(hash160(key), { codehash, genesis });
  const spent = new Set(transfer.inputs.map(({ txid, vout }) => outpoint(txid, vout)));
  if (own.some((coin) => spent.has(coin.outpoint) && coin.verdict !== 'genuine'))
    throw new Refusal('token-not-followed');
}
