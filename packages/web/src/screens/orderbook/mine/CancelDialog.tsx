/** Two ways to cancel, each with what it means. */
import type { ReactNode } from 'react';
import type { Order } from '@rialto/contract';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../show/Lines.tsx';
import { rulesOf } from '../pair/books.ts';
import { Selling } from './Selling.tsx';
import { msg, t } from '../../../words.ts';

interface CancelDialogProps {
  readonly order: Order;
  readonly busy: boolean;
  readonly onSoft: () => void;
  readonly onHard: () => void;
  readonly onClose: () => void;
}

const DEAD = msg(
  'You spend the coin to yourself, so the old signature is dead for sure once a block has it. Costs a network fee.',
);

export function CancelDialog({ order, busy, onSoft, onHard, onClose }: CancelDialogProps) {
  const { words } = rulesOf(order.book);
  return (
    <Dialog title={t('Cancel this order')} onClose={onClose} testId="cancel-dialog">
      <div className="space-y-4">
        <Selling order={order} />
        {order.disclosed || order.pending ? (
          <Notice tone="warn">
            {t(
              'Your signature has been on the wire. Only cancelling on the chain makes it void, and a sale at this price can still win that race.',
            )}
          </Notice>
        ) : null}
        <Choice title={t('Take it off the book')} words={t(words.softly)}>
          <Button tone="quiet" className="w-full" busy={busy} data-testid="soft-cancel" onClick={onSoft}>
            {t('Cancel for free')}
          </Button>
        </Choice>
        <Choice title={t('Cancel on the chain')} words={`${t(DEAD)} ${t(words.usedUp)}`}>
          <Button tone="danger" className="w-full" data-testid="hard-cancel" disabled={busy} onClick={onHard}>
            {t('Cancel on the chain')}
          </Button>
        </Choice>
      </div>
    </Dialog>
  );
}

function Choice({ title, words, children }: { title: string; words: string; children: ReactNode }) {
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
