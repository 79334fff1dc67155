/** The ladder of the form as an act: who bids, by which wallet, and on whose terms. */
import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { formatAmount } from '@rialto/market';
import { amount as tokens } from '@rialto/protocols';
import type { BidKey } from '@rialto/contract';
import { call } from '../../../data/calls/client.ts';
import type { User } from '../../../flows/account/account.ts';
import type { BidIntent, Rung } from '../../../flows/bids/place-bid.ts';
import { popupsOfLadder } from '../../../wallets/ladder.ts';
import type { Wallet } from '../../../wallets/wallet.ts';
import { walletById } from '../../../wallets/wallets.ts';
import { fetchUser } from '../actor.ts';
import type { TradeProps } from '../buy/buy-acts.ts';
import type { Check } from '../form-check.ts';
import type { Market } from '../market.ts';
import { t } from '../../../words.ts';

const MINUTE = 60_000;

/** What the exchange says of its locks; undefined until it has, and for whom is not logged in. */
export function useBidTerms({
  pair: { net, book },
  account,
}: Pick<Market, 'pair' | 'account'>): BidKey | undefined {
  const session = account.credential;
  const { data } = useQuery({
    queryKey: ['bid-key', net, book, session?.address],
    enabled: session !== undefined,
    queryFn: ({ signal }) =>
      call('bidKey', {
        params: { book },
        query: { net },
        signal,
        ...(session === undefined ? {} : { session }),
      }),
    staleTime: MINUTE,
  });
  return data;
}

type Can = Wallet['can'];

/** What the connected wallet can; undefined until it is known. */
export function useWalletCan(user: User | undefined): Can | undefined {
  const [found, setFound] = useState<{ readonly of: string; readonly can: Can }>();
  const id = user?.wallet;
  useEffect(() => {
    let gone = false;
    if (id !== undefined)
      walletById(id).then(
        ({ can }) => {
          if (!gone) setFound({ of: id, can });
        },
        () => undefined,
      );
    return () => {
      gone = true;
    };
  }, [id]);
  return found?.of === id ? found?.can : undefined;
}

/** Undefined while nobody is connected. */
export const popUpsFor = (can: Can | undefined, rungs: number): number | undefined =>
  can === undefined ? undefined : popupsOfLadder({ can }, rungs);

interface Asked {
  readonly rungs: readonly Rung[];
  readonly check: Check;
  readonly feeRate: number | undefined;
  readonly terms: BidKey | undefined;
  readonly can: Can | undefined;
  readonly height: number | undefined;
}

/** Fetches who is missing, or prepares the ladder and shows its review. */
export function placeLadder(
  { market, form, acts }: Pick<TradeProps, 'market' | 'form' | 'acts'>,
  { rungs, check, feeRate, terms, can, height }: Asked,
): void {
  const { token, network } = market;
  if (fetchUser(check, market)) return;
  const { user, credential } = market.account;
  if (user === undefined || credential === undefined || token === undefined) return;
  if (feeRate === undefined || terms === undefined || can === undefined || height === undefined) return;
  const { book, ticker: tick, assetId, decimals } = token;
  const intent: BidIntent = {
    ...{ network, book, tick, assetId, decimals, rungs, terms, height },
    address: user.address,
    publicKey: user.publicKey,
    signingKey: can.signingKey,
    feeRateSatVb: feeRate,
    highFee: form.highFee,
  };
  const amount = formatAmount(tokens(rungs.reduce((sum, { units }) => sum + units, 0n)));
  const title = t('Bid for {amount} {tick}', { amount, tick });
  void acts.begin({ act: 'bid', intent, session: credential, title });
}
