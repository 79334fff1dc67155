/** What a node means when it does not take a transaction: its words, as Bitcoin Core, Knots and the node of MVC write them, are read here alone. */
import type { Rejected } from './chain.ts';

/**
 * In this order: a sentence may hold the words of several. `testmempoolaccept` answers with the bare reason, `sendrawtransaction`
 * with reason and detail, `submitpackage` with one sentence for each transaction.
 */
const MEANINGS: readonly (readonly [Rejected['why'], RegExp])[] = [
  // Core to 26 wrote "Transaction already in block chain"; "same-nonwitness" is the same transaction with other signatures.
  [
    'known',
    /already.in.mempool|already.known|already in utxo set|already in block chain|same-nonwitness-data/i,
  ],
  ['missing-inputs', /missing-?inputs|inputs-missingorspent|bad-txns-inputs-spent/i],
  // "insufficient fee" is said of replacements only; too little for the mempool itself has other words.
  [
    'conflict',
    /mempool-conflict|double-spend-detected|rejecting replacement|insufficient fee|replacement-(?:adds|failed)|potential replacements|spends-conflicting-tx|RBF failed|conflict-in-package/i,
  ],
  [
    'fee',
    /min relay fee|mempool min fee|insufficient priority|absurdly-high-fee|mempool full|max-?fee-exceeded|fee exceeds maximum|fee-too-high/i,
  ],
  ['policy', /nonstandard-inputs|inputs-too-large/i],
  ['invalid', /script-verify-flag|decode failed|bad-(?:txns|cb)|coinbase|consensus/i],
];

/** A rejection in the node's own words, with what it means; words that say nothing else are a policy of the node. */
export function rejected(reason: string): Rejected {
  const why = MEANINGS.find(([, words]) => words.test(reason))?.[0] ?? 'policy';
  return { accepted: false, why, reason };
}
