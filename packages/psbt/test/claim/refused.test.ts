/** A claim that can’t be is refused with its reason before anybody is asked to sign. */
import { amount } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { checkedAct } from '../../src/pool/pool-draft.ts';
import { coin, plainAsset, pinOn, refusalOf, runeOn, user } from '../people.ts';
import { operator, traderOf } from '../pool/acts.ts';
import { POT, RUNE, claim, runeCoin, satCoin } from './claims.ts';

describe('a claim is refused', () => {
  const who = traderOf('p2wpkh');
  const young = ({ height: _, ...rest }: Coin): Coin => rest;
  const pot = satCoin('pot', 100_000n);
  const units = runeCoin('pot', 100_000n);
  const owner = {
    ...user('owner of the pot', 'p2tr'),
    script: POT.pool.script,
    key: POT.signers[0]?.key ?? who.key,
  };

  it.each<[string, Parameters<typeof claim>[0], string]>([
    ['of nothing', { who, amount: 0n }, 'bad-request'],
    ['below nothing', { who, amount: -1n }, 'bad-request'],
    ['without a coin', { who, coins: [] }, 'bad-request'],
    [
      'over seventeen coins',
      { who, coins: Array.from({ length: 17 }, (_, at) => satCoin(`${at}`, 20_000n)) },
      'too-many-coins',
    ],
    ['over a coin twice', { who, coins: [pot, pot] }, 'duplicate-input'],
    ['over a coin that waits', { who, coins: [young(pot)] }, 'coin-unconfirmed'],
    ['over a coin of another', { who, coins: [coin('other', operator, 100_000n)] }, 'script-not-allowed'],
    ['of more sats than there are', { who, amount: 100_001n }, 'pot-empty'],
    ['of more units than there are', { who, pays: RUNE, amount: 100_001n }, 'pot-empty'],
    ['over an inscription', { who, coins: [{ ...pot, assets: [plainAsset('gift')] }] }, 'lot-mixed'],
    ['over a PIN', { who, coins: [{ ...pot, assets: [pinOn('gift')] }] }, 'lot-mixed'],
    ['of sats over a rune', { who, coins: [units] }, 'lot-mixed'],
    ['of a rune over sats', { who, pays: RUNE, coins: [pot] }, 'not-a-lot'],
    [
      'over a second rune',
      { who, pays: RUNE, coins: [{ ...units, assets: [...units.assets, runeOn(133, 1n)] }] },
      'lot-mixed',
    ],
    [
      'over another rune',
      { who, pays: RUNE, coins: [{ ...units, assets: [runeOn(133, 90_000n)] }] },
      'lots-differ',
    ],
    ['by nobody’s money', { who, money: [] }, 'insufficient-funds'],
    [
      'by money with something on it',
      { who, money: [coin('m', who, 9_000n, [runeOn(131, 1n)])] },
      'insufficient-funds',
    ],
    ['by another’s money', { who, money: [coin('m', operator, 9_000n)] }, 'insufficient-funds'],
    ['at no rate', { who, feeRateSatVb: 0 }, 'bad-request'],
    ['at any rate', { who, feeRateSatVb: 5_001 }, 'fee-too-high'],
    ['with the key of another', { who: { ...who, key: operator.key } }, 'not-yours'],
    ['by the pot itself', { who: owner }, 'not-yours'],
    ['on another kind of address', { who: { ...who, script: Uint8Array.of(0x51) } }, 'wrong-address-type'],
  ])('%s', (_, request, code) => {
    expect(refusalOf(() => claim(request))).toBe(code);
  });

  it('by nothing that a coin can hold: a unit more than its edict', () => {
    const act = claim({ who, pays: RUNE });
    const [first, ...rest] = act.userOutputs;
    if (first === undefined) throw new Error('an output');
    const more = { ...first, runes: first.runes.map((one) => ({ ...one, amount: amount(one.amount + 1n) })) };
    expect(() => checkedAct({ ...act, userOutputs: [more, ...rest] })).toThrow('invariant');
  });
});
