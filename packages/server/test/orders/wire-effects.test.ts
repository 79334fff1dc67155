/** Effects on the wire: every kind of asset with the input or output it is on, and without one where no output takes it. */
import { NAMED_SCHEMAS } from '@rialto/contract';
import type { AssetId, Amount, InscriptionId, PinId, Sats, ScriptHex } from '@rialto/protocols';
import type { AssetMove } from '@rialto/psbt';
import { expect, it } from 'vitest';
import { effectsToWire } from '../../src/wire-effects.ts';

const TXID = 'a'.repeat(64);
const transfer = { asset: 'brc20:x' as AssetId, tick: 'pepe', amount: 5n as Amount };
const moves: readonly AssetMove[] = [
  { kind: 'inscription', id: `${TXID}i0` as InscriptionId, index: 0, offset: 7n as Sats },
  { kind: 'inscription', id: `${TXID}i1` as InscriptionId, index: 1, offset: 0n as Sats, transfer },
  { kind: 'pin', id: `${TXID}i2` as PinId, path: '/file', index: 2, offset: 1n as Sats },
  { kind: 'rune', asset: 'rune:1:2' as AssetId, tick: 'A•B', decimals: 3, amount: 9n as Amount, index: 3 },
  {
    kind: 'mrc20',
    asset: 'mrc20:y' as AssetId,
    tick: 'FERN',
    decimals: 8,
    amount: 4n as Amount,
    index: undefined,
  },
];

it('carries everything that moves, and is what the contract says', () => {
  const party = { script: '51' as ScriptHex, satsIn: 3n as Sats, satsOut: 2n as Sats };
  const [first, second, ...rest] = moves;
  if (first === undefined || second === undefined) throw new Error('there are moves');
  const told = effectsToWire({
    parties: [{ ...party, gives: [first], gets: [second] }],
    toFee: [],
    burned: rest,
    disputed: [{ id: `${TXID}i2` as PinId, byCoin: 0, bySat: undefined }],
    fee: 1n as Sats,
    vsize: 110,
    feeRateSatVb: 1.5,
  });
  expect(new Map(NAMED_SCHEMAS).get('WireEffects')?.parse(told)).toEqual({
    parties: [
      {
        script: '51',
        satsIn: '3',
        satsOut: '2',
        gives: [{ index: 0, asset: { kind: 'inscription', inscriptionId: `${TXID}i0`, offset: '7' } }],
        gets: [
          {
            index: 1,
            asset: {
              kind: 'inscription',
              inscriptionId: `${TXID}i1`,
              offset: '0',
              tick: 'pepe',
              assetId: 'brc20:x',
              units: '5',
            },
          },
        ],
      },
    ],
    toFee: [],
    burned: [
      { index: 2, asset: { kind: 'pin', pinId: `${TXID}i2`, offset: '1', path: '/file' } },
      { index: 3, asset: { kind: 'rune', assetId: 'rune:1:2', name: 'A•B', divisibility: 3, units: '9' } },
      { asset: { kind: 'mrc20', assetId: 'mrc20:y', tick: 'FERN', decimals: 8, units: '4' } },
    ],
    disputed: [{ pinId: `${TXID}i2`, byCoin: 0 }],
    networkFee: '1',
    vsize: 110,
    feeRate: 1.5,
  });
});
