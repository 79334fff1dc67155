/** What every page of a pool begins with: the token its address names, its pool, who looks, and what is in his wallet. */
import { useParams } from '@tanstack/react-router';
import type { AnswerOf } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { MAX_COINS } from '@rialto/psbt';
import { useFeePlan } from '../../data/fee-plan.ts';
import { useNetwork } from '../../data/network.ts';
import { usePool, useRuneHeld } from '../../data/pools/pool-queries.ts';
import { rulesOfPools } from '../../data/pools/pool-rules.ts';
import type { PoolBook, PoolPlace, PoolRules } from '../../data/pools/pool-rules.ts';
import { usePayingCoins } from '../../data/own/paying-coins.ts';
import { useBalance } from '../../data/queries.ts';
import { useAccount } from '../../flows/account/account.ts';
import type { Account } from '../../flows/account/account.ts';
import { useHeld } from '../../flows/handing/handings.ts';
import { ownLots, sumOf } from './lots/own-lots.ts';
import type { OwnLot } from './lots/own-lots.ts';
import { useNamedToken } from './pool-token.ts';
import type { PoolToken } from './pool-token.ts';

export interface PoolPage {
  readonly net: Network;
  readonly rules: PoolRules;
  /** As calls name it; its token is empty while none is known. */
  readonly place: PoolPlace;
  readonly account: Account;
  readonly address: string;
  /** Undefined while nothing is chosen or known. */
  readonly token: PoolToken | undefined;
  /** Null where it has none; undefined while that is not known. */
  readonly pool: AnswerOf<'pool'> | null | undefined;
  /** Clean and confirmed coins, in sat. Undefined while they are not known, as the sums. */
  readonly money: readonly bigint[] | undefined;
  /** The largest of these, as many as one act can pay with. */
  readonly paying: readonly bigint[] | undefined;
  /** All of them; units of the token, in lots where it moves as lots. */
  readonly btc: bigint | undefined;
  readonly held: bigint | undefined;
  /** One's own lots, where the token moves as lots. */
  readonly lots: readonly OwnLot[] | undefined;
  /** sat/vB */
  readonly feeRate: number | undefined;
  readonly isLoading: boolean;
}

export type OpenPage = PoolPage & { readonly pool: NonNullable<PoolPage['pool']> };

export function usePoolPage(book: PoolBook): PoolPage {
  const net = useNetwork();
  const rules = rulesOfPools(book);
  const account = useAccount();
  const address = account.user?.address ?? '';
  const { pair } = useParams({ strict: false });
  const { token, isPending } = useNamedToken(net, rules, pair);
  const place = { net, kind: rules.kind, token: token?.id ?? '' };
  const pool = usePool(place, address);
  const lots = useOwnLots(net, rules, token, address);
  const runes = useRuneHeld(net, rules.movesLots ? '' : address, place.token);
  const held = rules.movesLots ? lots && sumOf(lots.filter(({ state }) => state === 'ready')) : runes;
  const money = usePayingCoins(net, address);
  const btc = money?.reduce((sum, value) => sum + value, 0n);
  const paying = money?.toSorted((a, b) => (a > b ? -1 : 1)).slice(0, MAX_COINS);
  const { feeRate } = useFeePlan().chosen;
  const isLoading = isPending || (token !== undefined && pool.isPending);
  return {
    ...{ net, rules, place, account, address, token, pool: pool.data },
    ...{ money, paying, btc, held, lots, feeRate, isLoading },
  };
}

const EVERY_MS = 10_000;

function useOwnLots(
  net: Network,
  { movesLots }: PoolRules,
  token: PoolToken | undefined,
  address: string,
): readonly OwnLot[] | undefined {
  const tick = movesLots ? (token?.name ?? '') : '';
  const pair = { net, book: 'brc20', tick, assetId: token?.assetId ?? '' } as const;
  const { data } = useBalance(pair, address, EVERY_MS);
  const held = useHeld('ask');
  return movesLots && data !== undefined ? ownLots(data.transferBalanceList, held) : undefined;
}
