/** What every page of a pool begins with: the rune its address names, its pool, who looks, and what is in his wallet. */
import { useParams } from '@tanstack/react-router';
import type { AnswerOf } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { useFeePlan } from '../../data/fee-plan.ts';
import { useNetwork } from '../../data/network.ts';
import { usePool, usePools, useRuneHeld } from '../../data/pools/pool-queries.ts';
import { useCoins } from '../../data/queries.ts';
import { useTokens } from '../../data/tokens.ts';
import { useAccount } from '../../flows/account/account.ts';
import type { Account } from '../../flows/account/account.ts';

export interface PoolToken {
  readonly id: string;
  readonly name: string;
  readonly divisibility: number;
}

export interface PoolPage {
  readonly net: Network;
  readonly account: Account;
  readonly address: string;
  /** Undefined while nothing is chosen or known. */
  readonly token: PoolToken | undefined;
  /** Null where it has none; undefined while that is not known. */
  readonly pool: AnswerOf<'pool'> | null | undefined;
  /** Clean and confirmed, in sat; units of the rune. Undefined while they are not known. */
  readonly btc: bigint | undefined;
  readonly held: bigint | undefined;
  /** sat/vB */
  readonly feeRate: number | undefined;
  readonly isLoading: boolean;
}

const named = (pair: string | undefined): string => (pair ?? '').replace(/^btc-/i, '');

export function usePoolPage(): PoolPage {
  const net = useNetwork();
  const account = useAccount();
  const address = account.user?.address ?? '';
  const { token, isPending } = useNamedToken(net);
  const id = token?.id ?? '';
  const pool = usePool(net, id, address);
  const held = useRuneHeld(net, address, id);
  const btc = useBtc(net, address);
  const { feeRate } = useFeePlan().chosen;
  const isLoading = isPending || (token !== undefined && pool.isPending);
  return { net, account, address, token, pool: pool.data, btc, held, feeRate, isLoading };
}

interface NamedToken {
  readonly token: PoolToken | undefined;
  readonly isPending: boolean;
}

/** A pair that the address leaves open is the first pool's; one that has no pool is looked for among all runes. */
function useNamedToken(net: Network): NamedToken {
  const { pair } = useParams({ strict: false });
  const wanted = named(pair);
  const pools = usePools(net);
  const ofPool =
    wanted === ''
      ? pools.data?.[0]
      : pools.data?.find(({ token2, name }) => token2 === wanted || name === wanted);
  const isElsewhere = ofPool === undefined && wanted !== '' && !pools.isPending;
  const tokens = useTokens(net, 'runes', isElsewhere ? wanted : null);
  return {
    token: ofPool === undefined ? runeOf(tokens.data, wanted) : tokenOf(ofPool),
    isPending: pools.isPending || (isElsewhere && tokens.isPending),
  };
}

function tokenOf({ token2: id, name, divisibility }: AnswerOf<'pools'>[number]): PoolToken {
  return { id, name, divisibility };
}

function runeOf(tokens: ReturnType<typeof useTokens>['data'], wanted: string): PoolToken | undefined {
  const found = tokens?.find(
    ({ deployId, ticker }) => deployId === wanted || ticker === wanted.toUpperCase(),
  );
  return found === undefined
    ? undefined
    : { id: found.deployId, name: found.ticker, divisibility: found.decimals };
}

function useBtc(net: Network, address: string): bigint | undefined {
  const { data } = useCoins(net, address);
  return data?.reduce((sum, coin) => (coin.confirmed ? sum + BigInt(coin.satoshis) : sum), 0n);
}
