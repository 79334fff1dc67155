/** Every sentence a node is known to refuse a transaction with, and what it means. */
import { describe, expect, it } from 'vitest';
import { rejected } from '../src/node/node-answer.ts';

const TXID = 'ab'.repeat(32);

describe('what a node means by its words', () => {
  it.each([
    // testmempoolaccept of Core and Knots.
    ['known', 'txn-already-in-mempool'],
    ['known', 'txn-already-known'],
    ['known', 'txn-same-nonwitness-data-in-mempool'],
    ['missing-inputs', 'missing-inputs'],
    ['missing-inputs', 'bad-txns-inputs-missingorspent'],
    ['conflict', 'txn-mempool-conflict'],
    ['conflict', 'insufficient fee'],
    ['conflict', 'bad-txns-spends-conflicting-tx'],
    ['conflict', 'replacement-adds-unconfirmed'],
    ['conflict', 'replacement-failed'],
    ['conflict', 'too many potential replacements'],
    ['conflict', 'conflict-in-package'],
    ['fee', 'min relay fee not met'],
    ['fee', 'mempool min fee not met'],
    ['fee', 'mempool full'],
    ['fee', 'max-fee-exceeded'],
    ['policy', 'too-long-mempool-chain'],
    ['policy', 'too-large-cluster'],
    ['policy', 'package-mempool-limits'],
    ['policy', 'dust'],
    ['policy', 'scriptpubkey'],
    ['policy', 'datacarrier'],
    ['policy', 'tx-size'],
    ['policy', 'non-BIP68-final'],
    ['policy', 'TRUC-violation'],
    ['policy', 'not allowed'],
    // Knots checks inscriptions and tokens by settings of its own.
    ['policy', 'tokens-runes'],
    ['policy', 'txn-datacarrier-exceeded'],
    ['invalid', 'mandatory-script-verify-flag-failed (Invalid Schnorr signature)'],
    ['invalid', 'bad-txns-in-belowout'],
    ['policy', 'bad-witness-nonstandard'],
    // sendrawtransaction.
    ['known', 'Transaction outputs already in utxo set'],
    ['known', 'Transaction already in block chain'],
    [
      'conflict',
      `insufficient fee, rejecting replacement ${TXID}; new feerate 0.00001 BTC/kvB <= old feerate 0.00002 BTC/kvB`,
    ],
    [
      'conflict',
      `insufficient fee, rejecting replacement ${TXID}, less fees than conflicting txs; 0.00000200 < 0.00000300`,
    ],
    ['fee', 'min relay fee not met, 100 < 153'],
    ['fee', 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)'],
    ['policy', 'too-long-mempool-chain, too many unconfirmed ancestors [limit: 25]'],
    ['invalid', 'TX decode failed. Make sure the tx has at least one input.'],
    // submitpackage: a sentence for each, joined.
    ['conflict', 'package RBF failed: insufficient anti-DoS fees; transaction failed'],
    ['missing-inputs', 'bad-txns-inputs-missingorspent; transaction failed'],
    ['policy', 'package-not-child-with-unconfirmed-parents'],
  ] as const)('%s: %s', (why, reason) => {
    expect(rejected(reason)).toEqual({ accepted: false, why, reason });
  });
});
