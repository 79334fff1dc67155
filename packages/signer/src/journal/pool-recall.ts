/** What the journal says of pools: which share runes were etched, and every act that was signed on each pool. */
import { coinFromWire } from '@rialto/contract';
import type { PoolSignRequest, PoolSigners, UserPoolAct } from '@rialto/contract';
import type { SignedAct } from '@rialto/market';
import {
  hexToBytes,
  invariant,
  isFlaw,
  outpoint,
  readTransaction,
  spentPoint,
  txidOf,
} from '@rialto/protocols';
import type { AssetId, Coin, Outpoint, ScriptHex, Txid } from '@rialto/protocols';
import type { JointLineLine } from './joint-lines.ts';
import { readText } from './joint-recall.ts';
import type { ActText, EtchText } from './joint-recall.ts';
import type { PoolEtchLine, PoolFreeLine, PoolLine, PoolRestockLine } from './pool-lines.ts';

/** A pool, from the day its shares were etched. */
export interface EtchedPool {
  readonly number: number;
  readonly script: ScriptHex;
  readonly etchTxid: Txid;
  /** Where all its shares lay at first. */
  readonly firstShareCoin: Outpoint;
  readonly supply: bigint;
  /** Of k of n; undefined where the key is ours alone. */
  readonly signers: PoolSigners | undefined;
}

/** An act that our signature was given for. */
export interface SignedPoolAct extends SignedAct {
  readonly id: Txid;
  readonly number: number;
  readonly act: PoolLine['act'];
  /** What the pool trades. */
  readonly token: AssetId;
  readonly shareRune: AssetId;
  /** Every coin it spends, and those of them that are the pool's. */
  readonly spends: readonly Outpoint[];
  readonly of: readonly Outpoint[];
  /** Lots of the pool's that it gives, of those that are the pool's. */
  readonly lots: readonly Outpoint[];
  /** Where it brings lots, what their script is made of. */
  readonly place: Outpoint | undefined;
  readonly makes: readonly Outpoint[];
  /** What it makes for the pool: no block is said, as none had it. */
  readonly gives: readonly Coin[];
  readonly at: number;
  /** Where our tip was. */
  readonly height: number;
  /** Undefined where there is no way home: in a BRC-20 pool. */
  readonly exitHeight: number | undefined;
  /** What was answered. */
  readonly answer: { readonly signatures: readonly string[]; readonly exits: readonly string[] };
  /** The whole line of an act of ours alone. */
  readonly line: PoolLine | undefined;
  /** Of whom it moves shares, when it moves any. */
  readonly holder: ScriptHex | undefined;
  readonly burned: bigint;
}

export interface PoolRecall {
  /** True once anything about a pool was written: then there is a key. */
  used(): boolean;
  /** By number. */
  pools(): readonly EtchedPool[];
  pool(number: number): EtchedPool | undefined;
  /** Transactions of our own that etched shares, oldest first. */
  etchings(): readonly PoolEtchLine[];
  /** Everything that was signed for a pool, oldest first. */
  signed(number: number): readonly SignedPoolAct[];
  /** What was signed for a coin of a pool, oldest first. */
  signedFor(point: Outpoint): readonly SignedPoolAct[];
  act(txid: Txid): SignedPoolAct | undefined;
  /** What the scripts are made of on which a pool's acts brought lots, the newest last. */
  places(number: number): ReadonlySet<Outpoint>;
  /** How many lots were ever inscribed on one. */
  restocked(place: Outpoint): number;
  /** How many acts were signed, on all pools. */
  readonly count: number;
  /** What makes a coin of a pool. */
  madeBy(point: Outpoint): SignedPoolAct | undefined;
}

interface GrowingPoolRecall extends PoolRecall {
  add(line: PoolEtchLine | PoolRestockLine | PoolFreeLine | PoolLine | JointLineLine): void;
}

export function openPoolRecall(): GrowingPoolRecall {
  const pools = new Map<number, EtchedPool>();
  const etchings: PoolEtchLine[] = [];
  const signed = new Map<number, SignedPoolAct[]>();
  const byCoin = new Map<Outpoint, SignedPoolAct[]>();
  const byTxid = new Map<Txid, SignedPoolAct>();
  const places = new Map<number, Set<Outpoint>>();
  const restocked = new Map<Outpoint, number>();
  const sign = (act: SignedPoolAct): void => {
    const before = signed.get(act.number);
    if (before === undefined) signed.set(act.number, [act]);
    else before.push(act);
    for (const point of act.of) byCoin.set(point, [...(byCoin.get(point) ?? []), act]);
    byTxid.set(act.id, act);
    if (act.place !== undefined) places.set(act.number, (places.get(act.number) ?? new Set()).add(act.place));
  };
  const addJoint = ({ text, at }: JointLineLine): void => {
    const read = readText(text);
    if (read.kind === 'etch') pools.set(read.pool, jointPoolOf(read));
    if (read.kind !== 'act') return;
    // Once it had a number that came to nothing, and then another.
    const act = jointActOf(read, at);
    if (!byTxid.has(act.id)) sign(act);
  };
  return {
    add: (line) => {
      if (line.kind === 'pool') {
        sign(actOf(line));
        return;
      }
      if (line.kind === 'joint-line') {
        addJoint(line);
        return;
      }
      // The line of the act itself said what it does to the pool.
      if (line.kind === 'pool-free') return;
      if (line.kind === 'pool-restock') {
        restocked.set(line.place, (restocked.get(line.place) ?? 0) + line.amounts.length);
        return;
      }
      etchings.push(line);
      // Of k of n it is a pool when k signers stand for it.
      if (line.signers === undefined) pools.set(line.number, poolOf(line));
    },
    used: () => etchings.length > 0 || pools.size > 0,
    pools: () => [...pools.values()].toSorted((a, b) => a.number - b.number),
    pool: (number) => pools.get(number),
    etchings: () => etchings,
    signed: (number) => signed.get(number) ?? [],
    signedFor: (point) => byCoin.get(point) ?? [],
    act: (txid) => byTxid.get(txid),
    places: (number) => places.get(number) ?? new Set(),
    restocked: (place) => restocked.get(place) ?? 0,
    get count() {
      return byTxid.size;
    },
    madeBy: (point) => byTxid.get(point.slice(0, 64) as Txid),
  };
}

