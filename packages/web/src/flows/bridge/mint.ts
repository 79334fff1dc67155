/** A mint from what is asked for to what is paid: terms made and kept by this page, the payment checked by its bytes, signed, handed in. */
import type { AnswerOf } from '@rialto/contract';
import { BRIDGE_CALLS_OF, coinFromWire } from '@rialto/contract';
import { hexToBytes } from '@rialto/protocols';
import { addressToScript, checkBridgePayment, checkSigning, partyOf, readPoolAct } from '@rialto/psbt';
import type { Mismatch } from '@rialto/psbt';
import { paysOf } from '../../data/bridge/bridge-assets.ts';
import { call } from '../../data/calls/client.ts';
import { dropTerms } from '../../terms-store.ts';
import { mismatchWords } from '../mismatch-words.ts';
import { untilAnswered } from '../mvc/hand-in-mvc.ts';
import { bytesIn, inWords } from '../read-bytes.ts';
import { signReviewed } from '../sign-reviewed.ts';
import { differences } from './agreed.ts';
import { mayAskAgain } from './asked-again.ts';
import type { MintIntent } from './bridge-intent.ts';
import { makeTerms } from './bridge-terms.ts';
import type { MadeTerms } from './bridge-terms.ts';
import { readyToPay } from './ready-to-pay.ts';

export type CreatedMint = AnswerOf<'bridgeMintBtc'>;

export interface MintReview {
  readonly networkFee: bigint;
  readonly vsize: number;
  readonly feeRateSatVb: number;
  /** Sat that leave the wallet in all. */
  readonly leaves: bigint;
  /** Of them what lies under a token that is paid; 0 for sats. */
  readonly underTokens: bigint;
  /** Why the bytes are not what was asked. Anything here forbids to go on. */
  readonly mismatches: readonly string[];
}

export interface MintToSign {
  readonly intent: MintIntent;
  readonly made: MadeTerms;
  readonly created: CreatedMint;
  readonly review: MintReview;
}

/** @throws ApiError where the exchange makes no order of it; Error with a sentence for people: nothing can be paid */
export async function beginMint(intent: MintIntent): Promise<MintToSign> {
  const { asset, user, feeRateSatVb: feeRate } = intent;
  const made = makeTerms(intent);
  const body = { terms: made.terms, publicKey: user.publicKey, address: user.address, feeRate };
  const created = await call(BRIDGE_CALLS_OF[asset.network].mint, { body });
  return { intent, made, created, review: reviewMint(created, made, intent) };
}

/** @throws Error with a sentence for people when the bytes cannot be read */
export function reviewMint(created: CreatedMint, made: MadeTerms, intent: MintIntent): MintReview {
  const { network, user, asset, quote, feeRateSatVb } = intent;
  return inWords(() => {
    const psbt = bytesIn(created.rawPsbt);
    const userScript = addressToScript(user.address, network);
    const read = readPoolAct(psbt, created.coins.map(coinFromWire), userScript);
    const pays = paysOf(asset);
    const mismatches: readonly Mismatch[] = [
      ...checkBridgePayment(read, {
        ...{ userScript, pays, amount: quote.amount, id: made.orderId, feeRateSatVb },
        bridge: hexToBytes(asset.lockedScript),
        minerFee: BigInt(created.minerFee),
      }),
      ...checkSigning({ psbt, toSign: created.toSignInputs }, read, userScript),
    ];
    const { satsIn, satsOut } = partyOf(read.does, userScript);
    const { fee, vsize } = read.does;
    const leaves = satsIn - satsOut;
    return {
      ...{ networkFee: fee, vsize, feeRateSatVb: read.does.feeRateSatVb, leaves },
      underTokens: pays === 'sats' ? 0n : leaves - fee,
      mismatches: [...differences(created, made, intent), ...mismatchWords(mismatches, network)],
    };
  });
}

/**
 * Keeps the terms; no wallet is asked before what it returns is called.
 * @throws Error with a sentence for people: nothing can be paid
 */
export function readyMint(mint: MintToSign): () => Promise<string | undefined> {
  const { intent, made, review } = mint;
  readyToPay(intent, made, review.mismatches);
  return () => payMint(mint);
}

/**
 * Asks the wallet, hands in what it signed.
 * @returns the payment, or undefined where the exchange did not answer: it may have been sent
 * @throws WalletError what the wallet said; Error with a sentence for people
 */
async function payMint({ intent, made, created, review }: MintToSign): Promise<string | undefined> {
  const { asset, user } = intent;
  const { orderId } = made;
  const unsigned = { hex: created.rawPsbt, toSign: created.toSignInputs };
  const [rawPsbt = ''] = await signReviewed(review, [unsigned], user).catch((error: unknown) => {
    if (mayAskAgain('mint', error)) dropTerms(orderId);
    throw error;
  });
  const send = () =>
    call(BRIDGE_CALLS_OF[asset.network].payMint, { body: { orderId, rawPsbt }, idempotencyKey: orderId });
  return (await untilAnswered(send))?.txid;
}
