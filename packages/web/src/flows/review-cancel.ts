/** The review of a hard cancel: everything stays with its owner, and only the network is paid. */
import { marketNamed } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { bytesToHex, sats } from '@rialto/protocols';
import type { Amount, Network } from '@rialto/protocols';
import type { PreparedCancel } from '@rialto/contract';
import { addressToScript } from '@rialto/psbt';
import { homeProblems, moneyProblems } from './own-checks.ts';
import { feeProblems, lossProblems, readBytes, signingProblems } from './read-bytes.ts';
import type { Review } from './review.ts';
import { t } from '../words.ts';

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
  /** The person agreed to a rate far above Fast. */
  readonly highFee?: boolean;
}

export function reviewCancel(prepared: PreparedCancel, intent: CancelIntent): Review {
  const { address, network, outpoint, feeRateSatVb: chosen } = intent;
  const bytes = readBytes(prepared.psbtRaw, prepared.coins);
  const { fee, vsize, feeRateSatVb } = bytes.does;
  const owner = { script: addressToScript(address, network), network };
  const isSpent = bytes.coins.some((coin) => coin.outpoint === outpoint);
  const problems = [
    ...signingProblems(bytes, prepared.toSignInputs, bytesToHex(owner.script)),
    ...(isSpent ? [] : [t('It does not spend the coin of this order, so the old signature would live on.')]),
    ...homeProblems(bytes, owner),
    ...moneyProblems(bytes, owner, [outpoint]),
    ...lossProblems(bytes),
    ...feeProblems(bytes.does, chosen),
  ];
  const note = marketNamed(intent.book).lotsOutliveMoves
    ? t('back on a new coin of yours')
    : t('back in your available balance');
  return {
    give: [],
    get: [{ kind: 'token', units: intent.units, tick: intent.tick, note }],
    networkFee: fee,
    vsize,
    feeRateSatVb,
    serviceFee: sats(0n),
    alsoMoves: [],
    problems,
  };
}
