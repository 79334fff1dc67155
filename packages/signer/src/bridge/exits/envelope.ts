/**
 * Before MRC-20 is paid out, a coin is made that its message is locked in; before BRC-20 leaves, its lot (bridge §5). They are made of the fee
 * wallet’s sats alone, for a deposit that a block has, however young: what their scripts say is what that deposit brings, so they serve no other
 * end. What is paid for them counts for what miners get within the hour.
 */
import type { BridgeEnvelopeRequest, SignerAnswer } from '@rialto/contract';
import { originAsset } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { DUST_FLOOR, bytesToHex, invariant } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { signBridgeEnvelope, signBridgeLot } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { requireWanted } from '../../cosign/wanted.ts';
import { readBtcDeposit } from '../deposits/read-btc.ts';
import { readMvcDeposit } from '../deposits/read-mvc.ts';
import type { EnvelopeLine } from '../books/lines.ts';
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
 * @throws Refusal as `exitInTurn`, `dueOf`, `signBridgeEnvelope` and `signBridgeLot`; bad-request (of what leaves by neither, or at another
 *   than the first signer), bridge-deposit-unknown, bridge-deposit-waits, bridge-exit-made, bridge-fees-high, limit-reached, coin-spent,
 *   not-yours, lot-mixed
 */
export function signEnvelope(
  parts: BridgeParts,
  request: BridgeEnvelopeRequest,
  gone: () => boolean,
): Promise<SignerAnswer<'bridgeEnvelope'>> {
  return exitInTurn(parts, request, { spends: request.fees, gone }, async (tips) => {
    const asset = parts.trusted.asset(request.asset);
    const keys = parts.keys(asset.id);
    if (!isPrepared(asset, request) || keys.first === undefined)
      throw new Refusal('bad-request', 'it goes by no message and no lot of this signer');
    requireOpen(parts.stops, asset.id);
    const asked = hashOf(JSON.stringify(request));
    const before = parts.journal.recall.envelopes(request.deposit).find((line) => line.asked === asked);
    if (before !== undefined) return toldOf(before);
    const made = await madeFor(parts, request, { asset, keys, tips, secret: keys.first.fees });
    await requireSameTips(parts, tips);
    requireOpen(parts.stops, asset.id);
    requireWanted(parts, gone);
    const { kind: exit, deposit } = request;
    const line: EnvelopeLine = {
      ...{ at: new Date(parts.now()).toISOString(), kind: 'envelope', asset: asset.id, deposit, exit, asked },
      ...{ ...made, out: made.out.toString(), cost: made.cost.toString() },
    };
    parts.journal.append(line);
    return toldOf(line);
  });
}

/** Payouts of MRC-20 go by a message, and whatever leaves of BRC-20 by a lot. */
function isPrepared(
  { origin: { network } }: BridgeAsset,
  { kind, deposit }: Pick<BridgeEnvelopeRequest, 'kind' | 'deposit'>,
): boolean {
  const isPayout = kind === 'payout' && deposit.startsWith('mvc:');
  const isRefund = kind === 'refund' && deposit.startsWith('btc:');
  return (isPayout && network === 'MRC20') || ((isPayout || isRefund) && network === 'BRC20');
}

const toldOf = ({ raw, id: txid, lot, out }: EnvelopeLineParts): SignerAnswer<'bridgeEnvelope'> => ({
  ...{ raw, txid, out },
  ...(lot === undefined ? {} : { lot: { raw: lot.raw, txid: lot.id } }),
});

type EnvelopeLineParts = Pick<EnvelopeLine, 'raw' | 'id' | 'lot' | 'out'>;

interface Of {
  readonly asset: BridgeAsset;
  readonly keys: BridgeKeys;
  readonly tips: BridgeTips;
  /** Of the fees. */
  readonly secret: Uint8Array;
}

async function madeFor(parts: BridgeParts, request: BridgeEnvelopeRequest, of: Of) {
  const { asset, keys, tips } = of;
  const { kind } = request;
  const places = await parts.places(asset.id, tips);
  const read = kind === 'payout' ? readMvcDeposit : readBtcDeposit;
  const deposit = await read(parts, asset, request, { tips, places });
  if (deposit.amount <= 0n) throw new Refusal('bridge-deposit-unknown', 'nothing of the asset is on it');
  const builds = await livingBuilds(parts, asset, deposit.name, { tips, places });
  requireSameExit(builds, kind);
  const [living] = builds;
  const isOurs = (script: string): boolean => ourScripts(parts, keys).has(script);
  const { out } = await dueOf(request, { asset, network: parts.network, deposit, before: living, isOurs });
  const coinAt = await coinsAt(parts, { asset, tips }, request.fees);
  const feeCoins = request.fees.map(coinAt);
  requireFeeCoins(keys, feeCoins);
  const { fee, ...made } = signedFor(of, { out, feeCoins, feeRateSatVb: request.feeRateSatVb });
  const most = mostFeeOf(asset, kind);
  if (fee > most) throw new Refusal('bridge-fees-high', `${fee} sat, ${most} at most`);
  // What comes to lie under the PIN, or under the lot, is gone as well.
  const cost = fee + DUST_FLOOR;
  // Beside the deposit’s own exits: both are paid for.
  keepToFees(parts, { chain: 'btc', exit: kind, deposit: `envelope ${deposit.name}` }, cost);
  return { ...made, out, cost };
}

interface Signing {
  readonly out: bigint;
  readonly feeCoins: readonly Coin[];
  readonly feeRateSatVb: number;
}

function signedFor({ asset, keys, secret }: Of, { out: amount, feeCoins, feeRateSatVb }: Signing) {
  const { origin, decimals } = asset;
  const { btc } = keys.fees;
  const paying = { feeKey: btc.internalKey, fees: btc.script, feeCoins, feeRateSatVb };
  if (origin.network === 'BRC20') {
    const locked = keys.locked.script.script;
    const { commit, lot, fee } = signBridgeLot({ ...paying, tick: origin.tick, amount, locked }, secret);
    const made = { id: lot.txid, raw: bytesToHex(lot.raw) };
    return { fee, id: commit.txid, raw: bytesToHex(commit.raw), lot: made };
  }
  const token = originAsset(origin);
  invariant(token !== 'sats', 'sats go by no message');
  const { txid: id, raw, fee } = signBridgeEnvelope({ ...paying, asset: token, decimals, amount }, secret);
  return { fee, id, raw: bytesToHex(raw) };
}
