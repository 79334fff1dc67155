/** A signed funding read back from its bytes, by one who did not plan it: the signer, and the rescue page (trading §11). */
import {
  equalBytes,
  invariant,
  isFlaw,
  readTransaction,
  spentPoint,
  writeBase,
  writeTransaction,
} from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Transaction, Txid } from '@rialto/protocols';
import { bodyOf, coinsOf } from '../draft/draft.ts';
import { MAX_COINS, canPay } from '../draft/selection.ts';
import { verifyInput } from '../tx/signature.ts';
import type { Verifier } from '../tx/signature.ts';
import { refuseDuplicates } from '../tx/read-psbt.ts';
import { checkLocks, fundingDraft } from './funding.ts';
import type { FundingPlan } from './funding.ts';
import type { Lock } from './lock.ts';

/** What stands in a funding: enough for `lockCoin`. */
export interface ReadFunding extends Omit<FundingPlan, 'bidderKey' | 'feeRateSatVb'> {
  readonly txid: Txid;
}

/**
 * The funding of these locks, signed by the bidder, from its raw transaction.
 * @param expected.coins what it spends, from our own node and index, in any order
 * @throws Refusal bad-request (no transaction, or the locks are not in order), not-yours, duplicate-input, too-many-coins, coin-unknown,
 *   lot-mixed (a coin that may not pay), psbt-changed (any byte is not what these locks and coins make), and as `verifyInput`
 */
export function readFunding(
  raw: Uint8Array,
  expected: {
    readonly bidderScript: Uint8Array;
    readonly coins: readonly Coin[];
    readonly locks: readonly Lock[];
  },
  verifier?: Verifier,
): ReadFunding {
  const { bidderScript, locks } = expected;
  checkLocks(expected);
  const tx = readExactly(raw);
  refuseDuplicates(tx);
  if (tx.inputs.length > MAX_COINS) throw new Refusal('too-many-coins', `more than ${MAX_COINS}`);
  const payments = tx.inputs.map((input) => {
    const point = spentPoint(input);
    const coin = expected.coins.find(({ outpoint }) => outpoint === point);
    if (coin === undefined) throw new Refusal('coin-unknown', point);
    if (!equalBytes(coin.script, bidderScript)) throw new Refusal('not-yours', point);
    if (!canPay(coin)) throw new Refusal('lot-mixed', point);
    return coin;
  });
  const [first] = tx.outputs;
  invariant(first !== undefined, 'a transaction has an output');
  const plan = { bidderScript, locks, payments, change: first.value };
  const draft = fundingDraft(plan);
  const body = bodyOf(draft);
  if (!equalBytes(writeBase(tx), writeBase(body))) throw new Refusal('psbt-changed');
  draft.inputs.forEach(({ kind }, index) => {
    const witness = tx.inputs[index]?.witness ?? [];
    verifyInput({ tx: body, coins: coinsOf(draft), index }, kind, witness, verifier);
  });
  return { ...plan, txid: tx.txid };
}

/** @throws Refusal bad-request for anything but one transaction, written as everybody writes it */
function readExactly(raw: Uint8Array): Transaction {
  const tx = readTransaction(raw);
  if (isFlaw(tx)) throw new Refusal('bad-request', tx.flaw);
  if (tx.outputs.length === 0 || !equalBytes(writeTransaction(tx), raw))
    throw new Refusal('bad-request', 'funding');
  return tx;
}
