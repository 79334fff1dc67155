/** What is said of an act on a pool that ends while one is elsewhere. */
import { expect, it } from 'vitest';
import type { TaskNews } from '@rialto/contract';
import { taskWords } from '../../src/screens/shell/tray/task-toast.ts';

const txid = 'ab'.repeat(32);
const task: TaskNews = {
  ...{ buildId: 'b', kind: 'runes', type: '1x', token2: '127:2' },
  ...{ status: 'completed', txid, failedReason: '' },
};

it('a swap in a block leads to its transaction', () => {
  expect(taskWords(task, '/markets')).toMatchObject({
    title: 'Your swap is confirmed',
    action: { href: `/tx/${txid}` },
  });
});

it('its own pages say it themselves', () => {
  expect(taskWords(task, '/swap/runes/btc-127:2')).toBeUndefined();
  expect(taskWords({ ...task, type: 'add' }, '/swap-pools/runes')).toBeUndefined();
});

it('a provider is called when it is their turn, a swapper is not', () => {
  const turn = { ...task, type: 'remove', status: 'built', txid: null } as const;
  expect(taskWords(turn, '/markets')?.action?.href).toBe('/swap-pools/runes/btc-127:2/remove');
  expect(taskWords({ ...turn, type: '2x' }, '/markets')).toBeUndefined();
});

it('what was sent and cannot confirm is told, what was never signed is not', () => {
  const failed = { ...task, status: 'failed', failedReason: 'void' } as const;
  expect(taskWords(failed, '/markets')).toMatchObject({ variant: 'warn' });
  expect(taskWords({ ...failed, txid: null }, '/markets')).toBeUndefined();
  expect(taskWords({ ...failed, status: 'signed' }, '/markets')).toBeUndefined();
});
