/** The way home of a lock when nobody sells into it: the exit that was signed when it was made, and the rescue file of its bid. */
import type { BidRecoverInfo, RecoverBid, RecoveredBid } from '@rialto/contract';
import type { MarketName } from '@rialto/market';
import { hexToBytes, isFlaw, readTransaction } from '@rialto/protocols';
import type { Coin, Txid } from '@rialto/protocols';
import { EXIT_FEE, writeRescueFile } from '@rialto/psbt';
import type { RescueBid } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { commitAndSend } from '../../outbox/commit.ts';
import type { Session } from '../../session.ts';
import { rungsOf } from '../../store/bids/rung-store.ts';
import type { RungRow } from '../../store/bids/rung-store.ts';
import { isCommitted } from '../../store/outbox-store.ts';
import type { OrderContext } from '../context.ts';
import { exitHeightOf, lockedCoinOf } from './ladder.ts';
import { ownRung } from './own-bid.ts';
import { BID_EXIT } from './purposes.ts';

/** @throws Refusal wrong-network, not-yours, unknown-order */
export async function bidRecoverInfo(
  context: OrderContext,
  session: Session,
  orderId: string,
  book: MarketName,
): Promise<BidRecoverInfo> {
  const named = { net: context.settings.network, address: session.address, orderId };
  const rung = await ownRung(context, session, named, book);
  const { height } = await context.ledger.tip();
  const exitHeight = exitHeightOf(rung.bid);
  const lock = lockStateOf(rung);
  return {
    orderId: rung.id,
    bidId: rung.bidId,
    ticket: rung.ticket,
    outpoint: rung.outpoint,
    amount: rung.price.toString(),
    state: rung.status,
    lock,
    ...(exitHeight === undefined ? {} : { exitHeight }),
    ripe: lock === 'locked' && isRipe(rung, height),
    exitRaw: rung.exit,
    exitTxId: exitOf(rung).txid,
    spentBy: rung.spentBy ?? '',
    rescue: await rescueOf(context, rung.bidId),
  };
}

export function lockStateOf({ bid, spentBy }: RungRow): BidRecoverInfo['lock'] {
  if (spentBy !== null) return 'spent';
  if (bid.publishedAt === null) return 'held';
  return bid.fundingHeight === null ? 'waiting' : 'locked';
}

/** The block after this height may hold the exit (BIP-68). */
export function isRipe({ bid }: RungRow, height: number): boolean {
  const exitHeight = exitHeightOf(bid);
  return exitHeight !== undefined && height + 1 >= exitHeight;
}

function exitOf({ exit }: RungRow): { readonly raw: Uint8Array; readonly txid: Txid } {
  const raw = hexToBytes(exit);
  const read = readTransaction(raw);
  if (isFlaw(read)) throw new Error(`invariant: an exit that was accepted is a transaction: ${read.flaw}`);
  return { raw, txid: read.txid };
}

/** The whole bid: the funding while it is held, and every lock with its exit. */
async function rescueOf({ store, settings }: OrderContext, bidId: string): Promise<string> {
  const rungs = await rungsOf(store.db, [bidId]);
  const [first] = rungs;
  const raw = first?.bid.fundingRaw ?? null;
  const bid: RescueBid = {
    funding: raw === null ? undefined : hexToBytes(raw),
    ...(first === undefined ? {} : { token: { tick: first.tick, decimals: first.decimals } }),
    locks: rungs.map((rung) => ({ ...lockedCoinOf(rung), exit: hexToBytes(rung.exit) })),
  };
  return writeRescueFile({ version: 1, network: settings.network, bids: [bid] });
}

/** Sends the stored exit; nobody's signature is needed. The same again is answered the same. */
export async function recoverBid(
  context: OrderContext,
  session: Session,
  body: RecoverBid,
  book: MarketName,
): Promise<RecoveredBid> {
  const rung = await ownRung(context, session, body, book);
  const exit = exitOf(rung);
  if (rung.spentBy === exit.txid || (await isCommitted(context.store.db, exit.txid)))
    return { orderId: rung.id, txId: exit.txid };
  const lock = lockStateOf(rung);
  // A sale on its way brings the token: no exit of ours competes with it, whatever the node would take.
  if (lock === 'held' || lock === 'spent' || rung.liveTrade !== null) throw new Refusal('order-closed');
  const { height } = await context.ledger.tip();
  if (!isRipe(rung, height))
    throw new Refusal('lock-not-free', `from block ${exitHeightOf(rung.bid) ?? '?'} on`);
  const coin: Coin = lockedCoinOf(rung).coin;
  const commit = {
    finals: [{ ...exit, fee: EXIT_FEE, coins: [coin] }],
    refusals: { conflict: 'order-closed', 'missing-inputs': 'order-closed' },
  } as const;
  await commitAndSend(context.outbox, commit, () =>
    Promise.resolve({ purpose: BID_EXIT.name, reference: rung.ownerAddress }),
  );
  return { orderId: rung.id, txId: exit.txid };
}
