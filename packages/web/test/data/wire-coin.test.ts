/** Every asset a coin can carry goes over the wire and back exactly. */
import { describe, expect, it } from 'vitest';
import {
  amount,
  brc20Asset,
  hexToBytes,
  inscriptionId,
  knownRuneId,
  mrc20Asset,
  outpoint,
  pinId,
  runeAsset,
  sats,
} from '@rialto/protocols';
import type { Coin, CoinAsset, Txid } from '@rialto/protocols';
import { SCHEMAS, coinFromWire, coinToWire } from '@rialto/contract';

const txid = 'ab'.repeat(32) as Txid;
const most = amount(2n ** 128n - 1n);
const rune = runeAsset(knownRuneId('840000:1'));
const transfer = { asset: brc20Asset(inscriptionId(txid, 0)), tick: 'ordi', amount: most };

const assets: Record<string, CoinAsset> = {
  inscription: { kind: 'inscription', id: inscriptionId(txid, 3), offset: sats(5n) },
  transfer: { kind: 'inscription', id: inscriptionId(txid, 4), offset: sats(0n), transfer },
  rune: { kind: 'rune', asset: rune, name: 'UN•COMMON', symbol: '⧉', divisibility: 38, amount: most },
  'rune without a symbol': { kind: 'rune', asset: rune, name: 'A', divisibility: 0, amount: amount(1n) },
  PIN: { kind: 'pin', id: pinId(txid, 7), offset: sats(9n), path: '/follow' },
  'MRC-20': { kind: 'mrc20', asset: mrc20Asset(pinId(txid, 0)), tick: 'Man', decimals: 8, amount: most },
};

describe('a coin on the wire', () => {
  it.each(Object.entries(assets))('with %s', (_, asset) => {
    const coin: Coin = {
      outpoint: outpoint(txid, 1),
      value: sats(546n),
      script: hexToBytes('0014'),
      assets: [asset, asset],
      height: 7,
    };
    const wire = coinToWire(coin);
    expect(coinFromWire(wire)).toEqual(coin);
    const answer = { coins: [wire], at: { height: 7, hash: txid } };
    const read = SCHEMAS.coins.answer.parse(JSON.parse(JSON.stringify(answer)));
    expect(read.coins.map(coinFromWire)).toEqual([coin]);
  });
});
