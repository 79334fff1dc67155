/** The protected offer of the sell form as an act: whose lot, by which wallet, on whose terms. */
import { useQuery } from '@tanstack/react-query';
import type { LockTerms } from '@rialto/contract';
import { formatAmount, marketNamed } from '@rialto/market';
import { call } from '../../../data/calls/client.ts';
import type { LockIntent } from '../../../flows/protected/lock-lot.ts';
import type { AskIntent } from '../../../flows/orders/place-ask.ts';
import type { Wallet } from '../../../wallets/wallet.ts';
import type { TradeProps } from '../buy/buy-acts.ts';
import type { Market } from '../market.ts';
import { t } from '../../../words.ts';

const MINUTE = 60_000;

/** What the exchange says of locks that hold lots; undefined until it has, and where a lot moves only once. */
export function useLockTerms({ pair: { net, book } }: Pick<Market, 'pair'>): LockTerms | undefined {
  const { data } = useQuery({
    queryKey: ['lock-terms', net, book],
    enabled: marketNamed(book).lotsOutliveMoves,
    queryFn: ({ signal }) => call('lockTerms', { params: { book }, query: { net }, signal }),
    staleTime: MINUTE,
  });
  return data;
}

/** The lot and one more coin into the lock and change, in vB. */
const LOCKING_VSIZE = 212;

/** About what the network takes; undefined while no rate is known. */
export const lockingFee = (feeRate: number | undefined): bigint | undefined =>
  feeRate === undefined ? undefined : BigInt(Math.ceil(LOCKING_VSIZE * feeRate));

interface Wanted {
  /** One: a protected offer has one lot. */
  readonly intents: readonly AskIntent[];
  readonly terms: LockTerms | undefined;
  readonly can: Wallet['can'] | undefined;
  readonly feeRate: number | undefined;
}

/** Nothing while the terms, the wallet or the rate are not known yet. */
export function placeProtected(
  { market, form, acts }: Pick<TradeProps, 'market' | 'form' | 'acts'>,
  { intents: [ask], terms, can, feeRate }: Wanted,
): void {
  const { credential } = market.account;
  if (ask === undefined || terms === undefined || can === undefined || feeRate === undefined) return;
  if (credential === undefined) return;
  const { network, book, tick, assetId, decimals, address, publicKey, outpoint, units, price, free } = ask;
  const intent: LockIntent = {
    ...{ network, book, tick, assetId, decimals, address, publicKey, outpoint, units, price, free, terms },
    signingKey: can.signingKey,
    feeRateSatVb: feeRate,
    highFee: form.highFee,
  };
  const title = t('Sell {amount} {tick}, protected', { amount: formatAmount(units), tick });
  void acts.begin({ act: 'lock', intent, session: credential, title });
}
