/** A lot that was offered at a lower price before: why the price cannot be raised yet, and the act that changes it. */
import type { Order } from '@rialto/contract';
import { requestOwn } from '../../../flows/own/own-request.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../show/Lines.tsx';
import { Exact, Tokens } from '../../../show/Money.tsx';
import { Words } from '../../../ui/Words.tsx';
import { satsOf, unitsOf } from '../book/rows.ts';
import { t } from '../../../words.ts';

export function CheaperBefore({ order }: { order: Order | undefined }) {
  if (order === undefined) return null;
  return (
    <Notice tone="warn">
      <p data-testid="cheaper-before">
        <Words
          of="{lot} was listed for {price} before, and that signature may still exist. Ask no more than that, or cancel the old order on-chain first."
          parts={{
            lot: <Tokens units={unitsOf(order.coinAmount)} tick={order.tick} />,
            price: <Exact value={satsOf(order.amount)} />,
          }}
        />
      </p>
      <Button size="sm" className="mt-2" onClick={() => requestOwn({ kind: 'leftover', order })}>
        {t('Cancel on-chain')}
      </Button>
    </Notice>
  );
}
