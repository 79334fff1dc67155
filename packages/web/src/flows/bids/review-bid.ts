/** The review of a ladder of bids: every lock is made again from its ticket, and nothing of the exchange's word is signed (threats §F7). */
import type { BidKey, BidPsbt, PreparedBid } from '@rialto/contract';
import { ticketFromWire } from '@rialto/contract';
import { BLOCKS_BEFORE_EXIT, formatSats, worstWayBack } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { bytesToHex, hexToBytes, sats, sumSats } from '@rialto/protocols';
import type { Amount, AssetId, Network, Sats } from '@rialto/protocols';
import { addressToScript, buildExit, buildPromise, checkLadder, scriptKind } from '@rialto/psbt';
import type { FundingPlan, LockedCoin } from '@rialto/psbt';
import { mismatchWords } from '../mismatch-words.ts';
import { bytesIn, readPrepared } from '../read-bytes.ts';
import { ledgerUnits } from '../review.ts';
import type { Review, ToSign } from '../review.ts';
import { t } from '../../words.ts';

/** One price of the ladder. */
export interface Rung {
  /** With 18 digits after the point, as the book counts. */
  readonly units: Amount;
  /** For all of it, in sat. */
  readonly price: Sats;
}

export interface BidIntent {
  readonly network: Network;
  readonly book: MarketName;
  readonly tick: string;
  readonly assetId: string;
  /** Of the token. */
  readonly decimals: number;
  readonly address: string;
  readonly publicKey: string;
  /** The key the connected wallet signs a lock’s script with. */
  readonly signingKey: 'output' | 'internal';
  readonly rungs: readonly Rung[];
  /** Whoever sells into it pays no service fee. */
  readonly free?: boolean;
  /** An own bid of which nothing is on the chain: this one takes its place. */
  readonly replaces?: string;
  readonly feeRateSatVb: number;
  readonly highFee: boolean;
  /** What the exchange says of its locks. */
  readonly terms: BidKey;
  /** The block the page knows. */
  readonly height: number;
}

interface UnsignedHalf {
  readonly hex: string;
  readonly toSign: readonly ToSign[];
  /** A lock is spent. */
  readonly byScript?: boolean;
}

export interface CheckedBid {
  readonly review: Review;
  readonly plan: FundingPlan;
  readonly locks: readonly LockedCoin[];
  /** The funding, then the promises, then the exits. */
  readonly transactions: readonly UnsignedHalf[];
}

/** Blocks that may come while one reads. */
const LEEWAY = 6;

/** @throws Error with a sentence for people when the bytes cannot be read */
export function reviewBid(prepared: PreparedBid, intent: BidIntent): CheckedBid {
  const { funding, tickets, promises, exits, fees } = prepared;
  const { terms, height, feeRateSatVb, network } = intent;
  const bidderScript = addressToScript(intent.address, network);
  const { read, signing } = readPrepared(funding);
  const { mismatches, locks } = checkLadder(
    {
      tickets: tickets.map(ticketFromWire),
      funding: { read, signing },
      promises: promises.map(bytesOf),
      exits: exits.map(bytesOf),
    },
    {
      bidderScript,
      key: lockKey(intent, bidderScript),
      exchange: hexToBytes(terms.platformPublicKey),
      exitAfter: terms.exitAfter,
      expiry: { from: height + 1, to: height + terms.expiryBlocks + LEEWAY },
      rungs: intent.rungs.map(({ units, price }) => ({
        asset: intent.assetId as AssetId,
        amount: ledgerUnits(units, intent.decimals) as Amount,
        price,
      })),
      feeRateSatVb,
      fee: BigInt(fees.networkFee),
    },
  );
  const { fee, vsize, feeRateSatVb: rate } = read.does;
  const coins = sumSats(read.coins.map(({ value }) => value));
  const review = { ...linesOf(intent, { fee, coins }), networkFee: fee, vsize, feeRateSatVb: rate };
  const plan = {
    ...{ bidderScript, bidderKey: hexToBytes(intent.publicKey), payments: read.coins },
    ...{ locks: locks.map(({ lock }) => lock), change: read.tx.outputs[0]?.value ?? sats(0n) },
    feeRateSatVb,
  };
  // One's own, whatever the exchange wrote: they are the same bytes, or the review forbids to go on.
  const halves = [buildPromise, buildExit].flatMap((build) =>
    locks.map(({ lock, coin }): UnsignedHalf => {
      const { psbt, toSign } = build(lock, coin);
      return { hex: bytesToHex(psbt), toSign, byScript: true };
    }),
  );
  return {
    review: { ...review, mismatches: mismatchWords(mismatches, network) },
    plan,
    locks,
    transactions: [{ hex: funding.psbtRaw, toSign: funding.toSignInputs }, ...halves],
  };
}

const bytesOf = ({ psbtRaw, toSignInputs: toSign }: BidPsbt) => ({ psbt: bytesIn(psbtRaw), toSign });

/** P2WPKH has one key; a taproot account signs with the output key, or with the internal one where its wallet does. */
function lockKey(
  { publicKey, signingKey }: Pick<BidIntent, 'publicKey' | 'signingKey'>,
  script: Uint8Array,
): Uint8Array {
  const key = hexToBytes(publicKey);
  if (scriptKind(script) !== 'p2tr') return key;
  return signingKey === 'internal' ? key.slice(1) : script.slice(2);
}

/** Whether it has to be said that the lock has the internal key. */
export const signingKeyOf = ({ address, network, signingKey }: BidIntent): { signingKey?: 'internal' } =>
  signingKey === 'internal' && scriptKind(addressToScript(address, network)) === 'p2tr'
    ? { signingKey: 'internal' }
    : {};

function linesOf(
  { rungs, tick, terms, feeRateSatVb }: BidIntent,
  { fee, coins }: { readonly fee: Sats; readonly coins: Sats },
): Omit<Review, 'networkFee' | 'vsize' | 'feeRateSatVb' | 'mismatches'> {
  const total = sumSats(rungs.map(({ price }) => price));
  const units = rungs.reduce((sum, rung) => sum + rung.units, 0n) as Amount;
  const worst = fee + worstWayBack(rungs.length, feeRateSatVb, BigInt(terms.exitFee));
  return {
    give: [
      {
        kind: 'sats',
        value: sats(total + fee),
        note: t('all of it leaves your wallet with the first sale, into locks'),
      },
    ],
    get: [{ kind: 'token', units, tick, note: t('each rung whole, on a coin with 546 sat') }],
    serviceFee: sats(0n),
    alsoMoves: [],
    sum: {
      name: t('Total'),
      parts: [
        { id: 'price', name: t('Price of all rungs'), value: total },
        { id: 'network', name: t('Funding fee, with the first fill'), value: fee },
      ],
    },
    notes: [
      t(
        'Nothing is sent now. Your coins of {coins} sat together are kept whole for this bid: until its first sale, or until you remove it, they pay for nothing else.',
        { coins: formatSats(coins) },
      ),
      t(
        'At worst, if it is opened and never filled further, {worst} sat go to network fees: the funding, and every rung taken back.',
        { worst: formatSats(worst) },
      ),
      t(
        'Once opened, a rung can be sold into for {stops} blocks; {exit} blocks after its block you can take it back alone, for {fee} sat a rung.',
        {
          stops: terms.exitAfter - BLOCKS_BEFORE_EXIT,
          exit: terms.exitAfter,
          fee: formatSats(BigInt(terms.exitFee)),
        },
      ),
    ],
  };
}
