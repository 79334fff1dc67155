/** The gathering that a sum needs: one's own coins of a rune, and the act. */
import { useBalance } from '../../../data/queries.ts';
import { useHeld } from '../../../flows/handing/handings.ts';
import { login } from '../../../flows/account/on-demand.ts';
import { costAt } from '../../../flows/own/own-cost.ts';
import { requestOwn } from '../../../flows/own/own-request.ts';
import type { GatherRequest } from '../../../flows/own/own-request.ts';
import { isUnderWay, useTray } from '../../../flows/tray.ts';
import { tell } from '../act/acting.ts';
import { textOf } from '../../../show/swap/amounts.ts';
import type { PoolPage } from '../pool-page.ts';
import type { PoolToken } from '../pool-token.ts';
import { gatherStateOf, ownRuneCoins } from './gather-form.ts';
import type { GatherState, Wanted } from './gather-form.ts';

/** While a gathering waits nothing else tells of its block. */
const EVERY_MS = 10_000;

/** A rune, a share or one that is traded. */
export type GatheredToken = Pick<PoolToken, 'assetId' | 'name' | 'divisibility'>;

export interface Gather {
  readonly now: GatherState;
  /** In sat, about. */
  readonly cost: bigint | undefined;
  /** Asks for it; who is not logged in logs in first. */
  readonly begin: () => void;
}

/** @param wanted undefined where the act takes no runes */
export function useGather(
  { net, address, account: { user, credential }, feeRate }: PoolPage,
  { assetId, name: tick, divisibility }: GatheredToken,
  wanted: Wanted | undefined,
): Gather {
  const pair = { net, book: 'runes', tick, assetId } as const;
  const { data } = useBalance(pair, wanted === undefined ? '' : address, EVERY_MS);
  const held = useHeld('ask');
  const underWay = useTray().some(
    (item) => item.kind === 'own' && item.gathers === assetId && item.address === address && isUnderWay(item),
  );
  const coins =
    data?.assetId === assetId ? ownRuneCoins(data.transferBalanceList, divisibility, held) : undefined;
  const now = gatherStateOf(coins, wanted, underWay);
  const request: GatherRequest | undefined =
    now.state === 'needed' && wanted !== undefined
      ? { kind: 'gather', assetId, tick, coins: now.coins, amount: textOf(wanted.units, divisibility) }
      : undefined;
  return {
    now,
    cost: request === undefined || feeRate === undefined ? undefined : costAt(request, feeRate),
    begin: () => {
      if (credential === undefined) login(user, net).catch(tell);
      else if (request !== undefined) requestOwn(request);
    },
  };
}
