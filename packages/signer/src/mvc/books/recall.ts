/** What the journal of MVC says: the pools, what opened them, and everything that was ever signed for them. */
import type { MvcAct, MvcSigned } from '@rialto/contract';
import type { SignedAct } from '@rialto/market';
import type { TokenKey } from '@rialto/mvc';
import type { Outpoint } from '@rialto/protocols';
import type { MvcLine, MvcOpenLine, MvcSignedLine } from './lines.ts';

/** A transaction's output by a name that strangers cannot change. */
export const coinName = (core: string, vout: number): string => `${core}:${vout}`;

/** A transaction that our signature was given for; its id is its core, and its coins have their names. */
export interface SignedMvcAct extends SignedAct {
  readonly kind: 'check' | 'swap';
  readonly pool: number;
  readonly side: MvcAct['side'];
  readonly userKey: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** What it spends as it was then: a coin whose transaction was mined as a twin lies at another point. */
  readonly points: ReadonlyMap<string, Outpoint>;
  /** Coins of the pool that it makes. */
  readonly gives: readonly string[];
  /** Of a check: what it costs whoever pays for it, in sat. */
  readonly costs: bigint;
  /** Of a swap: what makes its check. */
  readonly check: string | undefined;
  /** Of a swap: our half. */
  readonly half: MvcSigned | undefined;
}

export interface MvcPoolRecord {
  readonly number: number;
  readonly token: TokenKey;
  readonly keyHash: string;
  /** Undefined until it is opened. */
  readonly opened: MvcOpenLine | undefined;
}

export interface MvcRecall {
  add(line: MvcLine): void;
  /** By number. */
  pools(): readonly MvcPoolRecord[];
  pool(number: number): MvcPoolRecord | undefined;
  /** Everything that was signed for a pool, oldest first. */
  signed(number: number): readonly SignedMvcAct[];
  act(core: string): SignedMvcAct | undefined;
  /** Acts that were signed over a coin: they spend it, or their checks do. */
  promised(coin: string): readonly SignedMvcAct[];
  /** True for a coin that opened the pool, and for one that a transaction we signed makes for it. */
  isOf(number: number, coin: string): boolean;
}

export function openMvcRecall(): MvcRecall {
  const pools = new Map<number, MvcPoolRecord>();
  const signed = new Map<number, SignedMvcAct[]>();
  const acts = new Map<string, SignedMvcAct>();
  const coins = new Map<number, Set<string>>();
  const spending = new Map<string, SignedMvcAct[]>();
  const own = (number: number, names: readonly string[]): void => {
    const known = coins.get(number) ?? new Set();
    coins.set(number, known);
    for (const name of names) known.add(name);
  };
  const sign = (act: SignedMvcAct): void => {
    acts.set(act.id, act);
    const before = signed.get(act.pool);
    if (before === undefined) signed.set(act.pool, [act]);
    else before.push(act);
    own(act.pool, act.gives);
    if (act.kind === 'check') return;
    const ofCheck = act.check === undefined ? [] : (acts.get(act.check)?.spends ?? []);
    for (const coin of [...act.spends, ...ofCheck]) spending.set(coin, [...(spending.get(coin) ?? []), act]);
  };
  return {
    add: (line) => {
      if (line.kind === 'pool') pools.set(line.number, { ...line, opened: undefined });
      else if (line.kind === 'open') {
        const pool = pools.get(line.number);
        if (pool === undefined) throw new Error('a pool that nobody made was opened');
        pools.set(line.number, { ...pool, opened: line });
        own(
          line.number,
          line.coins.map(({ coin }) => coin),
        );
      } else sign(actOf(line));
    },
    pools: () => [...pools.values()].toSorted((a, b) => a.number - b.number),
    pool: (number) => pools.get(number),
    signed: (number) => signed.get(number) ?? [],
    act: (core) => acts.get(core),
    promised: (coin) => spending.get(coin) ?? [],
    isOf: (number, coin) => coins.get(number)?.has(coin) === true,
  };
}

function actOf(line: MvcSignedLine): SignedMvcAct {
  const { core, kind, pool, act, spends, outputs, gives } = line;
  return {
    ...{ id: core, kind, pool, side: act.side, userKey: act.userKey, at: Date.parse(line.at) },
    spends: spends.map(({ coin }) => coin),
    points: new Map(spends.map(({ coin, point }) => [coin, point])),
    makes: Array.from({ length: outputs }, (_, vout) => coinName(core, vout)),
    gives: gives.map((vout) => coinName(core, vout)),
    change: { d1: BigInt(line.d1), d2: BigInt(line.d2), ds: BigInt(line.ds) },
    costs: line.kind === 'check' ? checkCosts(act) : 0n,
    check: line.kind === 'swap' ? line.check : undefined,
    half: line.kind === 'swap' ? line.half : undefined,
  };
}

/** Sats in the coins of checks, and the miners' fee. */
function checkCosts({ side, checkSats, checkFee }: MvcAct): bigint {
  const checks = side === 'add' || side === 'remove' ? 3n : 1n;
  return checks * BigInt(checkSats) + BigInt(checkFee);
}
