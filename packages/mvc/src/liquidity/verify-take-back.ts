/**
 * What page and server ask of a taking back before its first signature: that the transaction that makes the check spends the agreed coins of
 * the user's alone, and gives him back all but the check's coin and the fee. The second is made by whoever signs it, over the first: there is
 * nothing to verify in it.
 */
import { splitOutpoint } from '@rialto/protocols';
import type { Outpoint, Sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { scriptHolder } from '../address.ts';
import { hash160 } from '../hashes.ts';
import { coinOf, tokenOn } from '../swap/plan.ts';
import type { MvcCoin } from '../swap/plan.ts';
import { coinsOf, readSwap } from '../swap/verify.ts';
import type { TokenKey } from '../token/tail.ts';
import { planTakeBackCheck } from './take-back.ts';
import { feeOf, requireSame, verified } from './verify.ts';
import type { Verified } from './verify.ts';

export interface AgreedTakeBack {
  readonly token: TokenKey;
  /** 33 bytes. */
  readonly userKey: Uint8Array;
  /** The parked coin, and what it holds. */
  readonly parked: Outpoint;
  readonly units: bigint;
  /** Of SPACE, the user's, in their order. */
  readonly userCoins: readonly Outpoint[];
  readonly tokenSats: Sats;
  /** The most that the check may take of his SPACE: its fee, and what its coin holds. */
  readonly mostCosts: bigint;
}

/** What is read of: the transaction that makes the check, those of its coins, and that of the parked coin. */
interface Raw {
  readonly check: Uint8Array;
  readonly previous: readonly Uint8Array[];
  readonly parked: Uint8Array;
}

/**
 * @returns the parked coin too, as its raw transaction has it
 * @throws Refusal as `verifySwap` and `planTakeBackCheck`; coin-unknown, effects-differ (another amount, other coins), fee-too-high
 */
export function verifyTakeBackCheck(
  raw: Raw,
  agreed: AgreedTakeBack,
): Verified & { readonly parked: MvcCoin; readonly fee: bigint } {
  const { token, userKey, tokenSats } = agreed;
  const parked = parkedCoin(raw.parked, agreed);
  const tx = readSwap(raw.check);
  const { coins, versions } = coinsOf(tx, raw.previous);
  requireSame(coins, agreed.userCoins);
  const [made] = tx.outputs;
  if (made === undefined) throw new Refusal('effects-differ');
  const fee = feeOf(coins, tx);
  if (fee + made.value > agreed.mostCosts) throw new Refusal('fee-too-high', `${fee + made.value} sat`);
  const request = { token, userKey, tokenSats, parked: [parked], userCoins: coins };
  const plan = planTakeBackCheck(request, { script: made.script, sats: made.value, fee });
  return { ...verified(tx, plan, versions), parked, fee };
}

function parkedCoin(raw: Uint8Array, { parked, token, userKey, units }: AgreedTakeBack): MvcCoin {
  const { txid, vout } = splitOutpoint(parked);
  const tx = readSwap(raw);
  if (tx.txid !== txid) throw new Refusal('coin-unknown', parked);
  const coin = coinOf(tx, vout);
  if (tokenOn(coin, token, scriptHolder(hash160(userKey))).amount !== units)
    throw new Refusal('effects-differ', 'another amount is parked');
  return coin;
}
