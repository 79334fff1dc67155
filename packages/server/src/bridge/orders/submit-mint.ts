/** A signed payment of a mint: it has to be the one that was planned; written down, then sent, and sent again until a block has it. */
import { loadCoins } from '@rialto/ground';
import type { AnswerOf, BodyOf } from '@rialto/contract';
import type { BridgeNetwork } from '@rialto/market';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { acceptPlanned } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { commitAndSend } from '../../outbox/commit.ts';
import { keepPayment } from '../../store/bridge/order-store.ts';
import type { BridgeContext } from '../context.ts';
import { BRIDGE } from '../purpose.ts';
import { paymentOf } from './create-mint.ts';
import { orderFor } from './order-for.ts';
import { requireUnpaid } from './paid-before.ts';

const SPENT = { conflict: 'coin-spent', 'missing-inputs': 'coin-spent' } as const;

/**
 * The same payment again gets the same answer.
 * @throws Refusal bridge-order-unknown, bad-request (of another call), bridge-paused, bridge-expired, bridge-terms-differ, bridge-paid-before, coin-spent, as
 *   `acceptPlanned`, the node
 */
export async function submitMint(
  context: BridgeContext,
  { orderId, rawPsbt }: BodyOf<'bridgePayMintBtc'>,
  network: BridgeNetwork,
): Promise<AnswerOf<'bridgePayMintBtc'>> {
  return context.mvc.turns(`bridge order ${orderId}`, async () => {
    const { row, shown, requirePayable } = await orderFor(context, orderId, { direction: 'mint', network });
    const { plan, payment } = row;
    if (plan === null) throw new Refusal('bridge-order-unknown', 'its payment was not made here');
    const planned = paymentOf(shown, plan);
    const { raw, txid } = acceptPlanned(planned, hexToBytes(rawPsbt), context.verifier);
    if (payment?.txid === txid) return { orderId, txid };
    await requireUnpaid(context, orderId);
    await requirePayable();
    const coins = planned.draft.inputs.map(({ coin }) => coin);
    await requireUnspent(
      context,
      coins.map(({ outpoint }) => outpoint),
    );
    context.at('bridge-received');
    await commitAndSend(
      context.outbox,
      { finals: [{ raw, txid, fee: planned.fee, coins }], refusals: SPENT },
      async (tx) => {
        // To send it is the outbox's.
        const payment = { txid, core: null, raw: bytesToHex(raw), check: null };
        await keepPayment(tx, orderId, { payment, isSending: false });
        return { purpose: BRIDGE.name, reference: orderId };
      },
    );
    return { orderId, txid };
  });
}

async function requireUnspent(context: BridgeContext, points: readonly Outpoint[]): Promise<void> {
  const { coins } = await loadCoins(context, points);
  const gone = points.find((point) => !coins.has(point));
  if (gone !== undefined) throw new Refusal('coin-spent', gone);
}
