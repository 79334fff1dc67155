/** What the five acts on a BRC-20 pool share: whose lots move, where to, and the parts of the act that are the same everywhere. */
import { DUST_FLOOR, equalBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { AssetId, Coin, TxOutput } from '@rialto/protocols';
import type { Payer } from '../../draft/payer.ts';
import { checkServiceFee } from '../pool-draft.ts';
import type { PoolAct } from '../pool-draft.ts';
import type { PoolScript } from '../pool-script.ts';
import { checkPoolUser } from '../pool-user.ts';
import { assetScript } from './asset-script.ts';
import type { PoolKeys } from './asset-script.ts';
import { lotOutputs, sumOfLots } from './lot-step.ts';
import type { LotStep, LotSum, PoolLot } from './lot-step.ts';

/** What every request has. */
export interface LotRequest {
  readonly pool: PoolScript;
  /** The token that the pool trades. */
  readonly token: AssetId;
  readonly serviceFee: TxOutput | undefined;
  readonly feeRateSatVb: number;
}

/** What every request has in which the user brings lots. */
export interface BringRequest extends LotRequest {
  /** By which the pool makes the script where they go. */
  readonly keys: PoolKeys;
  /** One to four lots of the user's, sold or given whole. */
  readonly lots: readonly Coin[];
}

/** And in which the pool gives them. */
export interface GiveRequest extends LotRequest {
  /** One to four ready lots of the pool's. */
  readonly lots: readonly PoolLot[];
}

type User = Pick<Payer, 'script' | 'key'>;

/**
 * Lots of the user's that go to the pool: to the script that the first of them makes.
 * @throws Refusal wrong-address-type, not-yours (also a lot of somebody else's), script-not-allowed or too-small (service fee, or lots on
 *   too few sats), and as `sumOfLots`; lots-differ for another token than the pool's
 */
export function broughtLots(request: BringRequest, user: User): LotStep & LotSum {
  const { lots, keys } = request;
  for (const coin of lots)
    if (!equalBytes(coin.script, user.script)) throw new Refusal('not-yours', coin.outpoint);
  const sum = checkedSum(request, lots, user);
  const [first] = lots;
  if (first === undefined) throw new Refusal('bad-request', 'no lot');
  return checkedStep({ coins: lots, from: [], to: assetScript(keys, first.outpoint).pool.script }, sum);
}

/** Lots of the pool's that go to the user. Throws as `broughtLots`; script-not-allowed for a lot that lies on another script. */
export function givenLots(request: GiveRequest, user: User): LotStep & LotSum {
  const { lots } = request;
  const coins = lots.map(({ coin }) => coin);
  const sum = checkedSum(request, coins, user);
  return checkedStep({ coins, from: lots.map(({ script }) => script), to: user.script }, sum);
}

function checkedSum({ pool, token, serviceFee }: LotRequest, coins: readonly Coin[], user: User): LotSum {
  checkPoolUser({ ...user, coins: [] }, pool);
  checkServiceFee(serviceFee);
  const sum = sumOfLots(coins);
  if (sum.asset !== token) throw new Refusal('lots-differ', sum.asset);
  return sum;
}

function checkedStep(step: LotStep, sum: LotSum): LotStep & LotSum {
  for (const { value } of lotOutputs(step))
    if (value < DUST_FLOOR) throw new Refusal('too-small', `lots on ${value} sat`);
  return { ...step, ...sum };
}

/** An act with these lots, and nothing else in it yet. */
export function lotAct(
  { pool, serviceFee }: LotRequest,
  { coins, from, to }: LotStep,
  { key }: Pick<User, 'key'>,
): PoolAct {
  return {
    pool,
    userKey: key,
    userCoins: [],
    poolCoins: [],
    userOutputs: [],
    poolOutputs: [],
    firstLane: 0,
    burned: [],
    serviceFee,
    lots: { coins, from, to },
  };
}
