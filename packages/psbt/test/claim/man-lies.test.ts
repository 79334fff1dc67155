/** What a server may prepare instead of a claim of MRC-20: every lie is told before the wallet opens. */
import type { Coin, CoinAsset, TxOutput } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { coin, mrc20On, pinOn } from '../people.ts';
import { KINDS, poolCoin, traderOf } from '../pool/acts.ts';
import { POT } from './claims.ts';
import { MAN, manLot, ordiLot, receipt } from './lot-claims.ts';
import { codesOf, drafted, o, p, settled, to } from './lot-drafts.ts';
import type { Lie } from './lot-drafts.ts';

describe.each(KINDS)('a claimant with %s', (kind) => {
  const who = traderOf(kind);
  const u = (value: bigint): TxOutput => to(who.script, value);
  const money = coin('money', who, 50_000n);
  const his = (...assets: CoinAsset[]): Coin => coin('his', who, 9_000n, assets);
  const man = { pays: MAN, amount: 1_500n, restock: 0n };
  const [m, n] = [manLot('m', 1_000n, 546n, [receipt('m')]), manLot('n', 500n)] as const;
  const mans = (coins: readonly Coin[], outputs: readonly TxOutput[]): string[] =>
    codesOf(settled(drafted(coins, outputs, who), who), who, man);

  it('is not told of anything in the honest one of MRC-20', () => {
    expect(mans([m, n, money], [u(1_092n), u(1n)])).toEqual([]);
  });

  it.each<Lie>([
    { of: 'a lot less', coins: [m, money], outputs: [u(546n), u(1n)] },
    {
      of: 'another token',
      coins: [m, poolCoin(POT, 'n', 546n, [mrc20On('OTHER', 500n)]), money],
      outputs: [u(1_092n), u(1n)],
    },
    {
      of: 'another token beside it',
      coins: [m, n, poolCoin(POT, 'x', 546n, [mrc20On('OTHER', 1n)]), money],
      outputs: [u(1_638n), u(1n)],
    },
    { of: 'BRC-20 beside it', coins: [m, n, ordiLot('x', 1n), money], outputs: [u(1_638n), u(1n)] },
    {
      of: 'a PIN of another kind',
      coins: [m, manLot('n', 500n, 546n, [pinOn('p')]), money],
      outputs: [u(1_092n), u(1n)],
    },
    {
      of: 'a mint’s PIN that it is not',
      coins: [m, manLot('n', 500n, 546n, [pinOn('p', 0n, '/ft/mrc20/minted')]), money],
      outputs: [u(1_092n), u(1n)],
    },
    {
      of: 'a PIN that readers dispute',
      coins: [m, manLot('n', 500n, 546n, [receipt('p', undefined, 545n)]), money],
      outputs: [u(600n), u(1n), u(1n)],
      codes: ['asset-lost'],
    },
    { of: 'tokens that stay in the pot', coins: [m, n, money], outputs: [p(546n), u(546n), u(1n)] },
    { of: 'tokens that go to another', coins: [m, n, money], outputs: [o(546n), u(546n), u(1n)] },
    {
      of: 'a coin of his with the token',
      coins: [m, n, his(mrc20On('MAN', 1n)), money],
      outputs: [u(1_092n), u(1n)],
    },
    { of: 'new lots to pay for', coins: [m, n, money], outputs: [u(1_092n), u(1n), p(546n)] },
  ])('with MRC-20 is told of $of', ({ coins, outputs, codes: found = ['claim-differs'] }) => {
    expect(mans(coins, outputs)).toEqual(found);
  });
});
