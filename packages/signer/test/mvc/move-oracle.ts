/** What a signature over liquidity may never do, worked out from transactions alone: nothing of the signer's own rules is asked. */
import { readFtScript, sameToken } from '@rialto/mvc';
import type { MvcCoin, MvcTransaction, TokenKey } from '@rialto/mvc';
import { bytesToHex, outpoint } from '@rialto/protocols';
import type { MvcPool, MvcWorld } from './world.ts';

interface Held {
  readonly sats: bigint;
  readonly units: bigint;
  readonly shares: bigint;
}

type Output = Pick<MvcCoin, 'value' | 'script'>;
type Spending = Pick<MvcTransaction, 'inputs' | 'outputs'>;

export interface JudgedMove {
  readonly world: MvcWorld;
  readonly pool: MvcPool;
  /** Coins of the pool that anybody may spend for it, by outpoint. */
  readonly own: ReadonlySet<string>;
  /** By blocks, before it. */
  readonly reserves: { readonly r1: bigint; readonly r2: bigint; readonly shares: bigint };
}

/** What a pool has among outputs. */
function heldBy({ world, pool: { key } }: JudgedMove, all: readonly Output[]): Held {
  const units = (of: TokenKey): bigint =>
    all.reduce((sum, { script }) => {
      const read = readFtScript(script);
      const isOurs = read?.holder === bytesToHex(key.holder) && sameToken(read, of);
      return isOurs ? sum + read.amount : sum;
    }, 0n);
  return {
    sats: all.reduce(
      (sum, { script, value }) => (bytesToHex(script) === bytesToHex(key.script) ? sum + value : sum),
      0n,
    ),
    units: units(world.token),
    shares: units(world.share),
  };
}

function spentBy(
  { world }: JudgedMove,
  { inputs }: Pick<MvcTransaction, 'inputs'>,
  made: readonly MvcTransaction[],
): (Output & { readonly point: string })[] {
  return inputs.map(({ txid, vout }) => {
    const from = made.find((tx) => tx.txid === txid) ?? world.chain.transaction(txid)?.tx;
    const output = from?.outputs[vout];
    if (output === undefined) throw new Error('it spends what is not there');
    return { ...output, point: outpoint(txid, vout) };
  });
}

const isNothing = ({ sats, units, shares }: Held): boolean => sats + units + shares === 0n;

/** Why checks, parking and move do harm together; empty when they do none. @param made checks and parking, in their order */
export function harmOfMove(judged: JudgedMove, made: readonly MvcTransaction[], move?: Spending): string {
  const all: readonly Spending[] = move === undefined ? made : [...made, move];
  const ids = new Set<string>(made.map(({ txid }) => txid));
  const spent = all.flatMap((tx) => spentBy(judged, tx, made));
  const strange = spent.find(
    (one) =>
      !isNothing(heldBy(judged, [one])) && !judged.own.has(one.point) && !ids.has(one.point.slice(0, 64)),
  );
  if (strange !== undefined) return `a coin that is not the pool’s: ${strange.point}`;
  const [before, after] = [
    heldBy(judged, spent),
    heldBy(
      judged,
      all.flatMap(({ outputs }) => outputs),
    ),
  ];
  const [d1, d2, ds] = [after.sats - before.sats, after.units - before.units, before.shares - after.shares];
  if (move === undefined)
    return d2 === 0n && ds === 0n && -d1 <= 1_000_000n ? '' : 'checks take more than they cost';
  const { r1, r2, shares } = judged.reserves;
  // Nobody's share is worth less than before, on either side.
  const isWorth = (d: bigint, r: bigint): boolean => (r + d) * shares >= r * (shares + ds);
  return isWorth(d1, r1) && isWorth(d2, r2) ? '' : `shares are worth less: ${d1} ${d2} ${ds}`;
}
