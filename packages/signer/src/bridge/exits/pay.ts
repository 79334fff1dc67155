/** Exits on Bitcoin: a redeem paid out, or a mint refunded (bridge §5). The transaction is planned here, from coins that our own node has. */
import type { BridgePayRequest, SignerAnswer } from '@rialto/contract';
import { originAsset } from '@rialto/market';
import { bytesToHex, hexToBytes, invariant } from '@rialto/protocols';
import { planBridgePayout } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { exitInTurn } from '../in-turn.ts';
import type { BridgeParts } from '../parts.ts';
import { coinsAt, requireFeeCoins } from './fee-coins.ts';
import { judgeExit, noteExit } from './judge-exit.ts';
import { makersOf, spentBy, transactionsAt } from './makers.ts';
import { mostFeeOf } from './limits.ts';
import { openExit } from './open-exit.ts';
import { signedBy } from './signed-by.ts';
import { spentCoins, withOrigins } from './spent-coins.ts';
import type { OpenExit } from './open-exit.ts';

/**
 * The same request again is answered alike, whatever others have signed meanwhile.
 * @throws Refusal as `exitInTurn`, `openExit`, `spentCoins`, `judgeExit`, `planBridgePayout` and `joinBridgePayout`; coin-spent,
 *   coin-unconfirmed (a miner’s own), not-yours (a fee coin), bridge-fees-high, signature-missing (the first signs first)
 */
export function signPay(
  parts: BridgeParts,
  { signed, ...request }: BridgePayRequest,
  gone: () => boolean,
): Promise<SignerAnswer<'bridgePay'>> {
  const { locked, fees } = request;
  return exitInTurn(parts, request, { spends: [...locked, ...fees], gone }, async (tips) => {
    const asked = await openExit(parts, request, { chain: 'btc', tips });
    if (asked.before !== undefined) {
      const { raw, id: txid, out } = asked.before;
      invariant(raw !== undefined, 'an exit on Bitcoin is kept whole');
      return { raw, txid, out };
    }
    const { open } = asked;
    const { kind } = request;
    const spent = await spentCoins(parts, open, { names: locked, kind });
    const spends = withOrigins(spent, await makersOf(parts, spent));
    const plan = await planned(parts, open, request);
    const most = mostFeeOf(open.asset, kind);
    if (plan.fee > most) throw new Refusal('bridge-fees-high', `${plan.fee} sat, ${most} at most`);
    const cost = plan.fee + plan.lent;
    await judgeExit(parts, open, { spends, kind, cost });
    const raw = bytesToHex(signedBy(open.keys, plan, signed));
    const { txid } = plan;
    const paying = [...fees.map((point) => ({ coin: point, point })), ...(await shownBy(parts, request))];
    const made = { id: txid, spends, fees: paying, raw, cost: cost.toString() };
    await noteExit(parts, open, { request, gone, ...made });
    return { raw, txid, out: open.due.out.toString() };
  });
}

/** The coin of the message, with what the transaction spent that made it: where a block gives that to another, this exit is dead. */
async function shownBy(parts: BridgeParts, { envelope: point }: BridgePayRequest) {
  if (point === undefined) return [];
  const [made] = await transactionsAt(parts, [point]);
  return [{ coin: point, point, from: made === undefined ? [] : spentBy(made) }];
}

async function planned(parts: BridgeParts, open: OpenExit, request: BridgePayRequest) {
  const { asset, keys, due } = open;
  const shown = request.envelope;
  const made = shown === undefined ? [] : [shown];
  const coinAt = await coinsAt(parts, open, [...request.locked, ...request.fees, ...made]);
  const feeCoins = request.fees.map(coinAt);
  requireFeeCoins(keys, feeCoins);
  // Natively all that it spends goes to the receiver, whatever is due; by a message nothing goes back that could go natively.
  const goesByMessage = asset.origin.network === 'MRC20' && request.kind === 'payout';
  if (goesByMessage !== (shown !== undefined))
    throw new Refusal('bad-request', 'payouts of MRC-20 go by a message, and nothing else');
  const { internalKey: feeKey } = keys.fees.btc;
  return planBridgePayout({
    pays: originAsset(asset.origin),
    locked: keys.locked.script,
    lockedCoins: request.locked.map(coinAt),
    fees: keys.fees.btc.script,
    feeCoins,
    ...(shown === undefined ? {} : { envelope: { coin: coinAt(shown), feeKey, decimals: asset.decimals } }),
    receiver: hexToBytes(due.receiver),
    amount: due.out,
    id: due.id,
    feeRateSatVb: request.feeRateSatVb,
  });
}
