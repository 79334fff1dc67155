/** Cancel a bid on the chain: unpublished, by spending one coin of its funding; published, by bringing its locks home together with the exchange. */
import { coinFromWire, ticketFromWire } from '@rialto/contract';
import type { PreparedBidCancel } from '@rialto/contract';
import type { MarketName } from '@rialto/market';
import { sats } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import {
  addressToScript,
  checkCancelLocks,
  checkFee,
  checkHome,
  checkLoss,
  checkMoney,
  checkSigning,
} from '@rialto/psbt';
import type { Mismatch } from '@rialto/psbt';
import { call } from '../../data/calls/client.ts';
import type { Credential } from '../../data/calls/credentials.ts';
import type { User } from '../account/account.ts';
import { handInShown } from '../handing/shown.ts';
import type { Handed } from '../handing/shown.ts';
import { mismatchWords } from '../mismatch-words.ts';
import { bytesIn, readPrepared } from '../read-bytes.ts';
import type { Review } from '../review.ts';
import { signReviewed } from '../sign-reviewed.ts';
import { putInTray } from '../tray.ts';
import type { MarketItem } from '../tray.ts';
import { t } from '../../words.ts';

export interface BidCancelIntent {
  readonly network: Network;
  readonly book: MarketName;
  readonly tick: string;
  readonly assetId: string;
  readonly address: string;
  readonly publicKey: string;
  readonly kind: 'funding' | 'locks';
  readonly bidId: string;
  /** Of `locks`: the rungs, with the locks they are on. */
  readonly rungs: readonly { readonly orderId: string; readonly outpoint: string }[];
  readonly feeRateSatVb: number;
}

export interface BidCancelReview {
  readonly prepared: PreparedBidCancel;
  readonly intent: BidCancelIntent;
  readonly review: Review;
}

export async function prepareBidCancel(
  intent: BidCancelIntent,
  session: Credential,
): Promise<BidCancelReview> {
  const { network: net, book, address, publicKey, kind, bidId, rungs, feeRateSatVb: feeRate } = intent;
  const which = kind === 'funding' ? { bidId } : { orderIds: rungs.map(({ orderId }) => orderId) };
  const body = { net, address, publicKey, kind, feeRate, ...which };
  const prepared = await call('prepareBidCancel', { params: { book }, session, body });
  return { prepared, intent, review: reviewBidCancel(prepared, intent) };
}

/** @throws Error with a sentence for people when the bytes cannot be read */
export function reviewBidCancel(prepared: PreparedBidCancel, intent: BidCancelIntent): Review {
  const { refund, mismatches, fee, vsize } =
    intent.kind === 'locks' ? ofLocks(prepared, intent) : ofFunding(prepared, intent);
  return {
    give: [],
    get: [{ kind: 'sats', value: sats(refund), note: t('back to your address, after the network fee') }],
    networkFee: sats(fee),
    vsize,
    feeRateSatVb: intent.feeRateSatVb,
    serviceFee: sats(0n),
    alsoMoves: [],
    mismatches: mismatchWords(mismatches, intent.network),
  };
}

interface Said {
  readonly refund: bigint;
  readonly fee: bigint;
  readonly vsize: number;
  readonly mismatches: readonly Mismatch[];
}

function ofLocks(
  prepared: PreparedBidCancel,
  { address, network, rungs, feeRateSatVb }: BidCancelIntent,
): Said {
  const coins = prepared.coins.map(coinFromWire);
  const owner = addressToScript(address, network);
  const refund = BigInt(prepared.refund);
  const { mismatches, vsize } = checkCancelLocks(
    {
      psbt: bytesIn(prepared.psbtRaw),
      toSign: prepared.toSignInputs,
      tickets: prepared.tickets.map(ticketFromWire),
      coins,
    },
    { owner, outpoints: rungs.map(({ outpoint }) => outpoint), feeRateSatVb, refund },
  );
  const fee = coins.reduce((sum, { value }) => sum + value, 0n) - refund;
  return { refund, fee, vsize, mismatches };
}

function ofFunding(prepared: PreparedBidCancel, { address, network, feeRateSatVb }: BidCancelIntent): Said {
  const owner = addressToScript(address, network);
  const { read, signing } = readPrepared(prepared);
  const mismatches = [
    ...checkSigning(signing, read, owner),
    ...checkHome(read, owner),
    ...checkMoney(read, owner),
    ...checkFee(read, { feeRateSatVb, owner }),
    ...checkLoss(read),
  ];
  const refund = read.tx.outputs.reduce((sum, { value }) => sum + value, 0n);
  return { refund, fee: read.does.fee, vsize: read.does.vsize, mismatches };
}

export async function submitBidCancel(
  cancel: BidCancelReview,
  { user, session }: { user: User; session: Credential },
  title: string,
): Promise<Handed<void>> {
  const { prepared, intent, review } = cancel;
  const { cancelId, psbtRaw: hex, toSignInputs, expiresAt: endsAt } = prepared;
  const { network: net, address, book, tick, assetId, rungs, kind } = intent;
  const [psbtRaw = ''] = await signReviewed(
    review,
    [{ hex, toSign: toSignInputs, byScript: kind === 'locks' }],
    { wallet: user.wallet, address },
  );
  const request = {
    params: { book },
    session,
    body: { net, address, cancelId, psbtRaw },
    idempotencyKey: cancelId,
  };
  const item: MarketItem = {
    ...{ id: cancelId, kind: 'cancel', address, book, tick, assetId, title, state: 'signed', txId: '' },
    ...{ note: '', nextBest: [], startedAt: Date.now() },
  };
  const send = async (signal: AbortSignal): Promise<void> => {
    const { txId } = await call('submitBidCancel', { ...request, signal });
    putInTray({ ...item, state: 'sent', txId });
  };
  const holds = rungs.map(({ orderId }) => orderId);
  return handInShown({ holds, endsAt, send }, { item, done: () => undefined });
}
