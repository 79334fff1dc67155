/** The review of a hard cancel: everything stays with its owner, and only the network is paid. */
import { marketNamed } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { bytesToHex, sats } from '@rialto/protocols';
import type { Amount, Network } from '@rialto/protocols';
import type { PreparedCancel } from '@rialto/contract';
import { named, readBytes, scriptOf, signingProblems } from './read-bytes.ts';
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
}

const FEE_SLACK = 1_000n;

export function reviewCancel(prepared: PreparedCancel, intent: CancelIntent): Review {
  const bytes = readBytes(prepared.psbtRaw, prepared.coins);
  const me = scriptOf(intent.address, intent.network);
  const { fee, vsize, feeRateSatVb, toFee, burned } = bytes.does;
  const problems = signingProblems(bytes, prepared.toSignInputs, me);
  if (!bytes.coins.some((coin) => coin.outpoint === intent.outpoint)) {
    problems.push(t('It does not spend the coin of this order, so the old signature would live on.'));
  }
  for (const output of bytes.tx.outputs) {
    if (bytesToHex(output.script) !== me) {
      problems.push(
        t('It pays {value} sat to {name}, which is not you.', {
          value: output.value.toString(),
          name: named(output.script, intent.network),
        }),
      );
    }
  }
  if (toFee.length + burned.length > 0) problems.push(t('Something would be burned.'));
  if (fee > BigInt(Math.ceil(vsize * intent.feeRateSatVb)) + FEE_SLACK) {
    problems.push(t('The network fee of {fee} sat is above the rate you chose.', { fee: fee.toString() }));
  }
  const extra = bytes.coins.some((coin) => coin.outpoint !== intent.outpoint && coin.assets.length > 0);
  if (extra) problems.push(t('It would move another coin of yours that carries something.'));
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
