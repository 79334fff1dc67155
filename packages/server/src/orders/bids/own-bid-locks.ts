/** Locks of one's own rungs, all of them in one answer: the sats in them are in no balance. */
import type { OwnBidLock, OwnBidLocks } from '@rialto/contract';
import { formatDecimal, marketOfType } from '@rialto/market';
import { invariant, isOutpoint } from '@rialto/protocols';
import { requireSelf } from '../../caller.ts';
import type { Self } from '../../caller.ts';
import type { Session } from '../../session.ts';
import { standingRungs } from '../../store/bids/rung-store.ts';
import type { RungRow } from '../../store/bids/rung-store.ts';
import type { OrderContext } from '../context.ts';
import { exitHeightOf } from './ladder.ts';
import { isRipe, lockStateOf } from './recover.ts';

/** @throws Refusal wrong-network, not-yours */
export async function ownBidLocks(
  context: OrderContext,
  session: Session,
  named: Self,
): Promise<OwnBidLocks> {
  requireSelf(context, session, named);
  const { height } = await context.ledger.tip();
  const rows = await standingRungs(context.store.db, session.address);
  return { results: rows.map((rung) => viewOf(rung, height)) };
}

function viewOf(rung: RungRow, tip: number): OwnBidLock {
  const { outpoint } = rung;
  invariant(isOutpoint(outpoint), 'a lock is an outpoint');
  const lock = lockStateOf(rung);
  invariant(lock !== 'spent', 'only locks that nobody spends are asked for');
  const exitHeight = exitHeightOf(rung.bid);
  return {
    orderId: rung.id,
    bidId: rung.bidId,
    book: marketOfType(rung.orderType).market.name,
    tick: rung.tick,
    assetId: rung.assetId,
    coinAmount: formatDecimal(rung.coinAmount, rung.decimals),
    amount: rung.price.toString(),
    state: rung.status,
    lock,
    outpoint,
    ...(exitHeight === undefined ? {} : { exitHeight }),
    ripe: lock === 'locked' && isRipe(rung, tip),
  };
}
