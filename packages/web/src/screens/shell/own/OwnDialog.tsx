/** The dialog of an act on one's own: what it costs, what it does, the signature. */
import { formatDecimal, grouped } from '@rialto/market';
import { Dialog } from '../../../ui/Dialog.tsx';
import { dropRequest } from '../../../flows/own/own-request.ts';
import type { OwnRequest } from '../../../flows/own/own-request.ts';
import { actWords } from '../../../show/own/own-words.ts';
import { RescueFile } from '../../../show/locks/RescueFile.tsx';
import { Asking } from '../../../show/panels/Asking.tsx';
import { OwnForm } from './OwnForm.tsx';
import { OwnReview } from './OwnReview.tsx';
import { useEnded } from './ended.ts';
import { useOwnActing } from './own-acts.ts';
import { t } from '../../../words.ts';

export function OwnDialog({ request }: { request: OwnRequest }) {
  const acting = useOwnActing();
  const { state } = acting;
  useEnded(request, state.step === 'signing');
  if (state.step === 'locked') return <RescueFile rescue={state.rescue} onClose={dropRequest} />;
  const locked = state.step === 'building' || state.step === 'signing';
  return (
    <Dialog title={titleOf(request)} onClose={dropRequest} locked={locked} testId="own-dialog">
      {/* The form keeps what was entered while the review stands in its place. */}
      <div className={state.step === 'form' ? '' : 'hidden'}>
        <OwnForm start={request} onPrepare={acting.prepare} />
      </div>
      {state.step === 'building' ? <Asking /> : null}
      {state.step === 'review' || state.step === 'signing' ? (
        <OwnReview
          reviewed={state.reviewed}
          signing={state.step === 'signing'}
          onConfirm={() => acting.confirm(lineOf(request))}
          onAgain={acting.again}
          onBack={acting.back}
        />
      ) : null}
    </Dialog>
  );
}

function titleOf(request: OwnRequest): string {
  switch (request.kind) {
    case 'waiting':
      return actWords(request.act, request.purchase === true);
    case 'split-coin':
      return t('Split a coin');
    case 'split-lot':
      return t('Split a lot');
    case 'gather':
      return t('Gather your coins');
    case 'leftover':
      return t('Cancel on-chain');
    case 'renew':
      return t('Renew this protected order');
  }
}

/** What the tray calls it. */
function lineOf(request: OwnRequest): string {
  switch (request.kind) {
    case 'waiting':
      return t('{act}: {what}', {
        act: actWords(request.act, request.purchase === true),
        what: request.title,
      });
    case 'split-coin':
      return t('Split a coin');
    case 'split-lot':
      return t('Split a lot of {tick}', { tick: request.tick });
    case 'gather':
      return t('Gather coins of {tick}', { tick: request.tick });
    case 'leftover':
      return t('Cancel selling {amount} {tick}', {
        amount: grouped(request.order.coinAmount),
        tick: request.order.tick,
      });
    case 'renew':
      return t('Renew selling {amount} {tick}', {
        amount: grouped(formatDecimal(BigInt(request.lock.ticket.amount), request.lock.decimals)),
        tick: request.lock.tick,
      });
  }
}
