/** Another price for an order: lower is a new signature, in place; higher needs the old one dead on the chain first. */
import { useState } from 'react';
import type { Order } from '@rialto/contract';
import { SMALLEST_ORDER, formatRate, inscriptionFeeBound, rateE18 } from '@rialto/market';
import type { Sats } from '@rialto/protocols';
import { useLineLost } from '../../../data/calls/line.ts';
import { useFeePlan } from '../../../data/fee-plan.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { NumberField } from '../../../ui/number/NumberField.tsx';
import { Line, Notice } from '../../../show/Lines.tsx';
import { Exact, Fiat, Price } from '../../../show/Money.tsx';
import { rulesOf } from '../pair/books.ts';
import { satsOf, unitsOf } from '../book/rows.ts';
import { aboutCost } from './cancel-cost.ts';
import { Selling } from './Selling.tsx';
import { priceError, priceOf } from '../sell/selling.ts';
import { bookWords } from '../pair/book-words.ts';
import { t } from '../../../words.ts';

interface EditDialogProps {
  readonly order: Order;
  readonly busy: boolean;
  readonly onLower: (price: Sats) => void;
  readonly onHard: () => void;
  readonly onClose: () => void;
}

export function EditDialog({ order, busy, onLower, onHard, onClose }: EditDialogProps) {
  const [text, setText] = useState('');
  const units = unitsOf(order.coinAmount);
  const offline = useLineLost();
  const now = satsOf(order.amount);
  const price = priceOf({ price: text, priceMode: 'unit' }, units);
  const isRaised = price !== undefined && price > now;
  const error = errorOf(text, price, now);
  return (
    <Dialog title={t('Edit price')} onClose={onClose} testId="edit-dialog">
      <div className="space-y-4">
        <Selling order={order} />
        <NumberField
          testId="edit-price-input"
          label={t('New price per {tick}', { tick: order.tick })}
          value={text}
          onType={setText}
          unit="sat"
          error={error}
        />
        {isRaised ? <Raise order={order} /> : null}
        {price === undefined || isRaised ? null : (
          <dl className="space-y-2">
            <Line name={t('You get when it sells')} strong>
              <Exact value={price} /> <Fiat value={price} className="font-normal" />
            </Line>
            <Line name={t('Each')}>
              <Price value={formatRate(rateE18(price, units))} unit="sat" />
            </Line>
          </dl>
        )}
        {isRaised ? (
          <Button
            tone="danger"
            size="lg"
            className="w-full"
            data-testid="edit-hard-cancel"
            disabled={offline}
            onClick={onHard}
          >
            {offline ? t('Offline, reconnecting') : t('Cancel on-chain')}
          </Button>
        ) : (
          <>
            <p className="text-[0.8125rem] leading-5 text-haze">
              {t('Lowering the price takes one signature. It is instant and costs no network fee.')}
            </p>
            <Button
              tone="sell"
              size="lg"
              className="w-full"
              busy={busy}
              data-testid="edit-lower"
              disabled={offline || price === undefined || text === '' || error !== undefined}
              onClick={() => {
                if (price !== undefined) onLower(price);
              }}
            >
              {offline ? t('Offline, reconnecting') : t('Lower the price')}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

function errorOf(text: string, price: Sats | undefined, now: Sats): string | undefined {
  if (text === '') return undefined;
  const typed = priceError({ price: text, priceMode: 'unit' });
  if (typed !== undefined) return typed;
  if (price === undefined || price === 0n) return t('Enter a price');
  if (price < SMALLEST_ORDER) return t('At least 10,000 sat an order');
  return price === now ? t('That is the current price') : undefined;
}

/** Why it cannot be done in place, the way it can, and what that costs. */
function Raise({ order }: { order: Order }) {
  const fee = useFeePlan();
  const rules = rulesOf(order.book);
  const { makeLot } = rules;
  const words = bookWords(rules);
  const rate = fee.limits?.fast ?? fee.chosen.feeRate;
  return (
    <Notice tone="warn">
      <p data-testid="raise-told">
        {t(
          'You can’t raise a price in place: anyone with the old signature could still buy at it. To raise it, cancel on-chain first, then list again.',
        )}{' '}
        {t(words.raise)}
      </p>
      {rate === undefined ? null : (
        <dl className="mt-2 space-y-1">
          <Line name={t('Cancel on-chain, about')}>
            <Exact value={aboutCost(rate)} />
          </Line>
          {makeLot === 'inscribe' ? (
            <Line name={t('A new inscription, at most')}>
              <Exact value={inscriptionFeeBound(fee.chosen.feeRate ?? rate)} />
            </Line>
          ) : null}
        </dl>
      )}
    </Notice>
  );
}
