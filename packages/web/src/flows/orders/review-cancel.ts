/** The review of a hard cancel: everything stays with its owner, and only the network is paid. */
import { marketNamed } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { bytesToHex, hexToBytes, sats } from '@rialto/protocols';
import type { Amount, Network } from '@rialto/protocols';
import { coinFromWire, ticketFromWire } from '@rialto/contract';
import type { PreparedCancel } from '@rialto/contract';
import {
  addressToScript,
  buildLotMove,
  checkCancel,
  checkFee,
  checkSigning,
  lockOf,
  readMove,
} from '@rialto/psbt';
import type { Lock } from '@rialto/psbt';
import { mismatchWords } from '../mismatch-words.ts';
import { inWords, readPrepared, transactionIn } from '../read-bytes.ts';
import type { Review, ToSign } from '../review.ts';
import { t } from '../../words.ts';

export interface CancelIntent {
  readonly network: Network;
  readonly book: MarketName;
  readonly address: string;
  readonly publicKey: string;
  readonly orderId: string;
  readonly tick: string;
  readonly assetId: string;
  readonly outpoint: string;
  readonly units: Amount;
  readonly feeRateSatVb: number;
  /** The user agreed to a rate far above Fast. */
  readonly highFee?: boolean;
}

/** What is to be signed: as it was prepared; out of a lock, what this page builds of the same plan. */
export interface ReviewedCancel {
  readonly review: Review;
  readonly hex: string;
  readonly toSign: readonly ToSign[];
  /** The lot comes out of a lock; what else pays is signed as always. */
  readonly byScript: readonly number[];
}

export function reviewCancel(prepared: PreparedCancel, intent: CancelIntent): ReviewedCancel {
  const { mismatches, fee, vsize, feeRateSatVb, ...bytes } =
    prepared.ticket === undefined
      ? ofCoin(prepared, intent)
      : ofLock(prepared, intent, lockOf(ticketFromWire(prepared.ticket)));
  const note = marketNamed(intent.book).lotsOutliveMoves
    ? t('back on a new coin of yours')
    : t('back in your available balance');
  const review: Review = {
    give: [{ kind: 'sats', value: fee, note: t('all fees included') }],
    get: [{ kind: 'token', units: intent.units, tick: intent.tick, note }],
    networkFee: fee,
    vsize,
    feeRateSatVb,
    serviceFee: sats(0n),
    alsoMoves: [],
    mismatches: mismatchWords(mismatches, intent.network),
  };
  return { review, ...bytes };
}

function ofCoin(prepared: PreparedCancel, { address, network, outpoint, feeRateSatVb: rate }: CancelIntent) {
  const { read, signing } = readPrepared(prepared);
  const { fee, vsize, feeRateSatVb } = read.does;
  const owner = addressToScript(address, network);
  const mismatches = [
    ...checkSigning(signing, read, owner),
    ...checkCancel(read, { owner, outpoint }),
    ...checkFee(read, { feeRateSatVb: rate, owner }),
  ];
  const { psbtRaw: hex, toSignInputs: toSign } = prepared;
  return { mismatches, fee, vsize, feeRateSatVb, hex, toSign, byScript: [] };
}

/** Home, by its own sats or by clean coins of one's own. */
function ofLock(prepared: PreparedCancel, intent: CancelIntent, from: Lock) {
  return inWords(() => {
    const { plan, fee, vsize, mismatches } = readMove(
      transactionIn(prepared.psbtRaw),
      prepared.coins.map(coinFromWire),
      {
        ...{ outpoint: intent.outpoint, from, to: undefined, feeRateSatVb: intent.feeRateSatVb },
        ownerScript: addressToScript(intent.address, intent.network),
        ownerKey: hexToBytes(intent.publicKey),
      },
    );
    const { psbt, toSign } = buildLotMove(plan);
    const { feeRateSatVb } = plan;
    return { mismatches, fee, vsize, feeRateSatVb, hex: bytesToHex(psbt), toSign, byScript: [0] };
  });
}
