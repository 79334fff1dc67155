/** The quote of what is typed, and what there is for it; what is on the screen belongs to what is typed, or it is not there. */
import { useDeferredValue } from 'react';
import type { MvcAccount, MvcMoveQuote, MvcPool } from '@rialto/contract';
import { ApiError } from '../../../data/calls/api-error.ts';
import { useMvcMovePreview } from '../../../data/mvc/mvc-queries.ts';
import type { MvcMovePreview } from '../../../data/mvc/mvc-queries.ts';
import type { MvcMoveIntent } from '../../../flows/mvc/move-intent.ts';
import { accountOf, heldOf, userOf } from '../mvc-page.ts';
import type { OpenMvcPage } from '../mvc-page.ts';
import type { MoveNow } from './move-form.ts';

interface MoveQuoted {
  readonly asked: MvcMovePreview | undefined;
  readonly quote: MvcMoveQuote | undefined;
  readonly refusal: string | undefined;
  /** Of the refusal, for people. */
  readonly words: string | undefined;
}

export function useMoveQuote({ place }: OpenMvcPage, asked: MvcMovePreview | undefined): MoveQuoted {
  const key = JSON.stringify(asked);
  const later = useDeferredValue(key);
  const isCurrent = later === key && asked !== undefined;
  const { data, error, isError } = useMvcMovePreview(place.venue, isCurrent ? asked : undefined);
  const refusal = error instanceof ApiError ? error.refusal : undefined;
  return {
    asked,
    quote: isCurrent && !isError ? data : undefined,
    refusal: isCurrent && isError ? (refusal ?? 'none') : undefined,
    words: isCurrent && error instanceof ApiError ? error.words : undefined,
  };
}

/** One's shares are a token in one's own wallet, of the same code as the token. */
export function sharesOf(holdings: MvcAccount | undefined, { codehash, shareGenesis }: MvcPool) {
  return heldOf(holdings, { codehash, genesis: shareGenesis });
}

export function moveNow(
  page: OpenMvcPage,
  kind: MoveNow['kind'],
  { asked, quote, refusal }: MoveQuoted,
): MoveNow {
  const { pools, pool, holdings } = page;
  return {
    ...{ user: userOf(page), account: accountOf(page), open: pools?.open === true, pool },
    ...{ kind, asked, quote, refusal },
    space: holdings === undefined ? undefined : BigInt(holdings.space),
    held: (kind === 'add' ? heldOf(holdings, pool) : sharesOf(holdings, pool))?.amount,
  };
}

/** Undefined where something is not known that it takes. */
export function moveIntent(page: OpenMvcPage, { asked, quote }: MoveQuoted): MvcMoveIntent | undefined {
  const { net: network, user, wallet, place, pool } = page;
  if (user === undefined || wallet.account === undefined) return undefined;
  if (asked === undefined || quote === undefined) return undefined;
  const { pair, symbol, decimals, codehash, genesis, shareGenesis, poolHash, mintable } = pool;
  const { kind, of, amount } = asked;
  const { sats, units, shares, networkFee } = quote;
  return {
    ...{ network, user, account: wallet.account, place, kind, of, amount },
    pool: { pair, symbol, decimals, codehash, genesis, shareGenesis, poolHash, mintable },
    shown: { sats, units, shares, networkFee },
  };
}