function poolOf({
  number,
  script,
  txid,
  supply,
}: Pick<PoolEtchLine, 'number' | 'script' | 'txid' | 'supply'>): EtchedPool {
  return {
    number,
    script: script as ScriptHex,
    etchTxid: txid as Txid,
    firstShareCoin: outpoint(txid as Txid, 0),
    supply: BigInt(supply),
    signers: undefined,
  };
}

function jointPoolOf({ pool: number, script, etching, supply, needed, keys }: EtchText): EtchedPool {
  const signers = { needed, keys: keys.map(({ key }) => key) };
  return { ...poolOf({ number, script, txid: txidOf(hexToBytes(etching)), supply }), signers };
}

function actOf(line: PoolLine): SignedPoolAct {
  const { change } = line;
  const gives = line.gives.map(coinFromWire);
  return {
    id: line.txid as Txid,
    number: line.number,
    act: line.act,
    token: line.token,
    shareRune: line.shareRune,
    spends: line.coins.map((coin) => coin.outpoint as Outpoint),
    of: line.of,
    lots: line.lots,
    place: line.place ?? undefined,
    makes: madeBy(line.act, line.txid as Txid, gives),
    gives,
    change: { d1: BigInt(change.d1), d2: BigInt(change.d2), ds: BigInt(change.ds) },
    at: Date.parse(line.at),
    height: line.height,
    exitHeight: line.exitHeight ?? undefined,
    answer: { signatures: line.signatures, exits: line.exits },
    line,
    holder: holderOf(line),
    burned: BigInt(line.burned),
  };
}

/** An act that k signers stand for, whether we were asked or not: what it spends is read from its transaction. */
function jointActOf(text: ActText, at: string): SignedPoolAct {
  const { request, change, burned, listHeight, exitHeight, token, shareRune, of } = text;
  const tx = readTransaction(hexToBytes(request.unsigned));
  invariant(!isFlaw(tx), 'k signers stand for a transaction');
  const gives = text.gives.map(coinFromWire);
  const owner = isUsers(request) ? request.plan.userOutputs[0]?.script : undefined;
  return {
    ...{ id: tx.txid, number: text.pool, act: request.act, token, shareRune, of, ...lotsMoved(request) },
    exitHeight: exitHeight ?? undefined,
    spends: tx.inputs.map(spentPoint),
    makes: madeBy(request.act, tx.txid, gives),
    gives,
    change: { d1: BigInt(change.d1), d2: BigInt(change.d2), ds: BigInt(change.ds) },
    at: Date.parse(at),
    height: listHeight,
    answer: { signatures: [], exits: [] },
    line: undefined,
    holder: owner === undefined ? undefined : (owner as ScriptHex),
    burned: BigInt(burned),
  };
}

function isUsers(request: PoolSignRequest): request is UserPoolAct {
  return request.act !== 'refresh' && request.act !== 'free';
}

/** What tells that a block has an act: the coins that it makes for the pool, or the one that lies where it lay. */
function madeBy(act: PoolLine['act'], txid: Txid, gives: readonly Coin[]): readonly Outpoint[] {
  return act === 'free' ? [outpoint(txid, 0)] : gives.map((coin) => coin.outpoint);
}

/** The lots of an act: those that the pool gives, or what the script of those is made of that it gets. */
export function lotsMoved(request: PoolSignRequest): Pick<SignedPoolAct, 'lots' | 'place'> {
  if (request.act === 'free') return { lots: [request.plan.coin], place: undefined };
  const lots = isUsers(request) ? request.plan.lots : null;
  if (lots === null) return { lots: [], place: undefined };
  return lots.places.length > 0 ? { lots: lots.coins, place: undefined } : { lots: [], place: lots.coins[0] };
}

/** The user's script: the one of the coins that are not the pool's. */
function holderOf({ coins, of }: PoolLine): ScriptHex | undefined {
  const own = coins.find(({ outpoint: point }) => !of.includes(point as Outpoint));
  return typeof own?.['script'] === 'string' ? (own['script'] as ScriptHex) : undefined;
}
