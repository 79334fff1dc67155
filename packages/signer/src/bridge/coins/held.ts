/**
 * What lies on the scripts of an asset by blocks, and what each coin is (bridge §4): change of ours, the first of all tokens, put in by the
 * operator, or somebody's deposit. Coins are read once; with each new block only those that are new.
 */
import { bridgeBackingId } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import type { Outpoint } from '@rialto/protocols';
import type { CoinStanding } from '../books/lines.ts';
import type { PlacesAt } from '../books/places.ts';
import type { BridgeRecall } from '../books/recall.ts';
import type { BridgeTips } from '../source.ts';

/** A coin, as its chain has it. */
export interface FoundHeld {
  /** `txid:vout` on Bitcoin, `core:vout` on MVC. */
  readonly name: string;
  readonly point: Outpoint;
  readonly height: number;
  /** Sat. */
  readonly value: bigint;
  /** Sat, smallest units of the token, or wrapped units. 0 for what is not the asset alone: nothing can be done with it. */
  readonly units: bigint;
  /** Something else lies on it: whoever sent it, it counts for nothing. */
  readonly isMixed: boolean;
  /** What its transaction carries. */
  readonly order: string | undefined;
  /** Its transaction spends tokens of our keys: who has them moved it by hand. */
  readonly isMoved: boolean;
  /** An unused lot of BRC-20: what it holds is of what is locked, whoever made it. */
  readonly isLot?: boolean;
  /** Units of BRC-20 in unused lots on it, whatever lies beside them: of the balance, and none of its units. */
  readonly inLots?: bigint;
}

/** Of BRC-20, which lies on no coin: what a script has, in lots and beside them. */
export interface HeldBalance {
  readonly available: bigint;
  readonly transferable: bigint;
}

export interface Held extends FoundHeld {
  readonly is: CoinStanding;
  /** Its name where it is a deposit. */
  readonly deposit: string;
}

export interface HeldCoins {
  /** On the locked script. @throws Refusal syncing, not-followed */
  locked(asset: BridgeAsset, tips: BridgeTips): Promise<readonly Held[]>;
  /** Of the locked script; undefined for what lies on coins. @throws Refusal syncing, bridge-units-differ, bridge-units-unchecked */
  balance(asset: BridgeAsset, tips: BridgeTips): Promise<HeldBalance | undefined>;
  /** On stock and inlet. @throws Refusal syncing; bridge-break where the supply is not what the asset’s file says */
  tokens(asset: BridgeAsset, tips: BridgeTips): Promise<readonly Held[]>;
}

interface Of {
  readonly chain: 'btc' | 'mvc';
  readonly asset: string;
  readonly recall: Pick<BridgeRecall, 'exit'>;
  /** Name of the coin that was all there is of the token. */
  readonly first?: string;
}

export function heldOf(found: FoundHeld, of: Of): Held {
  return { ...found, is: standingOf(found, of), deposit: `${of.chain}:${found.name}` };
}

function standingOf(
  { name, order, isMoved, isLot = false }: FoundHeld,
  { asset, recall, first }: Of,
): CoinStanding {
  if (isLot) return 'lot';
  // Nobody is paid on our own scripts, so what our own transactions leave there is change.
  if (recall.exit(name.slice(0, 64)) !== undefined) return 'own';
  if (name === first) return 'first';
  // What came in once, and is moved by hand, has come in still: the backing id says so.
  if (order === bridgeBackingId(asset)) return 'backing';
  return isMoved ? 'own' : 'deposit';
}

/** True for a coin that exits may spend: ours, or a deposit that has been paid out as deep as its tier asks for. */
export function isSettled(
  { is, deposit }: Held,
  {
    recall,
    places,
    needed,
  }: {
    readonly recall: Pick<BridgeRecall, 'exits'>;
    readonly places: Pick<PlacesAt, 'depthOf'>;
    /** Blocks that the payout of a deposit has to be deep. */
    readonly needed: (amount: bigint) => number;
  },
): boolean {
  if (is !== 'deposit') return true;
  return recall
    .exits(deposit)
    .some((line) => line.exit === 'payout' && places.depthOf(line) >= needed(BigInt(line.amount)));
}
