/** The acts in progress, one item each: where it is, and what can be done about it. Stacked where there is little room, in one line where there is more. */
import type { OwnOffer } from '@rialto/contract';
import { shortened } from '@rialto/market';
import type { Waits } from '../../data/own-queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { HandingWaits } from '../HandingWaits.tsx';
import type { WaitsProps } from '../HandingWaits.tsx';
import { TxLink } from '../TxLink.tsx';
import { ProgressOptions } from './ProgressOptions.tsx';
import { isCalledBack, nowOf, reasonWords, stepWords, stepsOf } from './progress-words.ts';
import type { ShownAct } from './progress-words.ts';
import { t } from '../../words.ts';

interface ProgressActs {
  /** Of an act that is not handed in yet: where it stands, and what can be done. */
  readonly waits: (id: string) => WaitsProps | undefined;
  readonly onPutAway: (item: ShownAct) => void;
  /** Shows what is left of what somebody else took first. */
  readonly onNext: (item: ShownAct) => void;
  readonly onOffer: (item: ShownAct, waits: Waits, offer: OwnOffer) => void;
}

interface ProgressListProps extends ProgressActs {
  readonly items: readonly ShownAct[];
  /** Tells the lists of one page apart. */
  readonly testId: string;
}

export function ProgressList({ items, testId, ...acts }: ProgressListProps) {
  return (
    <ul className="@container divide-y divide-line">
      {items.map((item) => (
        <li
          key={item.id}
          data-testid={testId}
          data-state={item.state}
          data-kind={item.kind}
          data-id={item.id}
          className="items-center gap-4 px-3.5 py-2.5 @xl:flex @xl:py-1.5"
        >
          <Heading item={item} onPutAway={acts.onPutAway} />
          <Stand item={item} onNext={acts.onNext} waits={acts.waits(item.id)} />
          {isWaiting(item) ? <ProgressOptions item={item} onOffer={acts.onOffer} /> : null}
        </li>
      ))}
    </ul>
  );
}

interface StandProps extends Pick<ProgressActs, 'onNext'> {
  readonly item: ShownAct;
  readonly waits: WaitsProps | undefined;
}

function Stand({ item, onNext, waits }: StandProps) {
  if (item.state === 'void') return <Void item={item} onNext={onNext} />;
  return waits === undefined ? <Steps item={item} /> : <HandingWaits {...waits} />;
}

/** In the mempool as far as anybody knows. */
function isWaiting({ txId, state }: ShownAct): boolean {
  return txId !== '' && (state === 'sent' || state === 'seen');
}

function Heading({ item, onPutAway }: { item: ShownAct } & Pick<ProgressActs, 'onPutAway'>) {
  return (
    <div className="flex min-h-6 items-center gap-2 @xl:w-56 @3xl:w-80">
      <p className="min-w-0 flex-1 truncate text-[0.8125rem] font-medium" title={item.title}>
        {item.title}
      </p>
      {item.txId === '' ? null : <TxLink txId={item.txId} shown={shortened(item.txId, 4, 4)} />}
      {item.state === 'void' ? (
        <button
          type="button"
          aria-label={t('Dismiss: {title}', { title: item.title })}
          onClick={() => onPutAway(item)}
          className="-mr-1 rounded-md p-1 text-haze hover:bg-ink-3 hover:text-fog max-lg:p-3"
        >
          <Icon name="close" className="size-3.5" />
        </button>
      ) : null}
    </div>
  );
}

function Steps({ item }: { item: ShownAct }) {
  const steps = stepsOf(item.kind);
  const now = nowOf(item);
  return (
    <div className="min-w-0 flex-1 items-center gap-4 @xl:flex">
      <ol className="mt-2 flex gap-1 @xl:mt-0 @xl:w-40" aria-hidden="true">
        {steps.map((step, index) => (
          <li
            key={step}
            className={`h-1 flex-1 rounded-full ${index < now ? 'bg-buy' : index === now ? 'animate-breathe bg-amber' : 'bg-ink-3'}`}
          />
        ))}
      </ol>
      <p className="num mt-1.5 text-xs leading-4 text-mist @xl:mt-0">{stepWords(item)}</p>
    </div>
  );
}

function Void({ item, onNext }: { item: ShownAct } & Pick<ProgressActs, 'onNext'>) {
  const calledBack = isCalledBack(item);
  return (
    <div className="mt-1 min-w-0 flex-1 items-center gap-4 text-xs leading-5 @xl:mt-0 @xl:flex">
      <p className={`flex-1 [overflow-wrap:anywhere] ${calledBack ? 'text-mist' : 'text-sell'}`}>
        {calledBack
          ? t('Cancelled by you. Your BTC is back.')
          : t('Not completed. {reason}', { reason: reasonWords(item.note) })}
      </p>
      {calledBack || item.nextBest.length === 0 || item.kind === 'own' ? null : (
        <Button
          size="sm"
          className="mt-1.5 max-lg:h-11 @max-xl:w-full @xl:mt-0"
          data-testid="next-best"
          onClick={() => onNext(item)}
        >
          {t('View next best')}
        </Button>
      )}
    </div>
  );
}
