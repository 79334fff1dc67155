/** A token sent by a program with its own key, as Metalet sends it. */
import type { MvcTransaction } from '@rialto/mvc';
import { halvesOf, payment } from '../mvc/person.ts';
import type { MvcPerson } from '../mvc/person.ts';
import type { PrivateMvcChain } from '../mvc/private-chain.ts';
import { checkOfTransfer, coinsOfTransfer, completedTransfer, planTransfer } from './token-transfer.ts';
import type { TokenTransfer } from './token-transfer.ts';

export interface SignedTransfer {
  /** Sent together, in this order. */
  readonly check: MvcTransaction;
  readonly transfer: MvcTransaction;
}

/** Whole, and sent to nobody. */
export function signedTransfer(
  chain: PrivateMvcChain,
  who: MvcPerson,
  wanted: Omit<TokenTransfer, 'sender' | 'feeRate'> & { readonly feeRate?: bigint },
): SignedTransfer {
  const transfer = { feeRate: 1_000n, ...wanted, sender: who.key };
  const coins = coinsOfTransfer(chain, transfer);
  const { outputs } = checkOfTransfer(transfer, coins);
  const check = payment(who, coins.space, outputs);
  const plan = planTransfer(transfer, coins, check);
  const own = plan.inputs.flatMap(({ role }, at) => (role === 'check' ? [] : [at]));
  return { check, transfer: completedTransfer(chain, plan, halvesOf(who, plan, own), [check]) };
}
