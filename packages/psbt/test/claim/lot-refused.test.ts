/** A claim of lots that can’t be is refused with its reason before anybody is asked to sign. */
import type { Coin } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { coin, mrc20On, pinOn, plainAsset, refusalOf, runeOn, transferAsset, user } from '../people.ts';
import { operator, traderOf } from '../pool/acts.ts';
import { POT, RUNE, runeCoin, satCoin } from './claims.ts';
import { MAN, lotClaim, manLot, ordiLot, receipt } from './lot-claims.ts';

describe('a claim of lots is refused', () => {
  const who = traderOf('p2wpkh');
  const young = ({ height: _, ...rest }: Coin): Coin => rest;
  const lot = ordiLot('lot', 1_000n);
  const man = manLot('man', 1_000n);
  const lots = (all: number): Coin[] => Array.from({ length: all }, (_, at) => ordiLot(`${at}`, 5n));
  const owner = {
    ...user('owner of the pot', 'p2tr'),
    script: POT.pool.script,
    key: POT.signers[0]?.key ?? who.key,
  };
  const small = Array.from({ length: 6 }, (_, at) => coin(`small ${at}`, who, 1_000n));

  it.each<[string, Parameters<typeof lotClaim>[0], string]>([
    ['without a lot', { who, lots: [] }, 'bad-request'],
    ['of five lots', { who, lots: lots(5) }, 'too-many-coins'],
    ['of a lot twice', { who, lots: [lot, lot] }, 'duplicate-input'],
    ['of a lot that waits', { who, lots: [young(lot)] }, 'coin-unconfirmed'],
    ['of MRC-20 that waits', { who, lots: [man, young(manLot('b', 1n))], pays: MAN }, 'coin-unconfirmed'],
    ['of a lot of another', { who, lots: [{ ...lot, script: operator.script }] }, 'script-not-allowed'],
    ['of a lot of his own', { who, lots: [{ ...lot, script: who.script }] }, 'script-not-allowed'],
    ['of sats', { who, lots: [satCoin('sats', 100_000n)] }, 'not-a-lot'],
    ['of a rune', { who, lots: [runeCoin('rune', 1_000n)] }, 'not-a-lot'],
    ['of a rune, and the rune is paid', { who, lots: [runeCoin('rune', 1n)], pays: RUNE }, 'not-a-lot'],
    ['of a used transfer', { who, lots: [{ ...lot, assets: [plainAsset('lot')] }] }, 'not-a-lot'],
    ['of a PIN', { who, lots: [{ ...man, assets: [receipt('p')] }], pays: MAN }, 'not-a-lot'],
    [
      'of two transfers on a coin',
      { who, lots: [ordiLot('a', 1n, 546n, [transferAsset('b')])] },
      'lot-mixed',
    ],
    ['of a lot with an inscription', { who, lots: [ordiLot('a', 1n, 546n, [plainAsset('b')])] }, 'lot-mixed'],
    ['of a lot with a receipt', { who, lots: [ordiLot('a', 1n, 546n, [receipt('b')])] }, 'lot-mixed'],
    ['of a lot with a rune', { who, lots: [ordiLot('a', 1n, 546n, [runeOn(131, 1n)])] }, 'lot-mixed'],
    [
      'of MRC-20 with another PIN',
      { who, lots: [manLot('a', 1n, 546n, [pinOn('b')])], pays: MAN },
      'lot-mixed',
    ],
    [
      'of two tokens on a coin',
      { who, lots: [manLot('a', 1n, 546n, [mrc20On('OTHER', 1n)])], pays: MAN },
      'lot-mixed',
    ],
    ['of BRC-20 where MRC-20 is paid', { who, lots: [lot], pays: MAN }, 'lots-differ'],
    ['of MRC-20 where BRC-20 is paid', { who, lots: [man] }, 'lots-differ'],
    ['of a lot and another token’s', { who, lots: [lot, man] }, 'lots-differ'],
    [
      'of another MRC-20',
      { who, lots: [man, { ...manLot('b', 1n), assets: [mrc20On('OTHER', 1n)] }], pays: MAN },
      'lots-differ',
    ],
    ['with a sat for new lots', { who, restock: 1n }, 'too-small'],
    ['with 545 sat for new lots', { who, restock: 545n }, 'too-small'],
    ['of a lot on 545 sat', { who, lots: [ordiLot('thin', 1n, 545n)] }, 'too-small'],
    ['of MRC-20 on 330 sat', { who, lots: [manLot('thin', 1n, 330n)], pays: MAN }, 'too-small'],
    ['by nobody’s money', { who, money: [] }, 'insufficient-funds'],
    ['by less than new lots cost', { who, restock: 50_000n }, 'insufficient-funds'],
    [
      'by money with something on it',
      { who, money: [coin('m', who, 9_000n, [runeOn(131, 1n)])] },
      'insufficient-funds',
    ],
    ['by money that waits', { who, money: [young(coin('m', who, 9_000n))] }, 'insufficient-funds'],
    ['by another’s money', { who, money: [coin('m', operator, 9_000n)] }, 'insufficient-funds'],
    ['by money of the pot', { who, money: [satCoin('m', 9_000n)] }, 'insufficient-funds'],
    ['by six coins', { who, money: small, restock: 4_000n }, 'too-many-coins'],
    ['at no rate', { who, feeRateSatVb: 0 }, 'bad-request'],
    ['at any rate', { who, feeRateSatVb: 5_001 }, 'fee-too-high'],
    ['with the key of another', { who: { ...who, key: operator.key } }, 'not-yours'],
    ['by the pot itself', { who: owner }, 'not-yours'],
    ['on another kind of address', { who: { ...who, script: Uint8Array.of(0x51) } }, 'wrong-address-type'],
  ])('%s', (_, request, code) => {
    expect(refusalOf(() => lotClaim(request))).toBe(code);
  });

  it.each<[string, Parameters<typeof lotClaim>[0]]>([
    ['546 sat for new lots', { who, restock: 546n }],
    ['two lots on 273 sat each', { who, lots: lots(2).map((one) => ordiLot(one.outpoint, 1n, 273n)) }],
    ['four lots', { who, lots: lots(4) }],
    ['a lot of MRC-20 with receipts', { who, lots: [manLot('a', 1n, 546n, [receipt('b')])], pays: MAN }],
  ])('and %s is not', (_, request) => {
    expect(refusalOf(() => lotClaim(request))).toBe('accepted');
  });
});
