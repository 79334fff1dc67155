/** The review of a sale into a live bid, for either side: by the bytes, held against what was offered and what was chosen (threats §F7). */
import type { PreparedLiveAnswer, WaitingAnswer } from '@rialto/contract';
import { formatSats, serviceFee } from '@rialto/market';
import { sats } from '@rialto/protocols';
import type { Amount, Network, Sats } from '@rialto/protocols';
import { addressToScript, checkAnnounced, checkLive, checkSigning } from '@rialto/psbt';
import { mismatchWords } from '../mismatch-words.ts';
import { readPrepared } from '../read-bytes.ts';
import type { Review } from '../review.ts';
import { t } from '../../words.ts';

export interface LiveTerms {
  readonly network: Network;
  readonly tick: string;
  readonly assetId: string;
  /** What the bid asks for, and all it pays. */
  readonly units: Amount;
  readonly price: Sats;
  /** As the seller chose it. */
  readonly feeRateSatVb: number;
  readonly own: { readonly side: 'bidder' | 'seller'; readonly address: string };
  /** The bidder as the book showed them, or oneself. */
  readonly bidderAddress: string;
  /** The seller's own lot; of the bidder's side unknown before. */
  readonly lot?: { readonly outpoint: string; readonly inscriptionId: string };
}

/** @throws Error with a sentence for people when the bytes cannot be read */
export function reviewLive(sale: PreparedLiveAnswer | WaitingAnswer, terms: LiveTerms): Review {
  const { read, signing } = readPrepared(sale);
  const { network, tick, units, price, own, feeRateSatVb } = terms;
  const scriptOf = (address: string): Uint8Array => addressToScript(address, network);
  const service = sats(BigInt(sale.serviceFee));
  const proceeds = sats(BigInt(sale.proceeds));
  const lot = terms.lot ?? { outpoint: sale.outpoint, inscriptionId: inscriptionOf(sale) };
  const seller = own.side === 'seller' ? own.address : sale.sellerAddress;
  const mismatches = [
    ...checkLive(read, {
      buyerScript: scriptOf(terms.bidderAddress),
      lots: [{ ...lot, asset: terms.assetId, units, price: proceeds, payScript: scriptOf(seller) }],
      serviceFee: service > 0n ? { script: scriptOf(sale.feeAddress), value: service } : undefined,
      maxServiceFee: serviceFee(price),
      price,
      feeRateSatVb,
    }),
    ...checkAnnounced(read.does.fee, BigInt(sale.networkFee)),
    ...checkSigning(signing, read, scriptOf(own.address)),
  ];
  const token = { kind: 'token', units, tick } as const;
  const lotValue = read.coins.find(({ outpoint }) => outpoint === lot.outpoint)?.value ?? 0n;
  const onToken = read.tx.outputs[0]?.value ?? 0n;
  const isSeller = own.side === 'seller';
  const onCoin = t('plus the {value} sat attached to them', { value: formatSats(onToken) });
  return {
    give: isSeller
      ? [{ ...token, note: t('the lot whole, to the bidder') }]
      : [{ kind: 'sats', value: price, note: t('all fees included') }],
    get: isSeller
      ? [{ kind: 'sats', value: proceeds, note: t('all fees paid') }]
      : [{ ...token, note: onCoin }],
    networkFee: sats(read.does.fee),
    vsize: read.does.vsize,
    feeRateSatVb,
    serviceFee: service,
    alsoMoves: [],
    mismatches: mismatchWords(mismatches, network),
    wallet: isSeller
      ? { shows: proceeds - lotValue, onCoins: lotValue }
      : { shows: price - onToken, onCoins: onToken },
  };
}

function inscriptionOf({ coins, outpoint }: WaitingAnswer | PreparedLiveAnswer): string {
  const lot = coins.find((coin) => coin.outpoint === outpoint);
  const transfer = (lot?.assets ?? []).find(
    (asset) => asset.kind === 'inscription' && asset.units !== undefined,
  );
  return transfer?.kind === 'inscription' ? transfer.inscriptionId : '';
}
