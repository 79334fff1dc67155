/** What a transaction does, as it goes over the wire. */
import { assetToWire } from '@rialto/contract';
import type { WireEffects } from '@rialto/contract';
import type { CoinAsset } from '@rialto/protocols';
import type { AssetMove, Effects } from '@rialto/psbt';

type WireMove = WireEffects['toFee'][number];

export function effectsToWire(does: Effects): WireEffects {
  return {
    parties: does.parties.map(({ script, satsIn, satsOut, gives, gets }) => ({
      script,
      satsIn: satsIn.toString(),
      satsOut: satsOut.toString(),
      gives: gives.map(moveToWire),
      gets: gets.map(moveToWire),
    })),
    toFee: does.toFee.map(moveToWire),
    burned: does.burned.map(moveToWire),
    disputed: does.disputed.map(({ id, byCoin, bySat }) => ({
      pinId: id,
      ...(byCoin === undefined ? {} : { byCoin }),
      ...(bySat === undefined ? {} : { bySat }),
    })),
    networkFee: does.fee.toString(),
    vsize: does.vsize,
    feeRate: does.feeRateSatVb,
  };
}

function moveToWire(move: AssetMove): WireMove {
  const asset = assetToWire(assetOf(move));
  return move.index === undefined ? { asset } : { index: move.index, asset };
}

function assetOf(move: AssetMove): CoinAsset {
  switch (move.kind) {
    case 'inscription':
    case 'pin': {
      const { index: _, ...asset } = move;
      return asset;
    }
    case 'rune': {
      const { kind, asset, tick: name, decimals: divisibility, amount } = move;
      return { kind, asset, name, divisibility, amount };
    }
    case 'mrc20': {
      const { kind, asset, tick, decimals, amount } = move;
      return { kind, asset, tick, decimals, amount };
    }
  }
}
