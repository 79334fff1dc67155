/** The coins a transaction makes, as projected: what the next transaction of a chain is checked with before any of it is mined. */
import { isOpReturn, outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, CoinAsset, Transaction } from '@rialto/protocols';
import type { Effects } from './effects.ts';
import { summed } from './moves.ts';
import type { AssetMove, HoldingMove, InscriptionMove, PinMove } from './moves.ts';

/**
 * Every output that can be spent, with the assets that `effects` found on it and without a height: the caller names in `held` which of
 * them may be spent. What only a block can tell is not projected: whether a new inscription is a valid BRC-20 transfer, and the id of a
 * rune that is etched here (it keeps its placeholder, see `runeFlow`). A rune's symbol is left out.
 * @param does what `effects` answered for this very transaction
 * @throws Refusal coin-unknown when nobody can say on which output a PIN is
 */
export function coinsAfter(
  tx: Pick<Transaction, 'txid' | 'outputs'>,
  does: Pick<Effects, 'parties' | 'disputed'>,
): Coin[] {
  const [disputed] = does.disputed;
  if (disputed !== undefined)
    throw new Refusal('coin-unknown', `nobody can say where PIN ${disputed.id} goes`);
  const gets = does.parties.flatMap((party) => party.gets);
  return tx.outputs.flatMap(({ value, script }, vout): Coin[] => {
    if (isOpReturn(script)) return [];
    const assets = assetsOf(gets.filter((move) => move.index === vout));
    return [{ outpoint: outpoint(tx.txid, vout), value, script, assets }];
  });
}

function assetsOf(moves: readonly AssetMove[]): CoinAsset[] {
  const onSats = moves.flatMap((move) => (isHolding(move) ? [] : [satAsset(move)]));
  return [...onSats, ...summed(moves.filter(isHolding)).map(holding)];
}

function isHolding(move: AssetMove): move is HoldingMove {
  return move.kind === 'rune' || move.kind === 'mrc20';
}

/** A BRC-20 transfer that moved once is an inscription like any other. */
function satAsset(move: InscriptionMove | PinMove): CoinAsset {
  const { offset } = move;
  if (move.kind === 'pin') return { kind: move.kind, id: move.id, offset, path: move.path };
  return { kind: move.kind, id: move.id, offset };
}

function holding({ kind, asset, tick, decimals, amount }: HoldingMove): CoinAsset {
  return kind === 'rune'
    ? { kind, asset, name: tick, divisibility: decimals, amount }
    : { kind, asset, tick, decimals, amount };
}
