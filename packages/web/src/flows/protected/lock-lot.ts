/** Place a protected ask: prepare, review, sign everything, prove the exits, keep the way home, push. Then the lot is locked. */
import type { PreparedLock } from '@rialto/contract';
import { hexToBytes } from '@rialto/protocols';
import { acceptExits, acceptLotMove, acceptPromise, writeRescueFile } from '@rialto/psbt';
import { call, newKey } from '../../data/calls/client.ts';
import type { Credential } from '../../data/calls/credentials.ts';
import type { User } from '../account/account.ts';
import { dropRescue, keepRescue } from '../../rescue-store.ts';
import { NotHandedIn } from '../handing/not-handed-in.ts';
import { handInShown } from '../handing/shown.ts';
import type { Handed } from '../handing/shown.ts';
import { signReviewed } from '../sign-reviewed.ts';
import { takeFromTray } from '../tray.ts';
import type { MarketItem } from '../tray.ts';
import type { CheckedLock, LockIntent } from './review-lock.ts';
import { t } from '../../words.ts';

export type { LockIntent } from './review-lock.ts';

export interface LockReview extends CheckedLock {
  readonly prepared: PreparedLock;
  readonly intent: LockIntent;
}

/** Builds it and reads it back. Nothing is locked and nothing is signed. */
export async function prepareLock(intent: LockIntent, session: Credential): Promise<LockReview> {
  const { reviewLock, signingKeyOf } = await import('./review-lock.ts');
  const { network: net, book, address, publicKey, outpoint, price, feeRateSatVb: feeRate } = intent;
  const prepared = await call('prepareLock', {
    params: { book },
    session,
    body: {
      ...{ net, address, publicKey, outpoint, feeRate, amount: price.toString() },
      ...(intent.renews === undefined ? {} : { renews: intent.renews.orderId }),
      ...(intent.free ? { freeState: 1 as const } : {}),
      ...(intent.highFee ? { highFee: true } : {}),
      ...signingKeyOf(intent),
    },
  });
  return { prepared, intent, ...reviewLock(prepared, intent) };
}

/** Gives back the rescue file too. Throws what the wallet or the exchange said. */
export async function submitLock(
  lock: LockReview,
  { user, session }: { user: User; session: Credential },
  title: string,
): Promise<{ readonly handed: Handed<void>; readonly rescue: string }> {
  const { prepared, intent, review, transactions } = lock;
  const { address, network: net, book, tick, assetId } = intent;
  const signed = await signReviewed(review, transactions, { wallet: user.wallet, address });
  const rescue = wayHome(lock, signed);
  // Before the exchange has it: a page that is closed in between has the way home all the same.
  keepRescue(rescue);
  const { lockId, expiresAt: endsAt } = prepared;
  const [lockingPsbt = '', promisePsbt = '', ...exitPsbts] = signed;
  const body = { net, address, lockId, lockingPsbt, promisePsbt, exitPsbts };
  const request = { params: { book }, session, body, idempotencyKey: lockId };
  const send = async (signal: AbortSignal): Promise<void> => {
    await call('pushLock', { ...request, signal });
  };
  const item: MarketItem = {
    ...{ id: newKey(), kind: 'ask', address, book, tick, assetId, title, state: 'signed', txId: '' },
    ...{ note: '', nextBest: [], startedAt: Date.now() },
  };
  try {
    const shown = { item, done: () => takeFromTray(item.id) };
    return { handed: await handInShown({ holds: [intent.outpoint], endsAt, send }, shown), rescue };
  } catch (error) {
    // What may have arrived keeps its way home.
    if (!(error instanceof NotHandedIn && error.mayHaveArrived)) dropRescue(rescue);
    throw error;
  }
}

/**
 * The exits as they are final, each proven on the lock.
 * @throws Error with a sentence for people when a signature does not hold
 */
function wayHome({ plan, locked, intent }: LockReview, signed: readonly string[]): string {
  const [move, promise, ...exits] = signed.map(hexToBytes);
  try {
    const { lock, coin } = locked;
    acceptLotMove(plan, move ?? NOTHING);
    acceptPromise(lock, coin, promise ?? NOTHING);
    const [exit, dear] = acceptExits(lock, coin, exits);
    const file = { lock, coin, exit: exit?.raw ?? NOTHING, dearExit: dear?.raw ?? NOTHING };
    return writeRescueFile({
      version: 1,
      network: intent.network,
      bids: [{ funding: undefined, locks: [file] }],
    });
  } catch {
    throw new Error(
      t('Your wallet signed a lock in a way that does not hold. Nothing was sent and nothing is locked.'),
    );
  }
}

const NOTHING = new Uint8Array();
