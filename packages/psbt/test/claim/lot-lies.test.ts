/** What a server may prepare instead of a claim of lots: every lie is told before the wallet opens, even one that is nothing but one. */
import type { Coin, CoinAsset, TxOutput } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { coin, pinOn, plainAsset, runeOn, transferAsset } from '../people.ts';
import { KINDS, operator, poolCoin, traderOf } from '../pool/acts.ts';
import { POT, runeCoin, satCoin } from './claims.ts';
import { MAN, ORDI, manLot, ordiLot, receipt } from './lot-claims.ts';
import { codesOf, drafted, o, p, settled, to } from './lot-drafts.ts';
import type { Lie } from './lot-drafts.ts';

const DATA = Uint8Array.of(0x6a, 1, 7);
describe.each(KINDS)('a claimant with %s', (kind) => {
  const who = traderOf(kind);
  const u = (value: bigint): TxOutput => to(who.script, value);
  const money = coin('money', who, 50_000n);
  const his = (...assets: CoinAsset[]): Coin => coin('his', who, 9_000n, assets);
  const [a, b] = [ordiLot('a', 1_000n), ordiLot('b', 500n)] as const;
  const holding = (...assets: CoinAsset[]): Coin => ({ ...b, assets });
  const other = transferAsset('b', 500n);
  if (other.transfer === undefined) throw new Error('a transfer');
  const foreign: CoinAsset = { ...other, transfer: { ...other.transfer, asset: MAN } };
  const home = [u(1_092n), u(40_000n), p(1_200n)];
  const codes = (coins: readonly Coin[], outputs: readonly TxOutput[], isRaw?: true): string[] => {
    const draft = drafted(coins, outputs, who);
    const said = { pays: ORDI, amount: 1_500n, restock: 1_200n };
    return codesOf(isRaw ? draft : settled(draft, who), who, said);
  };

  it('is not told of anything in the honest one', () => {
    expect(codes([a, b, money], home)).toEqual([]);
  });

  it.each<Lie>([
    { of: 'a lot less', coins: [a, money], outputs: [u(546n), ...home.slice(1)] },
    { of: 'a lot more', coins: [a, b, ordiLot('c', 1n), money], outputs: home },
    { of: 'a lot that holds less', coins: [a, ordiLot('b', 499n), money], outputs: home },
    { of: 'sats instead of a lot', coins: [a, satCoin('b', 546n), money], outputs: home },
    { of: 'another token’s lot', coins: [a, holding(foreign), money], outputs: home },
    { of: 'MRC-20 as much', coins: [a, manLot('b', 500n), money], outputs: home },
    { of: 'a rune as much', coins: [a, runeCoin('b', 500n), money], outputs: home },
    { of: 'a used transfer instead of a lot', coins: [a, holding(plainAsset('b')), money], outputs: home },
    {
      of: 'a used transfer beside the lots',
      coins: [a, b, poolCoin(POT, 'c', 546n, [plainAsset('c')]), money],
      outputs: home,
    },
    { of: 'a PIN beside a lot', coins: [a, holding(other, pinOn('p')), money], outputs: home },
    { of: 'his own lot instead of the pot’s', coins: [a, his(other), money], outputs: home },
    { of: 'no coin of a pot', coins: [his(transferAsset('a', 1_500n)), money], outputs: home },
    { of: 'more for new lots', coins: [a, b, money], outputs: [u(1_092n), u(1n), p(1_300n)] },
    { of: 'less for new lots', coins: [a, b, money], outputs: [u(1_092n), u(1n), p(1_100n)] },
    { of: 'nothing for new lots', coins: [a, b, money], outputs: [u(1_092n), u(1n)] },
    {
      of: 'money for new lots in two outputs',
      coins: [a, b, money],
      outputs: [u(1_092n), u(1n), p(600n), p(600n)],
    },
    { of: 'money for another’s lots', coins: [a, b, money], outputs: [u(1_092n), u(1n), o(1_200n)] },
    { of: 'money for new lots and for another', coins: [a, b, money], outputs: [...home, o(1_200n)] },
    { of: 'a coin of his with a rune', coins: [a, b, his(runeOn(131, 5n)), money], outputs: home },
    { of: 'a coin of his with an inscription', coins: [a, b, his(plainAsset('his')), money], outputs: home },
    { of: 'a coin of his with a PIN', coins: [a, b, his(receipt('his')), money], outputs: home },
    {
      of: 'a coin of his with a lot, for the pot',
      coins: [a, b, money, coin('his', who, 1_200n, [transferAsset('his', 7n)])],
      outputs: [u(1_092n), u(49_000n), p(1_200n)],
    },
    { of: 'a coin of somebody else', coins: [a, b, coin('other', operator, 9_000n), money], outputs: home },
    { of: 'lots that go to another', coins: [a, b, money], outputs: [o(1_092n), ...home.slice(1)] },
    { of: 'lots that stay in the pot', coins: [a, b, money], outputs: [p(1_092n), u(1n), p(108n)] },
    { of: 'the lots’ sats kept by the pot', coins: [a, b, money], outputs: [u(546n), u(1n), p(1_746n)] },
    {
      of: 'the lots’ sats kept by another',
      coins: [a, b, money],
      outputs: [u(546n), u(1n), p(1_200n), o(546n)],
    },
    {
      of: 'a lot on the pot’s money',
      coins: [a, money, ordiLot('b', 500n, 1_500n)],
      outputs: [u(546n), u(1n), p(1_200n)],
    },
    { of: 'all lots on the pot’s money', coins: [a, b, money], outputs: [p(1_200n), u(1n)] },
    {
      of: 'a lot ahead of his, on the pot’s money',
      coins: [a, b, money],
      outputs: [u(546n), p(1_200n), u(1n)],
    },
    {
      of: 'a lot in the fee',
      coins: [a, money, b],
      outputs: [u(546n), u(48_700n), p(1_200n)],
      codes: ['claim-differs', 'asset-lost', 'fee-too-high'],
      isRaw: true,
    },
    {
      of: 'lots in a message',
      coins: [a, b, money],
      outputs: [to(DATA, 1_092n), ...home.slice(1)],
      codes: ['claim-differs', 'asset-lost'],
    },
    {
      of: 'lots in a message that is no money',
      coins: [b, a, money],
      outputs: [u(546n), to(DATA, 1n), ...home.slice(1)],
      codes: ['claim-differs', 'asset-lost'],
    },
    { of: 'sats for the network', coins: [a, b, money], outputs: home, codes: ['fee-too-high'], isRaw: true },
  ])('is told of $of', ({ coins, outputs, codes: found = ['claim-differs'], isRaw }) => {
    expect(codes(coins, outputs, isRaw)).toEqual(found);
  });
});
