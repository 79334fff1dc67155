/** A ladder as its bidder signed it, and all that is asked of it before the signer takes it on. */
import type { PushBid } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import { bytesToHex, hexToBytes, isClean } from '@rialto/protocols';
import { acceptExit, acceptFunding, acceptPromise, lockCoin } from '@rialto/psbt';
import type { FundingPlan } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { BidActOf } from '../../../store/bids/bid-act-store.ts';
import { lockedOutpoints } from '../../../store/orders/ask-store.ts';
import type { OrderContext } from '../../context.ts';

/** What the wallet signed: capability is what it did, not what a table says. */
export interface SignedLadder {
  readonly fundingRaw: string;
  /** With their sighash byte, one for each rung. */
  readonly promises: readonly string[];
  readonly exits: readonly string[];
}

/** @throws Refusal psbt-shape, and as `acceptFunding`, `acceptPromise`, `acceptExit` */
export function acceptLadder({ verifier }: OrderContext, plan: FundingPlan, body: PushBid): SignedLadder {
  const { promisePsbts, exitPsbts } = body;
  if (promisePsbts.length !== plan.locks.length || exitPsbts.length !== plan.locks.length)
    throw new Refusal('psbt-shape', 'sign all of them');
  const funding = acceptFunding(plan, hexToBytes(body.fundingPsbt), verifier);
  const locked = plan.locks.map((lock, at) => ({ lock, coin: lockCoin(plan, at + 1) }));
  return {
    fundingRaw: bytesToHex(funding.raw),
    promises: locked.map(({ lock, coin }, at) =>
      bytesToHex(acceptPromise(lock, coin, hexToBytes(promisePsbts[at] ?? ''), verifier)),
    ),
    exits: locked.map(({ lock, coin }, at) =>
      bytesToHex(acceptExit(lock, coin, hexToBytes(exitPsbts[at] ?? ''), verifier).raw),
    ),
  };
}

/** The coins of the funding as they are now: unspent, confirmed, clean, and in nothing else of their owner's. */
export async function requireFundable(
  context: OrderContext,
  { address, record }: BidActOf<'bid'>,
  plan: FundingPlan,
): Promise<Tip> {
  const points = plan.payments.map(({ outpoint }) => outpoint);
  const [{ coins, tip }, locked] = await Promise.all([
    loadCoins(context, points),
    lockedOutpoints(context.store.db, address),
  ]);
  for (const point of points) {
    const coin = coins.get(point);
    if (coin === undefined) throw new Refusal('coin-spent', point);
    if (coin.height === undefined) throw new Refusal('coin-unconfirmed', point);
    if (!isClean(coin)) throw new Refusal('lot-mixed', point);
    const keeper = locked.get(point);
    if (keeper !== undefined && keeper !== record.replaces) throw new Refusal('order-exists', point);
  }
  return tip;
}

/** The node would take it now. */
export async function requireAcceptable(
  { chain }: OrderContext,
  { fundingRaw }: SignedLadder,
): Promise<void> {
  const [verdict] = await chain.testAccept([hexToBytes(fundingRaw)]);
  if (verdict?.accepted !== true) throw new Refusal('node-refused', verdict?.reason ?? 'no answer');
}
