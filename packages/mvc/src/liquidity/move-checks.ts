/** What all of a provider's act needs counted, before anything of it exists: the parking, what goes into the pool, what is given. */
import { outpoint, sats } from '@rialto/protocols';
import { scriptHolder } from '../address.ts';
import { hash160 } from '../hashes.ts';
import { bodyOfInputs } from '../swap/plan.ts';
import type { MvcCoin } from '../swap/plan.ts';
import type { TokenCheck } from '../token/check-data.ts';
import { withHolder } from '../token/tail.ts';
import { nameMvcTransaction } from '../transaction.ts';
import { checksOfMove } from './move.ts';
import type { MoveRequest } from './move.ts';
import { checkOfPark } from './park.ts';
import type { ParkRequest } from './park.ts';

/** A move whose parked coin is not there yet. */
export type FutureMove = Omit<MoveRequest, 'parked' | 'userCoins' | 'userKey'>;

/**
 * @throws Refusal as `checkOfPark` and `checksOfMove`
 */
export function checksOfLiquidity(
  park: ParkRequest,
  move: FutureMove,
): readonly [TokenCheck, TokenCheck, TokenCheck] {
  // First: what is no token cannot be parked, and has no script to be changed.
  const parking = checkOfPark(park);
  const coin = parkedSoon(park);
  const request = {
    ...move,
    userKey: park.userKey,
    parked: { token: park.token, coin },
    userCoins: park.userCoins,
  };
  return [parking, ...checksOfMove(request)];
}

/** The parked coin as it will be, under a name that nothing depends on: checks know coins by their places. */
function parkedSoon(park: ParkRequest): MvcCoin {
  const [first] = park.userTokens;
  const holder = scriptHolder(hash160(park.userKey));
  const script = first === undefined ? new Uint8Array(0) : withHolder(first.script, holder, park.units);
  const output = { value: park.tokenSats, script };
  const { txid } = nameMvcTransaction(bodyOfInputs(park.userTokens, [output, { value: sats(1n), script }]));
  return { outpoint: outpoint(txid, 0), ...output };
}
