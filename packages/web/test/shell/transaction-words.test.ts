/** Where a transaction stands and what moved in it, in words. */
import type { TransactionView } from '@rialto/contract';
import { expect, it } from 'vitest';
import { changeOf, moveWords, stateWords } from '../../src/screens/transaction/transaction-words.ts';
import { id } from '../fake/people.ts';

const view: TransactionView = {
  txId: id(1),
  kind: 'purchase',
  state: 'waiting',
  confirmations: 0,
  vsize: 300,
  sales: [],
  inputs: [],
  inputsTotal: 0,
  outputs: [],
  outputsTotal: 0,
  at: { height: 1_300, hash: id(2) },
};

it('says how deep it is until it is final, then in which block', () => {
  expect(stateWords(view)).toBe('In mempool');
  const confirmed = { ...view, state: 'confirmed', height: 1_299 } as const;
  expect(stateWords({ ...confirmed, confirmations: 2 })).toBe('Confirmed (2 of 6)');
  expect(stateWords({ ...confirmed, confirmations: 6 })).toBe('Confirmed in block 1,299');
  expect(stateWords({ ...view, state: 'replaced' })).toBe('Replaced by another transaction');
  expect(stateWords({ ...view, state: 'void' })).toBe('Never confirmed');
});

it('says what each address has more and less of', () => {
  const asset = {
    kind: 'mrc20',
    assetId: 'mrc20:x',
    tick: 'FERN',
    decimals: 2,
    units: '123450',
  } as const;
  expect(moveWords({ asset, index: 1 })).toBe('1,234.5 FERN');
  expect(changeOf({ script: '', satsIn: '546', satsOut: '33600', gives: [], gets: [] })).toBe(33_054n);
});
