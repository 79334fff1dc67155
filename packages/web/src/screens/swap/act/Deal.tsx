/** The price of what was built, how far it is from the pool's and from the order book's: in the review, before the wallet opens. */
import type { OngoingTask } from '../../../data/pools/pool-queries.ts';
import { rulesOfKind } from '../../../data/pools/pool-rules.ts';
import { isBuy } from '../../../flows/pools/pool-intent.ts';
import type { PoolIntent, SeenPrice } from '../../../flows/pools/pool-intent.ts';
import type { PoolReview } from '../../../flows/pools/review-pool.ts';
import { impactLevel, impactOfBuilt, priceOf } from '../../../show/swap/amounts.ts';
import { bookPriceOf, farFromBook, isFarOff } from '../book-price.ts';
import type { BookPrice } from '../book-price.ts';
import { BookIsBetter } from '../BookLine.tsx';
import { BookUnknown, FarFromBook } from '../liquidity/FarFromBook.tsx';
import { ImpactIsMuch, ImpactLine, PriceBothWays } from '../price/PriceLines.tsx';

type Built = Pick<OngoingTask, 'amount1' | 'amount2'>;

interface DealProps {
  readonly task: Built;
  readonly intent: PoolIntent;
  readonly review: Pick<PoolReview, 'worse'>;
}

/** What the form said of the price, of what was built since. */
export function dealOf({ amount1, amount2 }: Built, intent: PoolIntent, worse: number): SaidOfPrice {
  const { act, divisibility, seen } = intent;
  if (act === 'remove' || act === 'add' || amount2 === '0') return {};
  const rate = priceOf(BigInt(amount1), BigInt(amount2), divisibility);
  if (act === 'init') return firstPrice(rate, seen);
  const impact = seen?.impact === undefined ? undefined : impactOfBuilt(seen.impact, worse);
  return { impact, inBook: bookPriceOf(isBuy(intent.type) ? 'buy' : 'sell', rate, seen?.book) };
}

interface SaidOfPrice {
  readonly far?: number | undefined;
  readonly isUnknown?: true;
  readonly impact?: string | undefined;
  readonly inBook?: BookPrice | undefined;
}

const firstPrice = (rate: string, seen: SeenPrice | undefined): SaidOfPrice =>
  seen?.isBookUnknown === true ? { isUnknown: true } : { far: seen?.book && farFromBook(rate, seen.book) };

/** It is signed in spite of a warning. */
export function isAgainstAdvice({ far = 0, isUnknown, impact, inBook }: SaidOfPrice): boolean {
  return (
    isUnknown === true ||
    isFarOff(far) ||
    (impact !== undefined && impactLevel(impact) === 'most') ||
    isFarOff(inBook?.better ?? 0)
  );
}

/** Of removals there is none: both sides come back. */
export function Deal({ task, intent, review }: DealProps) {
  const { act, kind, name, asset: assetId } = intent;
  if (act === 'remove' || task.amount2 === '0') return null;
  const { far, isUnknown, impact, inBook } = dealOf(task, intent, review.worse);
  const side = act === 'swap' && isBuy(intent.type) ? 'buy' : 'sell';
  return (
    <>
      <dl className="space-y-2 px-1" data-testid="review-price">
        <PriceBothWays token={intent} sats={BigInt(task.amount1)} units={BigInt(task.amount2)} />
        {impact === undefined ? null : <ImpactLine percent={impact} />}
      </dl>
      {impact === undefined ? null : <ImpactIsMuch percent={impact} />}
      {inBook === undefined ? null : (
        <BookIsBetter found={inBook} side={side} rules={rulesOfKind(kind)} token={{ name, assetId }} />
      )}
      {far === undefined ? null : <FarFromBook far={far} />}
      {isUnknown === true ? <BookUnknown /> : null}
    </>
  );
}
