/** What the bot looks at before it signs an act on a pool: its bytes, what was asked for, and the bounds it was given. */
import { coinFromWire } from '@rialto/contract';
import type { AnswerOf } from '@rialto/contract';
import { BURNED_SHARES, POOL_SERVICE_FEE } from '@rialto/market';
import { hexToBytes } from '@rialto/protocols';
import { checkAnnounced, checkPoolAct, checkSigning, readPoolAct, statesValues } from '@rialto/psbt';

export type PoolTask = AnswerOf<'build1x'>;
export type SwapType = '1x' | '2x' | 'x1' | 'x2';

/** In sat, smallest units and shares, the network fee apart. */
export type PoolAsk =
  /** `limit` is the least of the other side where `amount` is paid, and the most where `amount` is what comes. */
  | { readonly act: 'swap'; readonly type: SwapType; readonly amount: bigint; readonly limit: bigint }
  | { readonly act: 'init'; readonly sats: bigint; readonly units: bigint; readonly leastShares: bigint }
  | { readonly act: 'add'; readonly sats: bigint; readonly units: bigint; readonly leastShares: bigint }
  | {
      readonly act: 'remove';
      readonly shares: bigint;
      readonly leastSats: bigint;
      readonly leastUnits: bigint;
    };

interface Terms {
  readonly script: Uint8Array;
  /** Of the traded rune. */
  readonly asset: string;
  readonly feeRateSatVb: number;
}

/** What the own coins gain, negative what they lose: sat with all fees, units, shares. */
interface PoolChange {
  readonly sats: bigint;
  readonly units: bigint;
  readonly shares: bigint;
}

/** The network may cost this part of the sats that move. */
const MOST_NETWORK_PART = 10n;
/** The operator may ask for so many times the usual. */
const MOST_TIMES = 4n;
const PPM = 1_000_000n;

/** The bytes do exactly what the exchange says they do, and that is what was asked for, within its bounds. Throws when not. */
export function requirePoolAct(task: PoolTask, ask: PoolAsk, terms: Terms): PoolChange {
  const psbt = hexToBytes(task.rawPsbt ?? '');
  const { script: userScript, asset, feeRateSatVb } = terms;
  const read = readPoolAct(psbt, task.coins.map(coinFromWire), userScript);
  const said = { ...changeOf(task, ask), serviceFee: BigInt(task.serviceFee) };
  const wrong: string[] = [
    ...checkPoolAct(read, { userScript, asset, ...said, feeRateSatVb }),
    ...checkAnnounced(read.does.fee, BigInt(task.minerFee)),
    ...checkSigning({ psbt, toSign: task.toSignInputs }, read, userScript),
  ].map(({ code }) => code);
  if (!statesValues(psbt, read.coins)) wrong.push('values-differ');
  wrong.push(...beyond(task, ask));
  if (wrong.length > 0) throw new Error(`Not signed: ${wrong.join(', ')}.`);
  const { sats, units, shares } = said;
  return { sats, units, shares };
}

const isBuy = (type: SwapType): boolean => type === '1x' || type === 'x2';

/** What the exchange says the act does, with its sign. */
function changeOf(task: PoolTask, ask: PoolAsk): PoolChange & { readonly burned: bigint } {
  const [sats, units, shares] = [BigInt(task.amount1), BigInt(task.amount2), BigInt(task.equity)];
  const fee = BigInt(task.minerFee);
  if (ask.act === 'init')
    return { sats: -sats - fee, units: -units, shares: shares - BURNED_SHARES, burned: BURNED_SHARES };
  if (ask.act === 'add') return { sats: -sats - fee, units: -units, shares, burned: 0n };
  if (ask.act === 'remove') return { sats: sats - fee, units, shares: -shares, burned: 0n };
  return isBuy(ask.type)
    ? { sats: -sats - fee, units, shares: 0n, burned: 0n }
    : { sats: sats - fee, units: -units, shares: 0n, burned: 0n };
}

/** Why it is not what was asked for, in words. */
function beyond(task: PoolTask, ask: PoolAsk): string[] {
  const [sats, units, shares] = [BigInt(task.amount1), BigInt(task.amount2), BigInt(task.equity)];
  const checks: (readonly [string, boolean])[] = [
    ['another act than was asked for', task.type !== (ask.act === 'swap' ? ask.type : ask.act)],
    [`${task.minerFee} sat for the network`, BigInt(task.minerFee) * MOST_NETWORK_PART > sats],
    [`${task.serviceFee} sat for the exchange`, BigInt(task.serviceFee) > mostServiceFee(task, ask)],
  ];
  if (ask.act === 'swap') {
    const [exact, other] = ask.type === '1x' || ask.type === 'x1' ? [sats, units] : [units, sats];
    const isPaid = ask.type === '1x' || ask.type === '2x';
    checks.push(
      [`${exact} in place of ${ask.amount}`, exact !== ask.amount],
      [`only ${other} come`, isPaid && other < ask.limit],
      [`${other} are to be paid`, !isPaid && other > ask.limit],
    );
  } else if (ask.act === 'remove')
    checks.push(
      [`${shares} shares`, shares !== ask.shares],
      [`only ${sats} sat come`, sats < ask.leastSats],
      [`only ${units} come`, units < ask.leastUnits],
    );
  else {
    const given = ask.act === 'init' ? shares - BURNED_SHARES : shares;
    checks.push(
      [`${sats} sat are to be paid`, ask.act === 'init' ? sats !== ask.sats : sats > ask.sats],
      [`${units} are to be paid`, ask.act === 'init' ? units !== ask.units : units > ask.units],
      [`only ${given} shares come`, given < ask.leastShares],
    );
  }
  return checks.flatMap(([what, isSo]) => (isSo ? [what] : []));
}

/** Liquidity comes and goes without a fee for the exchange. */
function mostServiceFee(task: PoolTask, { act }: PoolAsk): bigint {
  if (act !== 'swap') return 0n;
  const part = ((BigInt(task.amount1) + BigInt(task.serviceFee)) * POOL_SERVICE_FEE.ppm) / PPM;
  return (part > POOL_SERVICE_FEE.least ? part : POOL_SERVICE_FEE.least) * MOST_TIMES;
}
