/** An act on a pool in its one wire shape, and exactly back. Of what its outputs hold of runes the amounts are written; names are read anew. */
import { amount, bytesToHex, hexToBytes, sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { AssetId, Coin, Outpoint, RuneAsset, Sats } from '@rialto/protocols';

export interface WireUnits {
  readonly asset: AssetId;
  readonly amount: string;
}

/** An output of the pool's own: its script goes without saying. */
interface WirePoolOutput {
  readonly value: string;
  readonly runes: readonly WireUnits[];
}

interface WireUserOutput extends WirePoolOutput {
  readonly script: string;
}

/** @typeParam C how a coin is written: whole, or as an outpoint for a reader that looks coins up itself */
export interface WirePoolAct<C> {
  readonly userKey: string;
  readonly userCoins: readonly C[];
  /** The share coin first where it is spent, then the lanes. */
  readonly poolCoins: readonly C[];
  readonly userOutputs: readonly WireUserOutput[];
  readonly poolOutputs: readonly WirePoolOutput[];
  readonly firstLane: number;
  readonly burned: readonly WireUnits[];
  readonly serviceFee: { readonly script: string; readonly value: string } | null;
  /** Of a BRC-20 pool: the lots that change hands, ahead of everything else. */
  readonly lots: WireLots<C> | null;
}

/** Lots that go to one output. */
interface WireLots<C> {
  readonly coins: readonly C[];
  /** Of the pool's lots the coin each asset script is made of, one each; none where the lots are the user's, or lie on the pool's own script. */
  readonly places: readonly Outpoint[];
  readonly to: string;
}

interface PlannedOutput {
  readonly value: Sats;
  readonly script: Uint8Array;
  readonly runes: readonly RuneAsset[];
}

/** What a script that holds lots of a pool is made of. */
interface Placed {
  readonly place: Outpoint | undefined;
}

/**
 * What `psbt` calls a PoolAct, without its pool. This package may not import it: the compiler compares the two where they meet.
 * @typeParam S what `psbt` calls an AssetScript
 */
export interface PlannedPoolAct<S extends Placed = Placed> {
  readonly userKey: Uint8Array;
  readonly userCoins: readonly Coin[];
  readonly poolCoins: readonly Coin[];
  readonly userOutputs: readonly PlannedOutput[];
  readonly poolOutputs: readonly PlannedOutput[];
  readonly firstLane: number;
  readonly burned: readonly RuneAsset[];
  readonly serviceFee: { readonly script: Uint8Array; readonly value: Sats } | undefined;
  readonly lots?: PlannedLots<S>;
}

interface PlannedLots<S extends Placed> {
  readonly coins: readonly Coin[];
  readonly from: readonly S[];
  readonly to: Uint8Array;
}

const unitsToWire = ({ asset, amount: units }: RuneAsset): WireUnits => ({ asset, amount: units.toString() });

const outputToWire = ({ value, runes }: PlannedOutput): WirePoolOutput => ({
  value: value.toString(),
  runes: runes.map(unitsToWire),
});

export function poolActToWire<C>(act: PlannedPoolAct, write: (coin: Coin) => C): WirePoolAct<C> {
  const { serviceFee, firstLane, lots } = act;
  return {
    userKey: bytesToHex(act.userKey),
    userCoins: act.userCoins.map(write),
    poolCoins: act.poolCoins.map(write),
    userOutputs: act.userOutputs.map((output) => ({
      script: bytesToHex(output.script),
      ...outputToWire(output),
    })),
    poolOutputs: act.poolOutputs.map(outputToWire),
    firstLane,
    burned: act.burned.map(unitsToWire),
    serviceFee:
      serviceFee === undefined
        ? null
        : { script: bytesToHex(serviceFee.script), value: serviceFee.value.toString() },
    lots:
      lots === undefined
        ? null
        : {
            coins: lots.coins.map(write),
            places: lots.from.flatMap(({ place }) => place ?? []),
            to: bytesToHex(lots.to),
          },
  };
}

/** How what is on the wire becomes what is meant. */
interface PoolActReader<C, S extends Placed> {
  /** Of the pool: its own outputs pay to it. */
  readonly script: Uint8Array;
  coin(written: C): Coin;
  /** The pool's script for lots that is made of this coin. */
  asset(place: Outpoint): S;
}

/**
 * The act that a wire act describes. Names of runes are read from the coins that it spends.
 * @param read gives coins; what it throws is thrown
 * @throws Refusal lots-differ for a rune that is on none of the coins
 * @throws invariant when an amount or a script is none; an act from outside is parsed by its schema first
 */
export function poolActFromWire<C, S extends Placed>(
  act: WirePoolAct<C>,
  read: PoolActReader<C, S>,
): PlannedPoolAct<S> {
  const { serviceFee, firstLane, lots } = act;
  const userCoins = act.userCoins.map((coin) => read.coin(coin));
  const poolCoins = act.poolCoins.map((coin) => read.coin(coin));
  const runes = runesOn([...userCoins, ...poolCoins]);
  const runeFrom = ({ asset, amount: units }: WireUnits): RuneAsset => {
    const rune = runes.get(asset);
    if (rune === undefined) throw new Refusal('lots-differ', asset);
    return { ...rune, amount: amount(BigInt(units)) };
  };
  const outputFrom = ({ value, runes }: WirePoolOutput, script: Uint8Array): PlannedOutput => ({
    value: sats(BigInt(value)),
    script,
    runes: runes.map(runeFrom),
  });
  return {
    userKey: hexToBytes(act.userKey),
    userCoins,
    poolCoins,
    userOutputs: act.userOutputs.map((output) => outputFrom(output, hexToBytes(output.script))),
    poolOutputs: act.poolOutputs.map((output) => outputFrom(output, read.script)),
    firstLane,
    burned: act.burned.map(runeFrom),
    serviceFee:
      serviceFee === null
        ? undefined
        : { script: hexToBytes(serviceFee.script), value: sats(BigInt(serviceFee.value)) },
    ...(lots === null ? {} : { lots: lotsFromWire(lots, read) }),
  };
}

function lotsFromWire<C, S extends Placed>(
  { coins, places, to }: WireLots<C>,
  read: PoolActReader<C, S>,
): PlannedLots<S> {
  return {
    coins: coins.map((coin) => read.coin(coin)),
    from: places.map((place) => read.asset(place)),
    to: hexToBytes(to),
  };
}

function runesOn(coins: readonly Coin[]): ReadonlyMap<AssetId, RuneAsset> {
  return new Map(
    coins.flatMap(({ assets }) =>
      assets.flatMap((one): [AssetId, RuneAsset][] => (one.kind === 'rune' ? [[one.asset, one]] : [])),
    ),
  );
}
