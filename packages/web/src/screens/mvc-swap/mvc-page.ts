/** What the page of swaps on MVC begins with: the pools of its list, the one its address names, who looks, and what is at his address. */
import { useParams } from '@tanstack/react-router';
import type { MvcAccount, MvcPool, MvcPools } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { useMvcAccount, useMvcPools } from '../../data/mvc/mvc-queries.ts';
import type { MvcPlace } from '../../data/mvc/mvc-places.ts';
import { useNetwork } from '../../data/network.ts';
import { useAccount, usesMetalet } from '../../flows/account/account.ts';
import type { User } from '../../flows/account/account.ts';
import { useMvcWallet } from '../../flows/mvc/mvc-wallet.ts';
import type { MvcWallet } from '../../flows/mvc/mvc-wallet.ts';
import type { MvcNow } from './mvc-form.ts';

export interface MvcPage {
  readonly net: Network;
  readonly place: MvcPlace;
  readonly user: User | undefined;
  /** The wallet that is connected has an account on MVC. */
  readonly isMetalet: boolean;
  readonly wallet: MvcWallet;
  /** Undefined while they are not known. */
  readonly holdings: MvcAccount | undefined;
  readonly pools: MvcPools | undefined;
  /** Why there are none, while there are none. */
  readonly error: Error | null;
  /** Undefined where the address names none that is known, and where there is none. */
  readonly pool: MvcPool | undefined;
}

export type OpenMvcPage = MvcPage & { readonly pool: MvcPool };

export function useMvcPage(place: MvcPlace): MvcPage {
  const { user } = useAccount();
  const wallet = useMvcWallet(user);
  const { data: pools, error } = useMvcPools(place.venue, place.list);
  const { data: holdings } = useMvcAccount(wallet.account?.address);
  const { pair } = useParams({ strict: false });
  const pool = pools?.pools.find((one) => pair === undefined || one.pair === pair.toLowerCase());
  return {
    ...{ net: useNetwork(), place, user, isMetalet: user !== undefined && usesMetalet(user) },
    ...{ wallet, holdings, pools, error, pool },
  };
}

/** Of a token, by the index: what can be spent, and what it has not followed yet. */
export function heldOf(
  holdings: MvcAccount | undefined,
  { codehash, genesis }: Pick<MvcPool, 'codehash' | 'genesis'>,
) {
  if (holdings === undefined) return undefined;
  const found = holdings.tokens.find((one) => one.genesis === genesis && one.codehash === codehash);
  return { amount: BigInt(found?.amount ?? '0'), unknown: BigInt(found?.unknown ?? '0') };
}

/** What of a pool a swap is held against. */
export const poolFacts = ({ pair, symbol, decimals, codehash, genesis, poolHash, mintable }: MvcPool) => ({
  ...{ pair, symbol, decimals, codehash, genesis, poolHash, mintable },
});

export function userOf({ user, isMetalet }: MvcPage): MvcNow['user'] {
  if (user === undefined) return 'none';
  return isMetalet ? 'metalet' : 'other';
}

export function accountOf({ wallet }: MvcPage): MvcNow['account'] {
  if (wallet.account !== undefined) return 'known';
  return wallet.failed ? 'failed' : 'asked';
}
