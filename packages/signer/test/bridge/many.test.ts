/** Deposits by the thousand that nobody moves: what was read of them once is not read again with each block. */
import { hexToBytes } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { expect, it } from 'vitest';
import { coin } from '../memory/people.ts';
import { giveRequest, mineMvc, mintPaid, minted, payRequest, redeemPaid } from './exits.ts';
import { openStage, verdict } from './stage.ts';

const MANY = 3_000;

it('are looked at once each', async () => {
  const stage = await openStage();
  const { at: settled } = await minted(stage, 'btc', 900_000n);
  const paid = mintPaid(stage);
  const script = stage.keys('btc').locked.script.script;
  const raw = [...stage.btc.raws.values()][0] ?? hexToBytes('');
  for (let at = 0; at < MANY; at += 1) {
    const stray = coin(`stray ${at}`, { script }, 700n);
    stage.btc.put(stray);
    stage.btc.raws.set(stray.outpoint.slice(0, 64) as Txid, raw);
  }
  stage.btc.mine();
  const asked = { coins: 0, transactions: 0, tokens: 0 };
  const { chain } = stage.parts.source.btc;
  const second = stage.parts.source.mvc.chain;
  const { settledAt, rawTransactions } = chain;
  const { unspent } = second;
  Object.assign(chain, {
    settledAt: (points: readonly never[]) => {
      asked.coins += points.length;
      return settledAt(points);
    },
    rawTransactions: (txids: readonly never[]) => {
      asked.transactions += txids.length;
      return rawTransactions(txids);
    },
  });
  Object.assign(second, {
    unspent: (...given: Parameters<typeof unspent>) => {
      asked.tokens += 1;
      return unspent(...given);
    },
  });
  const first = await giveRequest(stage, paid, paid);
  expect(await verdict(stage.ask(first))).toBe('signed');
  expect(asked.coins).toBeGreaterThan(MANY);
  expect(asked.transactions).toBeGreaterThan(MANY);
  Object.assign(asked, { coins: 0, transactions: 0, tokens: 0 });
  stage.btc.mine();
  mineMvc(stage);
  const redeem = redeemPaid(stage);
  const started = performance.now();
  expect(await verdict(stage.ask(payRequest(stage, redeem, { ...redeem, spends: [settled] })))).toBe(
    'signed',
  );
  expect(performance.now() - started).toBeLessThan(2_000);
  expect(asked.coins).toBeLessThan(20);
  expect(asked.transactions).toBeLessThan(5);
  expect(asked.tokens).toBeLessThan(20);
});
