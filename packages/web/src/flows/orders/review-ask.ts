/** The seller's own PSBT, built and read back in the page: one lot against one payment, and nothing else. */
import { formatSats, marketNamed } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { bytesToHex, hexToBytes, sats } from '@rialto/protocols';
import type {
  Amount,
  AssetId,
  Coin,
  CoinAsset,
  InscriptionId,
  Network,
  Outpoint,
  Sats,
} from '@rialto/protocols';
import { addressToScript, buildAsk, checkAsk } from '@rialto/psbt';
import { mismatchWords } from '../mismatch-words.ts';
import { ledgerUnits } from '../review.ts';
import type { Review, ReviewLine, ToSign } from '../review.ts';
import { t } from '../../words.ts';

export interface AskIntent {
  readonly network: Network;
  readonly book: MarketName;
  readonly tick: string;
  readonly assetId: string;
  /** Of the token; `units` have 18 all the same. */
  readonly decimals: number;
  readonly address: string;
  readonly publicKey: string;
  /** Empty where the coin itself is the lot. */
  readonly inscriptionId: string;
  readonly outpoint: string;
  readonly outValue: Sats;
  readonly units: Amount;
  readonly price: Sats;
  /** Without a service fee for the buyer. */
  readonly free: boolean;
}

export interface BuiltAsk {
  readonly psbtHex: string;
  readonly toSign: readonly ToSign[];
  readonly review: Review;
}

export function buildAndReviewAsk(intent: AskIntent): BuiltAsk {
  const payScript = addressToScript(intent.address, intent.network);
  const lot = lotCoin(intent, payScript);
  const { price } = intent;
  const { psbt, toSign } = buildAsk({ lot, price, payScript, publicKey: hexToBytes(intent.publicKey) });
  const mismatches = mismatchWords(checkAsk(psbt, { lot, price, payScript }), intent.network);
  return { psbtHex: bytesToHex(psbt), toSign, review: reviewOf(intent, mismatches) };
}

function lotCoin(intent: AskIntent, script: Uint8Array): Coin {
  // Any height: the server checks whether the lot is deep enough.
  return {
    outpoint: intent.outpoint as Outpoint,
    value: intent.outValue,
    script,
    assets: [onLot(intent)],
    height: 0,
  };
}

function onLot({ book, assetId, tick, decimals, units, inscriptionId }: AskIntent): CoinAsset {
  const asset = assetId as AssetId;
  const { lots } = marketNamed(book);
  const amount = ledgerUnits(units, decimals) as Amount;
  if (lots === 'mrc20') return { kind: lots, asset, tick, decimals, amount };
  if (lots === 'rune') return { kind: lots, asset, name: tick, divisibility: decimals, amount };
  const transfer = { asset, tick, amount: units };
  return { kind: 'inscription', id: inscriptionId as InscriptionId, offset: sats(0n), transfer };
}

function reviewOf(intent: AskIntent, mismatches: readonly string[]): Review {
  return {
    give: [
      {
        kind: 'token',
        units: intent.units,
        tick: intent.tick,
        note: t('plus the {value} sat attached to them', { value: formatSats(intent.outValue) }),
      },
    ],
    get: [{ kind: 'sats', value: intent.price, note: t('when it sells') }],
    networkFee: sats(0n),
    vsize: 0,
    feeRateSatVb: 0,
    serviceFee: sats(0n),
    alsoMoves: [],
    mismatches,
    wallet: { shows: intent.price - intent.outValue, onCoins: intent.outValue },
  };
}

/** Several offers as one review: the wallet may ask for all of them at once. */
export function joined(reviews: readonly Review[]): Review {
  const [first, ...rest] = reviews;
  if (first === undefined) throw new Error('invariant: nothing to review');
  if (rest.length === 0) return first;
  const price = reviews.flatMap(({ get }) => get).reduce((sum, line) => sum + satsIn(line), 0n);
  return {
    ...first,
    give: reviews.flatMap(({ give }) => give),
    get: [{ kind: 'sats', value: sats(price), note: t('when all of them sell') }],
    mismatches: reviews.flatMap(({ mismatches }) => mismatches),
    wallet: {
      shows: reviews.reduce((sum, { wallet }) => sum + (wallet?.shows ?? 0n), 0n),
      onCoins: reviews.reduce((sum, { wallet }) => sum + (wallet?.onCoins ?? 0n), 0n),
    },
  };
}

const satsIn = (line: ReviewLine): bigint => (line.kind === 'sats' ? line.value : 0n);
