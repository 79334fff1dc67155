/** The ways out of a bid, each with what it does: off the book, on the chain before its first sale, or home with the exchange after it. */
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import type { Order } from '@rialto/contract';
import { useLineLost } from '../../../../data/calls/line.ts';
import { useFeePlan } from '../../../../data/fee-plan.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { Tabs } from '../../../../ui/Tabs.tsx';
import { Words } from '../../../../ui/Words.tsx';
import { Line, Notice } from '../../../../show/Lines.tsx';
import { Exact, Price, Tokens } from '../../../../show/Money.tsx';
import { satsOf, unitsOf } from '../../book/rows.ts';
import type { BidGroup } from './bid-groups.ts';
import { FUNDING_CANCEL_VSIZE, aboutCost, cancelRateOf } from '../cancel-cost.ts';
import { Choice } from '../CancelDialog.tsx';
import { TakeBack } from './TakeBack.tsx';
import { numberWords, t } from '../../../../words.ts';

interface BidCancelDialogProps {
  readonly bid: BidGroup;
  /** The rung that was pressed; all of the bid where none was. */
  readonly rung: Order | undefined;
  readonly busy: boolean;
  readonly onSoft: (orderIds: readonly string[]) => void;
  readonly onChain: (kind: 'funding' | 'locks', rungs: readonly Order[]) => void;
  readonly onClose: () => void;
}

type Scope = 'rung' | 'bid';

const scopeTab = (chosen: boolean): string =>
  `h-8 flex-1 rounded-md text-xs transition-colors ${chosen ? 'bg-ink-3 text-fog' : 'text-haze hover:text-fog'}`;

/** Not on its way home already. */
const isStaying = ({ state }: Order): boolean => state !== 'cancelling';

export function BidCancelDialog(props: BidCancelDialogProps) {
  const { bid, rung, onClose } = props;
  const [scope, setScope] = useState<Scope>(rung === undefined ? 'bid' : 'rung');
  const rungs = scope === 'rung' && rung !== undefined ? [rung] : bid.rungs.filter(isStaying);
  // What is being sold into right now is decided by that sale.
  const free = rungs.filter(({ pending }) => !pending);
  return (
    <Dialog title={t('Cancel this bid')} onClose={onClose} testId="bid-cancel-dialog">
      <div className="space-y-4">
        {rung !== undefined && bid.rungs.length > 1 ? (
          <Tabs
            label={t('What is cancelled')}
            tabs={[
              { id: 'rung', label: t('This rung'), testId: 'cancel-rung' },
              { id: 'bid', label: t('All {count} rungs', { count: bid.rungs.length }), testId: 'cancel-bid' },
            ]}
            chosen={scope}
            onChoose={setScope}
            panelId="bid-cancel"
            className="flex gap-1"
            tabClass={scopeTab}
          />
        ) : null}
        <div id="bid-cancel" role="tabpanel" aria-labelledby={`bid-cancel-${scope}`} className="space-y-4">
          <Bidding rungs={rungs} />
          {free.length < rungs.length ? (
            <Notice tone="warn">{t('Someone is selling into it. That sale is settled first.')}</Notice>
          ) : null}
          <OffTheBook {...props} free={free} />
          {bid.published ? (
            <TakeBack
              testId="bid-cancel-locks"
              disabled={props.busy || free.length === 0}
              onTakeBack={() => props.onChain('locks', free)}
            />
          ) : (
            <WholeFunding {...props} />
          )}
          {bid.published ? <Alone rungs={rungs} /> : null}
        </div>
      </div>
    </Dialog>
  );
}

type WayProps = BidCancelDialogProps & {
  /** The rungs that can be cancelled now. */
  readonly free: readonly Order[];
};

/** The exchange deletes what it has. */
function OffTheBook({ bid, busy, free, onSoft }: WayProps) {
  const offline = useLineLost();
  const words = bid.published
    ? t(
        'Free and instant. The exchange deletes your pre-signature; you trust it to. The money stays in its lock until you take it back.',
      )
    : t(
        'Free and instant. The exchange deletes your signatures; you trust it to. Nothing is on the chain, and your coins are free at once.',
      );
  return (
    <Choice title={t('Remove from the book')} words={words}>
      <Button
        className="w-full"
        busy={busy}
        disabled={busy || offline || free.length === 0}
        data-testid="bid-soft-cancel"
        onClick={() => onSoft(free.map(({ orderId }) => orderId))}
      >
        {offline ? t('Offline, reconnecting') : t('Remove (free)')}
      </Button>
    </Choice>
  );
}

/** Before the first sale: without one of its coins the funding can never be sent. */
function WholeFunding({ bid, busy, onChain }: BidCancelDialogProps) {
  const offline = useLineLost();
  const { limits, chosen } = useFeePlan();
  const rate = cancelRateOf({}, limits?.fast ?? chosen.feeRate);
  return (
    <Choice
      title={t('Cancel on-chain')}
      words={t(
        'Spends one coin of the funding, back to you. Once it confirms, nobody can fill any rung of this bid, whatever was kept. Costs a network fee and ends all its rungs.',
      )}
    >
      {rate === undefined ? null : (
        <dl data-testid="bid-cancel-cost">
          <Line name={t('Network fee, about')}>
            <Exact value={aboutCost(rate, FUNDING_CANCEL_VSIZE)} />
          </Line>
        </dl>
      )}
      <Button
        tone="danger"
        className="w-full"
        disabled={busy || offline || bid.rungs.some(({ pending }) => pending)}
        data-testid="bid-cancel-funding"
        onClick={() => onChain('funding', bid.rungs)}
      >
        {offline ? t('Offline, reconnecting') : t('Cancel on-chain')}
      </Button>
    </Choice>
  );
}

export function Bidding({ rungs }: { rungs: readonly Order[] }) {
  const [only] = rungs;
  const total = rungs.reduce((sum, { amount }) => sum + satsOf(amount), 0n);
  if (rungs.length > 1 || only === undefined)
    return (
      <p className="text-sm text-mist">
        <Words
          of="{count} rungs, {total} total"
          parts={{ total: <Exact value={total} className="text-fog" /> }}
          values={{ count: rungs.length }}
        />
      </p>
    );
  return (
    <p className="text-sm text-mist">
      <Words
        of="Bid for {amount} at {price} each"
        parts={{
          amount: <Tokens units={unitsOf(only.coinAmount)} tick={only.tick} className="text-fog" />,
          price: <Price value={only.coinRatePrice} unit="sat" className="text-fog" />,
        }}
      />
    </p>
  );
}

/** From its exit height on nobody is needed. */
function Alone({ rungs }: { rungs: readonly Order[] }) {
  const heights = rungs.flatMap(({ exitHeight }) => exitHeight ?? []);
  return (
    <p className="text-xs leading-5 text-haze">
      {heights.length === 0
        ? t('Once its funding has its block, a lock is yours alone 144 blocks later.')
        : t('From block {height} on you take it back alone, without the exchange:', {
            height: numberWords(Math.max(...heights)),
          })}{' '}
      <Link to="/recover" className="underline underline-offset-4 hover:text-fog">
        {t('Recover')}
      </Link>
    </p>
  );
}
