/** Two ways to cancel, each with what it means; of an order that is being bought, from when on and what it costs. */
import type { ReactNode } from 'react';
import type { Order } from '@rialto/contract';
import { useLineLost } from '../../../data/calls/line.ts';
import { useFeePlan } from '../../../data/fee-plan.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Line, Notice } from '../../../show/Lines.tsx';
import { Exact, Fiat } from '../../../show/Money.tsx';
import { rulesOf } from '../pair/books.ts';
import { aboutCost, cancelRateOf, endingOf } from './cancel-cost.ts';
import { Selling } from './Selling.tsx';
import { bookWords } from '../pair/book-words.ts';
import { msg, numberWords, t } from '../../../words.ts';

interface CancelDialogProps {
  readonly order: Order;
  readonly busy: boolean;
  readonly onSoft: () => void;
  /** With the order as it is now: what its cancel costs may have changed. */
  readonly onHard: (order: Order) => void;
  readonly onClose: () => void;
}

const DEAD = msg(
  'You send the coin to yourself, which voids the old signature once it confirms. Costs a network fee.',
);

export function CancelDialog({ order, busy, onSoft, onHard, onClose }: CancelDialogProps) {
  const words = bookWords(rulesOf(order.book));
  const { may } = endingOf(order);
  const isBuyable = may === 'always';
  const offline = useLineLost();
  return (
    <Dialog title={t('Cancel this order')} onClose={onClose} testId="cancel-dialog">
      <div className="space-y-4">
        <Selling order={order} />
        <Warning order={order} />
        {isBuyable ? (
          <Choice title={t('Remove listing')} words={t(words.softly)}>
            <Button
              tone="quiet"
              className="w-full"
              busy={busy}
              disabled={offline}
              data-testid="soft-cancel"
              onClick={onSoft}
            >
              {offline ? t('Offline, reconnecting') : t('Remove (free)')}
            </Button>
          </Choice>
        ) : null}
        <Choice title={t('Cancel on-chain')} words={`${t(DEAD)} ${t(words.usedUp)}`}>
          {isBuyable || may === 'now' ? <Cost order={order} /> : null}
          <Button
            tone="danger"
            className="w-full"
            data-testid="hard-cancel"
            disabled={busy || offline || !(isBuyable || may === 'now')}
            onClick={() => onHard(order)}
          >
            {offline ? t('Offline, reconnecting') : t('Cancel on-chain')}
          </Button>
        </Choice>
      </div>
    </Dialog>
  );
}

function Warning({ order }: { order: Order }) {
  const words = warningOf(order);
  if (words === undefined) return null;
  return (
    <Notice tone="warn">
      <p data-testid="cancel-warning">{words}</p>
    </Notice>
  );
}

/** Why it cannot be cancelled as others are, or what may still happen. */
function warningOf(order: Order): string | undefined {
  const ending = endingOf(order);
  switch (ending.may) {
    case 'now':
      return t(
        'Someone is buying it with a fee too low to confirm. Cancelling on-chain voids that purchase unless it confirms first.',
      );
    case 'later':
      return t(
        'A purchase of it is waiting to confirm. If it has not by block {height}, you can cancel on-chain.',
        { height: numberWords(ending.from) },
      );
    case 'not-yet':
      return t('A purchase of it is about to be sent.');
    case 'always':
      return order.disclosed
        ? t(
            'Your signature was public. Only cancelling on-chain voids it, and a sale at this price can still win the race.',
          )
        : undefined;
  }
}

/** About what it pays; of ending a purchase at which rate, for it pays for everything that goes away with it. */
function Cost({ order }: { order: Order }) {
  const { limits, chosen } = useFeePlan();
  const rate = cancelRateOf(order, limits?.fast ?? chosen.feeRate);
  if (rate === undefined) return null;
  return (
    <dl className="space-y-1" data-testid="cancel-cost">
      {order.pending ? (
        <Line name={t('Fee rate that cancels the purchase')}>
          {t('{rate} sat/vB', { rate: numberWords(rate) })}
        </Line>
      ) : null}
      <Line name={t('Cancel on-chain, about')}>
        <Exact value={aboutCost(rate)} /> <Fiat value={aboutCost(rate)} className="font-normal" />
      </Line>
    </dl>
  );
}

export function Choice({ title, words, children }: { title: string; words: string; children: ReactNode }) {
  return (
    <section className="space-y-3 rounded-xl border border-line p-4">
      <div>
        <h3 className="text-sm font-semibold">{title}</h3>
        <p className="mt-1 text-[0.8125rem] leading-5 text-haze">{words}</p>
      </div>
      {children}
    </section>
  );
}
