/** The review of a hard cancel: everything stays with its owner, and only the network is paid. */
import { marketNamed } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { sats } from '@rialto/protocols';
import type { Amount, Network } from '@rialto/protocols';
import type { PreparedCancel } from '@rialto/contract';
import { addressToScript, checkCancel, checkFee, checkSigning } from '@rialto/psbt';
import { mismatchWords } from '../mismatch-words.ts';
import { readPrepared } from '../read-bytes.ts';
import type { Review } from '../review.ts';
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

export function reviewCancel(prepared: PreparedCancel, intent: CancelIntent): Review {
  const { read, signing } = readPrepared(prepared);
  const { fee, vsize, feeRateSatVb } = read.does;
  const owner = addressToScript(intent.address, intent.network);
  const mismatches = [
    ...checkSigning(signing, read, owner),
    ...checkCancel(read, { owner, outpoint: intent.outpoint }),
    ...checkFee(read, { feeRateSatVb: intent.feeRateSatVb, owner }),
  ];
  const note = marketNamed(intent.book).lotsOutliveMoves
    ? t('back on a new coin of yours')
    : t('back in your available balance');
  return {
    give: [{ kind: 'sats', value: fee, note: t('all fees included') }],
    get: [{ kind: 'token', units: intent.units, tick: intent.tick, note }],
    networkFee: fee,
    vsize,
    feeRateSatVb,
    serviceFee: sats(0n),
    alsoMoves: [],
    mismatches: mismatchWords(mismatches, intent.network),
  };
}
