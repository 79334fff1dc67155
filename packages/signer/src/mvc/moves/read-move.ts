/** A provider's act as the signer makes it again: its coins fetched from our own node, its checks, its parking and its move built from them. */
import type { MvcMoveAct } from '@rialto/contract';
import {
  MOVE_CHECKS,
  PARKED_AT,
  TOKEN_OUTPUT_SATS,
  checkBodyOfMove,
  checksOfLiquidity,
  planMove,
  planPark,
} from '@rialto/mvc';
import type { FutureMove, MvcBody, MvcCoin, MvcPlan, MvcTransaction, ParkRequest } from '@rialto/mvc';
import { hexToBytes, invariant, sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { allAt, requireNumbers } from '../act.ts';
import { foundIn } from '../coins.ts';
import type { FoundCoin, MvcCoins } from '../coins.ts';
import type { Owner } from '../effects.ts';

export interface ReadMove {
  readonly act: MvcMoveAct;
  /** The pool's SPACE, and the coin that part of is given. */
  readonly space: FoundCoin;
  readonly given: FoundCoin;
  readonly userTokens: readonly FoundCoin[];
  readonly userCoins: readonly FoundCoin[];
  /** The transaction that makes the checks, nothing signed. */
  readonly checkBody: (scripts: readonly string[]) => MvcBody;
  readonly park: (check: MvcTransaction) => MvcPlan;
  readonly move: (check: MvcTransaction, parked: MvcTransaction) => MvcPlan;
}

/** @throws Refusal bad-request, coin-unknown, amount-differs; its functions as those of the plans */
export async function readMove(coins: MvcCoins, owner: Owner, act: MvcMoveAct): Promise<ReadMove> {
  requireNumbers(act);
  const [space, given] = await Promise.all([coins.at(act.poolSpace), coins.at(act.given)]);
  const [userTokens, userCoins] = await Promise.all([
    allAt(coins, act.userTokens),
    allAt(coins, act.userCoins),
  ]);
  const park: ParkRequest = {
    token: act.side === 'add' ? owner.token : owner.share,
    userKey: hexToBytes(act.userKey),
    userTokens: userTokens.map(({ coin }) => coin),
    userCoins: userCoins.map(({ coin }) => coin),
    units: BigInt(act.side === 'add' ? act.units : act.shares),
    tokenSats: TOKEN_OUTPUT_SATS,
  };
  const move = (poolSpace: MvcCoin): FutureMove => ({
    poolHash: owner.key.hash,
    given: { token: act.side === 'add' ? owner.share : owner.token, coin: given.coin },
    units: BigInt(act.side === 'add' ? act.shares : act.units),
    poolSpace,
    poolSats: poolSatsAfter(act, space.coin),
    tokenSats: TOKEN_OUTPUT_SATS,
  });
  const at = (tx: MvcTransaction, vout: number): MvcCoin => foundIn(tx, vout).coin;
  return {
    ...{ act, space, given, userTokens, userCoins },
    checkBody: (scripts) => {
      const [one, two, three, ...more] = scripts.map(hexToBytes);
      if (one === undefined || two === undefined || three === undefined || more.length > 0)
        throw new Refusal('bad-request', 'three checks');
      const terms = { sats: sats(BigInt(act.checkSats)), fee: sats(BigInt(act.checkFee)), coin: space.coin };
      const checks = checksOfLiquidity(park, move(space.coin));
      return checkBodyOfMove(owner.key.hash, checks, { ...terms, scripts: [one, two, three] });
    },
    // How much is left is its owner's business: the move asks for what it needs.
    park: (check) => planPark(park, at(check, MOVE_CHECKS.park), { fee: BigInt(act.parkFee), left: 1n }),
    move: (check, parked) =>
      planMove(
        {
          ...move(at(check, MOVE_CHECKS.rest)),
          userKey: park.userKey,
          parked: { token: park.token, coin: at(parked, PARKED_AT) },
          userCoins: [at(parked, parked.outputs.length - 1)],
        },
        [at(check, MOVE_CHECKS.parked), at(check, MOVE_CHECKS.given)],
        BigInt(act.fee),
      ),
  };
}

/** @throws Refusal pool-too-small when it would not have anything left */
function poolSatsAfter(act: MvcMoveAct, { value }: MvcCoin) {
  const after = act.side === 'add' ? value + BigInt(act.sats) : value - BigInt(act.sats);
  if (after < 1n) throw new Refusal('pool-too-small');
  invariant(after > 0n, 'the pool keeps something');
  return sats(after);
}
