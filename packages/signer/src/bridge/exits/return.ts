/**
 * A lot of BRC-20 on the locked script keeps its amount from being made other lots of, and anybody can inscribe one there. It moves once to the
 * script that it lies on, and its amount is available again: nothing leaves, and the fee wallet pays (decision 0049).
 */
import type { BridgeReturnRequest, SignerAnswer } from '@rialto/contract';
import { readMade } from '@rialto/ground';
import { LOT_DEPTH, originAsset } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { bytesToHex, equalBytes } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { planBridgeReturn } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { requireWanted } from '../../cosign/wanted.ts';
import { exitInTurn } from '../in-turn.ts';
import type { BridgeParts } from '../parts.ts';
import type { BridgeTips } from '../source.ts';
import { requireOpen } from '../stops/stop-files.ts';
import { coinsAt, requireFeeCoins } from './fee-coins.ts';
import { requireSameTips } from './judge-exit.ts';
import { keepToFees, mostFeeOf } from './limits.ts';
import { hashOf } from './open-exit.ts';
import { signedBy } from './signed-by.ts';
import { requireFree } from './spent-coins.ts';

/**
 * The same request again is answered alike, whatever others have signed meanwhile.
 * @throws Refusal as `exitInTurn` and `planBridgeReturn`; bad-request (no BRC-20), coin-spent, not-yours (another script), not-a-lot,
 *   bridge-deposit-waits (under three blocks deep), bridge-short (an exit may still spend it), bridge-fees-high, limit-reached
 */
export function signReturn(
  parts: BridgeParts,
  { signed, ...request }: BridgeReturnRequest,
  gone: () => boolean,
): Promise<SignerAnswer<'bridgeReturn'>> {
  const { lot: point, fees, asset: id } = request;
  return exitInTurn(parts, { asset: id }, { spends: [point, ...fees], gone }, async (tips) => {
    const asset = parts.trusted.asset(id);
    if (asset.origin.network !== 'BRC20') throw new Refusal('bad-request', 'it has no lots');
    requireOpen(parts.stops, id);
    const deposit = `btc:${point}` as const;
    const asked = hashOf(JSON.stringify(request));
    const before = parts.journal.recall.envelopes(deposit).find((line) => line.asked === asked);
    if (before !== undefined) return { raw: before.raw, txid: before.id };
    const { plan, amount } = await planned(parts, asset, { request, tips });
    const most = mostFeeOf(asset, 'refund');
    if (plan.fee > most) throw new Refusal('bridge-fees-high', `${plan.fee} sat, ${most} at most`);
    // A stranger may have put it on fewer sats than an output needs.
    const cost = plan.fee + plan.lent;
    keepToFees(parts, { chain: 'btc', exit: 'return', deposit: `return ${point}` }, cost);
    const raw = bytesToHex(signedBy(parts.keys(id), plan, signed));
    await requireSameTips(parts, tips);
    requireOpen(parts.stops, id);
    requireWanted(parts, gone);
    parts.journal.append({
      ...{ at: new Date(parts.now()).toISOString(), kind: 'envelope', asset: id, deposit, exit: 'return' },
      ...{ id: plan.txid, out: amount.toString(), asked, raw, cost: cost.toString() },
    });
    return { raw, txid: plan.txid };
  });
}

interface Asked {
  readonly request: Omit<BridgeReturnRequest, 'signed'>;
  readonly tips: BridgeTips;
}

async function planned(parts: BridgeParts, asset: BridgeAsset, { request, tips }: Asked) {
  const { lot: point, fees, feeRateSatVb } = request;
  const keys = parts.keys(asset.id);
  const coinAt = await coinsAt(parts, { asset, tips }, [point, ...fees]);
  const lot = coinAt(point);
  const { script: locked } = keys.locked;
  if (!equalBytes(lot.script, locked.script)) throw new Refusal('not-yours', point);
  const amount = await lockedUp(parts, lot, { asset, tips });
  const depth = tips.btc.height - (lot.height ?? tips.btc.height) + 1;
  if (depth < LOT_DEPTH.minConfirmations)
    throw new Refusal('bridge-deposit-waits', `it is ${depth} blocks deep`);
  await requireFree(parts, { asset, tips, living: [], deposit: { name: `return ${point}` } }, [point]);
  const feeCoins = fees.map(coinAt);
  requireFeeCoins(keys, feeCoins);
  const plan = planBridgeReturn({ locked, lot, fees: keys.fees.btc.script, feeCoins, feeRateSatVb });
  return { plan, amount };
}

/**
 * Whatever else a stranger has put on its coin. No index alone says that a lot lies there: its own transaction made it for this very coin, and
 * the other index has it too. What somebody paid in would be moved, and be no deposit any more.
 * @throws Refusal not-a-lot, syncing, bridge-units-differ, bridge-units-unchecked
 */
async function lockedUp(
  { source, keys }: BridgeParts,
  { assets, outpoint }: Coin,
  { asset, tips }: { readonly asset: BridgeAsset; readonly tips: BridgeTips },
): Promise<bigint> {
  const { chain, brc20 } = source.btc;
  const owner = bytesToHex(keys(asset.id).locked.script.script);
  for (const one of assets) {
    if (one.kind !== 'inscription' || one.transfer?.asset !== originAsset(asset.origin)) continue;
    const { id: inscription, transfer } = one;
    if (!(await readMade(chain, new Map([[outpoint, inscription]]))).has(outpoint)) continue;
    const { amount } = transfer;
    await brc20.requireLots(asset, tips.btc, [{ inscription, amount, owner, to: undefined }]);
    return amount;
  }
  throw new Refusal('not-a-lot', outpoint);
}
