/**
 * Before MRC-20 is paid out, a coin is made that its message is locked in (bridge §5). It is made of the fee wallet’s sats alone, for a deposit
 * that a block of MVC has, however young: what its script says is what that deposit brings, so it serves no other end. What is paid for it
 * counts for what miners get within the hour.
 */
import type { BridgeEnvelopeRequest, SignerAnswer } from '@rialto/contract';
import { originAsset } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { DUST_FLOOR, bytesToHex } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import { signBridgeEnvelope } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { requireWanted } from '../../cosign/wanted.ts';
import { readMvcDeposit } from '../deposits/read-mvc.ts';
import { exitInTurn } from '../in-turn.ts';
import type { BridgeKeys } from '../keys.ts';
import type { BridgeParts } from '../parts.ts';
import type { BridgeTips } from '../source.ts';
import { requireOpen } from '../stops/stop-files.ts';
import { dueOf } from './due.ts';
import { coinsAt, requireFeeCoins } from './fee-coins.ts';
import { requireSameTips } from './judge-exit.ts';
import { keepToFees, mostFeeOf } from './limits.ts';
import { livingBuilds, requireSameExit } from './one-exit.ts';
import { hashOf, ourScripts } from './open-exit.ts';

/**
 * The same request again is answered alike.
 * @throws Refusal as `exitInTurn`, `dueOf` and `signBridgeEnvelope`; bad-request (of no MRC-20, or at another than the first signer),
 *   bridge-deposit-unknown, bridge-deposit-waits, bridge-exit-made, bridge-fees-high, limit-reached, coin-spent, not-yours, lot-mixed
 */
export function signEnvelope(
  parts: BridgeParts,
  request: BridgeEnvelopeRequest,
  gone: () => boolean,
): Promise<SignerAnswer<'bridgeEnvelope'>> {
  return exitInTurn(parts, request, { spends: request.fees, gone }, async (tips) => {
    const asset = parts.trusted.asset(request.asset);
    const keys = parts.keys(asset.id);
    const token = originAsset(asset.origin);
    const isMessage = asset.origin.network === 'MRC20' && request.deposit.startsWith('mvc:');
    if (!isMessage || token === 'sats' || keys.first === undefined)
      throw new Refusal('bad-request', 'it goes by no message of this signer');
    requireOpen(parts.stops, asset.id);
    const asked = hashOf(JSON.stringify(request));
    const before = parts.journal.recall.envelopes(request.deposit).find((line) => line.asked === asked);
    if (before !== undefined) return { raw: before.raw, txid: before.id, out: before.out };
    const made = await madeFor(parts, request, { asset, keys, tips, token, secret: keys.first.fees });
    await requireSameTips(parts, tips);
    requireOpen(parts.stops, asset.id);
    requireWanted(parts, gone);
    const [at, raw, out] = [new Date(parts.now()).toISOString(), bytesToHex(made.raw), made.out.toString()];
    parts.journal.append({
      ...{ at, kind: 'envelope', asset: asset.id, deposit: request.deposit, asked, raw, out },
      ...{ id: made.txid, cost: made.cost.toString() },
    });
    return { raw, txid: made.txid, out };
  });
}

interface Of {
  readonly asset: BridgeAsset;
  readonly keys: BridgeKeys;
  readonly tips: BridgeTips;
  readonly token: AssetId;
  /** Of the fees. */
  readonly secret: Uint8Array;
}

async function madeFor(
  parts: BridgeParts,
  request: BridgeEnvelopeRequest,
  { asset, keys, tips, token, secret }: Of,
) {
  const places = await parts.places(asset.id, tips);
  const deposit = await readMvcDeposit(parts, asset, request, { tips, places });
  if (deposit.amount <= 0n) throw new Refusal('bridge-deposit-unknown', 'nothing of the asset is on it');
  const builds = await livingBuilds(parts, asset, deposit.name, { tips, places });
  requireSameExit(builds, 'payout');
  const [living] = builds;
  const isOurs = (script: string): boolean => ourScripts(parts, keys).has(script);
  const { out } = await dueOf(
    { kind: 'payout', terms: request.terms },
    { ...{ asset, network: parts.network, deposit, before: living, isOurs } },
  );
  const coinAt = await coinsAt(parts, { asset, tips }, request.fees);
  const feeCoins = request.fees.map(coinAt);
  requireFeeCoins(keys, feeCoins);
  const { btc } = keys.fees;
  const made = signBridgeEnvelope(
    {
      ...{ asset: token, decimals: asset.decimals, amount: out, feeKey: btc.internalKey },
      ...{ fees: btc.script, feeCoins, feeRateSatVb: request.feeRateSatVb },
    },
    secret,
  );
  const most = mostFeeOf(asset, 'payout');
  if (made.fee > most) throw new Refusal('bridge-fees-high', `${made.fee} sat, ${most} at most`);
  // What comes to lie under the PIN is gone as well.
  const cost = made.fee + DUST_FLOOR;
  // Beside the deposit’s own exits: both are paid for.
  keepToFees(parts, { chain: 'btc', exit: 'payout', deposit: `envelope ${deposit.name}` }, cost);
  return { ...made, out, cost };
}
