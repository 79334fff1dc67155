/** The funding of a ladder: out of which coins, and never the same one twice. */
import type { PrepareBid } from '@rialto/contract';
import type { MarketName } from '@rialto/market';
import { hexToBytes } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { buildFunding, largestFirst, lockOf, planFunding } from '@rialto/psbt';
import type { FundingPlan, Ticket } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { loadCoins } from '@rialto/ground';
import type { Session } from '../../../session.ts';
import { bidsFundedBy } from '../../../store/bids/bid-store.ts';
import type { OrderContext } from '../../context.ts';
import { moneyOf } from '../../money.ts';
import { fundingPointsOf } from '../ladder.ts';
import { ownBid } from '../own-bid.ts';
import { requireReplaceable } from '../withdraw.ts';
import { requireLarge } from './ladder-tickets.ts';

interface Paying {
  readonly coins: readonly Coin[];
  /** One that pays whatever the others are. */
  readonly first?: Coin | undefined;
}

/** Clean, confirmed and in no other order; of the bid whose place is taken its own coins, and where they are too few the others beside one of them. */
export async function coinsFor(
  context: OrderContext,
  session: Session,
  { body, script, book }: { body: PrepareBid; script: Uint8Array; book: MarketName },
): Promise<readonly Paying[]> {
  const money = await moneyOf(context, script, session.address);
  if (body.replaces === undefined) return [{ coins: money }];
  const [{ bid }] = await ownBid(context, session, body.replaces, book);
  if (bid.publishedAt !== null || bid.fundingRaw === null || bid.cancelTxid !== null)
    throw new Refusal('order-closed');
  await requireReplaceable(context.store.db, body.replaces);
  const { coins } = await loadCoins(context, fundingPointsOf(bid));
  // Over one coin of the old bid the signer too takes the new one for it, whatever a server kept (decision 0029).
  const old = [...coins.values()].toSorted(largestFirst);
  const [first] = old;
  return [{ coins: old }, { coins: [...old.slice(1), ...money], first }];
}

interface Ladder {
  readonly body: PrepareBid;
  readonly script: Uint8Array;
  /** The first of these that reach. */
  readonly coins: readonly Paying[];
  readonly tickets: readonly Ticket[];
}

/** A funding nobody has had: the same ladder in the same block, placed anew, ends a block sooner. */
export async function freshFunding(
  context: OrderContext,
  { body, script, coins, tickets }: Ladder,
): Promise<FundingPlan> {
  const locks = tickets.map((ticket) => lockOf(ticket));
  requireLarge(locks, body.feeRate);
  const plan = planByFirst(coins, {
    bidderScript: script,
    bidderKey: hexToBytes(body.publicKey),
    locks,
    feeRateSatVb: body.feeRate,
  });
  const known = await bidsFundedBy(context.store.db, [buildFunding(plan).txid]);
  if (known.length === 0) return plan;
  const sooner = tickets.map((ticket) => ({ ...ticket, expiry: ticket.expiry - 1 }));
  return freshFunding(context, { body, script, coins, tickets: sooner });
}

/** Throws as `planFunding` of the last coins. */
function planByFirst(
  [paying = { coins: [] }, ...others]: Ladder['coins'],
  ladder: Omit<Parameters<typeof planFunding>[0], 'coins' | 'first'>,
): FundingPlan {
  try {
    return planFunding({ ...ladder, ...paying });
  } catch (error) {
    const isTooLittle = error instanceof Refusal && TOO_LITTLE.includes(error.code);
    if (others.length === 0 || !isTooLittle) throw error;
    return planByFirst(others, ladder);
  }
}

const TOO_LITTLE: readonly string[] = ['insufficient-funds', 'too-many-coins'];
