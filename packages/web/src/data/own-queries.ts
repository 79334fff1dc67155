/** One's own transactions that wait, and what of one's own is unfinished or mixed. */
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Order, OwnList, OwnOffer, OwnTransaction } from '@rialto/contract';
import { MARKETS } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { call } from './calls/client.ts';
import type { Credential } from './calls/credentials.ts';
import { KEYS } from './keys.ts';

const SECOND = 1_000;

export function useOwn(net: Network, session: Credential | undefined): UseQueryResult<OwnList> {
  const address = session?.address ?? '';
  return useQuery({
    queryKey: KEYS.own(address),
    enabled: session !== undefined,
    queryFn: ({ signal }) =>
      call('ownList', {
        query: { net, address },
        signal,
        ...(session === undefined ? {} : { session }),
      }),
    staleTime: 5 * SECOND,
    // The feed reports trades and orders; other transactions are known to the node only.
    refetchInterval: 15 * SECOND,
  });
}

/** What waits under an id: its newest id, what can be done about it, and what it pays where that is known. */
export interface Waits {
  readonly txId: string;
  /** What the acts are on: of a pair the first transaction. */
  readonly actsOn: string;
  readonly acts: readonly OwnOffer[];
  /** Blocks that came while it waited, where the exchange counts them. */
  readonly blocks?: number;
  readonly pays?: { readonly networkFee: bigint; readonly vsize: number };
}

/** The transaction of this id or the one that took its place, or the pair it begins; undefined when nothing of it waits any more. */
export function waitingOf({ transactions, unfinished }: OwnList, txId: string): Waits | undefined {
  // What calls it back takes its place too, and is another act.
  const follows = ({ kind, replaces }: OwnTransaction): boolean =>
    replaces === txId && kind !== 'cancel-transaction';
  const one = transactions.find((each) => each.txId === txId || follows(each));
  if (one !== undefined) {
    const { acts, blocks, vsize } = one;
    return {
      txId: one.txId,
      actsOn: one.txId,
      acts,
      blocks,
      pays: { networkFee: BigInt(one.networkFee), vsize },
    };
  }
  const pair = unfinished.find(({ commitTxId, revealTxId }) => [commitTxId, revealTxId].includes(txId));
  return pair === undefined ? undefined : { txId, actsOn: pair.commitTxId, acts: pair.acts };
}

/**
 * Orders that left something behind: with a problem nobody settled, or withdrawn softly though the signature had been on the wire
 * while the coin is still there.
 */
export function useLeftovers(
  net: Network,
  session: Credential | undefined,
): UseQueryResult<readonly Order[]> {
  return useQuery({
    queryKey: KEYS.own(session?.address ?? '', 'leftovers'),
    enabled: session !== undefined,
    queryFn: async ({ signal }) => {
      if (session === undefined) return [];
      const found = await Promise.all(MARKETS.map(({ name }) => leftoversIn(name, { net, session, signal })));
      return found.flat();
    },
    staleTime: 10 * SECOND,
  });
}

/** The most outpoints one question may name (contract, coins). */
const MAX_COINS = 50;

interface OwnListParams {
  readonly net: Network;
  readonly session: Credential;
  readonly signal: AbortSignal;
}

async function leftoversIn(
  book: MarketName,
  { net, session, signal }: OwnListParams,
): Promise<readonly Order[]> {
  const ordersIn = (orderState: '3' | '50') =>
    call('myOrders', {
      params: { book, address: session.address },
      query: { net, orderState },
      session,
      signal,
    });
  const [withdrawn, troubled] = await Promise.all([ordersIn('3'), ordersIn('50')]);
  const shown = withdrawn.results
    .filter(({ state, disclosed }) => state === 'cancelled' && disclosed)
    .slice(0, MAX_COINS);
  if (shown.length === 0) return troubled.results;
  const outpoints = shown.map((order) => order.outpoint).join(',');
  const { coins } = await call('coins', { query: { net, outpoints }, signal });
  const current = new Set(coins.map((coin) => coin.outpoint));
  return [...troubled.results, ...shown.filter((order) => current.has(order.outpoint))];
}
