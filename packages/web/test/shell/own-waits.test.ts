/** What of the list an act of the tray is: while any part of it waits it is not over. */
import type { OwnList, OwnTransaction } from '@rialto/contract';
import { expect, it } from 'vitest';
import { waitingOf } from '../../src/data/own-queries.ts';
import { id } from '../fake/people.ts';

const offer = {
  act: 'cancel-transaction',
  feeRate: 3,
  networkFee: '600',
  cost: '600',
  refusal: '',
  reason: '',
} as const;

function transaction(seed: number, replaces = ''): OwnTransaction {
  return {
    txId: id(seed),
    kind: 'take',
    state: 'waiting',
    since: 1,
    blocks: 0,
    networkFee: '400',
    feeRate: 2,
    vsize: 200,
    orderIds: [],
    tick: '',
    coinAmount: '',
    replaces,
    stuck: 'no',
    acts: [offer],
  };
}

const list: OwnList = {
  transactions: [transaction(1), transaction(3, id(2))],
  unfinished: [
    { commitTxId: id(4), revealTxId: id(5), state: 'commit-waiting', since: 1, acts: [offer] },
    { commitTxId: id(6), revealTxId: id(7), state: 'reveal-waiting', since: 1, acts: [] },
  ],
  mixed: [],
  shares: [],
  at: { height: 1, hash: id(9) },
};

it('one that waits is there with what it pays', () => {
  expect(waitingOf(list, id(1))).toEqual({
    txId: id(1),
    actsOn: id(1),
    acts: [offer],
    blocks: 0,
    pays: { networkFee: 400n, vsize: 200 },
  });
});
it('one that was sent again from elsewhere goes on under its new id', () => {
  expect(waitingOf(list, id(2))?.txId).toBe(id(3));
});
it('one that was cancelled goes on under no other id', () => {
  const cancel: OwnTransaction = { ...transaction(3, id(2)), kind: 'cancel-transaction' };
  expect(waitingOf({ ...list, transactions: [cancel] }, id(2))).toBeUndefined();
});
it('a pair waits until its second is in a block too', () => {
  expect(waitingOf(list, id(4))).toEqual({ txId: id(4), actsOn: id(4), acts: [offer] });
  expect(waitingOf(list, id(6))).toEqual({ txId: id(6), actsOn: id(6), acts: [] });
});
it('an inscription is known by its second transaction, and its acts are on the first', () => {
  expect(waitingOf(list, id(5))).toEqual({ txId: id(5), actsOn: id(4), acts: [offer] });
});
it('anything else is over', () => {
  expect(waitingOf(list, id(8))).toBeUndefined();
});
