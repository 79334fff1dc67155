/** Place a ladder of bids: prepare, review, sign everything, prove the exits, keep the way home, push. Nothing is sent to the network. */
import type { PreparedBid } from '@rialto/contract';
import { formatDecimal, TOKEN_DECIMALS } from '@rialto/market';
import { hexToBytes } from '@rialto/protocols';
import { acceptExit, acceptFunding, acceptPromise, writeRescueFile } from '@rialto/psbt';
import { call, newKey } from '../../data/calls/client.ts';
import type { Credential } from '../../data/calls/credentials.ts';
import type { User } from '../account/account.ts';
import { handInShown } from '../handing/shown.ts';
import type { Handed } from '../handing/shown.ts';
import { NotHandedIn } from '../handing/not-handed-in.ts';
import { signReviewed } from '../sign-reviewed.ts';
import { takeFromTray } from '../tray.ts';
import type { MarketItem } from '../tray.ts';
import type { BidIntent, CheckedBid } from './review-bid.ts';
import { dropRescue, keepRescue } from '../../rescue-store.ts';
import { t } from '../../words.ts';

export type { BidIntent, Rung } from './review-bid.ts';

export interface BidReview extends CheckedBid {
  readonly prepared: PreparedBid;
  readonly intent: BidIntent;
}

/** Builds the ladder and reads it back. Nothing is locked and nothing is signed. */
export async function prepareBid(intent: BidIntent, session: Credential): Promise<BidReview> {
  const { reviewBid, signingKeyOf } = await import('./review-bid.ts');
  const { network: net, book, address, publicKey, tick, assetId, rungs, feeRateSatVb: feeRate } = intent;
  const prepared = await call('prepareBid', {
    params: { book },
    session,
    body: {
      ...{ net, address, publicKey, tick, assetId, feeRate },
      rungs: rungs.map(({ units, price }) => ({
        coinAmount: formatDecimal(units, TOKEN_DECIMALS),
        amount: price.toString(),
      })),
      ...(intent.free === true ? { freeState: 1 as const } : {}),
      ...(intent.replaces === undefined ? {} : { replaces: intent.replaces }),
      ...(intent.highFee ? { highFee: true } : {}),
      ...signingKeyOf(intent),
    },
  });
  return { prepared, intent, ...reviewBid(prepared, intent) };
}

/** Gives back the rescue file too. Throws what the wallet or the exchange said; a wallet whose exit does not hold is told so before anything is handed in. */
export async function submitBid(
  bid: BidReview,
  { user, session }: { user: User; session: Credential },
  title: string,
): Promise<{ readonly handed: Handed<void>; readonly rescue: string }> {
  const { prepared, intent, review, transactions, locks } = bid;
  const { address, network: net, book, tick, assetId } = intent;
  const signed = await signReviewed(review, transactions, { wallet: user.wallet, address });
  const promisePsbts = signed.slice(1, 1 + locks.length);
  const exitPsbts = signed.slice(1 + locks.length);
  const rescue = wayHome(bid, signed);
  // Before the exchange has it: a page that is closed in between has the way home all the same.
  keepRescue(rescue);
  const { bidId, expiresAt: endsAt } = prepared;
  const body = { net, address, bidId, fundingPsbt: signed[0] ?? '', promisePsbts, exitPsbts };
  const request = { params: { book }, session, body, idempotencyKey: bidId };
  const send = async (signal: AbortSignal): Promise<void> => {
    await call('pushBid', { ...request, signal });
  };
  const item: MarketItem = {
    ...{ id: newKey(), kind: 'bid', address, book, tick, assetId, title, state: 'signed', txId: '' },
    ...{ note: '', nextBest: [], startedAt: Date.now() },
  };
  try {
    const holds = locks.map(({ coin }) => coin.outpoint);
    const shown = { item, done: () => takeFromTray(item.id) };
    return { handed: await handInShown({ holds, endsAt, send }, shown), rescue };
  } catch (error) {
    // What may have arrived keeps its way home.
    if (!(error instanceof NotHandedIn && error.mayHaveArrived)) dropRescue(rescue);
    throw error;
  }
}

/**
 * The rescue file of the ladder: the exits as they are final, each proven on its own lock.
 * @throws Error with a sentence for people when a signature does not hold
 */
function wayHome({ plan, locks, intent }: BidReview, signed: readonly string[]): string {
  const bytes = signed.map(hexToBytes);
  const at = (index: number): Uint8Array => bytes[index] ?? new Uint8Array();
  const count = locks.length;
  try {
    const funding = acceptFunding(plan, at(0)).raw;
    locks.forEach(({ lock, coin }, index) => void acceptPromise(lock, coin, at(1 + index)));
    const exits = locks.map(({ lock, coin }, index) => {
      return { lock, coin, exit: acceptExit(lock, coin, at(1 + count + index)).raw };
    });
    return writeRescueFile({ version: 1, network: intent.network, bids: [{ funding, locks: exits }] });
  } catch {
    throw new Error(
      t('Your wallet signed a lock in a way that does not hold. Nothing was sent and nothing is locked.'),
    );
  }
}
