/** The parking and the move of a provider's act, made from its outpoints: every coin is read from the raw transaction that made it. */
import type { MvcMoveAct } from '@rialto/contract';
import { MOVE_CHECKS, PARKED_AT, planMove, planPark } from '@rialto/mvc';
import type { FutureMove, MvcCoin, MvcPlan, MvcTransaction, ParkRequest } from '@rialto/mvc';
import type { MvcPoolFacts } from '@rialto/ground';
import { hexToBytes, invariant, outpoint, sats } from '@rialto/protocols';
import type { Outpoint, Sats } from '@rialto/protocols';
import { coinAt } from '../swaps/plan-act.ts';
import type { Known } from '../swaps/plan-act.ts';

/** Everything that is on the chain when it is built. */
export const pointsOfMove = ({ userTokens, userCoins, poolSpace, given }: MvcMoveAct): Outpoint[] => [
  ...userTokens,
  ...userCoins,
  poolSpace,
  given,
];

const satsOf = (text: string): Sats => sats(BigInt(text));

export function parkRequest(act: MvcMoveAct, pool: MvcPoolFacts, known: Known): ParkRequest {
  return {
    token: act.side === 'add' ? pool.token : pool.share,
    userKey: hexToBytes(act.userKey),
    userTokens: act.userTokens.map((point) => coinAt(known, point)),
    userCoins: act.userCoins.map((point) => coinAt(known, point)),
    units: BigInt(act.side === 'add' ? act.units : act.shares),
    tokenSats: satsOf(act.tokenSats),
  };
}

/** @param poolSpace the pool's coin that the move itself spends */
export function futureMove(
  act: MvcMoveAct,
  pool: MvcPoolFacts,
  known: Known,
  poolSpace?: MvcCoin,
): FutureMove {
  const before = coinAt(known, act.poolSpace);
  const d1 = BigInt(act.sats) * (act.side === 'add' ? 1n : -1n);
  return {
    poolHash: hexToBytes(pool.keyHash),
    given: { token: act.side === 'add' ? pool.share : pool.token, coin: coinAt(known, act.given) },
    units: BigInt(act.side === 'add' ? act.shares : act.units),
    poolSpace: poolSpace ?? before,
    // What the checks cost it comes back.
    poolSats: sats(before.value + d1),
    tokenSats: satsOf(act.tokenSats),
  };
}

interface OnChain {
  readonly act: MvcMoveAct;
  readonly pool: MvcPoolFacts;
  readonly known: Known;
  readonly check: MvcTransaction;
}

const outputOf = (tx: MvcTransaction, vout: number): MvcCoin => {
  const output = tx.outputs[vout];
  invariant(output !== undefined, 'the transaction has this output');
  return { outpoint: outpoint(tx.txid, vout), ...output };
};

/** @param left what his coin of SPACE has to hold afterwards */
export function planOfPark({ act, pool, known, check }: OnChain, left: bigint): MvcPlan {
  const request = parkRequest(act, pool, known);
  return planPark(request, outputOf(check, MOVE_CHECKS.park), { fee: BigInt(act.parkFee), left });
}

/** @param parked whole, nobody has it yet */
export function planOfMove({ act, pool, known, check }: OnChain, parked: MvcTransaction): MvcPlan {
  const rest = outputOf(check, MOVE_CHECKS.rest);
  const request = {
    ...futureMove(act, pool, known, rest),
    userKey: hexToBytes(act.userKey),
    parked: { token: act.side === 'add' ? pool.token : pool.share, coin: outputOf(parked, PARKED_AT) },
    userCoins: [outputOf(parked, parked.outputs.length - 1)],
  };
  const checks = [outputOf(check, MOVE_CHECKS.parked), outputOf(check, MOVE_CHECKS.given)] as const;
  return planMove(request, checks, BigInt(act.fee));
}
