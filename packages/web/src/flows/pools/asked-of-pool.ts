/** Whether what the exchange says of an act is what was asked for, how much it takes, and how far it is from what the form showed. Pure. */
import type { AnswerOf } from '@rialto/contract';
import { POOL_SERVICE_FEE, restockFee } from '@rialto/market';
import { isBuy } from './pool-intent.ts';
import type { PoolIntent, SwapType } from './pool-intent.ts';

export type PoolTask = AnswerOf<'build1x'>;

/** The amount that was named is to the unit what was typed. */
export function isAsked(task: PoolTask, intent: PoolIntent): boolean {
  switch (intent.act) {
    case 'swap':
      // Lots are looked at by themselves.
      return task.type === intent.type && (isOfLots(intent) || exactOf(task, intent.type) === intent.amount);
    case 'init':
      return task.type === 'init' && task.amount1 === intent.sats && task.amount2 === intent.units;
    // What one side has too much of is not taken.
    case 'add':
      return (
        task.type === 'add' &&
        BigInt(intent.source === 'token1' ? task.amount1 : task.amount2) <= BigInt(intent.amount)
      );
    case 'remove':
      return task.type === 'remove' && task.equity === intent.shares;
  }
}

const isOfLots = ({ kind }: PoolIntent): boolean => kind === 'swap';

/** Lots hold together exactly what was said of the act; of a swap and an addition that is what the form showed. */
export function areAsked({ lots, amount2 }: PoolTask, intent: PoolIntent): boolean {
  if (!isOfLots(intent)) return lots.length === 0;
  const isNamed = 'amount' in intent ? amount2 === intent.amount : true;
  return isNamed && lots.reduce((sum, one) => sum + BigInt(one), 0n) === BigInt(amount2);
}

const exactOf = (task: PoolTask, type: SwapType): string =>
  type === '1x' || type === 'x1' ? task.amount1 : task.amount2;

/** The most an operator may ask for, whatever his settings: four times the usual. */
const MOST_TIMES = 4n;
const PPM = 1_000_000n;

/** The stock inscribes at its own rate, which may be above the one that was chosen; below this one nobody looks. */
const LOOKED_AT = 10;

export function isFair(task: PoolTask, intent: PoolIntent): boolean {
  const [fee, restock] = [BigInt(task.serviceFee), BigInt(task.restockFee)];
  const takesLots = intent.act === 'swap' ? isBuy(intent.type) : intent.act === 'remove';
  const replaced = takesLots ? task.lots.length : 0;
  const usual = restockFee(replaced, Math.max(intent.feeRateSatVb, LOOKED_AT));
  if (restock > usual * MOST_TIMES) return false;
  if (intent.act !== 'swap') return fee === 0n;
  const share = ((BigInt(task.amount1) + fee) * POOL_SERVICE_FEE.ppm * MOST_TIMES) / PPM;
  const least = POOL_SERVICE_FEE.least * MOST_TIMES;
  return fee <= (share > least ? share : least);
}

/** The price may move between the form and the build. */
export function worseBy(task: PoolTask, intent: PoolIntent): number {
  switch (intent.act) {
    case 'swap': {
      const other = intent.type === '1x' || intent.type === 'x1' ? task.amount2 : task.amount1;
      const isGotten = intent.type === '1x' || intent.type === '2x';
      return isGotten ? lessBy(other, intent.other) : lessBy(intent.other, other);
    }
    // As many shares for more of the other side are worse too.
    case 'add': {
      const other = intent.source === 'token1' ? task.amount2 : task.amount1;
      return Math.max(lessBy(task.equity, intent.shares), lessBy(intent.other, other));
    }
    case 'remove': {
      const { sats, units, reserves } = intent.brings;
      return lessBy(worth(task.amount1, task.amount2, reserves), worth(sats, units, reserves));
    }
    case 'init':
      return 0;
  }
}

/** Both sides in sat: of a BRC-20 pool the parts change with the lots that are ready. */
function worth(sats: string, units: string, [r1, r2]: readonly [string, string]): string {
  const all = BigInt(r2);
  return (BigInt(sats) + (all === 0n ? 0n : (BigInt(units) * BigInt(r1)) / all)).toString();
}

/** In hundredths of a percent, zero where it is not less. */
function lessBy(now: string, before: string): number {
  const [is, was] = [BigInt(now), BigInt(before)];
  return was === 0n || is >= was ? 0 : Number(((was - is) * 10_000n) / was);
}
