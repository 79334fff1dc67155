/** What leaves for a deposit, to whom, and under which id (bridge §2, §3, §5). */
import type { WireBridgeTerms } from '@rialto/contract';
import {
  UNCLAIMED,
  bridgeOrderId,
  bridgeQuote,
  bridgeRefundId,
  bridgeTermsOf,
  isPayable,
  refundOf,
  requireBridgeAmount,
} from '@rialto/market';
import type { BridgeAsset, BridgeDirection, BridgeTerms } from '@rialto/market';
import { bytesToHex } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { BridgeLine } from '../books/lines.ts';
import type { Deposit } from '../deposits/deposit.ts';

export interface Due {
  /** Script, hex. */
  readonly receiver: string;
  /** Origin units. */
  readonly out: bigint;
  /** That the transaction carries. */
  readonly id: string;
}

/** Beside it whether another deposit would fit the same terms. */
interface DueByTerms extends Due {
  readonly fits: (amount: bigint) => boolean;
}

interface Asked {
  readonly kind: 'payout' | 'refund';
  readonly terms?: WireBridgeTerms | undefined;
}

interface Given {
  readonly asset: BridgeAsset;
  readonly network: Network;
  readonly deposit: Deposit;
  /** A build of this exit that may still confirm: what leaves by it leaves by the next, whatever fees are now. */
  readonly before: Pick<BridgeLine, 'out'> | undefined;
  readonly isOurs: (script: string) => boolean;
}

/**
 * @throws Refusal bridge-terms-differ, bridge-amount-differs, bridge-digits-lost, bridge-under-minimum, bridge-over-maximum (these can be
 *   refunded), bridge-no-refund, bridge-deposit-waits (a refund without the terms of its id), bad-request
 */
export async function dueOf({ kind, terms }: Asked, given: Given): Promise<DueByTerms> {
  const read = terms === undefined ? undefined : ownTerms(terms, given);
  if (kind === 'refund') return refunded(read, given);
  if (read === undefined) throw new Refusal('bad-request', 'a payout has terms');
  return paid(read, given);
}

/** Terms that are the deposit’s: their id is the one that it carries. */
function ownTerms(wire: WireBridgeTerms, { asset, network, deposit }: Given): BridgeTerms {
  const terms = bridgeTermsOf(wire);
  if (bridgeOrderId(terms) !== deposit.order) throw new Refusal('bridge-terms-differ', 'another order');
  const isHere = terms.net === network && terms.direction === deposit.direction && terms.asset === asset.id;
  if (!isHere) throw new Refusal('bridge-terms-differ', 'of another bridge');
  return terms;
}

function paid(terms: BridgeTerms, { asset, deposit, before, isOurs }: Given): DueByTerms {
  const { direction, amount } = deposit;
  if (!isPayable(terms.receiver, direction === 'mint' ? 'mvc' : 'btc') || isOurs(terms.receiver))
    throw new Refusal('bridge-terms-differ', 'nobody can be paid there');
  const out = before === undefined ? outOf(terms, asset, amount) : BigInt(before.out);
  return { receiver: terms.receiver, out, id: bridgeOrderId(terms), fits: (one) => fits(terms, asset, one) };
}

/** What an amount brings by these terms. @throws Refusal where it does not fit them */
function outOf(
  { amount: wanted, least, direction }: BridgeTerms,
  asset: BridgeAsset,
  amount: bigint,
): bigint {
  if (wanted !== 'any' && wanted !== amount)
    throw new Refusal('bridge-amount-differs', `${amount} came in, not ${wanted}`);
  requireBridgeAmount(asset, amount);
  const { out } = bridgeQuote(asset, direction, amount);
  if (out <= 0n || out < least) throw new Refusal('bridge-terms-differ', `${out} of ${least} goes out`);
  return out;
}

function fits(terms: BridgeTerms, asset: BridgeAsset, amount: bigint): boolean {
  try {
    return outOf(terms, asset, amount) > 0n;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

async function refunded(terms: BridgeTerms | undefined, given: Given): Promise<DueByTerms> {
  const { asset, deposit, before, isOurs } = given;
  const receiver = terms?.refund ?? (await senderOf(deposit));
  const goesBackOn = deposit.direction === 'mint' ? 'btc' : 'mvc';
  if (receiver === undefined || !isPayable(receiver, goesBackOn) || isOurs(receiver))
    throw new Refusal('bridge-no-refund', 'nobody can tell to whom');
  const out = before === undefined ? refundOf(asset, deposit.direction, deposit.amount) : BigInt(before.out);
  if (out <= 0n) throw new Refusal('bridge-no-refund', 'nothing would be left');
  return { receiver, out, id: bridgeRefundId(deposit.name), fits: () => false };
}

/** Of a payment that names no order, or one that nobody knows. @throws Refusal bridge-deposit-waits while its terms may still come */
async function senderOf({ order, depth, sender }: Deposit): Promise<string | undefined> {
  if (order !== undefined && depth < UNCLAIMED)
    throw new Refusal('bridge-deposit-waits', `${depth} of ${UNCLAIMED} blocks without its terms`);
  const script = await sender();
  return script === undefined ? undefined : bytesToHex(script);
}

/** Where what goes out for a deposit goes out: a payout on the other chain, a refund on its own. */
export function chainOfExit(direction: BridgeDirection, kind: Asked['kind']): 'btc' | 'mvc' {
  return (direction === 'mint') === (kind === 'refund') ? 'btc' : 'mvc';
}
