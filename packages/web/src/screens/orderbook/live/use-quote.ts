/** The quote of an answer to a live bid, asked for anew with another lot or fee; or why there is none. */
import { useEffect, useState } from 'react';
import { formatAmount } from '@rialto/market';
import type { BookRow } from '@rialto/market';
import type { Order } from '@rialto/contract';
import { useFeePlan } from '../../../data/fee-plan.ts';
import { errorWords } from '../../../error-words.ts';
import { quoteAnswer } from '../../../flows/live/live-acts.ts';
import type { Quoted } from '../../../flows/live/live-acts.ts';
import { actorOf } from '../actor.ts';
import { lotState } from '../../../data/own/lot-state.ts';
import { unitsOf } from '../book/rows.ts';
import type { Market } from '../market.ts';
import { t } from '../../../words.ts';

interface Answered {
  readonly market: Market;
  /** The bid as it was when it was chosen. */
  readonly row: BookRow;
  readonly order: Order;
}

/** One lot of exactly the bid's amount, at the chosen fee; nothing is ever inscribed for a live bid. */
export function useQuote(
  { market, row, order }: Answered,
  /** What is being signed, or was, stays as it is. */
  isSettled: boolean,
) {
  const { feeRate } = useFeePlan().chosen;
  const [quoted, setQuoted] = useState<Quoted>();
  const [problem, setProblem] = useState('');
  const [count, setCount] = useState(0);
  const lot = (market.balance?.transferBalanceList ?? []).find(
    (entry) => lotState(entry) === 'ready' && unitsOf(entry.amount) === row.amount,
  );
  const actor = actorOf(market);
  const user = actor?.user;
  const session = actor?.session;
  const outpoint = lot?.outpoint;
  const inscriptionId = lot?.inscriptionId ?? '';
  const { network, pair } = market;
  const { book, tick, assetId } = pair;
  useEffect(() => {
    if (isSettled || user === undefined || session === undefined) return;
    if (outpoint === undefined || feeRate === undefined) return;
    let isGone = false;
    const intent = {
      ...{ network, book, tick, assetId, orderId: order.orderId },
      ...{ units: row.amount, price: row.total, feeRateSatVb: feeRate },
      own: { side: 'seller', address: user.address },
      bidderAddress: order.buyerAddress,
      lot: { outpoint, inscriptionId },
    } as const;
    quoteAnswer(intent, { user, session, network }).then(
      (found) => {
        if (isGone) return;
        setQuoted(found);
        setProblem('');
      },
      (error: unknown) => {
        if (!isGone) setProblem(errorWords(error));
      },
    );
    return () => {
      isGone = true;
    };
  }, [
    isSettled,
    outpoint,
    inscriptionId,
    feeRate,
    count,
    user,
    session,
    network,
    book,
    tick,
    assetId,
    order,
    row,
  ]);
  const missing = whatIsMissing({ market, row, outpoint });
  return { quoted, problem: missing === '' ? problem : missing, again: () => setCount(count + 1) };
}

/** Before anything can be quoted; empty when nothing is, or while it is not known. */
function whatIsMissing({
  market,
  row,
  outpoint,
}: Omit<Answered, 'order'> & { outpoint: string | undefined }): string {
  if (actorOf(market) === undefined) return t('Log in to sell into this bid.');
  if (outpoint !== undefined || market.balance === undefined) return '';
  return t(
    'You have no lot of exactly {amount} {tick}. A live bid may be gone before one is made: it is not made for it.',
    { amount: formatAmount(row.amount), tick: market.pair.tick },
  );
}
